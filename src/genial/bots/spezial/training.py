"""Training for Genial Spezial by self-play: the network, and which moves to try.

First a network learns to predict results from games of the hand-made weights. Then the search plays
with it, and the weights of the move scores learn to predict what the search visits most. Then the
network continues with games that are played by these weights.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from genial.bots.model import Weights
from genial.bots.network import Trainer
from genial.bots.spezial.evaluation import HIDDEN, INPUTS
from genial.bots.spezial.network import to_kernel_layout
from genial.bots.spezial.policy import hand_made_weights
from genial.bots.spezial.selfplay import SearchExamples, play_searches, positions
from genial.core.game import Game

Numbers = npt.NDArray[np.float32]

ROUNDS = 24
STUDY, IMITATE = (
    6,
    8,
)  # rounds for the network, then for the move scores; the others for the network
_POSITIONS = 60_000  # per round
_PASSES = 2
_GAMES, _EFFORT = 12, 150  # of the search per round, and its effort per move
_BATCH = 32  # positions
_RATE, _LAST_RATE = 3e-3, 1e-4
_APPEAL_RATE, _LAST_APPEAL_RATE = 2e-2, 2e-3


class Run:
    """A training in progress."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game, self.seed, self.rounds = game, seed, 0
        self.network = Trainer(INPUTS, HIDDEN, seed=seed)
        self.move_scores = MoveScoreTrainer()

    def weights(self) -> Weights:
        """Return all weights, as the kernels read them."""
        return np.concatenate([self.move_scores.weights, to_kernel_layout(self.network)]).astype(
            np.float32
        )

    def _seed(self) -> int:
        return self.seed * 1_000_003 + self.rounds

    def fit_network(self, rounds: int) -> dict[str, float]:
        """Fit the network to new games; the squared error is measured before the fit."""
        x, y = positions(self.game, self.weights(), _POSITIONS, self._seed())
        self.network.rate = between(_RATE, _LAST_RATE, self.rounds / max(1, rounds - 1))
        error = float(np.mean((self.network.predict(x) - y) ** 2))
        for k in range(_PASSES):
            loss = self.network.fit(x, y, batch=512, seed=_PASSES * self._seed() + k)
        return {"loss": loss, "squared error": error}

    def imitate(self) -> dict[str, float]:
        """Fit the move scores to games of the search."""
        examples = play_searches(self.game, self.weights(), _GAMES, _EFFORT, self._seed())
        rate = between(_APPEAL_RATE, _LAST_APPEAL_RATE, (self.rounds - STUDY) / IMITATE)
        return self.move_scores.fit(examples, rate, self._seed())

    def run_round(self, rounds: int) -> dict[str, float]:
        """Run the next of `rounds` rounds; return figures for the log."""
        imitates = STUDY <= self.rounds < STUDY + IMITATE
        return self.imitate() if imitates else self.fit_network(rounds)

    def save(self, path: Path) -> None:
        """Save the state of the training."""
        kept: dict[str, Any] = {"rounds": self.rounds, "seed": self.seed}
        kept |= {**self.move_scores.state(), **self.network.state()}
        np.savez(path, **kept)

    def load(self, path: Path) -> None:
        """Resume from a saved state."""
        with np.load(path) as kept:
            self.rounds, self.seed = int(kept["rounds"]), int(kept["seed"])
            self.move_scores.restore(kept)
            self.network.restore(kept)


def between(first: float, last: float, progress: float) -> float:
    """Interpolate geometrically between two rates."""
    return float(first * (last / first) ** progress)


class MoveScoreTrainer:
    """Fits the weights of the move scores: their softmax should match the visits of the search."""

    def __init__(self) -> None:
        self.weights: Numbers = hand_made_weights()
        self._mean, self._square = np.zeros_like(self.weights), np.zeros_like(self.weights)
        self._steps = 0

    def fit(self, examples: SearchExamples, rate: float, seed: int) -> dict[str, float]:
        """Run one pass; return the cross-entropy and the share of first choices that agree."""
        rows = np.random.default_rng(seed).permutation(np.flatnonzero(examples.free))
        losses, hits = [], []
        for start in range(0, len(rows), _BATCH):
            batch = rows[start : start + _BATCH]
            features_of_moves, tried = examples.features_of_moves[batch], examples.tried[batch]
            x = np.concatenate(
                [features_of_moves, features_of_moves * examples.late[batch, None, None]], axis=2
            )
            is_free = np.arange(x.shape[1]) < examples.free[batch, None]
            z = np.where(is_free, x @ self.weights, -np.inf)
            p = np.exp(z - z.max(axis=1, keepdims=True))
            p /= p.sum(axis=1, keepdims=True)
            self._step(np.einsum("nk,nkd->d", (p - tried) / len(batch), x), rate)
            losses += (-(tried * np.log(p + 1e-9)).sum(axis=1)).tolist()
            hits += (p.argmax(axis=1) == tried.argmax(axis=1)).tolist()
        return {"cross-entropy": float(np.mean(losses)), "first choices": float(np.mean(hits))}

    def _step(self, gradient: Numbers, rate: float) -> None:
        """Take one step of Adam."""
        self._steps += 1
        self._mean += 0.1 * (gradient - self._mean)
        self._square += 0.001 * (gradient * gradient - self._square)
        unbiased = self._mean / (1 - 0.9**self._steps)
        spread = np.sqrt(self._square / (1 - 0.999**self._steps)) + 1e-8
        self.weights -= (rate * unbiased / spread).astype(np.float32)

    def state(self) -> dict[str, Any]:
        """Return all arrays needed to resume training, by name."""
        kept = {"appeal": self.weights, "appeal_mean": self._mean, "appeal_square": self._square}
        return kept | {"appeal_steps": self._steps}

    def restore(self, kept: Mapping[str, Any]) -> None:
        """Resume from what `state` returned."""
        self.weights, self._steps = kept["appeal"], int(kept["appeal_steps"])
        self._mean, self._square = kept["appeal_mean"], kept["appeal_square"]
