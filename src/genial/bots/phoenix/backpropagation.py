"""How the network learns: steps down the slope of its loss."""

from __future__ import annotations

import numpy as np

from genial.bots.model import Learnt
from genial.bots.phoenix import network as net
from genial.bots.phoenix.selfplay import PARTS, Lessons, mirrored
from genial.core.chance import below
from genial.core.kernel import Batch, Codes, Stream, cold, entry, rule
from genial.games.phoenix.cards import N_KINDS
from genial.games.phoenix.rules import SEATS

_MEAN, _SQUARE = 0.9, 0.999  # how long Adam remembers

# Room for learning from a lesson.
SCRATCH = np.dtype(
    [
        ("forward", net.SCRATCH),
        ("back_1", "f4", net.FIRST),
        ("back_2", "f4", net.SECOND),
    ],
    align=True,
)


@rule
def pulled(weights: Learnt, slopes: Learnt, back: net.Sums, value: np.float32) -> np.float32:
    """What comes back through these weights; their slopes grow by what was sent through them."""
    total = np.float32(0.0)
    for j in range(weights.size):
        total += back[j] * weights[j]
        slopes[j] += back[j] * value
    return total


@rule
def add_slope(slope: Learnt, back: net.Sums, row: int, times: float) -> None:
    """The slope of a row of the first layer that was taken so many times."""
    slopes = slope[net.NET + row * net.FIRST : net.NET + row * net.FIRST + net.FIRST]
    factor = np.float32(times)
    for k in range(net.FIRST):
        slopes[k] += factor * back[k]


@cold
def step_down(
    w: Learnt, slope: Learnt, mean: Learnt, square: Learnt, n: int, rate: float, time: int
) -> None:
    """A step of Adam down the slope of n lessons, which is cleared."""
    factor = np.float32(rate * np.sqrt(1.0 - _SQUARE**time) / (1.0 - _MEAN**time))
    share = np.float32(1.0 / n)
    for k in range(net.NET, net.SIZE):
        here = slope[k] * share
        slope[k] = 0.0
        mean[k] += np.float32(1.0 - _MEAN) * (here - mean[k])
        square[k] += np.float32(1.0 - _SQUARE) * (here * here - square[k])
        w[k] -= factor * mean[k] / (np.sqrt(square[k]) + np.float32(1e-7))


@entry
def study(
    w: Learnt,
    slope: Learnt,
    mean: Learnt,
    square: Learnt,
    lessons: Lessons,
    order: Codes,
    batch: int,
    rate: float,
    time: int,
    stream: Stream,
    scratch: Batch,
) -> float:
    """Learn from these lessons in this order, so many a step; the mean loss before each step.

    `scratch` has one record of SCRATCH.
    """
    forward, back_1, back_2 = scratch[0].forward, scratch[0].back_1, scratch[0].back_2
    shares, rows, times = forward.shares, forward.rows, forward.times
    sums, first, second, gains = forward.sums, forward.first, forward.second, forward.gains
    loss = 0.0
    for i in range(order.size):
        lesson = lessons[order[i]]
        own, other = lesson.line[0], lesson.line[1]
        if below(stream, 2) == 0:
            own, other = mirrored(own), mirrored(other)
        for side in range(SEATS):
            for kind in range(N_KINDS):
                shares[side, kind] = lesson.share[side, kind] / PARTS
        n = net.put_all(own, other, shares, lesson.left, lesson.finished, lesson.lead, rows, times)
        net.clear(w, sums)
        net.add_rows(w, sums, rows, times, n)
        net.chances(w, sums, first, second, gains)
        gain = net.MOST_GAIN + lesson.gain
        loss -= np.log(max(gains[gain], np.float32(1e-9)))
        gains[gain] -= np.float32(1.0)
        for k in range(net.SECOND):
            back_2[k] = 0.0
            if second[k] > 0:
                at, end = (
                    net.LAYER_3 + k * net.GAINS,
                    net.LAYER_3 + (k + 1) * net.GAINS,
                )
                back_2[k] = pulled(w[at:end], slope[at:end], gains, second[k])
        for j in range(net.GAINS):
            slope[net.BIAS_3 + j] += gains[j]
        for k in range(net.FIRST):
            back_1[k] = 0.0
            if first[k] > 0:
                at, end = (
                    net.LAYER_2 + k * net.SECOND,
                    net.LAYER_2 + (k + 1) * net.SECOND,
                )
                back_1[k] = pulled(w[at:end], slope[at:end], back_2, first[k])
        for j in range(net.SECOND):
            slope[net.BIAS_2 + j] += back_2[j]
        for k in range(net.FIRST):
            slope[net.BIAS_1 + k] += back_1[k]
        for j in range(n):
            add_slope(slope, back_1, rows[j], times[j])
        if (i + 1) % batch == 0:
            time += 1
            step_down(w, slope, mean, square, batch, rate, time)
    return loss / order.size
