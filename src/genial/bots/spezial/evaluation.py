"""What a position is worth to each seat: the probabilities of ending ahead of each opponent.

A small network predicts this probability for two seats from their points, what the hot edges
would score, and how much room there is. It is trained by self-play.
"""

from __future__ import annotations

import math

import numpy as np

from genial.bots.model import Floats, Weights
from genial.bots.network import Inputs, size
from genial.bots.spezial.features import (
    BYTE,
    CELL_WORDS,
    CHIPS,
    TOWERS,
    new_chips,
    new_large,
    reach_of,
    tower_points,
)
from genial.bots.spezial.move_features import N_WEIGHTS
from genial.bots.spezial.network import predict
from genial.bots.spezial.utility import MASK
from genial.core import bits
from genial.core.kernel import Record, rule
from genial.games.spezial.board import N_EDGES, WORDS
from genial.games.spezial.rules import FULL, MAX_SEATS, N_COLOURS, TILES, is_over, standing

# The inputs for a seat: for every colour, lowest first, its points, the most that one tile
# would score, and the chips within reach of one tile; and then
PER_COLOUR = 3
LARGE_TOWERS = PER_COLOUR * N_COLOURS  # large towers within reach
HOT = LARGE_TOWERS + 1  # how many hot edges there are
SHARED = HOT + 1  # how many of them an opponent shares
ROOM = SHARED + 1  # cells that reach something new
LEFT = ROOM + 1  # tiles left
SEAT_INPUTS = LEFT + 1

# After the inputs for two seats: is it the turn of the first, or of the second?
TURN = 2 * SEAT_INPUTS
BONUSES = TURN + 2  # bonus fields left
BLACK = BONUSES + 1  # chips turned
INPUTS = BLACK + 1
HIDDEN = 32
NETWORK_START = N_WEIGHTS  # where the network begins in the weights
SIZE = NETWORK_START + size(INPUTS, HIDDEN)

MARGIN = 0.05  # the share of a result that depends on the margin, not on the rank
FAR = 12.0  # larger leads, in points of the lowest colour, count no more
TOTALS = 16.0  # points in any colours that count like one in the lowest

# Logarithms of numbers of edges: a hot one may be shared with each opponent.
LOG = np.array([math.log1p(k) for k in range(N_EDGES * (MAX_SEATS - 1) + 1)], np.float32)


@rule
def order_colours(s: Record, f: Record, seat: int) -> None:
    """Sort the colours of a seat, the one with the fewest points first."""
    for colour in range(N_COLOURS):
        k = colour
        while k > 0 and s.scores[seat, f.order[k - 1]] > s.scores[seat, colour]:
            f.order[k] = f.order[k - 1]
            k -= 1
        f.order[k] = colour


@rule
def describe_seat(s: Record, f: Record, seat: int, inputs: Inputs) -> None:
    """Write the inputs for a seat."""
    order_colours(s, f, seat)
    for k in range(SEAT_INPUTS):
        inputs[k] = 0.0
    chips, large, hot_edges, shared = 0, 0, 0, 0
    for word in range(WORDS):
        hot = f.hot[seat, word]
        hot_edges += bits.size(hot)
        for other in range(s.players):
            if other != seat:
                shared += bits.size(hot & f.hot[other, word])
        while hot != bits.ZERO:
            edge = word * 64 + bits.lowest(hot)
            hot = hot & (hot - bits.ONE)
            reach = reach_of(f, seat, edge)
            chips |= new_chips(reach)
            large |= new_large(f, reach)
            points = tower_points(f, reach)
            for k in range(N_COLOURS):
                more = np.float32(points >> BYTE * int(f.order[k]) & MASK)
                at = PER_COLOUR * k
                inputs[at + 1] = max(inputs[at + 1], more)
    points = 0
    while chips != 0:
        points += int(f.chip_points[bits.lowest(np.uint64(chips))])
        chips &= chips - 1
    for k in range(N_COLOURS):
        at, colour = PER_COLOUR * k, int(f.order[k])
        inputs[at] = s.scores[seat, colour] / FULL
        inputs[at + 1] /= 4.0
        inputs[at + 2] = (points >> BYTE * colour & MASK) / 8.0
    inputs[LARGE_TOWERS] = bits.size(np.uint64(large)) / 4.0
    inputs[HOT] = LOG[hot_edges] / 3.0
    inputs[SHARED] = LOG[shared] / 3.0
    inputs[ROOM] = _room(f, seat) / 64.0
    inputs[LEFT] = tiles_left(s, seat) / TILES


