"""The search bot: information-set Monte Carlo tree search with a clock, threads and tree reuse."""

from __future__ import annotations

import functools
import secrets
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec
import numpy as np

from genial.bots import tree
from genial.bots.belief import from_unfinished_view, stream_for
from genial.bots.bot import Bot, Candidate, Clock, Thought
from genial.bots.model import Floats, Model, Weights, advance, policy, weights_for
from genial.bots.tree import SearchTree
from genial.core import engine
from genial.core.chance import fast_stream
from genial.core.errors import BadView
from genial.core.game import Game
from genial.core.kernel import Codes, Records, Stream, as_record, entry, hide, is_over
from genial.core.kit import Data

_CHUNK = 64  # iterations before the first look at the clock
_LOOK = 0.01  # seconds between looks at the clock
_MARGIN = 0.02  # seconds kept back for what comes before and after the search
_SOONEST = 0.2  # the share of the remaining time to spend before stopping early
_FORECASTS = 48  # playouts for the forecast of the final points


@entry
def finish(
    root: Records,
    root_features: Records,
    work: Records,
    features: Records,
    move: int,
    seat: int,
    weights: Weights,
    stream: Stream,
) -> None:
    """Re-deal what is hidden, play a move, and finish the game by policy, in `work[0]`."""
    work[0] = root[0]
    features[0] = root_features[0]
    s, f = work[0], features[0]
    hide(s, seat, stream)
    advance(s, f, move, stream)
    while not is_over(s):
        advance(s, f, policy(s, f, weights, stream), stream)


