"""The legal moves of Ingenious in short, to be sent with every turn.

There are thousands of them. The places where a tile fits and what each colour would score on each
cell tell the same, because a half scores the same wherever its other half lies.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from genial.core import bits
from genial.core.explanation import Choices
from genial.core.kernel import Codes, Records, entry
from genial.games.ingenious import rules, scoring
from genial.games.ingenious.board import (
    BOARD_SIZE,
    CELL_AT,
    EDGE_HIGH,
    EDGE_LOW,
    N_COLOURS,
    N_EDGES,
    NAMES,
)


class Places(Choices):
    """Where a tile fits, and what each colour would score on each cell."""

    places: list[str]  # two cells each
    points: dict[str, list[int]]  # by cell, then in the order of the colours


_CELL_NAMES = [NAMES.of(CELL_AT[k]) if k in CELL_AT else "" for k in range(BOARD_SIZE)]
_PLACES = [
    f"{_CELL_NAMES[a]} {_CELL_NAMES[b]}"
    for a, b in zip(EDGE_LOW.tolist(), EDGE_HIGH.tolist(), strict=True)
]


@entry
def find_places(
    games: Records,
    is_there: npt.NDArray[np.bool_],
    edges: Codes,
    cells: Codes,
    points: npt.NDArray[np.uint8],
) -> tuple[int, int]:
    """Write where a tile fits, on which cells, and what colours score there; how many of both.

    `is_there` has room for a flag for each cell, none set.
    """
    s = games[0]
    n = 0
    for word in range(s.words):
        rest = rules.edges_open(s, word)
        while rest != bits.ZERO:
            edge = word * 64 + bits.lowest(rest)
            edges[n] = edge
            is_there[EDGE_LOW[edge]] = is_there[EDGE_HIGH[edge]] = True
            rest = rest & (rest - bits.ONE)
            n += 1
    k = 0
    for cell in range(BOARD_SIZE):
        if is_there[cell]:
            cells[k] = cell
            for colour in range(N_COLOURS):
                points[k, colour] = scoring.symbols_around(s.board, cell, colour)
            k += 1
    return n, k


def choices(array: Records) -> Places | None:
    """Return the places and points that tell the legal moves; none where a list is shorter."""
    if array["phase"][0] == rules.CHOOSING:
        return None
    edges: Codes = np.empty(N_EDGES, np.int32)
    cells: Codes = np.empty(BOARD_SIZE, np.int32)
    points = np.empty((BOARD_SIZE, N_COLOURS), np.uint8)
    is_there = np.zeros(BOARD_SIZE, np.bool_)
    n, k = find_places(array, is_there, edges, cells, points)
    names = [_CELL_NAMES[cell] for cell in cells[:k].tolist()]
    return Places(
        places=[_PLACES[edge] for edge in edges[:n].tolist()],
        points=dict(zip(names, points[:k].tolist(), strict=True)),
    )
