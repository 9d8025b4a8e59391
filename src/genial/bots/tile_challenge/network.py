"""What a position between two turns is worth to each seat: a small network, as kernels.

Every colour is described by itself: how many tiles of it each seat has, seen from the seat whose
turn is next, how many lie in the middle and how many in the stack. Tables turn these into
numbers, which are added up and cut off at 0. A second layer adds up the six colours, so that
their order makes no difference, the bonus turns owed and the series; what comes out is the
utility that each seat can expect.
"""

from __future__ import annotations

import numpy as np

from genial.bots.model import Learnt
from genial.bots.tile_challenge.utility import SPREAD
from genial.core.kernel import Record, cold, rule
from genial.games.tile_challenge.rules import MAX_SEATS
from genial.games.tile_challenge.tiles import COPIES, N_COLOURS, of_colour

WIDTH = 32  # numbers that describe a colour
HIDDEN = 32  # numbers of the second layer
COUNTS = 8  # a collection has 0 to 7 tiles of a colour
CROWD = 9  # more tiles of a colour in the middle count as so many
BONUSES = N_COLOURS + 1
SERIES = MAX_SEATS + 2  # what the second layer is told of a series

# The numbers of a network stand in one array, part behind part.
_PER_COUNT = (CROWD + 1) * WIDTH
_PER_SEAT = COUNTS * _PER_COUNT
_STACKS = (COPIES + 1) * WIDTH
_DENSE = WIDTH * HIDDEN
_BONUS = BONUSES * HIDDEN
_SERIES = SERIES * HIDDEN
_OUT = MAX_SEATS * (HIDDEN + 1)

ZERO = np.float32(0.0)
ONE = np.float32(1.0)


@rule
def count_at(turn: int, count: int, middle: int) -> int:
    """Where the table of a seat (its turn comes after so many others) has a count."""
    return turn * _PER_SEAT + count * _PER_COUNT + min(middle, CROWD) * WIDTH


@rule
def stack_at(players: int, stack: int) -> int:
    """Where the table of the stack has a count."""
    return players * _PER_SEAT + stack * WIDTH


@rule
def dense_at(players: int) -> int:
    """Where the second layer begins: a row for each number of a description."""
    return players * _PER_SEAT + _STACKS


@rule
def bonus_at(players: int, bonus: int) -> int:
    """Where the table of bonus turns has a row."""
    return dense_at(players) + _DENSE + bonus * HIDDEN


@rule
def series_at(players: int) -> int:
    """Where the rows of the series begin."""
    return dense_at(players) + _DENSE + _BONUS


@rule
def out_at(players: int, turn: int) -> int:
    """Where the last layer has the row of a seat; the row's constant comes last."""
    return series_at(players) + _SERIES + turn * (HIDDEN + 1)


@rule
def size(players: int) -> int:
    """How many numbers a network for so many players has."""
    return series_at(players) + _SERIES + _OUT


@rule
def after(first: int, turns: int, players: int) -> int:
    """The seat whose turn comes so many turns after that of `first`."""
    seat = first + turns
    return seat if seat < players else seat - players


@rule
def describe(
    s: Record, w: Learnt, first: int, colour: int, middle: int, stack: int, out: Learnt
) -> None:
    """Describe a colour, not yet cut off, where `first` is to move."""
    players = int(s.players)
    at = stack_at(players, stack)
    for k in range(WIDTH):
        out[k] = w[at + k]
    for turn in range(players):
        at = count_at(turn, of_colour(s.collections[after(first, turn, players)], colour), middle)
        for k in range(WIDTH):
            out[k] += w[at + k]


@cold
def add_colour(s: Record, w: Learnt, row: Learnt, out: Learnt) -> None:
    """Cut the description of a colour off and add what it means to the second layer."""
    at = dense_at(int(s.players))
    for k in range(WIDTH):
        here = row[k]
        if here > ZERO:
            for j in range(HIDDEN):
                out[j] += here * w[at + j]
        at += HIDDEN


@cold
def begin(s: Record, w: Learnt, first: int, bonus: int, told: Learnt, out: Learnt) -> None:
    """The second layer before any colour: what bonus turns and the series mean.

    `told` has room for what is told of a series.
    """
    players = int(s.players)
    at = bonus_at(players, bonus)
    for j in range(HIDDEN):
        out[j] = w[at + j]
    if s.games > 1:
        tell_series(s, first, told)
        at = series_at(players)
        for k in range(SERIES):
            for j in range(HIDDEN):
                out[j] += told[k] * w[at + k * HIDDEN + j]


@rule
def tell_series(s: Record, first: int, out: Learnt) -> None:
    """How far each seat is ahead in the series, and how much of it is left."""
    players = int(s.players)
    left = np.sqrt(float(s.games - s.finished))  # this game included
    mean = 0.0
    for seat in range(players):
        mean += s.series[seat] / players
    for turn in range(MAX_SEATS):
        out[turn] = 0.0
    for turn in range(players):
        out[turn] = (s.series[after(first, turn, players)] - mean) / (SPREAD * left)
    out[MAX_SEATS] = 1.0 if left == 1.0 else 0.0
    out[MAX_SEATS + 1] = 1.0 / left


@rule
def seats_told(players: int) -> int:
    """How many seats the last layer speaks of: of two, what one gets the other does not."""
    return 1 if players == 2 else players


@cold
def conclude(s: Record, w: Learnt, hidden: Learnt, first: int, out: Learnt) -> None:
    """The last layer: what every seat can expect."""
    players = int(s.players)
    for turn in range(seats_told(players)):
        at = out_at(players, turn)
        z0, z1, z2, z3 = w[at + HIDDEN], ZERO, ZERO, ZERO
        for j in range(0, HIDDEN, 4):  # four sums at a time are quicker than one
            z0 += max(hidden[j], ZERO) * w[at + j]
            z1 += max(hidden[j + 1], ZERO) * w[at + j + 1]
            z2 += max(hidden[j + 2], ZERO) * w[at + j + 2]
            z3 += max(hidden[j + 3], ZERO) * w[at + j + 3]
        out[after(first, turn, players)] = ONE / (ONE + np.exp(-((z0 + z1) + (z2 + z3))))
    if players == 2:
        out[1 - first] = ONE - out[first]


@rule
def judge(s: Record, w: Learnt, row: Learnt, hidden: Learnt, told: Learnt, out: Learnt) -> None:
    """What every seat can expect of a position between two turns.

    There is room in `row` for a description, in `hidden` for the second layer, in `told` for what
    is told of a series.
    """
    first = int(s.turn)
    begin(s, w, first, int(s.bonus), told, hidden)
    for colour in range(N_COLOURS):
        describe(s, w, first, colour, of_colour(s.middle, colour), of_colour(s.stack, colour), row)
        add_colour(s, w, row, hidden)
    conclude(s, w, hidden, first, out)
