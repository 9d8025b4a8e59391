"""The search of Genial Spezial, which plays the end of a game exactly."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Any

import numpy as np

from genial.bots.belief import unfinished
from genial.bots.bot import Candidate, Thought
from genial.bots.model import Floats
from genial.bots.search import Search, stream_for
from genial.bots.spezial import model
from genial.bots.spezial.endgame import COURSE, NONE, solved
from genial.core.chance import fast_stream
from genial.core.game import Game
from genial.core.kernel import Batch, Codes, Stream
from genial.core.kit import Data
from genial.games.spezial.rules import DTYPE, MAX_MOVES, MAX_SEATS

DEPTH = 4  # tiles left when it tries to solve the rest
_SHARE = 0.5  # of the time, at most, is for that
_POSITIONS = 10  # are looked at in the time of one playout
_MOST = 1 << 30
_LOOK = 0.005  # seconds between looks at the clock


class Player(Search):
    """Searches; when few tiles are left, it first tries to work out the rest."""

    def __init__(self, game: Game, **told: Any) -> None:
        super().__init__(game, model, **told)
        self._games: Batch = np.zeros(DEPTH + 1, DTYPE)
        self._minds: Batch = np.zeros(DEPTH + 1, model.MIND)
        self._moves: Codes = np.zeros((DEPTH + 1, MAX_MOVES), np.int32)
        self._scores: Floats = np.zeros((DEPTH + 1, MAX_MOVES))
        self._sure: Floats = np.zeros((DEPTH + 1, MAX_SEATS))
        self._course: Codes = np.zeros((COURSE, DEPTH + 1), np.int32)
        self._get_ready()

    def _get_ready(self) -> None:
        """Have the solver compiled or loaded now, not when the clock is running."""
        nothing, worth = np.zeros(1, np.int32), np.zeros((DEPTH + 1, MAX_SEATS))
        root, stream = self.game.start(seed=0)._array, fast_stream(0)
        self._solve(root, nothing, stream, worth, None, None)

    def _search(
        self, view: Data, seconds: float, effort: int | None, stop: threading.Event | None
    ) -> tuple[Thought, Batch, Stream]:
        if sum(view["tiles_left"]) > DEPTH:
            return super()._search(view, seconds, effort, stop)
        began = time.perf_counter()
        stream = stream_for(self._seed, view)
        root = unfinished(view, stream)
        deadline = began + _SHARE * seconds if effort is None else None
        budget = np.array([_MOST if effort is None else min(_MOST, _POSITIONS * effort)], np.int32)
        room, worth = int(budget[0]), np.zeros((DEPTH + 1, MAX_SEATS))
        move = self._solve(root, budget, stream, worth, deadline, stop)
        spent = time.perf_counter() - began
        if move == NONE:
            return super()._search(view, seconds - spent, effort, stop)
        self._begin(view, root, timed=False)
        self._seen = []
        text, positions = self.game._kit.spell(move), room - int(budget[0])
        value = tuple(worth[0, : self.game.players].tolist())
        thought = Thought(
            move=text,
            candidates=(Candidate(text, value[view["seat"] - 1], positions),),
            value=value,
            visits=positions,
            seconds=spent,
        )
        return thought, root, stream

    def _solve(
        self,
        root: Batch,
        budget: Codes,
        stream: Stream,
        worth: Floats,
        deadline: float | None,
        stop: threading.Event | None,
    ) -> int:
        """The best move, or NONE if the budget or the time is over, or somebody says stop."""
        self._games[0] = root[0]
        with ThreadPoolExecutor(1) as pool:
            job = pool.submit(
                solved, self._games, self._minds, self._trunks[0]._learnt, budget, stream,
                self._moves, self._scores, worth, self._sure, self._course,
            )  # fmt: skip
            while not wait([job], timeout=_LOOK).done:
                is_late = deadline is not None and time.perf_counter() >= deadline
                if is_late or (stop is not None and stop.is_set()):
                    budget[0] = 0
        return int(job.result())
