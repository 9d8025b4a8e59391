"""The network of Tile Challenge: what a position between two turns is worth to each seat.

Every colour is described on its own: how many tiles of it each seat has, counted from the seat
whose turn is next, how many are in the middle and how many in the stack. Tables turn these into
numbers, which are added up and rectified. A second layer adds up the six colours, so that their
order makes no difference, the bonus turns owed and the series. The output is the utility that each
seat can expect.
"""

from __future__ import annotations

import numpy as np

from genial.bots.model import Weights
from genial.bots.tile_challenge.utility import SPREAD
from genial.core.exponential import exp
from genial.core.kernel import Record, cold, rule
from genial.games.tile_challenge.rules import MAX_SEATS
from genial.games.tile_challenge.tiles import COPIES, N_COLOURS, of_colour

WIDTH = 32  # numbers that describe a colour
HIDDEN = 32  # numbers of the second layer
COUNTS = 8  # a collection has 0 to 7 tiles of a colour
CROWD = 9  # more tiles of a colour in the middle count as this many
BONUSES = N_COLOURS + 1
SERIES = MAX_SEATS + 2  # inputs of the second layer for a series

# The parameters are one array, part after part.
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
    """Return the index of a count in the table of the seat whose turn comes after `turn` others."""
    return turn * _PER_SEAT + count * _PER_COUNT + min(middle, CROWD) * WIDTH


@rule
def stack_at(players: int, stack: int) -> int:
    """Return the index of a count in the table of the stack."""
    return players * _PER_SEAT + stack * WIDTH


@rule
def dense_at(players: int) -> int:
    """Return the index of the second layer: a row for each number of a colour."""
    return players * _PER_SEAT + _STACKS


@rule
def bonus_at(players: int, bonus: int) -> int:
    """Return the index of a row in the table of bonus turns."""
    return dense_at(players) + _DENSE + bonus * HIDDEN


@rule
def series_at(players: int) -> int:
    """Return the index of the rows of the series."""
    return dense_at(players) + _DENSE + _BONUS


@rule
def out_at(players: int, turn: int) -> int:
    """Return the index of a seat's row in the output layer; the bias comes last."""
    return series_at(players) + _SERIES + turn * (HIDDEN + 1)


@rule
def size(players: int) -> int:
    """Return the number of parameters of the network."""
    return series_at(players) + _SERIES + _OUT


@rule
def seat_after(first: int, turns: int, players: int) -> int:
    """Return the seat whose turn comes `turns` turns after that of `first`."""
    seat = first + turns
    return seat if seat < players else seat - players


@rule
def describe_colour(
    s: Record, w: Weights, first: int, colour: int, middle: int, stack: int, out: Weights
) -> None:
    """Write the numbers of a colour, not yet rectified, where `first` is to move."""
    players = int(s.players)
    at = stack_at(players, stack)
    for k in range(WIDTH):
        out[k] = w[at + k]
    for turn in range(players):
        at = count_at(
            turn, of_colour(s.collections[seat_after(first, turn, players)], colour), middle
        )
        for k in range(WIDTH):
            out[k] += w[at + k]


@cold
def add_colour(s: Record, w: Weights, row: Weights, out: Weights) -> None:
    """Rectify the numbers of a colour and add them to the second layer."""
    at = dense_at(int(s.players))
    for k in range(WIDTH):
        here = row[k]
        if here > ZERO:
            for j in range(HIDDEN):
                out[j] += here * w[at + j]
        at += HIDDEN


@cold
def start_second_layer(
    s: Record, w: Weights, first: int, bonus: int, series_inputs: Weights, out: Weights
) -> None:
    """Start the second layer with the bonus turns and the series.

    `series_inputs` has room for the inputs for a series.
    """
    players = int(s.players)
    at = bonus_at(players, bonus)
    for j in range(HIDDEN):
        out[j] = w[at + j]
    if s.games > 1:
        describe_series(s, first, series_inputs)
        at = series_at(players)
        for k in range(SERIES):
            for j in range(HIDDEN):
                out[j] += series_inputs[k] * w[at + k * HIDDEN + j]


@rule
def describe_series(s: Record, first: int, out: Weights) -> None:
    """Write how far each seat is ahead in the series, and how much of it is left."""
    players = int(s.players)
    left = np.sqrt(float(s.games - s.finished))  # this game included
    mean = 0.0
    for seat in range(players):
        mean += s.series[seat] / players
    for turn in range(MAX_SEATS):
        out[turn] = 0.0
    for turn in range(players):
        out[turn] = (s.series[seat_after(first, turn, players)] - mean) / (SPREAD * left)
    out[MAX_SEATS] = 1.0 if left == 1.0 else 0.0
    out[MAX_SEATS + 1] = 1.0 / left


@rule
def output_count(players: int) -> int:
    """Return the number of outputs: with two players, one is enough."""
    return 1 if players == 2 else players


@cold
def output_layer(s: Record, w: Weights, hidden: Weights, first: int, out: Weights) -> None:
    """Compute the output layer: the utility that each seat can expect."""
    players = int(s.players)
    for turn in range(output_count(players)):
        at = out_at(players, turn)
        z0, z1, z2, z3 = w[at + HIDDEN], ZERO, ZERO, ZERO
        for j in range(0, HIDDEN, 4):  # four sums at a time are quicker than one
            z0 += max(hidden[j], ZERO) * w[at + j]
            z1 += max(hidden[j + 1], ZERO) * w[at + j + 1]
            z2 += max(hidden[j + 2], ZERO) * w[at + j + 2]
            z3 += max(hidden[j + 3], ZERO) * w[at + j + 3]
        odds = np.float32(exp(-float((z0 + z1) + (z2 + z3))))
        out[seat_after(first, turn, players)] = ONE / (ONE + odds)
    if players == 2:
        out[1 - first] = ONE - out[first]


@rule
def predict(
    s: Record, w: Weights, row: Weights, hidden: Weights, series_inputs: Weights, out: Weights
) -> None:
    """Write the utility that each seat can expect of a position between two turns.

    `row` has room for a colour, `hidden` for the second layer, `series_inputs` for a series.
    """
    first = int(s.turn)
    start_second_layer(s, w, first, int(s.bonus), series_inputs, hidden)
    for colour in range(N_COLOURS):
        describe_colour(
            s, w, first, colour, of_colour(s.middle, colour), of_colour(s.stack, colour), row
        )
        add_colour(s, w, row, hidden)
    output_layer(s, w, hidden, first, out)
