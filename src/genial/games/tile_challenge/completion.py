"""Complete a position of Tile Challenge: what follows from the tiles that lie open."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from genial.core.kernel import Record
from genial.core.kit import Data
from genial.core.view import read_position
from genial.games.tile_challenge.rules import IDLE_TURNS
from genial.games.tile_challenge.tiles import COLOURS, COPIES
from genial.games.tile_challenge.view import Position, quota_of


def complete_position(record: Record, position: Mapping[str, Any]) -> Data:
    """Return a position with the stack: all tiles that lie nowhere else.

    The staging row is sorted, and a game counts as finished only if it has ended.
    """
    players = int(record.players)
    missing = {"stack": {}, "series": [0] * players, "finished": 0, "idle": 0, "bonus": 0}
    data = read_position(missing | dict(position), Position)
    data.middle = _all_colours(data.middle)
    data.collections = [_all_colours(tiles) for tiles in data.collections]
    data.staging.sort(key=COLOURS.index)
    heaps = [data.middle, *data.collections]
    data.stack = {
        colour: max(0, COPIES - sum(heap[colour] for heap in heaps) - data.staging.count(colour))
        for colour in COLOURS
    }
    has_ended = data.idle == IDLE_TURNS or any(
        min(tiles.values()) >= quota_of(record) for tiles in data.collections
    )
    if data.finished == record.games and not has_ended:
        data.finished -= 1
        data.series = [max(0, points) for points in _before_the_last(record, data)]
    whole: Data = msgspec.to_builtins(data)
    return whole


def _all_colours(heap: Mapping[str, int]) -> dict[str, int]:
    return {colour: heap.get(colour, 0) for colour in COLOURS}


def _before_the_last(record: Record, data: Position) -> list[int]:
    """The points of all games but the last one, as far as they can be told."""
    if record.games == 1:
        return [0] * int(record.players)
    lowest = [min(tiles.values()) for tiles in data.collections]
    return [points - low for points, low in zip(data.series, lowest, strict=False)]
