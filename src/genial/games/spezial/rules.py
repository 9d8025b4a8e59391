"""The rules of Genial Spezial, as kernels on one record (see `genial.core.kernel`).

Nothing here depends on a layout: where the towers and bonus fields are is in the record.

What a chain has counted need not be remembered: the chain of the new tile is scored in every
turn, so a chain that touches two or more towers has counted all their chips, any other chain
none; and the same with the large towers. Only when chains merge do their memories differ from
what the united chain touches, and then they are looked up before the merging.
"""

from __future__ import annotations

import sys

import numpy as np
import numpy.typing as npt

from genial.core import bits
from genial.core.chance import below
from genial.core.kernel import Codes, Record, Stream, register, rule
from genial.core.ranking import compare_tracks
from genial.games.spezial import FACTS
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
from genial.games.spezial.layouts import layout_by_number

COLOURS = FACTS.colours
ORANGE, PURPLE, BLUE, GREEN = range(4)
N_COLOURS = 4
KINDS = 2 * N_COLOURS  # of chips: colour * 2 + light value - 1
COPIES = {2: (2, 2), 3: (3, 2), 4: (3, 3)}  # chips with 1 and with 2 of a colour, by players

MAX_SEATS = max(FACTS.players)
MAX_TOWERS = 24
TILES = 20  # of each player; as many rounds are played
FULL = 20  # a colour's track ends here

# What a cell holds: a tile (seat * TILES + round), a tower (TOWER + its number), or
EMPTY, WALL = -1, -2
TOWER = MAX_SEATS * TILES

# A move is edge * CHOICES + choice; the choice is of colours for the bonus fields covered.
NO_BONUS, ONE_BONUS, TWO_BONUSES, CHOICES = 0, 1, 5, 21
PASS = b.N_EDGES * CHOICES
MAX_MOVES = b.N_EDGES * N_COLOURS * N_COLOURS
MAX_OUTCOMES = KINDS
OUTCOME_LIMIT = KINDS  # outcomes are numbers below it

# Points of all four colours are one number, a byte for each.
_BYTE = 8
_MASK = (1 << _BYTE) - 1
_ONE_OF_EACH = sum(1 << _BYTE * colour for colour in range(N_COLOURS))
CHOSEN = [()] + [(c,) for c in range(4)] + [(c, d) for c in range(4) for d in range(4)]
CHOICE_POINTS = np.array([sum(1 << _BYTE * c for c in chosen) for chosen in CHOSEN], np.int64)

DTYPE = np.dtype(
    [
        ("free", "u8", WORDS),  # edges on which a tile can be laid
        ("bonus", "u8", WORDS),  # edges that cover at least one bonus field, free or not
        ("double", "u8", WORDS),  # edges that cover two bonus fields, free or not
        ("stock", "u8"),  # chips not yet dealt, a byte for each kind
        ("layout", "i8"),  # the layout's number
        ("touched", "i4", MAX_SEATS * TILES),  # set of towers that a chain touches
        ("large", "i4"),  # set of the large towers
        ("black", "i4"),  # set of the towers whose chip shows its black side
        ("chips_scored", "i4"),  # sets of the towers whose chips, and of the large towers that
        ("large_scored", "i4"),  # the last tile scored
        ("scores", "i2", (MAX_SEATS, N_COLOURS)),
        ("n_free", "i2"),  # how many edges there are in `free`,
        ("n_bonus", "i2"),  # in `free` and `bonus`,
        ("n_double", "i2"),  # in `free` and `double`
        ("players", "i2"),
        ("start", "i2"),  # the seat that begins
        ("towers", "i2"),  # how many there are, numbered in the order of their cells
        ("dealt", "i2"),  # how many of them have their chip
        ("turn", "i1"),  # the seat to move
        ("rounds", "i1"),  # that were played
        ("chip", "i1", MAX_TOWERS),  # kinds, by tower
        ("joined", "i1", MAX_SEATS * TILES),  # the newer tile that took over its chain
        ("board", "i1", b.N_CELLS + 1),  # by cell, and what is outside
    ],
    align=True,
)


