"""The bots of a game by name, and its levels."""

from __future__ import annotations

import importlib
import secrets
from collections.abc import Callable
from typing import Any, Protocol, cast

import numpy as np

from genial.bots.belief import from_unfinished_view, stream_for
from genial.bots.bot import Bot, Clock
from genial.core import engine
from genial.core.errors import BadOption, nearest, one_of, quote
from genial.core.game import Game
from genial.core.kit import Data
from genial.games import module_of

Maker = Callable[..., Bot]  # takes a Game and the options of this kind of bot

# From a beginner to the strongest bot; not every game has all levels.
LEVELS = ("kid", "novice", "casual", "club", "strong", "expert", "master", "genius")

_FOR_EVERY_GAME = "genial.bots.generic"  # imports what is defined here


class BotPackage(Protocol):
    """What a game's package of bots offers."""

    __name__: str
    BASELINE: str  # the name of the strongest simple bot

    def bots(self, game: Game) -> dict[str, Maker]:
        """Return the makers of all bots of a game, weakest first, levels included."""


def bots_of(game: Game) -> BotPackage:
    """Return the package of a game's bots; without one, bots that serve every game."""
    package = module_of(game.name, "bots") or importlib.import_module(_FOR_EVERY_GAME)
    return cast(BotPackage, package)


def names(game: Game) -> tuple[str, ...]:
    """Return the names of all bots of a game.

    >>> import genial
    >>> names(genial.game("ingenious"))[0]
    'random'
    """
    return ("random", *bots_of(game).bots(game))


def levels(game: Game) -> tuple[str, ...]:
    """Return the names of a game's levels, weakest first."""
    there = names(game)
    return tuple(level for level in LEVELS if level in there)


def make(game: Game, name: str, **options: Any) -> Bot:
    """Make a bot for a game by its name; raises BadOption, which lists the names.

    Options: `seed` (every bot), `seconds`, `effort` and `threads` (search).

    >>> import genial
    >>> game = genial.game("ingenious", players=2)
    >>> state = game.start(seed=1)
    >>> make(game, "random", seed=1).choose(state.view(1)) in state.legal()
    True
    """
    makers: dict[str, Maker] = {"random": RandomBot} | bots_of(game).bots(game)
    if name not in makers:
        there = one_of(tuple(makers))
        raise BadOption(f"there is no bot {quote(name)}{nearest(name, makers)}; there are {there}")
    return makers[name](game, **options)


class RandomBot(Bot):
    """Plays any legal move, each equally likely."""

    def __init__(self, game: Game, *, seed: int | None = None, **_: object) -> None:
        self.name = "random"
        self.game = game
        self._seed = secrets.randbits(63) if seed is None else seed

    def choose(self, view: Data, clock: Clock | None = None) -> str:
        """Return the text of the move to play."""
        stream = stream_for(self._seed, view)
        moves = np.zeros(self.game.kit.rules.MAX_MOVES, np.int32)
        n = engine.moves(from_unfinished_view(view, stream), 0, moves)
        return self.game.kit.spell(int(moves[engine.number_below(stream, n)]))
