"""Rebuild Tile Challenge from a view: all but the order of the stack lies open."""

from __future__ import annotations

from genial.core.game import Game
from genial.core.kernel import Records, Stream, as_record
from genial.core.view import View as BaseView
from genial.games.tile_challenge.view import View, restore

_SEATS = ("1", "2", "3", "4")


def rebuild(game: Game, view: BaseView, array: Records, stream: Stream) -> None:
    """Write what the view shows into a game that was set up."""
    assert isinstance(view, View)
    position = {
        "turn": view.turn or _last_mover(view),
        "finished": game.options["games"] if view.over else view.game_number - 1,
        "series": view.series,
        "collections": view.scores,
        "middle": view.middle,
        "staging": view.staging,
        "stack": view.stack,
        "bonus": view.bonus,
        "idle": view.idle,
    }
    restore(as_record(array), position)


def _last_mover(view: View) -> int:
    """Return the seat that ended the game, by the log or else by the complete collection."""
    for line in reversed(view.log):
        if line[:1] in _SEATS:
            return int(line[0])
    complete = [
        seat for seat, tiles in enumerate(view.scores, 1) if min(tiles.values()) >= view.quota
    ]
    return complete[0] if complete else 1
