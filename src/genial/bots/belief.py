"""Rebuild a possible game from a view: what the seat cannot see is dealt at random."""

from __future__ import annotations

import hashlib
import importlib
from importlib.util import find_spec
from typing import Protocol, cast

import msgspec
import numpy as np

from genial.core import engine
from genial.core.chance import fast_stream
from genial.core.errors import BadPosition, BadView, GenialError, quote
from genial.core.game import Game
from genial.core.kernel import Records, Stream, as_record, copy_records
from genial.core.kit import Data
from genial.core.shapes import shape_fault
from genial.core.view import View
from genial.games import make, module_of


class Belief(Protocol):
    """What the `belief` module of a game offers."""

    def rebuild(self, game: Game, view: View, array: Records, stream: Stream) -> None:
        """Write what the view shows into a game that was set up, and deal the rest."""


def _belief(game: Game) -> Belief:
    """Return how the game itself rebuilds a game from a view, or the way that serves every game."""
    bots = module_of(game.name, "bots")
    module = "genial.bots.generic.belief"
    if bots is not None and hasattr(bots, "__path__") and find_spec(f"{bots.__name__}.belief"):
        module = f"{bots.__name__}.belief"
    return cast(Belief, importlib.import_module(module))


def from_view(view: Data, stream: Stream) -> Records:
    """Build a possible game, as the kernels represent it, from a view alone; raises BadView.

    The game agrees with the view and its log. What the seat cannot know is dealt from the stream.

    >>> import genial
    >>> from genial.core.chance import fast_stream
    >>> state = genial.game("phoenix").start(seed=1)
    >>> int(from_view(state.view(1), fast_stream(1))["turn"][0]) + 1 == state.turn
    True
    """
    game = _game_of(view)
    try:
        seen = msgspec.convert(view, game.kit.View, strict=True)
    except (msgspec.ValidationError, TypeError, ValueError, RecursionError) as error:
        raise BadView(f"this is no view of {game.title}: {shape_fault(error).sentence}") from None
    if seen.seat is not None and seen.seat not in range(1, game.players + 1):
        raise BadView(f"there are seats 1 to {game.players}, not {quote(seen.seat)}")
    array = copy_records(game.template)
    try:
        _belief(game).rebuild(game, seen, array, stream)
    except BadPosition as error:
        raise BadView(f"this view is of no possible game: {error}") from None
    is_due, is_over, turn = engine.status(array, 0, np.zeros(game.players))
    if is_due:
        raise BadView("the log of this view ends where a draw must follow")
    if seen.turn != (None if is_over else turn + 1):
        raise BadView(f"this view tells that it is not seat {quote(seen.turn)}'s turn")
    if game.kit.scores(as_record(array)) != seen.scores:
        raise BadView("the log of this view leads to other scores than it shows")
    return array


def from_unfinished_view(view: Data, stream: Stream) -> Records:
    """Build a possible game in which there is a move to choose; raises BadView if it is over."""
    array = from_view(view, stream)
    if view["turn"] is None:
        raise BadView("the game of this view is over, so there is nothing to choose")
    return array


def _game_of(view: Data) -> Game:
    try:
        return make(view["game"], view["options"])
    except (KeyError, TypeError, AttributeError, GenialError):
        raise BadView("a view names its game and the game's options") from None


def stream_for(seed: int, view: Data) -> Stream:
    """Derive a stream from a seed and from what a seat sees, nothing else."""
    known = msgspec.json.encode([seed, view["seat"], view["options"], view["log"]])
    return fast_stream(int.from_bytes(hashlib.blake2b(known, digest_size=8).digest(), "big"))
