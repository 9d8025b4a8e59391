"""Rebuild Genial Spezial from a view: everything lies open."""

from __future__ import annotations

import functools

from genial.core import engine
from genial.core.errors import BadText, BadView, quote
from genial.core.game import Game
from genial.core.kernel import Records, Stream, as_record
from genial.core.view import View as BaseView
from genial.games.spezial.notation import read, read_chance
from genial.games.spezial.rules import TILES
from genial.games.spezial.view import View, restore


def rebuild(game: Game, view: BaseView, array: Records, stream: Stream) -> None:
    """Write what the view shows into a game that was set up."""
    assert isinstance(view, View)
    if view.log and view.log[0].startswith("*"):
        _replay(game, view.log, array)
    else:
        _restore(view, array)


def _replay(game: Game, log: list[str], array: Records) -> None:
    """Replay the log, line by line."""
    scratch = game.scratch
    for line in log:
        try:
            told = _read_line(line)
        except (BadText, ValueError):
            raise BadView(f"{quote(line)} is no line of a log") from None
        if isinstance(told, int):
            fits = engine.replay_move(array, 0, told, scratch.moves)
        else:
            fits = all(
                engine.replay_outcome(array, 0, chip, scratch.outcomes, scratch.weights)
                for chip in told
            )
        if not fits:
            raise BadView(f"{quote(line)} cannot have happened then")


@functools.lru_cache(maxsize=1 << 14)
def _read_line(line: str) -> int | list[int]:
    """Return the code of a move, or the chips of the set-up."""
    if line.startswith("*"):
        return read_chance(line)
    _, text = line.split(" ")
    return read(text)


def _restore(view: View, array: Records) -> None:
    """Restore the position of a game whose log lacks the beginning."""
    chips = {tower.cell: f"{tower.colour}{tower.value - tower.black}" for tower in view.towers}
    position = {
        "chips": chips,
        "tiles": view.tiles,
        "turns": sum(TILES - left for left in view.tiles_left),
        "scores": view.scores,
    }
    restore(as_record(array), position)
