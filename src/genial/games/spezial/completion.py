"""Complete a position of Genial Spezial: how many turns were taken follows from the tiles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from genial.core.kernel import Record
from genial.core.kit import Data
from genial.core.view import read_position
from genial.games.spezial.board import CELL_NAMES, EDGES
from genial.games.spezial.notation import EDGE_OF_NAME
from genial.games.spezial.view import Position, tower_names


def complete_position(record: Record, position: Mapping[str, Any]) -> Data:
    """Return a position with the number of its turns: a turn for each tile, and then the passes.

    Seats only pass when there is no room for a tile, so there are no passes before that.
    """
    data = read_position({"turns": 0} | dict(position), Position)
    count = sum(map(len, data.tiles))
    data.turns = max(count, 0 if _has_room(record, data.tiles) else data.turns)
    whole: Data = msgspec.to_builtins(data)
    return whole


def _has_room(record: Record, tiles: list[list[str]]) -> bool:
    """Are two adjacent cells free?"""
    edges = [EDGE_OF_NAME[tile] for own in tiles for tile in own if tile in EDGE_OF_NAME]
    towers = set(tower_names(record))
    taken = {cell for edge in edges for cell in EDGES[edge]}
    taken |= {cell for cell, name in enumerate(CELL_NAMES) if name in towers}
    return any(low not in taken and high not in taken for low, high in EDGES)
