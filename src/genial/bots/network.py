"""A small neural network with one hidden layer: inference in kernels, training with NumPy.

Its parameters are one array of float32: for every hidden unit a row (a weight for each input, the
bias, the weight to the output), then the bias of the output.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from genial.bots.model import Weights
from genial.core.exponential import exp
from genial.core.kernel import rule

Inputs = npt.NDArray[np.float32]


def size(inputs: int, hidden: int) -> int:
    """Return the number of parameters of a network."""
    return hidden * (inputs + 2) + 1


@rule
def predict(w: Weights, at: int, x: Inputs, inputs: int, hidden: int) -> float:
    """Return the output, 0 to 1, of the network whose parameters begin at `w[at]`."""
    total = w[at + hidden * (inputs + 2)]
    for unit in range(hidden):
        row = at + unit * (inputs + 2)
        activation = w[row + inputs]
        for k in range(inputs):
            activation += w[row + k] * x[k]
        if activation > 0.0:
            total += activation * w[row + inputs + 1]
    chance: float = 1.0 / (1.0 + exp(-float(total)))
    return chance


class Trainer:
    """Fits a network to targets between 0 and 1, by Adam on the cross-entropy."""

    def __init__(self, inputs: int, hidden: int, *, seed: int, rate: float = 2e-3) -> None:
        rng = np.random.default_rng(seed)
        self.inputs, self.hidden, self.rate = inputs, hidden, rate
        self.first = rng.normal(0, np.sqrt(2 / inputs), (inputs, hidden)).astype(np.float32)
        self.first_bias = np.zeros(hidden, np.float32)
        self.second = rng.normal(0, np.sqrt(1 / hidden), hidden).astype(np.float32)
        self.second_bias = np.zeros(1, np.float32)
        self._moments = [(np.zeros_like(p), np.zeros_like(p)) for p in self._parameters()]
        self._steps = 0

    def _parameters(self) -> list[npt.NDArray[np.float32]]:
        return [self.first, self.first_bias, self.second, self.second_bias]

    def to_array(self) -> Weights:
        """Return the parameters as `predict` reads them."""
        rows = np.column_stack([self.first.T, self.first_bias, self.second])
        return np.concatenate([rows.ravel(), self.second_bias]).astype(np.float32)

    def state(self) -> dict[str, npt.NDArray[np.float32]]:
        """Return all arrays needed to resume training, by name."""
        kept = {"steps": np.array(self._steps, np.float32)}
        for k, (parameter, moments) in enumerate(
            zip(self._parameters(), self._moments, strict=True)
        ):
            kept |= {f"net{k}": parameter, f"mean{k}": moments[0], f"square{k}": moments[1]}
        return kept

    def restore(self, kept: Mapping[str, npt.NDArray[np.float32]]) -> None:
        """Resume from what `state` returned."""
        self._steps = int(kept["steps"])
        for k, (parameter, moments) in enumerate(
            zip(self._parameters(), self._moments, strict=True)
        ):
            parameter[:] = kept[f"net{k}"]
            moments[0][:], moments[1][:] = kept[f"mean{k}"], kept[f"square{k}"]

    def predict(self, x: Inputs) -> npt.NDArray[np.float32]:
        """Return the outputs for rows of inputs."""
        activation = np.maximum(x @ self.first + self.first_bias, 0)
        answers: npt.NDArray[np.float32] = 1 / (
            1 + np.exp(-(activation @ self.second + self.second_bias))
        )
        return answers

    def fit(self, x: Inputs, y: npt.NDArray[np.float32], *, batch: int, seed: int) -> float:
        """Run one pass over the data; return the mean cross-entropy along the way."""
        order = np.random.default_rng(seed).permutation(len(x))
        losses = []
        for start in range(0, len(x) - batch + 1, batch):
            rows = order[start : start + batch]
            losses.append(self._step(x[rows], y[rows]))
        return float(np.mean(losses))

    def _step(self, x: Inputs, y: npt.NDArray[np.float32]) -> float:
        before = x @ self.first + self.first_bias
        activation = np.maximum(before, 0)
        p = 1 / (1 + np.exp(-(activation @ self.second + self.second_bias)))
        error = (p - y) / len(x)
        back = np.outer(error, self.second) * (before > 0)
        gradients = [x.T @ back, back.sum(0), activation.T @ error, error.sum(keepdims=True)]
        self._steps += 1
        for parameter, gradient, (mean, square) in zip(
            self._parameters(), gradients, self._moments, strict=True
        ):
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient * gradient - square)
            unbiased = mean / (1 - 0.9**self._steps)
            spread = np.sqrt(square / (1 - 0.999**self._steps)) + 1e-8
            parameter -= self.rate * unbiased / spread
        p = np.clip(p, 1e-6, 1 - 1e-6)
        return float(-np.mean(y * np.log(p) + (1 - y) * np.log(1 - p)))
