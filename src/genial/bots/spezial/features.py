"""What every free cell and edge is worth to every seat, kept up to date move by move.

For a seat a cell *reaches* the towers next to it and those that its chains beside it touch; a
tile on two cells then touches what either reaches. Reach only ever grows while a cell is empty,
so a tile costs one look at the cells round its chain. Towers are numbered anew here, large ones
first: the sets of three kinds that matter fit into one number.
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
    connected,
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

MIND = np.dtype(
    [
        ("reach", "i8", (MAX_SEATS, b.N_CELLS + 1)),  # of empty cells, three sets each
        ("hot", "u8", (MAX_SEATS, WORDS)),  # free edges that score towers for a seat
        ("border", "u8", (MAX_SEATS * TILES, CELL_WORDS)),  # cells round a chain, and its own
        ("empty", "u8", CELL_WORDS),
        ("worth", "i8", MAX_TOWERS),  # points of a tower's chip as it lies
        ("place", "i1", MAX_TOWERS),  # a tower's number here
        ("large", "i4"),  # set of the large towers
        ("black", "i4"),  # set of the towers whose chip shows its black side
        # Room for judging a position; means nothing between two judgements.
        ("value", "f4", (2, b.N_EDGES)),  # of hot edges, to the seat to move and to the others
        ("sums", "f4", (2, b.N_CELLS)),  # over the hot edges of a cell
        ("tops", "f4", (2, b.N_CELLS)),  # the best of these
        ("seen", "u8", WORDS),  # hot edges of the others
        ("best", "f4", 8),  # the best of them, and nothing behind them
        ("best_edge", "i4", 8),
        ("said", "f4", 16),  # of one tile
        ("weights", "f4", 16),  # of what is said, at this time of the game
        ("order", "i4", 4),  # colours, lowest first
        ("useful", "u8", CELL_WORDS),  # cells that matter at the end
        ("beside", "u8", CELL_WORDS),  # of these, the ones that were found first
        ("about", "f4", (MAX_SEATS, 32)),  # what the network is told of a seat
        ("x", "f4", 64),  # its inputs
        ("h", "f4", 64),  # its hidden units
        ("counts", "i8", FULL + 1),  # colours by points
        ("before", "i8", N_COLOURS),  # points before a tile is tried
        ("trial", "f8", MAX_SEATS),  # what each seat gets if it is laid
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
def packed(m: Record, touched: int) -> int:
    """What a chain that touches these towers adds to the reach of the cells beside it."""
    large = connected(touched & int(m.large))
    return touched | connected(touched) << CHIPS | large << LARGE


@rule
def reach_of(m: Record, seat: int, edge: int) -> int:
    """What a tile of a seat on this edge would reach."""
    return int(m.reach[seat, EDGE_LOW[edge]]) | int(m.reach[seat, EDGE_HIGH[edge]])


@rule
def new_chips(reach: int) -> int:
    """The towers whose chips a tile with this reach scores."""
    return connected(reach & TOWERS) & ~(reach >> CHIPS)


@rule
def new_large(m: Record, reach: int) -> int:
    """The large towers that a tile with this reach scores."""
    return connected(reach & int(m.large)) & ~(reach >> LARGE)


@rule
def tower_points(m: Record, reach: int) -> int:
    """The points by colour of a tile with this reach, bonus fields aside."""
    points = bits.size(np.uint64(new_large(m, reach))) * ONE_OF_EACH
    chips = new_chips(reach)
    while chips != 0:
        points += int(m.worth[bits.lowest(np.uint64(chips))])
        chips &= chips - 1
    return points


@rule
def is_hot(m: Record, reach: int) -> bool:
    """Does a tile with this reach score any tower?"""
    return new_chips(reach) | new_large(m, reach) != 0


# --- from scratch --------------------------------------------------------------------------


@rule
def prepare(s: Record, m: Record) -> None:
    """Work out `m` for a position."""
    _number_towers(s, m)
    for word in range(CELL_WORDS):
        m.empty[word] = bits.ZERO
        for tile in range(MAX_SEATS * TILES):
            m.border[tile, word] = bits.ZERO
    for seat in range(MAX_SEATS):
        for cell in range(b.N_CELLS + 1):
            m.reach[seat, cell] = 0
        for word in range(WORDS):
            m.hot[seat, word] = bits.ZERO
    for cell in range(b.N_CELLS):
        there = int(s.board[cell])
        if there == EMPTY:
            m.empty[cell >> 6] |= bits.bit(cell & 63)
            _look_round(s, m, cell)
        elif there < TOWER:
            chain = chain_of(s, there)
            for word in range(CELL_WORDS):
                m.border[chain, word] |= NEXT_TO[cell, word]
    for word in range(WORDS):
        free = s.free[word]
        while free != bits.ZERO:
            place = bits.lowest(free)
            free = free & (free - bits.ONE)
            for seat in range(s.players):
                if is_hot(m, reach_of(m, seat, word * 64 + place)):
                    m.hot[seat, word] |= bits.bit(place)


@rule
def _number_towers(s: Record, m: Record) -> None:
    n = 0
    for is_large in (1, 0):
        for tower in range(s.towers):
            if int(s.large) >> tower & 1 == is_large:
                m.place[tower] = n
                n += 1
        if is_large:
            m.large = (1 << n) - 1
    m.black = 0
    for tower in range(MAX_TOWERS):
        m.worth[tower] = 0
    for tower in range(s.towers):
        place = int(m.place[tower])
        m.black |= (int(s.black) >> tower & 1) << place
        m.worth[place] = chip_value(s, tower) << BYTE * (int(s.chip[tower]) >> 1)


@rule
def _look_round(s: Record, m: Record, cell: int) -> None:
    """The reach of an empty cell."""
    for side in range(SIDES):
        there = int(s.board[NEIGHBOURS[cell, side]])
        if there >= TOWER:
            for seat in range(s.players):
                m.reach[seat, cell] |= 1 << int(m.place[there - TOWER])
        elif there >= 0:
            towers = int(s.touched[chain_of(s, there)])
            touched = 0
            while towers != 0:
                touched |= 1 << int(m.place[bits.lowest(np.uint64(towers))])
                towers &= towers - 1
            m.reach[there // TILES, cell] |= packed(m, touched)


# --- move by move --------------------------------------------------------------------------


@rule
def follow(s: Record, m: Record, move: int, stream: Stream) -> None:
    """Play a move and keep `m` up to date; nothing is dealt after the set-up."""
    if move == PASS:
        play(s, move)
        return
    edge = move // CHOICES
    seat = int(s.turn)
    tile = seat * TILES + int(s.rounds)
    reach = reach_of(m, seat, edge)
    low, high = int(EDGE_LOW[edge]), int(EDGE_HIGH[edge])
    for word in range(CELL_WORDS):
        m.border[tile, word] = NEXT_TO[low, word] | NEXT_TO[high, word]
    for k in range(AROUND):
        there = int(s.board[EDGE_AROUND[edge, k]])
        if is_own(s, there):
            chain = chain_of(s, there)
            for word in range(CELL_WORDS):
                m.border[tile, word] |= m.border[chain, word]
                m.border[chain, word] = bits.ZERO
    play(s, move)
    _turn_chips(s, m, new_chips(reach) & ~int(m.black))
    m.empty[low >> 6] &= ~bits.bit(low & 63)
    m.empty[high >> 6] &= ~bits.bit(high & 63)
    first = int(BLOCKS_FROM[edge])
    for other in range(s.players):
        m.reach[other, low] = 0
        m.reach[other, high] = 0
        for k in range(BLOCKS_SPAN):
            m.hot[other, first + k] &= ~BLOCKS[edge, k]
    _spread(s, m, seat, tile, packed(m, reach & TOWERS))


@rule
def _turn_chips(s: Record, m: Record, chips: int) -> None:
    """These chips now show one more."""
    m.black |= chips
    while chips != 0:
        tower = bits.lowest(np.uint64(chips))
        chips &= chips - 1
        worth = int(m.worth[tower])
        colour = (worth > 0xFF) + (worth > 0xFFFF) + (worth > 0xFFFFFF)
        m.worth[tower] = worth + (1 << BYTE * colour)


@rule
def _spread(s: Record, m: Record, seat: int, tile: int, more: int) -> None:
    """Every empty cell beside a chain reaches what the chain touches."""
    for word in range(CELL_WORDS):
        cells = m.border[tile, word] & m.empty[word]
        while cells != bits.ZERO:
            cell = word * 64 + bits.lowest(cells)
            cells = cells & (cells - bits.ONE)
            before = int(m.reach[seat, cell])
            if before | more != before:
                m.reach[seat, cell] = before | more
                _judge_edges(s, m, seat, cell)


@rule
def _judge_edges(s: Record, m: Record, seat: int, cell: int) -> None:
    """Look again which free edges at a cell score for a seat."""
    for side in range(SIDES):
        edge = int(EDGES_AT[cell, side])
        if edge == NO_EDGE:
            break
        word, place = edge >> 6, bits.bit(edge & 63)
        if s.free[word] & place != bits.ZERO:
            if is_hot(m, reach_of(m, seat, edge)):
                m.hot[seat, word] |= place
            else:
                m.hot[seat, word] &= ~place
