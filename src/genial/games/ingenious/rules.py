"""The rules of Ingenious, as kernels on one record (see `genial.core.kernel`).

Where an index is unsigned (a `u1` field, `np.uintp`), it is for speed: compiled code need not
ask whether it counts from the end.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from genial.core import bits
from genial.core.chance import below, two_below
from genial.core.kernel import Codes, Record, Stream, register, rule
from genial.games.ingenious import board as b
from genial.games.ingenious.board import (
    BAG_WORDS,
    BOARD_SIZE,
    EDGE_HIGH,
    EDGE_LOW,
    EDGE_SYMBOL,
    LEAVES,
    MAX_SEATS,
    N_COLOURS,
    N_TYPES,
    NO_TILE,
    OPENINGS,
    RACK,
    SHOWS,
    TYPE_OF_WAY,
    WAYS,
    WAYS_OF_TYPE,
    WORDS,
)
from genial.games.ingenious.hidden import hide as hide
from genial.games.ingenious.hidden import learn_kept, learn_placed, learn_swapped
from genial.games.ingenious.hidden import redact_record as redact_record
from genial.games.ingenious.scoring import (
    add_score,
    all_full,
    lowest_colours,
    symbols_around,
    track_of,
)
from genial.games.ingenious.scoring import standing as standing

DEALING, PLACING, CHOOSING, DRAWING, OVER = range(5)  # phases; two of them are chance

KEEP = b.N_EDGES * WAYS  # below it a move is edge * WAYS + way
SWAP = KEEP + 1
MAX_MOVES = b.N_EDGES * 2 * RACK
MAX_OUTCOMES = N_TYPES
OUTCOME_LIMIT = N_TYPES  # outcomes are numbers below it

DTYPE = np.dtype(
    [
        ("free", "u8", WORDS),  # edges on which a tile can be laid
        ("bag", "u8", BAG_WORDS),  # tiles by type
        ("aside", "u8", BAG_WORDS),  # a rack being swapped, until it goes back into the bag
        ("shown", "u8", (MAX_SEATS, BAG_WORDS)),  # what a seat put back at its last swap
        ("known", "u8", MAX_SEATS),  # of a rack's tiles, oldest first: see `hide`
        ("must", "u8", MAX_SEATS),  # sets of colours of which a rack must show one: see `hide`
        ("must_old", "u8", MAX_SEATS),  # the same of its tiles from before a declined swap
        ("scores", "i2", (MAX_SEATS, N_COLOURS)),  # by track
        ("left", "i2"),  # tiles in the bag
        ("rack", "u1", (MAX_SEATS, RACK)),  # types, then NO_TILE
        ("held", "u1", MAX_SEATS),  # how many tiles are in `rack`
        ("players", "i1"),
        ("variant", "i1"),
        ("shared", "i1"),  # whether partners see each other's racks
        ("start", "i1"),  # the seat that begins
        ("words", "i1"),  # how many words of `free` the board in use needs
        ("phase", "i1"),
        ("turn", "u1"),  # the seat that moves or draws
        ("bonus", "i1"),  # bonus moves still owed
        ("laid", "i1"),  # set of seats whose first tile lies
        ("taken", "i1"),  # set of printed symbols that first tiles have touched
        ("swapped", "i1"),  # whether a player has swapped, so that `shown` matters
        ("board", "u1", BOARD_SIZE),
    ],
    align=True,
)


def setup(s: Record) -> None:
    """An empty game with the options that `s` holds; the racks are due to be dealt."""
    s.free[:] = b.free_at_start(s.players)
    s.bag[:] = b.FULL_BAG
    s.left = b.N_TILES
    s.board[:] = b.board_at_start(s.players)
    s.words = b.words_in_use(s.players)
    s.rack[:] = NO_TILE
    for field in ("aside", "shown", "known", "must", "must_old", "scores", "held"):
        s[field][:] = 0
    s.phase, s.turn, s.bonus, s.laid, s.taken, s.swapped = DEALING, 0, 0, 0, 0, 0


@rule
def rack_size(s: Record) -> int:
    """How many tiles a player has when their turn begins."""
    return 1 if s.players == 1 else RACK


# --- legal moves ---------------------------------------------------------------------------


@rule
def edges_open(s: Record, word: int) -> np.uint64:
    """The free edges (this word of the set) that the player to move may use.

    The first tile of every player must touch a printed symbol that no other first tile has.
    """
    free: np.uint64 = s.free[word]
    if s.laid >> s.turn & 1 == 0:
        free = free & OPENINGS[s.taken, word]
    return free


@rule
def ways_held(s: Record) -> np.uint64:
    """The set of different ways to lay the tiles of the rack."""
    ways = bits.ZERO
    for k in range(RACK):
        ways = ways | WAYS_OF_TYPE[s.rack[s.turn, k]]
    return ways


@rule
def legal(s: Record, out: Codes) -> int:
    """Every legal move once: each open edge with each way to lay a tile of the rack."""
    if s.phase == CHOOSING:
        out[0], out[1] = KEEP, SWAP
        return 2
    n = 0
    if s.phase == PLACING:
        ways = ways_held(s)
        for word in range(s.words):
            open_edges = edges_open(s, word)
            while open_edges != bits.ZERO:
                edge = word * 64 + bits.lowest(open_edges)
                open_edges = open_edges & (open_edges - bits.ONE)
                rest = ways
                while rest != bits.ZERO:
                    out[n] = edge * WAYS + bits.lowest(rest)
                    rest = rest & (rest - bits.ONE)
                    n += 1
    return n


@rule
def sample(s: Record, stream: Stream) -> int:
    """One legal move, each equally likely."""
    near, far = open_upto(s, 0), open_upto(s, 4)
    ways = ways_held(s)
    edges, each = bits.quarter(near, 3) + bits.quarter(far, 3), bits.size(ways)
    if s.phase == CHOOSING:
        edges, each = 2, 1
    k, way = two_below(stream, edges, each)
    if s.phase == CHOOSING:
        return KEEP + k
    return nth_open(s, near, far, k) * WAYS + bits.nth(ways, way)


@rule
def open_upto(s: Record, first: int) -> np.uint64:
    """How many edges are open in the first, the first two, … of four words, 16 bits for each."""
    counts = bits.ZERO
    for k in range(4):
        counts = counts | np.uint64(bits.size(edges_open(s, first + k))) << np.uint64(16 * k)
    return counts * bits.QUARTERS


@rule
def nth_open(s: Record, near: np.uint64, far: np.uint64, k: int) -> int:
    """The k-th open edge; `near` and `far` are `open_upto` of the first and the last four words."""
    first, upto, in_near = 0, near, bits.quarter(near, 3)
    if k >= in_near:
        first, upto, k = 4, far, k - in_near
    word = bits.quarters_upto(upto, k)
    k -= bits.quarter(upto << np.uint64(16), word)
    return (first + word) * 64 + bits.nth(edges_open(s, first + word), k)


# --- playing -------------------------------------------------------------------------------


@rule
def has_room(s: Record) -> bool:
    """Are there two adjacent free cells?"""
    rest = bits.ZERO
    for word in range(WORDS):
        rest = rest | s.free[word]
    return bool(rest != bits.ZERO)


@rule
def take_from_rack(s: Record, kind: int) -> None:
    """Remove one tile of this type from the rack of the player to move."""
    turn = s.turn
    last = s.held[turn] - 1
    place = 0
    for k in range(RACK):
        if s.rack[turn, k] == kind:
            place = k
    s.rack[turn, place] = s.rack[turn, last]
    s.rack[turn, last] = NO_TILE
    s.held[turn] = last


@rule
def place(s: Record, edge: int, way: int) -> None:
    """Score a tile and lay it."""
    low, high = EDGE_LOW[edge], EDGE_HIGH[edge]
    colour_low, colour_high = way // N_COLOURS, way % N_COLOURS
    kind = TYPE_OF_WAY[way]
    gain_low = symbols_around(s.board, low, colour_low)
    gain_high = symbols_around(s.board, high, colour_high)
    s.bonus += add_score(s, colour_low, gain_low, colour_high, gain_high)
    s.board[low] = colour_low
    s.board[high] = colour_high
    for word in range(WORDS):
        s.free[word] = s.free[word] & LEAVES[edge, word]
    if s.laid >> s.turn & 1 == 0:
        s.laid |= 1 << s.turn
        s.taken |= 1 << EDGE_SYMBOL[edge]
    take_from_rack(s, kind)
    learn_placed(s, kind)


@rule
def play(s: Record, move: int) -> None:
    """Play a legal move."""
    if move >= KEEP:
        if move == SWAP:
            swap(s)
        else:
            learn_kept(s, lowest_colours(s, track_of(s, s.turn)))
        s.phase = DRAWING
        return
    place(s, move // WAYS, move % WAYS)
    if all_full(s, track_of(s, s.turn)) or not has_room(s):
        s.bonus = 0
        s.phase = OVER
    elif s.bonus > 0 and s.held[s.turn] > 0:
        s.bonus -= 1
    else:
        s.bonus = 0
        end_turn(s)


@rule
def end_turn(s: Record) -> None:
    """After the last placement of a turn: a swap if it is allowed, otherwise drawing."""
    s.phase = DRAWING
    if s.held[s.turn] > 0:
        lowest = lowest_colours(s, track_of(s, s.turn))
        shows = bits.ZERO
        for k in range(RACK):
            shows = shows | SHOWS[s.rack[s.turn, k]]
        if not bits.has(shows, lowest):
            s.phase = CHOOSING
        else:
            s.must[s.turn] = s.must[s.turn] | bits.bit(lowest)


@rule
def swap(s: Record) -> None:
    """Show the rack and set it aside; six new tiles are due."""
    for k in range(s.held[s.turn]):
        kind = s.rack[s.turn, k]
        s.aside[kind >> 3] = s.aside[kind >> 3] + bits.bit(8 * (kind & 7))
        s.rack[s.turn, k] = NO_TILE
    s.held[s.turn] = 0
    learn_swapped(s)


# --- chance --------------------------------------------------------------------------------


@rule
def due(s: Record) -> bool:
    """Must a tile be drawn?"""
    return bool(s.phase == DRAWING or s.phase == DEALING)


@rule
def chance(s: Record, out: Codes, weights: Codes) -> int:
    """The types still in the bag, with their numbers."""
    n = 0
    for kind in range(N_TYPES):
        copies = bits.byte(s.bag[kind >> 3], kind & 7)
        if copies > 0:
            out[n] = kind
            weights[n] = copies
            n += 1
    return n


@rule
def settle(s: Record, outcome: int) -> None:
    """The player in turn draws a tile of this type."""
    turn = s.turn
    held = s.held[turn]
    s.bag[outcome >> 3] = s.bag[outcome >> 3] - bits.bit(8 * (outcome & 7))
    s.left -= 1
    s.rack[turn, held] = outcome
    s.held[turn] = held + 1
    if held + 1 < rack_size(s):
        return
    following = turn + 1
    if s.phase == DEALING:
        s.turn = following
        if following == s.players:
            s.turn = s.start
            s.phase = PLACING
    else:
        put_back(s)
        s.turn = following if following < s.players else 0
        s.phase = PLACING


@rule
def put_back(s: Record) -> None:
    """What a swap set aside goes back into the bag."""
    for word in range(BAG_WORDS):
        if s.aside[word] != bits.ZERO:
            s.bag[word] = s.bag[word] + s.aside[word]
            s.left += bits.total(s.aside[word])
            s.aside[word] = bits.ZERO


@rule
def kind_at(counts: Any, k: int) -> int:
    """The type of the k-th tile, counting through the types in order."""
    kind, upto = 0, bits.ZERO
    for word in range(BAG_WORDS):
        upto = bits.running_total(counts[word], upto)
        kind += bits.bytes_upto(upto, k)
    return kind


@rule
def draw(s: Record, stream: Stream) -> int:
    """Draw one tile, each in the bag equally likely."""
    kind = kind_at(s.bag, below(stream, s.left))
    settle(s, kind)
    return kind


# --- the end -------------------------------------------------------------------------------


@rule
def seat_to_move(s: Record) -> int:
    """The seat to move, from 0."""
    return int(s.turn)


@rule
def is_over(s: Record) -> bool:
    """Has the game ended?"""
    return bool(s.phase == OVER)


register(sys.modules[__name__])