def setup(s: Record) -> None:
    """An empty game with the options that `s` holds; the chips are due to be dealt."""
    layout = layout_by_number(int(s.layout))
    towers = layout.towers[int(s.players)]
    s.board[:] = EMPTY
    s.board[b.OUTSIDE] = WALL
    for number, cell in enumerate(towers):
        s.board[cell] = TOWER + number
    s.towers = len(towers)
    s.large = sum(1 << number for number, is_large in enumerate(towers.values()) if is_large)
    s.bonus[:] = b.edges_covering(layout.bonus, 1)
    s.double[:] = b.edges_covering(layout.bonus, 2)
    s.free[:] = ~b.edges_covering(towers, 1) & b.edge_set(range(b.N_EDGES))
    s.n_free = np.bitwise_count(s.free).sum()
    s.n_bonus = np.bitwise_count(s.free & s.bonus).sum()
    s.n_double = np.bitwise_count(s.free & s.double).sum()
    s.stock = int.from_bytes(bytes(COPIES[int(s.players)] * N_COLOURS), "little")
    s.touched[:] = 0
    s.joined[:] = -1
    s.chip[:] = -1
    s.scores[:] = 0
    s.black, s.chips_scored, s.large_scored = 0, 0, 0
    s.dealt, s.rounds, s.turn = 0, 0, s.start


# --- legal moves ---------------------------------------------------------------------------


@rule
def first_choice(s: Record, edge: int) -> int:
    """The first choice that fits an edge, by how many bonus fields it covers."""
    word, place = edge >> 6, edge & 63
    if not bits.has(s.bonus[word], place):
        return NO_BONUS
    return TWO_BONUSES if bits.has(s.double[word], place) else ONE_BONUS


@rule
def last_choice(first: int) -> int:
    """The last of the choices that begin with this one."""
    if first == NO_BONUS:
        return NO_BONUS
    return TWO_BONUSES - 1 if first == ONE_BONUS else CHOICES - 1


@rule
def legal(s: Record, out: Codes) -> int:
    """Every legal move once: each free edge, with each choice that fits it; or passing."""
    if due(s) or is_over(s):
        return 0
    if s.n_free == 0:
        out[0] = PASS
        return 1
    n = 0
    for word in range(WORDS):
        free = s.free[word]
        while free != bits.ZERO:
            edge = word * 64 + bits.lowest(free)
            free = free & (free - bits.ONE)
            first = first_choice(s, edge)
            for choice in range(first, last_choice(first) + 1):
                out[n] = edge * CHOICES + choice
                n += 1
    return n


@rule
def nth_free(s: Record, among: npt.NDArray[np.uint64], k: int) -> int:
    """The k-th of the free edges in this set."""
    word = 0
    here = s.free[0] & among[0]
    count = bits.size(here)
    while k >= count:
        k -= count
        word += 1
        here = s.free[word] & among[word]
        count = bits.size(here)
    return word * 64 + bits.nth(here, k)


