"""Training for Ingenious by self-play: first the weights of the policy, then the network.

The weights of the policy are found by the cross-entropy method: a population around the current
mean plays against that mean, and the best quarter forms the next one. Then a network learns to
predict the result of a position when all seats play by that policy.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from genial.bots.ingenious import policy
from genial.bots.ingenious.evaluation import HIDDEN, input_count
from genial.bots.ingenious.model import FEATURES
from genial.bots.ingenious.selfplay import positions, win_share
from genial.bots.model import Weights
from genial.bots.network import Trainer
from genial.core.game import Game
from genial.games.ingenious.scoring import FULL

Genes = npt.NDArray[np.float64]

ROUNDS = 90
BREEDING = 30  # rounds for the policy; the others are for the network
_POPULATION, _ELITE = 24, 6
_GAMES = 480  # for each member of the population
_POSITIONS = 200_000  # per round
_RATE, _LAST_RATE = 2e-3, 1e-4

# How fast further points lose value, then DENY … FEED_OWN, then a bonus move.
_FIRST_GENES = np.array([1.7, 0.05, 0.05, -0.1, 0.0, 0.0, -0.05, 0.3])
_FIRST_SPREAD = np.array([0.4, 0.08, 0.1, 0.1, 0.06, 0.08, 0.08, 0.4])
_LEAST_SPREAD = 0.02


def weights_of_genes(genes: Genes, end: int) -> Weights:
    """Return the weights that genes encode."""
    decay = 1 / (1 + np.exp(-genes[0]))
    utility = np.concatenate([[0.0], np.cumsum(decay ** np.arange(end))])
    w = policy.gain_weights(utility, float(genes[7]), end)
    w[policy.DENY : policy.FEED_OWN + 1] = genes[1:7]
    return w


class Run:
    """A training in progress."""

    def __init__(self, game: Game, seed: int) -> None:
        tracks = len(set(game.tracks))
        self.game, self.seed, self.rounds = game, seed, 0
        self.end = FULL if tracks == game.players > 1 else 2 * FULL
        self.genes, self.spread = _FIRST_GENES.copy(), _FIRST_SPREAD.copy()
        self.network = Trainer(input_count(tracks), HIDDEN, seed=seed)

    def policy_weights(self) -> Weights:
        """Return the weights of the population's mean."""
        return weights_of_genes(self.genes, self.end)

    def weights(self) -> Weights:
        """Return all weights, as the kernels read them."""
        if self.rounds <= BREEDING:
            return self.policy_weights()
        return np.concatenate([self.policy_weights(), self.network.to_array()]).astype(np.float32)

    def _seed(self) -> int:
        return self.seed * 1_000_003 + self.rounds

    def breed(self) -> dict[str, float]:
        """Breed one generation of the policy's weights."""
        rng = np.random.default_rng(self._seed())
        mean = self.policy_weights()
        genes = self.genes + self.spread * rng.standard_normal((_POPULATION, self.genes.size))
        fitness = np.array(
            [
                win_share(
                    self.game, FEATURES, weights_of_genes(one, self.end), mean, _GAMES, self._seed()
                )
                for one in genes
            ]
        )
        elite = genes[np.argsort(-fitness)[:_ELITE]]
        self.genes = 0.3 * self.genes + 0.7 * elite.mean(axis=0)
        self.spread = np.maximum(0.5 * self.spread + 0.5 * elite.std(axis=0), _LEAST_SPREAD)
        simple = policy.util_weights(self.end)
        return {
            "best share": float(fitness.max()),
            "share against util": win_share(
                self.game, FEATURES, self.policy_weights(), simple, 1000, self.seed
            ),
        }

    def fit_network(self, rounds: int) -> dict[str, float]:
        """Fit the network to new games; the squared error is measured before the fit."""
        x, y = positions(self.game, FEATURES, self.policy_weights(), _POSITIONS, self._seed())
        progress = (self.rounds - BREEDING) / max(1, rounds - 1 - BREEDING)
        self.network.rate = _RATE * (_LAST_RATE / _RATE) ** progress
        before = self.network.predict(x)
        loss = self.network.fit(x, y, batch=1024, seed=self._seed())
        return {"loss": loss, "squared error": float(np.mean((before - y) ** 2))}

    def run_round(self, rounds: int) -> dict[str, float]:
        """Run the next of `rounds` rounds; return figures for the log."""
        return self.breed() if self.rounds < BREEDING else self.fit_network(rounds)

    def save(self, path: Path) -> None:
        """Save the state of the training."""
        path.parent.mkdir(parents=True, exist_ok=True)
        kept: dict[str, Any] = {"rounds": self.rounds, "seed": self.seed}
        kept |= {"genes": self.genes, "spread": self.spread, **self.network.state()}
        np.savez(path, **kept)

    def load(self, path: Path) -> None:
        """Resume from a saved state."""
        with np.load(path) as kept:
            self.rounds, self.seed = int(kept["rounds"]), int(kept["seed"])
            self.genes, self.spread = kept["genes"], kept["spread"]
            self.network.restore(kept)
