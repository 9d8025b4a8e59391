"""Reach: which towers every free cell and edge can score for every seat, updated move by move.

For a seat, a cell *reaches* the towers next to it and those that the seat's chains beside it touch;
a tile touches what either of its cells reaches. Reach only grows while a cell is empty, so a tile
changes only the cells around its chain. Towers are renumbered here, large ones first, so that the
three sets that matter fit into one number.
"""

from __future__ import annotations

import numpy as np

from genial.core import bits
from genial.core.kernel import Record, Stream, rule
from genial.games.spezial import board as b
from genial.games.spezial.board import (
    AROUND,
    BLOCKS,
    BLOCKS_FROM,
    BLOCKS_SPAN,
    EDGE_AROUND,
    EDGE_HIGH,
    EDGE_LOW,
    WORDS,
)
from genial.games.spezial.rules import (
    CHOICES,
    EMPTY,
    FULL,
    MAX_SEATS,
    MAX_TOWERS,
    N_COLOURS,
    PASS,
    TILES,
    TOWER,
    chain_of,
    chip_value,
    if_connected,
    is_own,
    play,
)

# Three sets of towers in one number: those reached, chips counted, large towers counted.
CHIPS, LARGE = MAX_TOWERS, 2 * MAX_TOWERS  # where the second and the third begin
TOWERS = (1 << MAX_TOWERS) - 1
ONE_OF_EACH = 0x01010101  # a point in every colour: points are one number, a byte a colour
BYTE = 8

CELL_WORDS = (b.N_CELLS + 63) // 64
SIDES = 6
NO_EDGE = -1

FEATURES = np.dtype(
    [
        ("reach", "i8", (MAX_SEATS, b.N_CELLS + 1)),  # of empty cells, three sets each
        ("hot", "u8", (MAX_SEATS, WORDS)),  # free edges that score towers for a seat
        ("border", "u8", (MAX_SEATS * TILES, CELL_WORDS)),  # the cells of a chain and around it
        ("empty", "u8", CELL_WORDS),
        ("chip_points", "i8", MAX_TOWERS),  # points of a tower's chip, on the side it shows
        ("place", "i1", MAX_TOWERS),  # a tower's number here
        ("large", "i4"),  # set of the large towers
        ("black", "i4"),  # set of the towers whose chip shows its black side
        # Scratch; means nothing between two calls.
        ("value", "f4", (2, b.N_EDGES)),  # of hot edges, to the seat to move and to the opponents
        ("sums", "f4", (2, b.N_CELLS)),  # over the hot edges of a cell
        ("tops", "f4", (2, b.N_CELLS)),  # the best of these
        ("their_hot", "u8", WORDS),  # hot edges of the opponents
        ("best", "f4", 8),  # the best of them, then zeros
        ("best_edge", "i4", 8),
        ("move_features", "f4", 16),  # of one tile, see `move_features`
        ("weights", "f4", 16),  # of these features, at this time of the game
        ("order", "i4", 4),  # colours, lowest first
        ("useful", "u8", CELL_WORDS),  # cells that matter in the endgame
        ("beside", "u8", CELL_WORDS),  # a copy, while their neighbours are added
        ("seat_inputs", "f4", (MAX_SEATS, 32)),  # the inputs of the network for a seat
        ("x", "f4", 64),  # its inputs
        ("h", "f4", 64),  # its hidden units
        ("counts", "i8", FULL + 1),  # colours by points
        ("before", "i8", N_COLOURS),  # points before a tile is tried
        ("trial", "f8", MAX_SEATS),  # the utility of each seat if it is laid
    ],
    align=True,
)