@rule
def sample(s: Record, stream: Stream) -> int:
    """One legal move, each equally likely.

    Every free edge has one move; those that cover a bonus field have 3 more, those that cover
    two another 12.
    """
    if s.n_free == 0:
        return PASS
    n_free, n_bonus = int(s.n_free), int(s.n_bonus)
    more, most = N_COLOURS - 1, N_COLOURS * (N_COLOURS - 1)
    k = below(stream, n_free + more * n_bonus + most * int(s.n_double))
    if k < n_free:
        edge = nth_free(s, s.free, k)
        return edge * CHOICES + first_choice(s, edge)
    k -= n_free
    if k < more * n_bonus:
        edge = nth_free(s, s.bonus, k // more)
        return edge * CHOICES + first_choice(s, edge) + 1 + k % more
    k -= more * n_bonus
    edge = nth_free(s, s.double, k // most)
    return edge * CHOICES + TWO_BONUSES + N_COLOURS + k % most


# --- playing -------------------------------------------------------------------------------


@rule
def play(s: Record, move: int) -> None:
    """Play a legal move."""
    chips, large = 0, 0
    if move != PASS:
        edge = move // CHOICES
        touched, chips, large = connections(s, edge)
        bonus = int(CHOICE_POINTS[move % CHOICES])
        add_points(s, chip_points(s, chips) + large_points(large) + bonus)
        s.black |= chips
        lay(s, edge, touched)
    s.chips_scored, s.large_scored = chips, large
    following = int(s.turn) + 1
    s.turn = following if following < s.players else 0
    if s.turn == s.start:
        s.rounds += 1


@rule
def lay(s: Record, edge: int, touched: int) -> None:
    """Lay a tile of the player to move; the chains that it meets become one."""
    tile = int(s.turn) * TILES + int(s.rounds)
    s.joined[tile] = tile
    for k in range(AROUND):
        there = int(s.board[EDGE_AROUND[edge, k]])
        if is_own(s, there):
            s.joined[chain_of(s, there)] = tile
    s.touched[tile] = touched
    s.board[EDGE_LOW[edge]] = tile
    s.board[EDGE_HIGH[edge]] = tile
    block(s, edge)


@rule
def block(s: Record, edge: int) -> None:
    """Nothing can be laid on the cells of this edge any more."""
    first = int(BLOCKS_FROM[edge])
    free, bonus, double = 0, 0, 0
    for k in range(BLOCKS_SPAN):
        word = first + k
        gone = s.free[word] & BLOCKS[edge, k]
        s.free[word] = s.free[word] ^ gone
        free += bits.size(gone)
        bonus += bits.size(gone & s.bonus[word])
        double += bits.size(gone & s.double[word])
    s.n_free -= free
    s.n_bonus -= bonus
    s.n_double -= double


@rule
def is_own(s: Record, there: int) -> bool:
    """Is this a tile of the player to move?"""
    own = there - int(s.turn) * TILES
    return 0 <= own < TILES


@rule
def chain_of(s: Record, tile: int) -> int:
    """The tile that stands for the chain to which a tile belongs."""
    while s.joined[tile] != tile:
        tile = int(s.joined[tile])
    return tile


# --- scoring -------------------------------------------------------------------------------


@rule
def if_connected(towers: int) -> int:
    """These towers if they are two or more, otherwise none."""
    return towers if towers & (towers - 1) != 0 else 0


@rule
def connections(s: Record, edge: int) -> tuple[int, int, int]:
    """What a tile of the player to move on this edge brings about, as sets of towers.

    All that its chain will touch; of these, the chips to score; and the large towers to score:
    those connected that none of the chains which it joins has counted.
    """
    touched, chips_counted, large_counted = 0, 0, 0
    all_large = int(s.large)
    for k in range(AROUND):
        there = int(s.board[EDGE_AROUND[edge, k]])
        if there >= TOWER:
            touched |= 1 << (there - TOWER)
        elif is_own(s, there):
            towers = int(s.touched[chain_of(s, there)])
            touched |= towers
            chips_counted |= if_connected(towers)
            large_counted |= if_connected(towers & all_large)
    chips = if_connected(touched) & ~chips_counted
    large = if_connected(touched & all_large) & ~large_counted
    return touched, chips, large


@rule
def chip_value(s: Record, tower: int) -> int:
    """What the visible side of a tower's chip shows: the black side one more."""
    return 1 + (int(s.chip[tower]) & 1) + (int(s.black) >> tower & 1)


@rule
def chip_points(s: Record, chips: int) -> int:
    """Every chip scores its visible value in its colour."""
    points = 0
    while chips != 0:
        tower = bits.lowest(np.uint64(chips))
        chips &= chips - 1
        points += chip_value(s, tower) << _BYTE * (int(s.chip[tower]) >> 1)
    return points


@rule
def large_points(large: int) -> int:
    """Every large tower gives one point in each colour."""
    return bits.size(np.uint64(large)) * _ONE_OF_EACH


@rule
def add_points(s: Record, points: int) -> None:
    """Move the player in turn along their tracks; each stops at its end."""
    for colour in range(N_COLOURS):
        more = points >> _BYTE * colour & _MASK
        s.scores[s.turn, colour] = min(FULL, int(s.scores[s.turn, colour]) + more)


# --- chance --------------------------------------------------------------------------------


@rule
def due(s: Record) -> bool:
    """Must a chip be dealt?"""
    return bool(s.dealt < s.towers)


@rule
def chance(s: Record, out: Codes, weights: Codes) -> int:
    """The kinds of chips still to be dealt, with their numbers."""
    n = 0
    for kind in range(KINDS):
        copies = bits.byte(s.stock, kind)
        if copies > 0:
            out[n] = kind
            weights[n] = copies
            n += 1
    return n


@rule
def settle(s: Record, outcome: int) -> None:
    """The next tower, in the order of the cells, gets a chip of this kind."""
    s.stock = s.stock - bits.bit(_BYTE * outcome)
    s.chip[s.dealt] = outcome
    s.dealt += 1


@rule
def draw(s: Record, stream: Stream) -> int:
    """Deal one chip, each that is left equally likely."""
    kind = bits.byte_of_unit(s.stock, below(stream, int(s.towers) - int(s.dealt)))
    settle(s, kind)
    return kind


@rule
def hide(s: Record, seat: int, stream: Stream) -> None:
    """Nothing is hidden."""


@rule
def redact_record(s: Record, seat: int) -> None:
    """Nothing is hidden."""


# --- the end -------------------------------------------------------------------------------


@rule
def seat_to_move(s: Record) -> int:
    """The seat to move, from 0."""
    return int(s.turn)


@rule
def is_over(s: Record) -> bool:
    """Has the game ended?"""
    return bool(s.rounds == TILES)


@rule
def standing(s: Record, out: npt.NDArray[np.float64]) -> None:
    """Lowest first comparison with every other seat."""
    compare_tracks(s.scores, int(s.players), N_COLOURS, out)


register(sys.modules[__name__])
