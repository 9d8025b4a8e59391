"""Learning what positions of Tile Challenge are worth, from self-play.

Every round plays games against itself by exact stopping, with what the network says so far, and
then fits the network to what came of them. The average of the network's last versions plays.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from genial.bots.model import Learnt
from genial.bots.tile_challenge.backpropagation import AVERAGE, SCRATCH, fit, untrained
from genial.bots.tile_challenge.selfplay import against, gather
from genial.bots.tile_challenge.styles import HAUL
from genial.bots.tile_challenge.turn_solver import PLAN
from genial.core.chance import fast_stream
from genial.core.game import Game
from genial.core.kernel import Batch
from genial.games.tile_challenge.rules import DTYPE

ROUNDS = 120
_GAMES = 1000  # a round
_TURNS = 200  # of a game, as many as there is room for on average
_BATCH = 128
_STRAY = 0.02  # of the moves are any legal one
_RATE, _LAST_RATE = 2e-3, 5e-5
_TRUST, _LAST_TRUST = 1.0, 0.85  # what came later weighs so much against the value of a turn
_LASTING = 6000  # steps that the average goes back
_TRIALS = 200  # games against a simple style after a round


class Run:
    """A training and how far it is."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game, self.seed = game, seed
        self.rounds, self.steps = 0, 0
        self.rows = untrained(game.players, seed)

    def learnt(self) -> Learnt:
        """The network as the kernels read it."""
        numbers: Learnt = self.rows[AVERAGE].copy()
        return numbers

    def advance(self, rounds: int) -> dict[str, float]:
        """One more round, as one of so many in all."""
        progress = self.rounds / max(1, rounds - 1)
        rate = _RATE * (_LAST_RATE / _RATE) ** progress
        trust = _TRUST + (_LAST_TRUST - _TRUST) * progress
        seed = self.seed * 1_000_003 + self.rounds
        positions: Batch = np.zeros(_GAMES * _TURNS, DTYPE)
        answers = np.zeros((positions.size, self.game.players), np.float32)
        work, minds = self.game.template.copy(), np.zeros(1, PLAN)
        n = gather(
            self.game.template, work, minds, self.learnt(), _GAMES, trust, _STRAY,
            fast_stream(seed), positions, answers,
        )  # fmt: skip
        order = np.random.default_rng(seed).permutation(n)
        error = fit(
            positions, answers, order, _BATCH, rate, self.steps, _LASTING, self.rows,
            np.zeros(SCRATCH, np.float32),
        )  # fmt: skip
        self.steps += n // _BATCH
        share, wins = against(self.game, self.learnt(), HAUL, _TRIALS, self.seed)
        return {
            "squared error": error,
            "turns": n / _GAMES,
            "share against haul": share,
            "wins against haul": wins,
        }

    def save(self, path: Path) -> None:
        """Write all that `load` needs."""
        counts = np.array([self.seed, self.rounds, self.steps])
        np.savez(path, counts=counts, rows=self.rows)

    def load(self, path: Path) -> None:
        """Go on from a file."""
        with np.load(path) as kept:
            self.seed, self.rounds, self.steps = kept["counts"].tolist()
            self.rows = kept["rows"]
