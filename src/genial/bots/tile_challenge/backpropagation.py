"""Training of the network: gradients and Adam, as kernels."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from genial.bots.model import Weights
from genial.bots.tile_challenge.network import (
    HIDDEN,
    SERIES,
    WIDTH,
    ZERO,
    add_colour,
    bonus_at,
    count_at,
    dense_at,
    describe_colour,
    describe_series,
    out_at,
    output_count,
    output_layer,
    seat_after,
    series_at,
    size,
    stack_at,
    start_second_layer,
)
from genial.core.kernel import Record, Records, entry, in_python, rule
from genial.games.tile_challenge.rules import MAX_SEATS
from genial.games.tile_challenge.tiles import N_COLOURS, of_colour

Order = npt.NDArray[np.int64]

_MEAN, _SQUARE = 0.9, 0.999  # the decay rates of Adam
_TINY = 1e-8

# A network and the state of its training: rows of one array.
NETWORK, AVERAGE, GRADIENT, MOMENT, MOMENT_2 = range(5)
ROWS = 5

# Scratch: a row for each colour, then for their sum, the second layer, its gradient, the outputs,
# and the inputs for a series.
SCRATCH = (N_COLOURS + 5, max(WIDTH, HIDDEN, SERIES, MAX_SEATS))

_SPREAD = 0.15  # of the first layer's parameters before the first round


def initial_rows(players: int, seed: int) -> Weights:
    """Return a random network and the initial state of its training."""
    rng = np.random.default_rng(seed)
    dense, bonus = in_python(dense_at)(players), in_python(bonus_at)(players, 0)
    out = in_python(out_at)(players, 0)
    rows = np.zeros((ROWS, in_python(size)(players)), np.float32)
    net = rows[NETWORK]
    net[:dense] = rng.normal(0, _SPREAD, dense)
    net[dense:bonus] = rng.normal(0, 0.5 / np.sqrt(WIDTH), bonus - dense)
    net[out:] = rng.normal(0, 0.5 / np.sqrt(HIDDEN), net.size - out)
    rows[AVERAGE] = net
    return rows


@rule
def pass_back(
    s: Record, w: Weights, answer: Weights, weight: float, gradient: Weights, scratch: Weights
) -> float:
    """Add the gradient of one position; return the squared error."""
    players, first = int(s.players), int(s.turn)
    rows, whole, hidden, back = scratch[:N_COLOURS], scratch[6], scratch[7], scratch[8]
    expected, series_inputs = scratch[9], scratch[10]
    for k in range(WIDTH):
        whole[k] = 0.0
    for colour in range(N_COLOURS):
        middle, stack = of_colour(s.middle, colour), of_colour(s.stack, colour)
        describe_colour(s, w, first, colour, middle, stack, rows[colour])
        for k in range(WIDTH):
            whole[k] += max(rows[colour, k], ZERO)
    start_second_layer(s, w, first, int(s.bonus), series_inputs, hidden)
    add_colour(s, w, whole, hidden)
    output_layer(s, w, hidden, first, expected)
    error = 0.0
    for j in range(HIDDEN):
        back[j] = 0.0
    for turn in range(output_count(players)):
        seat, at = seat_after(first, turn, players), out_at(players, turn)
        wrong = expected[seat] - answer[seat]
        error += wrong * wrong / output_count(players)
        wrong *= weight
        gradient[at + HIDDEN] += wrong
        for j in range(HIDDEN):
            gradient[at + j] += wrong * max(hidden[j], ZERO)
            back[j] += wrong * w[at + j]
    for j in range(HIDDEN):
        if hidden[j] <= 0.0:
            back[j] = 0.0
    _pass_back_constants(s, first, series_inputs, back, gradient)
    at = dense_at(players)
    for k in range(WIDTH):
        needed = ZERO
        for j in range(HIDDEN):
            gradient[at + j] += whole[k] * back[j]
            needed += w[at + j] * back[j]
        whole[k] = needed
        at += HIDDEN
    _pass_back_colours(s, first, rows, whole, gradient)
    return error


@rule
def _pass_back_constants(
    s: Record, first: int, series_inputs: Weights, back: Weights, gradient: Weights
) -> None:
    players = int(s.players)
    at = bonus_at(players, int(s.bonus))
    for j in range(HIDDEN):
        gradient[at + j] += back[j]
    if s.games > 1:
        describe_series(s, first, series_inputs)
        at = series_at(players)
        for k in range(SERIES):
            for j in range(HIDDEN):
                gradient[at + k * HIDDEN + j] += series_inputs[k] * back[j]


@rule
def _pass_back_colours(
    s: Record, first: int, rows: Weights, needed: Weights, gradient: Weights
) -> None:
    players = int(s.players)
    for colour in range(N_COLOURS):
        row = rows[colour]
        for k in range(WIDTH):
            row[k] = needed[k] if row[k] > 0.0 else ZERO
        at = stack_at(players, of_colour(s.stack, colour))
        for k in range(WIDTH):
            gradient[at + k] += row[k]
        for turn in range(players):
            held = of_colour(s.collections[seat_after(first, turn, players)], colour)
            at = count_at(turn, held, of_colour(s.middle, colour))
            for k in range(WIDTH):
                gradient[at + k] += row[k]


@entry
def fit(
    positions: Records,
    answers: Weights,
    order: Order,
    batch: int,
    rate: float,
    steps: int,
    lasting: float,
    rows: Weights,
    scratch: Weights,
) -> float:
    """Run one pass over positions, in batches; return the mean squared error along the way.

    `steps` steps were taken before. The average decays at a rate of one in `lasting` steps.
    `scratch` has the shape SCRATCH.
    """
    net, average, gradient = rows[NETWORK], rows[AVERAGE], rows[GRADIENT]
    moment, moment_2 = rows[MOMENT], rows[MOMENT_2]
    error, weight = 0.0, 1.0 / batch
    count = order.size // batch
    for step in range(count):
        gradient[:] = ZERO
        for k in range(step * batch, (step + 1) * batch):
            s = positions[order[k]]
            error += pass_back(s, net, answers[order[k]], weight, gradient, scratch)
        steps += 1
        length = rate * np.sqrt(1.0 - _SQUARE**steps) / (1.0 - _MEAN**steps)
        forget = max(1.0 / (steps + 10.0), 1.0 / lasting)
        for i in range(net.size):
            g = gradient[i]
            moment[i] = _MEAN * moment[i] + (1.0 - _MEAN) * g
            moment_2[i] = _SQUARE * moment_2[i] + (1.0 - _SQUARE) * g * g
            net[i] -= length * moment[i] / (np.sqrt(moment_2[i]) + _TINY)
            average[i] += (net[i] - average[i]) * forget
    return error / (count * batch)
