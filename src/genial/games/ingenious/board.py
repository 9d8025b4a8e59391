"""The board of Ingenious, its tiles, and everything about them as tables of numbers.

The largest board is laid out in a padded *mailbox* with a border of walls, so that a
straight line needs no bounds test. Pairs of adjacent cells are numbered as *edges*, those
of the smaller boards first: a tile is always laid on one edge.
"""

from __future__ import annotations

import numpy as np

from genial.core.hexes import DIRECTIONS, Names, adjacent_pairs, distance, hexagon, neighbour
from genial.games.ingenious import FACTS

COLOURS = FACTS.colours
RED, GREEN, BLUE, ORANGE, YELLOW, PURPLE = range(6)
N_COLOURS = 6
EMPTY, WALL = 6, 7  # what else a cell can hold

MAX_SEATS = max(FACTS.players)
RACK = 6  # tiles in a full rack
RADIUS = {1: 5, 2: 5, 3: 6, 4: 7}  # of the board in use, by number of players
_LARGEST = 7

NAMES = Names(lowest_q=-_LARGEST, number_of_zero=_LARGEST + 1)
PRINTED = {  # the printed symbols: the corners of the radius-5 hexagon, clockwise
    (0, -5): RED,
    (5, -5): GREEN,
    (5, 0): BLUE,
    (0, 5): ORANGE,
    (-5, 5): YELLOW,
    (-5, 0): PURPLE,
}

CELLS = hexagon(_LARGEST)
CELL_NAMES = tuple(NAMES.of(cell) for cell in CELLS)
CELL_OF_NAME = dict(zip(CELL_NAMES, CELLS, strict=True))

_SIDE = 2 * _LARGEST + 3
BOARD_SIZE = _SIDE * _SIDE


def square(cell: tuple[int, int]) -> int:
    """The place of a cell in the mailbox."""
    return (cell[0] + _LARGEST + 1) * _SIDE + cell[1] + _LARGEST + 1


SQUARE = {cell: square(cell) for cell in CELLS}
CELL_AT = {place: cell for cell, place in SQUARE.items()}
# Steps in the six directions, twice round the clock, so that `STEPS[d + k]` needs no
# remainder: k = 1 … 5 leaves out direction d only.
STEPS = np.array([q * _SIDE + r for q, r in DIRECTIONS * 2], np.int64)


def _radius_needed(pair: tuple[tuple[int, int], tuple[int, int], int]) -> int:
    return max(RADIUS[2], distance(pair[0], (0, 0)), distance(pair[1], (0, 0)))


EDGES = sorted(adjacent_pairs(CELLS), key=lambda pair: (_radius_needed(pair), pair))
N_EDGES = len(EDGES)
EDGE_OF_CELLS = {(low, high): number for number, (low, high, _) in enumerate(EDGES)}
EDGE_LOW = np.array([SQUARE[low] for low, _, _ in EDGES], np.uint16)
EDGE_HIGH = np.array([SQUARE[high] for _, high, _ in EDGES], np.uint16)
EDGE_DIRECTION = np.array([direction for _, _, direction in EDGES], np.uint8)

WORDS = (N_EDGES + 63) // 64


def words_in_use(players: int) -> int:
    """How many words of an edge set this board needs."""
    used = sum(_radius_needed(edge) <= RADIUS[players] for edge in EDGES)
    return (used + 63) // 64


def edge_set(edges: list[int]) -> np.ndarray[tuple[int], np.dtype[np.uint64]]:
    """A set of edges as words of bits."""
    return _words(sum(1 << edge for edge in edges))


def _words(bits: int) -> np.ndarray[tuple[int], np.dtype[np.uint64]]:
    return np.array([bits >> 64 * word & (1 << 64) - 1 for word in range(WORDS)], np.uint64)


