"""Learning to play Ingenious from self-play: first the policy's weights, then the value function.

The weights of a placement's halves are bred by the cross-entropy method: a population around the
present mean plays against that mean, and the best quarter makes the next one. Then a network
learns to tell from a position what will come of it when both sides play by that policy.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from genial.bots.ingenious import policy
from genial.bots.ingenious.evaluation import HIDDEN, inputs_of
from genial.bots.ingenious.model import MIND
from genial.bots.ingenious.selfplay import positions, share
from genial.bots.model import Learnt
from genial.bots.network import Trainer
from genial.core.game import Game
from genial.games.ingenious.rules import FULL

Genes = npt.NDArray[np.float64]

ROUNDS = 90
BREEDING = 30  # rounds for the policy, the others are for the value function
_POPULATION, _ELITE = 24, 6
_GAMES = 480  # for each of a population
_POSITIONS = 200_000  # a round
_RATE, _LAST_RATE = 2e-3, 1e-4

# How fast further points lose worth, then DENY … FEED_OWN, then a bonus move.
_FIRST_GENES = np.array([1.7, 0.05, 0.05, -0.1, 0.0, 0.0, -0.05, 0.3])
_FIRST_SPREAD = np.array([0.4, 0.08, 0.1, 0.1, 0.06, 0.08, 0.08, 0.4])
_LEAST_SPREAD = 0.02


def expressed(genes: Genes, end: int) -> Learnt:
    """The weights that genes stand for."""
    decay = 1 / (1 + np.exp(-genes[0]))
    utility = np.concatenate([[0.0], np.cumsum(decay ** np.arange(end))])
    w = policy.weighed(utility, float(genes[7]), end)
    w[policy.DENY : policy.FEED_OWN + 1] = genes[1:7]
    return w


class Run:
    """A training and how far it is."""

    def __init__(self, game: Game, seed: int) -> None:
        tracks = len(set(game.tracks))
        self.game, self.seed, self.rounds = game, seed, 0
        self.end = FULL if tracks == game.players > 1 else 2 * FULL
        self.genes, self.spread = _FIRST_GENES.copy(), _FIRST_SPREAD.copy()
        self.network = Trainer(inputs_of(tracks), HIDDEN, seed=seed)

    def weights(self) -> Learnt:
        """What the mean of the population plays by."""
        return expressed(self.genes, self.end)

    def learnt(self) -> Learnt:
        """Everything, as the kernels read it."""
        if self.rounds <= BREEDING:
            return self.weights()
        return np.concatenate([self.weights(), self.network.numbers()]).astype(np.float32)

    def _seed(self) -> int:
        return self.seed * 1_000_003 + self.rounds

    def breed(self) -> dict[str, float]:
        """One generation of the policy's weights."""
        rng = np.random.default_rng(self._seed())
        mean = self.weights()
        genes = self.genes + self.spread * rng.standard_normal((_POPULATION, self.genes.size))
        fitness = np.array(
            [
                share(self.game, MIND, expressed(one, self.end), mean, _GAMES, self._seed())
                for one in genes
            ]
        )
        elite = genes[np.argsort(-fitness)[:_ELITE]]
        self.genes = 0.3 * self.genes + 0.7 * elite.mean(axis=0)
        self.spread = np.maximum(0.5 * self.spread + 0.5 * elite.std(axis=0), _LEAST_SPREAD)
        simple = policy.util(self.end)
        return {
            "best share": float(fitness.max()),
            "share against util": share(self.game, MIND, self.weights(), simple, 1000, self.seed),
        }

    def study(self, rounds: int) -> dict[str, float]:
        """One round of the value function on fresh games; the loss on games not seen before."""
        x, y = positions(self.game, MIND, self.weights(), _POSITIONS, self._seed())
        progress = (self.rounds - BREEDING) / max(1, rounds - 1 - BREEDING)
        self.network.rate = _RATE * (_LAST_RATE / _RATE) ** progress
        before = self.network.predict(x)
        loss = self.network.fit(x, y, batch=1024, seed=self._seed())
        return {"loss": loss, "squared error": float(np.mean((before - y) ** 2))}

    def advance(self, rounds: int) -> dict[str, float]:
        """One more round, as one of so many in all."""
        return self.breed() if self.rounds < BREEDING else self.study(rounds)

    def save(self, path: Path) -> None:
        """Write all that `load` needs."""
        path.parent.mkdir(parents=True, exist_ok=True)
        kept: dict[str, Any] = {"rounds": self.rounds, "seed": self.seed}
        kept |= {"genes": self.genes, "spread": self.spread, **self.network.state()}
        np.savez(path, **kept)

    def load(self, path: Path) -> None:
        """Go on from a file."""
        with np.load(path) as kept:
            self.rounds, self.seed = int(kept["rounds"]), int(kept["seed"])
            self.genes, self.spread = kept["genes"], kept["spread"]
            self.network.restore(kept)
