"""Learning to play Genial Spezial from self-play: what positions are worth, and which moves to try.

First a network learns from games of the hand-made weights what will come of a position. Then the
search plays with it, and the weights of the appeal learn to tell what the search tries most
often. Then the network goes on with games that are played by these weights.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from genial.bots.model import Learnt
from genial.bots.network import Trainer
from genial.bots.spezial.evaluation import HIDDEN, INPUTS
from genial.bots.spezial.network import laid_out
from genial.bots.spezial.policy import hand_made
from genial.bots.spezial.selfplay import Lesson, positions, searched
from genial.core.game import Game

Numbers = npt.NDArray[np.float32]

ROUNDS = 24
STUDY, IMITATE = 6, 8  # rounds for the network, then for the appeal; the others for the network
_POSITIONS = 60_000  # a round
_PASSES = 2
_GAMES, _EFFORT = 12, 150  # of the search in a round, and its playouts a move
_BATCH = 32  # positions
_RATE, _LAST_RATE = 3e-3, 1e-4
_APPEAL_RATE, _LAST_APPEAL_RATE = 2e-2, 2e-3


class Run:
    """A training and how far it is."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game, self.seed, self.rounds = game, seed, 0
        self.network = Trainer(INPUTS, HIDDEN, seed=seed)
        self.appeal = Appeal()

    def learnt(self) -> Learnt:
        """Everything, as the kernels read it."""
        return np.concatenate([self.appeal.weights, laid_out(self.network)]).astype(np.float32)

    def _seed(self) -> int:
        return self.seed * 1_000_003 + self.rounds

    def study(self, rounds: int) -> dict[str, float]:
        """One round of the network on fresh games; the loss on games not seen before."""
        x, y = positions(self.game, self.learnt(), _POSITIONS, self._seed())
        self.network.rate = between(_RATE, _LAST_RATE, self.rounds / max(1, rounds - 1))
        error = float(np.mean((self.network.predict(x) - y) ** 2))
        for k in range(_PASSES):
            loss = self.network.fit(x, y, batch=512, seed=_PASSES * self._seed() + k)
        return {"loss": loss, "squared error": error}

    def imitate(self) -> dict[str, float]:
        """One round of the appeal on games of the search."""
        lesson = searched(self.game, self.learnt(), _GAMES, _EFFORT, self._seed())
        rate = between(_APPEAL_RATE, _LAST_APPEAL_RATE, (self.rounds - STUDY) / IMITATE)
        return self.appeal.fit(lesson, rate, self._seed())

    def advance(self, rounds: int) -> dict[str, float]:
        """One more round, as one of so many in all."""
        imitates = STUDY <= self.rounds < STUDY + IMITATE
        return self.imitate() if imitates else self.study(rounds)

    def save(self, path: Path) -> None:
        """Write all that `load` needs."""
        kept: dict[str, Any] = {"rounds": self.rounds, "seed": self.seed}
        kept |= {**self.appeal.state(), **self.network.state()}
        np.savez(path, **kept)

    def load(self, path: Path) -> None:
        """Go on from a file."""
        with np.load(path) as kept:
            self.rounds, self.seed = int(kept["rounds"]), int(kept["seed"])
            self.appeal.restore(kept)
            self.network.restore(kept)


def between(first: float, last: float, progress: float) -> float:
    """A rate that shrinks evenly from one to another."""
    return float(first * (last / first) ** progress)


class Appeal:
    """Fits the weights of the appeal: the chance of a tile is in proportion to its exponential."""

    def __init__(self) -> None:
        self.weights: Numbers = hand_made()
        self._mean, self._square = np.zeros_like(self.weights), np.zeros_like(self.weights)
        self._steps = 0

    def fit(self, lesson: Lesson, rate: float, seed: int) -> dict[str, float]:
        """One pass; cross-entropy, and how often the first choice is the search's, on the way."""
        rows = np.random.default_rng(seed).permutation(np.flatnonzero(lesson.free))
        losses, hits = [], []
        for start in range(0, len(rows), _BATCH):
            batch = rows[start : start + _BATCH]
            told, tried = lesson.told[batch], lesson.tried[batch]
            x = np.concatenate([told, told * lesson.late[batch, None, None]], axis=2)
            is_free = np.arange(x.shape[1]) < lesson.free[batch, None]
            z = np.where(is_free, x @ self.weights, -np.inf)
            p = np.exp(z - z.max(axis=1, keepdims=True))
            p /= p.sum(axis=1, keepdims=True)
            self._step(np.einsum("nk,nkd->d", (p - tried) / len(batch), x), rate)
            losses += (-(tried * np.log(p + 1e-9)).sum(axis=1)).tolist()
            hits += (p.argmax(axis=1) == tried.argmax(axis=1)).tolist()
        return {"cross-entropy": float(np.mean(losses)), "first choices": float(np.mean(hits))}

    def _step(self, gradient: Numbers, rate: float) -> None:
        """One step of Adam."""
        self._steps += 1
        self._mean += 0.1 * (gradient - self._mean)
        self._square += 0.001 * (gradient * gradient - self._square)
        unbiased = self._mean / (1 - 0.9**self._steps)
        spread = np.sqrt(self._square / (1 - 0.999**self._steps)) + 1e-8
        self.weights -= (rate * unbiased / spread).astype(np.float32)

    def state(self) -> dict[str, Any]:
        """Everything that training goes on from, by name."""
        kept = {"appeal": self.weights, "appeal_mean": self._mean, "appeal_square": self._square}
        return kept | {"appeal_steps": self._steps}

    def restore(self, kept: Mapping[str, Any]) -> None:
        """Go on from what `state` gave."""
        self.weights, self._steps = kept["appeal"], int(kept["appeal_steps"])
        self._mean, self._square = kept["appeal_mean"], kept["appeal_square"]
