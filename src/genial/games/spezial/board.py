"""The board of Genial Spezial without its layout: cells, pairs of cells, tables of numbers.

Two side-7 hexagons share one edge of seven cells. Pairs of adjacent cells are numbered as
*edges*: a tile is always laid on one edge. Where towers and bonus fields lie is the matter
of a layout (`layouts`).
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from genial.core.hexes import Names, adjacent_pairs, hexagon, neighbour

_SIDE_RADIUS = 6
_CENTRES = ((-6, 3), (6, -3))
_HIGHEST_Q = 12
_NUMBER_OF_ZERO = 10
_DIRECTIONS = 6

NAMES = Names(lowest_q=-_HIGHEST_Q, number_of_zero=_NUMBER_OF_ZERO)
CELLS = sorted({cell for centre in _CENTRES for cell in hexagon(_SIDE_RADIUS, centre)})
N_CELLS = len(CELLS)
OUTSIDE = N_CELLS  # stands for every cell that is not on the board
CELL_NAMES = tuple(NAMES.of(cell) for cell in CELLS)
CELL_OF_NAME = {name: number for number, name in enumerate(CELL_NAMES)}  # in the order of cells
_NUMBER = {cell: number for number, cell in enumerate(CELLS)}

EDGES = sorted((_NUMBER[low], _NUMBER[high]) for low, high, _ in adjacent_pairs(CELLS))
N_EDGES = len(EDGES)
EDGE_OF_CELLS = {pair: number for number, pair in enumerate(EDGES)}
EDGE_LOW = np.array([low for low, _ in EDGES], np.int16)
EDGE_HIGH = np.array([high for _, high in EDGES], np.int16)


def cells_around(cells: Iterable[int]) -> list[int]:
    """Every cell next to one of these cells and not one of them, off the board OUTSIDE."""
    among = {CELLS[cell] for cell in cells}
    around = {neighbour(cell, direction) for cell in among for direction in range(_DIRECTIONS)}
    return [_NUMBER.get(cell, OUTSIDE) for cell in sorted(around - among)]


AROUND = 8  # cells round a tile
EDGE_AROUND = np.array([cells_around(pair) for pair in EDGES], np.int16)

Words = npt.NDArray[np.uint64]
_WORD = 64
WORDS = (N_EDGES + _WORD - 1) // _WORD


def edge_set(edges: Iterable[int]) -> Words:
    """A set of edges as words of bits."""
    words = [0] * WORDS
    for edge in edges:
        words[edge // _WORD] |= 1 << edge % _WORD
    return np.array(words, np.uint64)


def edges_covering(cells: Iterable[int], count: int) -> Words:
    """The edges that cover at least this many of these cells."""
    among = set(cells)
    return edge_set(
        number
        for number, (low, high) in enumerate(EDGES)
        if (low in among) + (high in among) >= count
    )


_EDGES_AT: list[list[int]] = [[] for _ in range(N_CELLS)]
for _edge, _pair in enumerate(EDGES):
    for _cell in _pair:
        _EDGES_AT[_cell].append(_edge)

# A tile on edge e takes away the edges BLOCKS[e], itself included; these are the words of an
# edge set from BLOCKS_FROM[e] on, all others are empty.
_BLOCKED = [edge_set(_EDGES_AT[low] + _EDGES_AT[high]) for low, high in EDGES]
BLOCKS_SPAN = 1 + max(int(np.ptp(np.flatnonzero(blocked))) for blocked in _BLOCKED)
BLOCKS_FROM = np.array(
    [min(int(np.flatnonzero(blocked)[0]), WORDS - BLOCKS_SPAN) for blocked in _BLOCKED], np.int8
)
BLOCKS = np.array(
    [
        blocked[first : first + BLOCKS_SPAN]
        for blocked, first in zip(_BLOCKED, BLOCKS_FROM.tolist(), strict=True)
    ],
    np.uint64,
)
