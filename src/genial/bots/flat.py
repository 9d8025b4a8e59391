"""Flat Monte Carlo: compare the most promising moves by greedy playouts, without a tree.

A yardstick for the tree search: UCB1 over the best moves of one ply. Every playout re-deals what
is hidden.
"""

from __future__ import annotations

import secrets
import threading
import time

import numpy as np

from genial.bots.belief import from_unfinished_view, stream_for
from genial.bots.bot import Bot, Candidate, Clock, Thought
from genial.bots.model import Floats, Model, Weights, advance, candidates, playout, prepare
from genial.core.game import Game
from genial.core.kernel import Codes, Records, Stream, entry, hide, seat_to_move
from genial.core.kit import Data

_TO_THE_END = 1 << 30


@entry
def compare(
    root: Records,
    features: Records,
    work: Records,
    limit: int,
    playouts: int,
    explore: float,
    weights: Weights,
    stream: Stream,
    moves: Codes,
    visits: Floats,
    value_sums: Floats,
    utilities: Floats,
) -> int:
    """Run playouts from the most promising moves; return how many moves there are.

    `visits` counts playouts by move; `value_sums`, with a row for each move and a column for each
    seat, adds up their utilities. `features` has room for two records; `utilities`, one for each
    seat, is scratch.
    """
    prepare(root[0], features[0])
    n = candidates(root[0], features[0], weights, limit, moves, visits)
    seat = seat_to_move(root[0])
    visits[:] = 0.0
    value_sums[:] = 0.0
    for done in range(playouts):
        best, best_score = 0, -1.0
        for k in range(n):
            if visits[k] == 0.0:
                best = k
                break
            score = value_sums[k, seat] / visits[k] + explore * np.sqrt(np.log(done) / visits[k])
            if score > best_score:
                best, best_score = k, score
        work[0] = root[0]
        features[1] = features[0]
        s, f = work[0], features[1]
        hide(s, seat, stream)
        advance(s, f, moves[best], stream)
        playout(s, f, weights, _TO_THE_END, stream, utilities)
        visits[best] += 1.0
        for other in range(utilities.size):
            value_sums[best, other] += utilities[other]
    return n


class Flat(Bot):
    """Plays the move with the most playouts."""

    def __init__(
        self,
        game: Game,
        model: Model,
        weights: Weights,
        *,
        name: str = "flat",
        width: int = 20,
        effort: int = 1000,
        seed: int | None = None,
    ) -> None:
        self.name = name
        self.game = game
        self._weights, self._width, self._effort = weights, width, effort
        self._seed = secrets.randbits(63) if seed is None else seed
        rules = game.kit.rules
        self._features: Records = np.zeros(2, model.FEATURES)
        self._work: Records = np.zeros(1, rules.DTYPE)
        self._moves: Codes = np.zeros(rules.MAX_MOVES, np.int32)
        self._visits: Floats = np.zeros(rules.MAX_MOVES)
        self._value_sums: Floats = np.zeros((rules.MAX_MOVES, game.players))
        self._utilities: Floats = np.zeros(game.players)

    def choose(self, view: Data, clock: Clock | None = None) -> str:
        """Return the text of the move to play."""
        return self.think(view).move

    def think(
        self,
        view: Data,
        *,
        seconds: float | None = None,
        effort: int | None = None,
        stop: threading.Event | None = None,
    ) -> Thought:
        """Compare the moves."""
        began = time.perf_counter()
        stream = stream_for(self._seed, view)
        root = from_unfinished_view(view, stream)
        n = compare(
            root, self._features, self._work, self._width, effort or self._effort, 0.5,
            self._weights, stream, self._moves, self._visits, self._value_sums,
            self._utilities,
        )  # fmt: skip
        visits, value_sums = self._visits[:n], self._value_sums[:n]
        means = value_sums / np.maximum(1.0, visits)[:, None]
        seat, spell = view["seat"] - 1, self.game.kit.spell
        order = np.lexsort((-means[:, seat], -visits)).tolist()
        return Thought(
            move=spell(int(self._moves[order[0]])),
            candidates=tuple(
                Candidate(spell(int(self._moves[k])), float(means[k, seat]), int(visits[k]))
                for k in order
            ),
            value=tuple((value_sums.sum(axis=0) / max(1.0, visits.sum())).tolist()),
            visits=int(visits.sum()),
            seconds=time.perf_counter() - began,
        )