def _cell_set(cells: set[int]) -> list[int]:
    words = [0] * CELL_WORDS
    for cell in cells:
        words[cell // 64] |= 1 << cell % 64
    return words


def _neighbours(cell: int) -> set[int]:
    return set(b.cells_around([cell])) - {b.OUTSIDE}


def _edges_at(cell: int) -> list[int]:
    edges = [edge for edge, pair in enumerate(b.EDGES) if cell in pair]
    return edges + [NO_EDGE] * (SIDES - len(edges))


NEXT_TO = np.array([_cell_set(_neighbours(cell)) for cell in range(b.N_CELLS)], np.uint64)
EDGES_AT = np.array([_edges_at(cell) for cell in range(b.N_CELLS)], np.int16)
NEIGHBOURS = np.array(
    [
        sorted(_neighbours(c)) + [b.OUTSIDE] * (SIDES - len(_neighbours(c)))
        for c in range(b.N_CELLS)
    ],
    np.int16,
)


@rule
def pack_reach(f: Record, touched: int) -> int:
    """Return what a chain that touches these towers adds to the reach of the cells beside it."""
    large = if_connected(touched & int(f.large))
    return touched | if_connected(touched) << CHIPS | large << LARGE


@rule
def reach_of(f: Record, seat: int, edge: int) -> int:
    """Return what a tile of a seat on this edge would reach."""
    return int(f.reach[seat, EDGE_LOW[edge]]) | int(f.reach[seat, EDGE_HIGH[edge]])


@rule
def new_chips(reach: int) -> int:
    """Return the towers whose chips a tile with this reach scores."""
    return if_connected(reach & TOWERS) & ~(reach >> CHIPS)


@rule
def new_large(f: Record, reach: int) -> int:
    """Return the large towers that a tile with this reach scores."""
    return if_connected(reach & int(f.large)) & ~(reach >> LARGE)


@rule
def tower_points(f: Record, reach: int) -> int:
    """Return the points by colour of a tile with this reach, without bonus fields."""
    points = bits.size(np.uint64(new_large(f, reach))) * ONE_OF_EACH
    chips = new_chips(reach)
    while chips != 0:
        points += int(f.chip_points[bits.lowest(np.uint64(chips))])
        chips &= chips - 1
    return points


@rule
def is_hot(f: Record, reach: int) -> bool:
    """Tell whether a tile with this reach scores any tower."""
    return new_chips(reach) | new_large(f, reach) != 0


# --- from scratch --------------------------------------------------------------------------


@rule
def prepare(s: Record, f: Record) -> None:
    """Compute the features of a position."""
    _number_towers(s, f)
    for word in range(CELL_WORDS):
        f.empty[word] = bits.ZERO
        for tile in range(MAX_SEATS * TILES):
            f.border[tile, word] = bits.ZERO
    for seat in range(MAX_SEATS):
        for cell in range(b.N_CELLS + 1):
            f.reach[seat, cell] = 0
        for word in range(WORDS):
            f.hot[seat, word] = bits.ZERO
    for cell in range(b.N_CELLS):
        there = int(s.board[cell])
        if there == EMPTY:
            f.empty[cell >> 6] |= bits.bit(cell & 63)
            _find_reach(s, f, cell)
        elif there < TOWER:
            chain = chain_of(s, there)
            for word in range(CELL_WORDS):
                f.border[chain, word] |= NEXT_TO[cell, word]
    for word in range(WORDS):
        free = s.free[word]
        while free != bits.ZERO:
            place = bits.lowest(free)
            free = free & (free - bits.ONE)
            for seat in range(s.players):
                if is_hot(f, reach_of(f, seat, word * 64 + place)):
                    f.hot[seat, word] |= bits.bit(place)


@rule
def _number_towers(s: Record, f: Record) -> None:
    n = 0
    for is_large in (1, 0):
        for tower in range(s.towers):
            if int(s.large) >> tower & 1 == is_large:
                f.place[tower] = n
                n += 1
        if is_large:
            f.large = (1 << n) - 1
    f.black = 0
    for tower in range(MAX_TOWERS):
        f.chip_points[tower] = 0
    for tower in range(s.towers):
        place = int(f.place[tower])
        f.black |= (int(s.black) >> tower & 1) << place
        f.chip_points[place] = chip_value(s, tower) << BYTE * (int(s.chip[tower]) >> 1)


@rule
def _find_reach(s: Record, f: Record, cell: int) -> None:
    """Compute the reach of an empty cell."""
    for side in range(SIDES):
        there = int(s.board[NEIGHBOURS[cell, side]])
        if there >= TOWER:
            for seat in range(s.players):
                f.reach[seat, cell] |= 1 << int(f.place[there - TOWER])
        elif there >= 0:
            towers = int(s.touched[chain_of(s, there)])
            touched = 0
            while towers != 0:
                touched |= 1 << int(f.place[bits.lowest(np.uint64(towers))])
                towers &= towers - 1
            f.reach[there // TILES, cell] |= pack_reach(f, touched)


# --- move by move --------------------------------------------------------------------------


@rule
def advance(s: Record, f: Record, move: int, stream: Stream) -> None:
    """Play a move and update the features; nothing is drawn after the set-up."""
    if move == PASS:
        play(s, move)
        return
    edge = move // CHOICES
    seat = int(s.turn)
    tile = seat * TILES + int(s.rounds)
    reach = reach_of(f, seat, edge)
    low, high = int(EDGE_LOW[edge]), int(EDGE_HIGH[edge])
    for word in range(CELL_WORDS):
        f.border[tile, word] = NEXT_TO[low, word] | NEXT_TO[high, word]
    for k in range(AROUND):
        there = int(s.board[EDGE_AROUND[edge, k]])
        if is_own(s, there):
            chain = chain_of(s, there)
            for word in range(CELL_WORDS):
                f.border[tile, word] |= f.border[chain, word]
                f.border[chain, word] = bits.ZERO
    play(s, move)
    _turn_chips(s, f, new_chips(reach) & ~int(f.black))
    f.empty[low >> 6] &= ~bits.bit(low & 63)
    f.empty[high >> 6] &= ~bits.bit(high & 63)
    first = int(BLOCKS_FROM[edge])
    for other in range(s.players):
        f.reach[other, low] = 0
        f.reach[other, high] = 0
        for k in range(BLOCKS_SPAN):
            f.hot[other, first + k] &= ~BLOCKS[edge, k]
    _extend_reach(s, f, seat, tile, pack_reach(f, reach & TOWERS))


@rule
def _turn_chips(s: Record, f: Record, chips: int) -> None:
    """Turn chips: they now show one more."""
    f.black |= chips
    while chips != 0:
        tower = bits.lowest(np.uint64(chips))
        chips &= chips - 1
        points = int(f.chip_points[tower])
        colour = (points > 0xFF) + (points > 0xFFFF) + (points > 0xFFFFFF)
        f.chip_points[tower] = points + (1 << BYTE * colour)


@rule
def _extend_reach(s: Record, f: Record, seat: int, tile: int, more: int) -> None:
    """Let every empty cell beside a chain reach what the chain touches."""
    for word in range(CELL_WORDS):
        cells = f.border[tile, word] & f.empty[word]
        while cells != bits.ZERO:
            cell = word * 64 + bits.lowest(cells)
            cells = cells & (cells - bits.ONE)
            before = int(f.reach[seat, cell])
            if before | more != before:
                f.reach[seat, cell] = before | more
                _update_hot_edges(s, f, seat, cell)


@rule
def _update_hot_edges(s: Record, f: Record, seat: int, cell: int) -> None:
    """Update which free edges at a cell score for a seat."""
    for side in range(SIDES):
        edge = int(EDGES_AT[cell, side])
        if edge == NO_EDGE:
            break
        word, place = edge >> 6, bits.bit(edge & 63)
        if s.free[word] & place != bits.ZERO:
            if is_hot(f, reach_of(f, seat, edge)):
                f.hot[seat, word] |= place
            else:
                f.hot[seat, word] &= ~place