class Search(Bot):
    """Searches for a while and plays the most visited move."""

    def __init__(
        self,
        game: Game,
        model: Model,
        *,
        name: str = "search",
        seconds: float = 1.0,
        effort: int | None = None,
        threads: int = 1,
        seed: int | None = None,
        learnt: str | Path | Weights | None = None,
        **settings: float,
    ) -> None:
        known = dict(model.SETTINGS) | settings
        if unknown := set(known) - set(tree.SETTINGS):
            raise TypeError(f"Search got an unexpected keyword argument {min(unknown)!r}")
        self.name = name
        self.game = game
        self._seconds, self._effort, self._threads = seconds, effort, threads
        self._seed = secrets.randbits(63) if seed is None else seed
        values = np.array([float(known[key]) for key in tree.SETTINGS])
        self._is_hiding = bool(values[tree.HIDING] > 0.0)
        weights = weights_for(game, model, learnt)
        self._trees = [SearchTree(game, model, values, weights) for _ in range(threads)]
        self._last_log: list[str] = []  # the log when the trees were last grown by the clock
        self._model = model

    def choose(self, view: Data, clock: Clock | None = None) -> str:
        """Return the text of the move to play."""
        seconds, effort = self._seconds, self._effort
        if clock is not None:
            seconds, effort = min(seconds, time_for_move(clock)), None
        return self.search(view, seconds, effort, None)[0].move

    def think(
        self,
        view: Data,
        *,
        seconds: float | None = None,
        effort: int | None = None,
        stop: threading.Event | None = None,
    ) -> Thought:
        """Evaluate the position, and forecast the final points."""
        if seconds is None and effort is None:
            seconds, effort = self._seconds, self._effort
        thought, root, stream = self.search(view, seconds or 0.0, effort, stop)
        return msgspec.structs.replace(
            thought, colours=self._forecast(root, view["seat"] - 1, thought.move, stream)
        )

    def search(
        self, view: Data, seconds: float, effort: int | None, stop: threading.Event | None
    ) -> tuple[Thought, Records, Stream]:
        """Grow the trees; what they say, the game they grew from and the chance to come."""
        began = time.perf_counter()
        stream = stream_for(self._seed, view)
        root = from_unfinished_view(view, stream)
        if self._is_hiding and view["turn"] != view["seat"]:
            # The moves at the root would differ from deal to deal.
            raise BadView("a bot is asked for a move when it is its seat's turn")
        seat = view["seat"] - 1
        legal = self._prepare_trees(view, root, timed=effort is None)
        tries = 1 if legal.size == 1 else effort
        deadline = began + seconds - _MARGIN
        jobs = [
            functools.partial(
                self._grow, search_tree, root, seat, stop, fast_stream(int(stream[1]) + k),
                deadline, None if tries is None else split_effort(tries, len(self._trees), k),
            )
            for k, search_tree in enumerate(self._trees)
        ]  # fmt: skip
        if len(jobs) == 1:
            jobs[0]()
        else:
            with ThreadPoolExecutor(len(jobs)) as pool:
                for job in [pool.submit(job) for job in jobs]:
                    job.result()
        thought = self._merge_trees(seat, legal, time.perf_counter() - began)
        self._last_log = list(view["log"]) if effort is None else []
        return thought, root, stream

    def _prepare_trees(self, view: Data, root: Records, *, timed: bool) -> Codes:
        """Clear the trees, or reuse them if the search is timed; return the legal moves."""
        path = self._path(view["log"]) if timed else None
        self._last_log = []  # an interrupted search must leave no tree to reuse
        legal: Codes = np.zeros(self.game.kit.rules.MAX_MOVES, np.int32)
        legal = legal[: engine.moves(root, 0, legal)]
        for search_tree in self._trees:
            tree.prepare_root(root, search_tree.root_features)
            if path is None:
                search_tree.clear()
            else:
                search_tree.reuse(path, legal)
        return legal

    def _path(self, log: list[str]) -> list[int] | None:
        """Return the moves from the trees' root to the position after this log.

        None if there is no such path: in another game, after a take-back, and when the seat has
        seen a draw since. Most visits in the trees would then come from deals that are impossible
        now, and moves with the new tile would look rarely tried.
        """
        if not self._last_log or log[: len(self._last_log)] != self._last_log:
            return None
        later = log[len(self._last_log) :]
        if not all(is_hidden(line) for line in later if line.startswith("*")):
            return None
        moves = [line.split(" ", 1)[1] for line in later if not line.startswith("*")]
        return [self.game.kit.read(move) for move in moves]

    def _grow(
        self,
        search_tree: SearchTree,
        root: Records,
        seat: int,
        stop: threading.Event | None,
        stream: Stream,
        deadline: float,
        effort: int | None,
    ) -> None:
        """Grow a tree until the effort is spent, the time is up or `stop` is set."""
        grown, chunk, began = 0, _CHUNK, time.perf_counter()
        while effort is None or grown < effort:
            if effort is not None:
                chunk = min(_CHUNK, effort - grown)
            search_tree.grow(root, seat, chunk, stream)
            grown += chunk
            if stop is not None and stop.is_set():
                return
            if effort is None:
                now = time.perf_counter()
                rate = grown / max(now - began, 1e-9)
                if now >= deadline or self._is_decided(
                    search_tree, rate, now - began, deadline - now
                ):
                    return
                chunk = max(1, int(rate * min(_LOOK, deadline - now)))

    @staticmethod
    def _is_decided(search_tree: SearchTree, rate: float, spent: float, left: float) -> bool:
        """Tell whether no other move can catch up in the time left."""
        return spent > _SOONEST * left and search_tree.lead() > rate * left

    def _merge_trees(self, seat: int, legal: Codes, seconds: float) -> Thought:
        """Add up the visits of all trees."""
        visits: dict[int, int] = {}
        value_sums: dict[int, Floats] = {}
        for search_tree in self._trees:
            for move, (count, sums) in search_tree.first_moves().items():
                visits[move] = visits.get(move, 0) + count
                value_sums[move] = value_sums.get(move, np.zeros(tree.MAX_SEATS)) + sums
        assert visits.keys() <= set(legal.tolist()), "a tree has moves that are not legal"
        order = sorted(
            visits, key=lambda move: (visits[move], value_sums[move][seat]), reverse=True
        )
        kit, total = self.game.kit, sum(visits.values())
        values = sum(value_sums.values(), np.zeros(tree.MAX_SEATS)) / max(1, total)
        return Thought(
            move=kit.spell(order[0]),
            candidates=tuple(
                Candidate(
                    kit.spell(move),
                    float(value_sums[move][seat] / max(1, visits[move])),
                    visits[move],
                )
                for move in order
            ),
            value=tuple(values[: self.game.players].tolist()),
            visits=total,
            seconds=seconds,
        )

    def _forecast(
        self, root: Records, seat: int, move: str, stream: Stream
    ) -> tuple[dict[str, float], ...]:
        """Return the mean final points by colour, over playouts."""
        kit, search_tree = self.game.kit, self._trees[0]
        work: Records = np.zeros(1, kit.rules.DTYPE)
        features: Records = np.zeros(1, self._model.FEATURES)
        sums: list[dict[str, float]] = []
        for _ in range(_FORECASTS):
            finish(
                root,
                search_tree.root_features,
                work,
                features,
                kit.read(move),
                seat,
                search_tree.weights,
                stream,
            )
            final = kit.scores(as_record(work))
            sums = sums or [dict.fromkeys(points, 0.0) for points in final]
            for mean, points in zip(sums, final, strict=True):
                for colour, value in points.items():
                    mean[colour] += value / _FORECASTS
        return tuple(sums)


def split_effort(effort: int, threads: int, k: int) -> int:
    """Return the k-th thread's share of an effort; at least one.

    >>> [split_effort(10, 4, k) for k in range(4)]
    [3, 3, 2, 2]
    """
    return max(1, effort // threads + (k < effort % threads))


def time_for_move(clock: Clock) -> float:
    """Return the seconds to spend on the next move.

    >>> time_for_move(Clock(left=60, increment=2)) < 5
    True
    """
    return max(0.01, min(clock.left / 20 + 0.8 * clock.increment, 0.5 * clock.left))


def is_hidden(draw: str) -> bool:
    """Tell whether a line of a log hides what was drawn.

    >>> is_hidden("* rack 2 ?? ??"), is_hidden("* rack 1 RG BB")
    (True, False)
    """
    return draw.endswith("?")
