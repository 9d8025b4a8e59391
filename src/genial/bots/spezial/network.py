"""The network of `genial.bots.network` in a layout that is faster in a kernel.

The weights of one input to all hidden units are adjacent: a row for every input, then the
biases of the hidden units, their weights to the output, and its bias.
"""

from __future__ import annotations

import numpy as np

from genial.bots.model import Weights
from genial.bots.network import Inputs, Trainer
from genial.core.exponential import exp
from genial.core.kernel import rule


def to_kernel_layout(network: Trainer) -> Weights:
    """Return the parameters of a network as `predict` reads them."""
    parts = [network.first.ravel(), network.first_bias, network.second, network.second_bias]
    return np.concatenate(parts).astype(np.float32)


@rule
def predict(w: Weights, at: int, x: Inputs, h: Inputs, inputs: int, hidden: int) -> float:
    """Return the output, 0 to 1, of the network that begins at `w[at]`; `h` is scratch."""
    bias = at + inputs * hidden
    for unit in range(hidden):
        h[unit] = w[bias + unit]
    for k in range(inputs):
        value = x[k]
        if value != 0.0:
            row = at + k * hidden
            for unit in range(hidden):
                h[unit] += value * w[row + unit]
    out = bias + hidden
    total = float(w[out + hidden])
    for unit in range(hidden):
        total += max(h[unit], np.float32(0.0)) * w[out + unit]
    chance: float = 1.0 / (1.0 + exp(-total))
    return chance
