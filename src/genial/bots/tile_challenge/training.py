"""Training for Tile Challenge by self-play.

Every round plays games by exact stopping with the current network, and then fits the network to
their results. The moving average of the network is what plays.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from genial.bots.model import Weights
from genial.bots.tile_challenge.backpropagation import AVERAGE, SCRATCH, fit, initial_rows
from genial.bots.tile_challenge.selfplay import gather_positions, win_shares
from genial.bots.tile_challenge.styles import HAUL
from genial.bots.tile_challenge.turn_solver import PLAN
from genial.core.chance import fast_stream
from genial.core.game import Game
from genial.core.kernel import Records
from genial.games.tile_challenge.rules import DTYPE

ROUNDS = 120
_GAMES = 1000  # per round
_TURNS = 200  # room for this many turns of a game, on average
_BATCH = 128
_STRAY = 0.02  # the share of random moves
_RATE, _LAST_RATE = 2e-3, 5e-5
_TRUST, _LAST_TRUST = 1.0, 0.85  # the weight of later results against the value of a turn
_LASTING = 6000  # the length of the moving average in steps
_TRIALS = 200  # games against a simple style after each round


class Run:
    """A training in progress."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game, self.seed = game, seed
        self.rounds, self.steps = 0, 0
        self.rows = initial_rows(game.players, seed)

    def weights(self) -> Weights:
        """Return the weights, as the kernels read them."""
        weights: Weights = self.rows[AVERAGE].copy()
        return weights

    def run_round(self, rounds: int) -> dict[str, float]:
        """Run the next of `rounds` rounds; return figures for the log."""
        progress = self.rounds / max(1, rounds - 1)
        rate = _RATE * (_LAST_RATE / _RATE) ** progress
        trust = _TRUST + (_LAST_TRUST - _TRUST) * progress
        seed = self.seed * 1_000_003 + self.rounds
        positions: Records = np.zeros(_GAMES * _TURNS, DTYPE)
        answers = np.zeros((positions.size, self.game.players), np.float32)
        work, plans = self.game.template.copy(), np.zeros(1, PLAN)
        n = gather_positions(
            self.game.template, work, plans, self.weights(), _GAMES, trust, _STRAY,
            fast_stream(seed), positions, answers,
        )  # fmt: skip
        order = np.random.default_rng(seed).permutation(n)
        error = fit(
            positions, answers, order, _BATCH, rate, self.steps, _LASTING, self.rows,
            np.zeros(SCRATCH, np.float32),
        )  # fmt: skip
        self.steps += n // _BATCH
        share, wins = win_shares(self.game, self.weights(), HAUL, _TRIALS, self.seed)
        return {
            "squared error": error,
            "turns": n / _GAMES,
            "share against haul": share,
            "wins against haul": wins,
        }

    def save(self, path: Path) -> None:
        """Save the state of the training."""
        counts = np.array([self.seed, self.rounds, self.steps])
        np.savez(path, counts=counts, rows=self.rows)

    def load(self, path: Path) -> None:
        """Resume from a saved state."""
        with np.load(path) as kept:
            self.seed, self.rounds, self.steps = kept["counts"].tolist()
            self.rows = kept["rows"]
