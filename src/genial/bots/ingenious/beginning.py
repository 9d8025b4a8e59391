"""The position that a game of Ingenious began from, restored as a seat saw it.

The tiles of hidden racks are among those of the bag, as they are while a log is replayed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from genial.core.errors import BadView
from genial.core.game import Game
from genial.core.kernel import Record
from genial.core.kit import Data
from genial.games.ingenious.board import COLOURS, NO_TILE, TYPE_NAMES, pack_counts
from genial.games.ingenious.view import HIDDEN, restore


class _Hidden(msgspec.Struct):
    """The part of a position that tells which tiles a seat has not seen."""

    turn: int
    phase: str
    racks: list[list[str]]
    bag: dict[str, int]
    scores: list[dict[str, int]]


def restore_beginning(game: Game, beginning: Mapping[str, Any], record: Record) -> None:
    """Write a position with hidden racks into a game that was set up; raises BadView."""
    own = {"game": game.name, "options": game.options}
    position = {key: value for key, value in beginning.items() if key not in own}
    if any(beginning.get(key, value) != value for key, value in own.items()):
        raise BadView("the beginning of this view is of another game")
    try:
        seen = msgspec.convert(position, _Hidden, strict=True)
    except (msgspec.ValidationError, TypeError, ValueError, RecursionError):
        raise BadView("the beginning of this view is not a position") from None
    hidden = [k for k, rack in enumerate(seen.racks) if rack and set(rack) == {HIDDEN}]
    restore(record, {**position, **_fill(game, seen, hidden)})
    record.bag[:] = pack_counts([seen.bag.get(name, 0) for name in TYPE_NAMES])
    for seat in hidden:
        record.rack[seat, : len(seen.racks[seat])] = NO_TILE


def _fill(game: Game, seen: _Hidden, hidden: list[int]) -> Data:
    """Return racks and bag in which any tiles that fit stand for the hidden ones."""
    racks, bag = [list(rack) for rack in seen.racks], dict(seen.bag)
    first = seen.turn - 1
    for seat in sorted(hidden, key=lambda seat: seat != first):
        barred = _lowest(game, seen) if seat == first and seen.phase == "swap or keep" else set()
        for k in range(len(racks[seat])):
            fitting = [tile for tile, left in bag.items() if left > 0 and not barred & set(tile)]
            if not fitting:
                raise BadView("the beginning of this view has too few tiles for the hidden racks")
            racks[seat][k] = fitting[0]
            bag[fitting[0]] -= 1
    return {"racks": racks, "bag": bag}


def _lowest(game: Game, seen: _Hidden) -> set[str]:
    """Return the lowest colours of the seat in turn: a rack that shows one cannot be swapped."""
    if not 1 <= seen.turn <= game.players or len(seen.scores) != len(set(game.tracks)):
        return set()
    points = seen.scores[game.tracks[seen.turn - 1]]
    return {colour for colour in COLOURS if points.get(colour) == min(points.values(), default=0)}