@rule
def _room(f: Record, seat: int) -> int:
    """Return how many empty cells reach a tower whose chip was not counted there."""
    room = 0
    for word in range(CELL_WORDS):
        cells = f.empty[word]
        while cells != bits.ZERO:
            reach = int(f.reach[seat, word * 64 + bits.lowest(cells)])
            cells = cells & (cells - bits.ONE)
            room += reach & TOWERS & ~(reach >> CHIPS) != 0
    return room


@rule
def tiles_left(s: Record, seat: int) -> int:
    """Return how many tiles a seat still has to lay."""
    before = seat - int(s.start)
    if before < 0:
        before += int(s.players)
    now = int(s.turn) - int(s.start)
    if now < 0:
        now += int(s.players)
    return TILES - int(s.rounds) - (before < now)


@rule
def payoff(s: Record, out: Floats) -> None:
    """Write the result if the game ends now: the rank, and a little for the margin."""
    standing(s, out)
    share = 1.0 / (int(s.players) - 1)
    for seat in range(s.players):
        lead = 0.0
        for other in range(s.players):
            if other != seat:
                lead += share * max(-1.0, min(1.0, _lead(s, seat, other) / FAR))
        out[seat] = (1.0 - MARGIN) * out[seat] + MARGIN * (0.5 + 0.5 * lead)


@rule
def _lead(s: Record, one: int, other: int) -> float:
    """Return the lead of a seat over another: in the lowest colour, and a little in all."""
    low, also_low, totals = FULL, FULL, 0
    for colour in range(N_COLOURS):
        low = min(low, int(s.scores[one, colour]))
        also_low = min(also_low, int(s.scores[other, colour]))
        totals += int(s.scores[one, colour]) - int(s.scores[other, colour])
    return low - also_low + totals / TOTALS


@rule
def fill_inputs(s: Record, f: Record, one: int, other: int, x: Inputs) -> None:
    """Write the inputs of the network for two seats, after `describe_seat`."""
    for k in range(SEAT_INPUTS):
        x[k] = f.seat_inputs[one, k]
        x[SEAT_INPUTS + k] = f.seat_inputs[other, k]
    x[TURN] = 1.0 if s.turn == one else 0.0
    x[TURN + 1] = 1.0 if s.turn == other else 0.0
    x[BONUSES] = LOG[int(s.n_bonus)] / 4.0
    x[BLACK] = bits.size(np.uint64(f.black)) / 16.0


@rule
def predict_shares(s: Record, f: Record, w: Weights, out: Floats) -> None:
    """Write the share of opponents that each seat can expect to end ahead of."""
    for seat in range(s.players):
        describe_seat(s, f, seat, f.seat_inputs[seat])
        out[seat] = 0.0
    share = 1.0 / (int(s.players) - 1)
    for turn in range(s.players):
        for later in range(turn + 1, s.players):
            one, other = seat_after(s, turn), seat_after(s, later)
            fill_inputs(s, f, one, other, f.x)
            chance = predict(w, NETWORK_START, f.x, f.h, INPUTS, HIDDEN)
            out[one] += share * chance
            out[other] += share * (1.0 - chance)


@rule
def seat_after(s: Record, turns: int) -> int:
    """Return the seat that moves `turns` turns after the seat to move."""
    seat = int(s.turn) + turns
    return seat - int(s.players) if seat >= s.players else seat


@rule
def evaluate(s: Record, f: Record, w: Weights, out: Floats) -> None:
    """Write the utility that each seat can expect; for a finished game, the result."""
    if is_over(s):
        payoff(s, out)
    else:
        predict_shares(s, f, w, out)
