"""The search bot of Genial Spezial, which solves the endgame exactly."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Any

import numpy as np

from genial.bots.belief import from_unfinished_view, stream_for
from genial.bots.bot import Candidate, Thought
from genial.bots.model import Floats
from genial.bots.search import Search
from genial.bots.spezial import model
from genial.bots.spezial.endgame import NONE, PROGRESS_ROWS, solve
from genial.core.chance import fast_stream
from genial.core.game import Game
from genial.core.kernel import Codes, Records, Stream
from genial.core.kit import Data
from genial.games.spezial.rules import DTYPE, MAX_MOVES, MAX_SEATS

DEPTH = 4  # tiles left when the search starts to solve the endgame
_SHARE = 0.5  # the share of the time for that, at most
POSITIONS = 10  # solved in the time of one iteration
MOST = 1 << 30
_LOOK = 0.005  # seconds between looks at the clock


class EndgameSearch(Search):
    """Searches; when few tiles are left, first tries to solve the endgame."""

    def __init__(self, game: Game, **options: Any) -> None:
        super().__init__(game, model, **options)
        self._games: Records = np.zeros(DEPTH + 1, DTYPE)
        self._features: Records = np.zeros(DEPTH + 1, model.FEATURES)
        self._moves: Codes = np.zeros((DEPTH + 1, MAX_MOVES), np.int32)
        self._scores: Floats = np.zeros((DEPTH + 1, MAX_MOVES))
        self._guaranteed: Floats = np.zeros((DEPTH + 1, MAX_SEATS))
        self._progress: Codes = np.zeros((PROGRESS_ROWS, DEPTH + 1), np.int32)
        self._compile_solver()

    def _compile_solver(self) -> None:
        """Compile or load the solver now, not while the clock is running."""
        nothing, utilities = np.zeros(1, np.int32), np.zeros((DEPTH + 1, MAX_SEATS))
        root, stream = self.game.start(seed=0).array, fast_stream(0)
        self._solve(root, nothing, stream, utilities, None, None)

    def search(
        self, view: Data, seconds: float, effort: int | None, stop: threading.Event | None
    ) -> tuple[Thought, Records, Stream]:
        """Work out the rest of the game if that can be done, else search."""
        if sum(view["tiles_left"]) > DEPTH:
            return super().search(view, seconds, effort, stop)
        began = time.perf_counter()
        stream = stream_for(self._seed, view)
        root = from_unfinished_view(view, stream)
        deadline = began + _SHARE * seconds if effort is None else None
        budget = np.array([MOST if effort is None else min(MOST, POSITIONS * effort)], np.int32)
        room, utilities = int(budget[0]), np.zeros((DEPTH + 1, MAX_SEATS))
        move = self._solve(root, budget, stream, utilities, deadline, stop)
        spent = time.perf_counter() - began
        if move == NONE:
            return super().search(view, seconds - spent, effort, stop)
        self._prepare_trees(view, root, timed=False)
        self._last_log = []
        text, positions = self.game.kit.spell(move), room - int(budget[0])
        value = tuple(utilities[0, : self.game.players].tolist())
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
        root: Records,
        budget: Codes,
        stream: Stream,
        utilities: Floats,
        deadline: float | None,
        stop: threading.Event | None,
    ) -> int:
        """Return the best move, or NONE if the budget or the time is up, or `stop` is set."""
        self._games[0] = root[0]
        with ThreadPoolExecutor(1) as pool:
            job = pool.submit(
                solve, self._games, self._features, self._trees[0].weights, budget, stream,
                self._moves, self._scores, utilities, self._guaranteed, self._progress,
            )  # fmt: skip
            while not wait([job], timeout=_LOOK).done:
                is_late = deadline is not None and time.perf_counter() >= deadline
                if is_late or (stop is not None and stop.is_set()):
                    budget[0] = 0
        return int(job.result())
