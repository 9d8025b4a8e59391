"""Flat Monte Carlo: the most promising moves compared by greedy playouts, no tree.

A yardstick for the tree search: UCB1 over the best moves of one ply, hidden cards dealt anew for
every playout.
"""

from __future__ import annotations

import secrets
import threading
import time

import numpy as np

from genial.bots.belief import unfinished
from genial.bots.bot import Bot, Candidate, Clock, Thought
from genial.bots.model import Floats, Learnt, candidates, follow, playout, prepare
from genial.bots.search import Mind, stream_for
from genial.core.game import Game
from genial.core.kernel import Batch, Codes, Stream, entry, hide, seat_to_move
from genial.core.kit import Data

_TO_THE_END = 1 << 30


@entry
def compare(
    root: Batch,
    minds: Batch,
    work: Batch,
    limit: int,
    playouts: int,
    explore: float,
    learnt: Learnt,
    stream: Stream,
    moves: Codes,
    visits: Floats,
    worth: Floats,
    utilities: Floats,
) -> int:
    """Playouts from the most promising moves; how many moves, their visits and summed utilities.

    `minds` has room for two; `worth` has a row for each move and a column for each seat;
    `utilities`, one for each seat, is scratch.
    """
    prepare(root[0], minds[0])
    n = candidates(root[0], minds[0], learnt, limit, moves, visits)
    seat = seat_to_move(root[0])
    visits[:] = 0.0
    worth[:] = 0.0
    for done in range(playouts):
        best, best_score = 0, -1.0
        for k in range(n):
            if visits[k] == 0.0:
                best = k
                break
            score = worth[k, seat] / visits[k] + explore * np.sqrt(np.log(done) / visits[k])
            if score > best_score:
                best, best_score = k, score
        work[0] = root[0]
        minds[1] = minds[0]
        s, m = work[0], minds[1]
        hide(s, seat, stream)
        follow(s, m, moves[best], stream)
        playout(s, m, learnt, _TO_THE_END, stream, utilities)
        visits[best] += 1.0
        for other in range(utilities.size):
            worth[best, other] += utilities[other]
    return n


class Flat(Bot):
    """Plays the move with the best playouts."""

    def __init__(
        self,
        game: Game,
        mind: Mind,
        learnt: Learnt,
        *,
        name: str = "flat",
        width: int = 20,
        effort: int = 1000,
        seed: int | None = None,
    ) -> None:
        self.name = name
        self.game = game
        self._learnt, self._width, self._effort = learnt, width, effort
        self._seed = secrets.randbits(63) if seed is None else seed
        rules = game._kit.rules
        self._minds: Batch = np.zeros(2, mind.MIND)
        self._work: Batch = np.zeros(1, rules.DTYPE)
        self._moves: Codes = np.zeros(rules.MAX_MOVES, np.int32)
        self._visits: Floats = np.zeros(rules.MAX_MOVES)
        self._worth: Floats = np.zeros((rules.MAX_MOVES, game.players))
        self._utilities: Floats = np.zeros(game.players)

    def choose(self, view: Data, clock: Clock | None = None) -> str:
        """The move it plays."""
        return self.think(view).move

    def think(
        self,
        view: Data,
        *,
        seconds: float | None = None,
        effort: int | None = None,
        stop: threading.Event | None = None,
    ) -> Thought:
        """The moves it compared."""
        began = time.perf_counter()
        stream = stream_for(self._seed, view)
        root = unfinished(view, stream)
        n = compare(
            root, self._minds, self._work, self._width, effort or self._effort, 0.5,
            self._learnt, stream, self._moves, self._visits, self._worth,
            self._utilities,
        )  # fmt: skip
        visits, worth = self._visits[:n], self._worth[:n]
        means = worth / np.maximum(1.0, visits)[:, None]
        seat, spell = view["seat"] - 1, self.game._kit.spell
        order = np.lexsort((-means[:, seat], -visits)).tolist()
        return Thought(
            move=spell(int(self._moves[order[0]])),
            candidates=tuple(
                Candidate(spell(int(self._moves[k])), float(means[k, seat]), int(visits[k]))
                for k in order
            ),
            value=tuple((worth.sum(axis=0) / max(1.0, visits.sum())).tolist()),
            visits=int(visits.sum()),
            seconds=time.perf_counter() - began,
        )
