"""Training of the network: gradients and Adam, as kernels."""

from __future__ import annotations

import numpy as np

from genial.bots.model import Weights
from genial.bots.phoenix import network as net
from genial.bots.phoenix.selfplay import PARTS, Examples, mirror
from genial.core.chance import below
from genial.core.kernel import Codes, Records, Stream, cold, entry, rule
from genial.games.phoenix.cards import N_KINDS
from genial.games.phoenix.rules import SEATS

_MEAN, _SQUARE = 0.9, 0.999  # the decay rates of Adam

# Scratch for one example.
SCRATCH = np.dtype(
    [
        ("forward", net.SCRATCH),
        ("back_1", "f4", net.FIRST),
        ("back_2", "f4", net.SECOND),
    ],
    align=True,
)


@rule
def pass_back(
    weights: Weights, gradients: Weights, back: net.Sums, value: np.float32
) -> np.float32:
    """Return the gradient of a unit's value, and add to the gradients of its weights."""
    total = np.float32(0.0)
    for j in range(weights.size):
        total += back[j] * weights[j]
        gradients[j] += back[j] * value
    return total


@rule
def add_gradient(gradient: Weights, back: net.Sums, row: int, times: float) -> None:
    """Add to the gradient of a row of the first layer that was taken with a factor."""
    gradients = gradient[net.LAYER_1 + row * net.FIRST : net.LAYER_1 + row * net.FIRST + net.FIRST]
    factor = np.float32(times)
    for k in range(net.FIRST):
        gradients[k] += factor * back[k]


@cold
def adam_step(
    w: Weights, gradient: Weights, mean: Weights, square: Weights, n: int, rate: float, time: int
) -> None:
    """Take a step of Adam along the gradient of n examples, and clear it."""
    factor = np.float32(rate * np.sqrt(1.0 - _SQUARE**time) / (1.0 - _MEAN**time))
    share = np.float32(1.0 / n)
    for k in range(net.LAYER_1, net.SIZE):
        here = gradient[k] * share
        gradient[k] = 0.0
        mean[k] += np.float32(1.0 - _MEAN) * (here - mean[k])
        square[k] += np.float32(1.0 - _SQUARE) * (here * here - square[k])
        w[k] -= factor * mean[k] / (np.sqrt(square[k]) + np.float32(1e-7))


@entry
def fit(
    w: Weights,
    gradient: Weights,
    mean: Weights,
    square: Weights,
    examples: Examples,
    order: Codes,
    batch: int,
    rate: float,
    time: int,
    stream: Stream,
    scratch: Records,
) -> float:
    """Fit the network to examples in this order, `batch` per step; return the mean loss.

    `scratch` has one record of SCRATCH.
    """
    forward, back_1, back_2 = scratch[0].forward, scratch[0].back_1, scratch[0].back_2
    shares, rows, times = forward.shares, forward.rows, forward.times
    sums, first, second, gains = forward.sums, forward.first, forward.second, forward.gains
    loss = 0.0
    for i in range(order.size):
        example = examples[order[i]]
        own, other = example.line[0], example.line[1]
        if below(stream, 2) == 0:
            own, other = mirror(own), mirror(other)
        for side in range(SEATS):
            for kind in range(N_KINDS):
                shares[side, kind] = example.share[side, kind] / PARTS
        n = net.append_all_rows(
            own, other, shares, example.left, example.finished, example.lead, rows, times
        )
        net.start_sums(w, sums)
        net.add_rows(w, sums, rows, times, n)
        net.gain_probabilities(w, sums, first, second, gains)
        gain = net.MOST_GAIN + example.gain
        loss -= np.log(max(gains[gain], np.float32(1e-9)))
        gains[gain] -= np.float32(1.0)
        for k in range(net.SECOND):
            back_2[k] = 0.0
            if second[k] > 0:
                at, end = (
                    net.LAYER_3 + k * net.GAINS,
                    net.LAYER_3 + (k + 1) * net.GAINS,
                )
                back_2[k] = pass_back(w[at:end], gradient[at:end], gains, second[k])
        for j in range(net.GAINS):
            gradient[net.BIAS_3 + j] += gains[j]
        for k in range(net.FIRST):
            back_1[k] = 0.0
            if first[k] > 0:
                at, end = (
                    net.LAYER_2 + k * net.SECOND,
                    net.LAYER_2 + (k + 1) * net.SECOND,
                )
                back_1[k] = pass_back(w[at:end], gradient[at:end], back_2, first[k])
        for j in range(net.SECOND):
            gradient[net.BIAS_2 + j] += back_2[j]
        for k in range(net.FIRST):
            gradient[net.BIAS_1 + k] += back_1[k]
        for j in range(n):
            add_gradient(gradient, back_1, rows[j], times[j])
        if (i + 1) % batch == 0:
            time += 1
            adam_step(w, gradient, mean, square, batch, rate, time)
    return loss / order.size