def free_at_start(players: int) -> np.ndarray[tuple[int], np.dtype[np.uint64]]:
    """The edges of the board in use on which a tile can be laid at the start."""
    free = [
        number
        for number, (low, high, direction) in enumerate(EDGES)
        if _radius_needed((low, high, direction)) <= RADIUS[players]
        and low not in PRINTED
        and high not in PRINTED
    ]
    return edge_set(free)


_MEETING = {
    cell: sum(1 << n for n, (low, high, _) in enumerate(EDGES) if cell in (low, high))
    for cell in CELLS
}
# LEAVES[e]: the edges that a tile on e leaves free
LEAVES = np.array(
    [_words(((1 << N_EDGES) - 1) & ~(_MEETING[low] | _MEETING[high])) for low, high, _ in EDGES],
    np.uint64,
)


def _symbol_touched(low: tuple[int, int], high: tuple[int, int]) -> int:
    around = {neighbour(cell, d) for cell in (low, high) for d in range(6)}
    touched = [number for number, cell in enumerate(PRINTED) if cell in around]
    assert len(touched) <= 1, "one tile cannot touch two printed symbols"
    return touched[0] if touched else -1


EDGE_SYMBOL = np.array([_symbol_touched(low, high) for low, high, _ in EDGES], np.int8)
# OPENINGS[taken]: the edges that touch a printed symbol not in the set `taken`
OPENINGS = np.array(
    [
        edge_set([e for e, k in enumerate(EDGE_SYMBOL.tolist()) if k >= 0 and not taken >> k & 1])
        for taken in range(1 << len(PRINTED))
    ],
    np.uint64,
)


def board_at_start(players: int) -> np.ndarray[tuple[int], np.dtype[np.uint8]]:
    """The mailbox with the printed symbols, walls round the board in use."""
    board = np.full(BOARD_SIZE, WALL, np.uint8)
    for cell in hexagon(RADIUS[players]):
        board[SQUARE[cell]] = PRINTED.get(cell, EMPTY)
    return board


# Tiles: an unordered pair of colours is a *type*, an ordered pair a way to lay it.
TYPES = [(a, b) for a in range(N_COLOURS) for b in range(a, N_COLOURS)]
N_TYPES = len(TYPES)
TYPE_NAMES = tuple(COLOURS[a] + COLOURS[b] for a, b in TYPES)
TYPE_OF_NAME = {name: number for number, name in enumerate(TYPE_NAMES)}
COPIES = np.array([5 if a == b else 6 for a, b in TYPES], np.int64)
N_TILES = int(COPIES.sum())
WAYS = N_COLOURS * N_COLOURS  # way = colour on the lower cell * 6 + colour on the higher
TYPE_OF_WAY = np.array(
    [TYPES.index((min(way // 6, way % 6), max(way // 6, way % 6))) for way in range(WAYS)], np.uint8
)
NO_TILE = N_TYPES  # stands for a type where there is no tile: nothing to lay, nothing shown
# WAYS_OF_TYPE[t]: the set of ways to lay a tile of this type
WAYS_OF_TYPE = np.array([1 << a * 6 + b | 1 << b * 6 + a for a, b in TYPES] + [0], np.uint64)
COLOURS_OF_TYPE = np.array([1 << a | 1 << b for a, b in TYPES], np.uint64)
# SHOWS[t]: the set of those sets of colours of which the tile shows at least one
SHOWS = np.array(
    [sum(1 << mask for mask in range(64) if mask & (1 << a | 1 << b)) for a, b in TYPES] + [0],
    np.uint64,
)

BAG_WORDS = 3  # the bag as counts, a byte for each type


def pack_counts(counts: list[int]) -> np.ndarray[tuple[int], np.dtype[np.uint64]]:
    """Counts by type as bytes of words."""
    return np.frombuffer(bytes(counts + [0] * (8 * BAG_WORDS - N_TYPES)), "<u8").copy()


FULL_BAG = pack_counts(COPIES.tolist())
