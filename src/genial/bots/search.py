"""The search bot: information-set Monte Carlo tree search with time, threads and reuse."""

from __future__ import annotations

import functools
import hashlib
import secrets
import threading
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Protocol

import msgspec
import numpy as np

from genial.bots import tree
from genial.bots.belief import unfinished
from genial.bots.bot import Bot, Candidate, Clock, Thought
from genial.bots.model import Floats, Learnt, follow, policy
from genial.core import engine
from genial.core.chance import fast_stream
from genial.core.errors import BadOption, BadView
from genial.core.game import Game
from genial.core.kernel import Batch, Codes, Record, Stream, entry, hide, is_over
from genial.core.kit import Data

_CHUNK = 64  # iterations before the first look at the clock
_LOOK = 0.01  # seconds between looks at the clock
_MARGIN = 0.02  # seconds kept back for what comes before and after the search
_SOONEST = 0.2  # of the time left must be spent before a move can be decided
_FORECASTS = 48  # playouts from which final points are expected


class Mind(Protocol):
    """What a game's `mind` module offers to Python, beside its kernels."""

    MIND: np.dtype[np.void]

    @property
    def STYLES(self) -> tuple[str, ...]:  # noqa: N802 (a constant of the module)
        """The names of the greedy styles."""

    @property
    def SETTINGS(self) -> Mapping[str, float]:  # noqa: N802
        """What the search does unless told otherwise, by the names in `tree.SETTINGS`."""

    def learnt(self, options: Mapping[str, Any]) -> Learnt:
        """The numbers that were learnt for a game with these options."""


class Trunk:
    """One tree and what growing it needs: a thread has one of its own."""

    def __init__(self, game: Game, mind: Mind, settings: Floats, learnt: Learnt) -> None:
        rules = game._kit.rules
        self.root_mind: Batch = np.zeros(1, mind.MIND)
        self._minds: Batch = np.zeros(1, mind.MIND)
        self._work: Batch = np.zeros(1, rules.DTYPE)
        self._moves: Codes = np.zeros((3, rules.MAX_MOVES), np.int32)
        self._priors: Floats = np.zeros((2, rules.MAX_MOVES))
        self._path: Codes = np.zeros(tree.MAX_DEPTH, np.int32)
        self._utilities: Floats = np.zeros(tree.MAX_SEATS)
        self._settings, self._learnt = settings, learnt
        self.nodes: tree.Nodes = np.zeros(1, tree.NODE)
        self.slots: tree.Slots = np.zeros(2, np.int32)
        self.clear()
        self._make_room(1023)  # now, so that no thought waits until its code is loaded

    def clear(self) -> None:
        """Begin with an empty tree."""
        self.used = tree.plant(self.nodes, self.slots)

    def reuse(self, moves: list[int], legal: Codes) -> bool:
        """Go on with the part of the tree below these moves, if there is one.

        Only what begins with a legal move of the position is kept.
        """
        top = tree.descend(self.nodes, self.slots, np.array(moves, np.int32))
        if top == tree.NONE:
            self.clear()
            return False
        place: Codes = np.zeros(self.used, np.int32)
        self.used = tree.keep_below(self.nodes, self.slots, self.used, top, legal, place)
        return True

    def grow(self, root: Batch, seat: int, iterations: int, stream: Stream) -> None:
        """So many iterations."""
        self._make_room(iterations)
        self.used = tree.grow(
            root, self.root_mind, self._work, self._minds, self.nodes, self.slots, self.used,
            iterations, seat, self._settings, self._learnt, stream, self._moves, self._priors,
            self._path, self._utilities,
        )  # fmt: skip

    def _make_room(self, iterations: int) -> None:
        needed = self.used + iterations
        if needed > self.nodes.size:
            more: tree.Nodes = np.zeros(2 * needed, tree.NODE)
            more[: self.used] = self.nodes[: self.used]
            self.nodes = more
        if 2 * needed > self.slots.size:
            self.slots = np.zeros(1 << (4 * needed).bit_length(), np.int32)
            tree.rehash(self.nodes, self.slots, self.used)
        # An iteration adds one node at most, and a search of the table needs an empty slot.
        assert needed <= self.nodes.size
        assert 2 * needed <= self.slots.size == 1 << self.slots.size.bit_length() - 1

    def first_moves(self) -> dict[int, tuple[int, Floats]]:
        """Visits and summed utilities of the moves at the root."""
        nodes = self.nodes[1 : self.used]
        return {
            int(node["move"]): (int(node["visits"]), node["worth"].copy())
            for node in nodes[nodes["parent"] == tree.ROOT]
        }

    def lead(self) -> int:
        """By how many visits the best move at the root is ahead."""
        nodes = self.nodes[1 : self.used]
        visits = np.sort(nodes["visits"][nodes["parent"] == tree.ROOT])
        if visits.size < 2:
            return int(visits.sum())
        return int(visits[-1] - visits[-2])


@entry
def finish(
    root: Batch,
    root_mind: Batch,
    work: Batch,
    minds: Batch,
    move: int,
    seat: int,
    learnt: Learnt,
    stream: Stream,
) -> None:
    """Play a move, hidden cards dealt anew, and then on by policy to the end, in `work[0]`."""
    work[0] = root[0]
    minds[0] = root_mind[0]
    s, m = work[0], minds[0]
    hide(s, seat, stream)
    follow(s, m, move, stream)
    while not is_over(s):
        follow(s, m, policy(s, m, learnt, stream), stream)


class Search(Bot):
    """Searches for a while and plays the move it has tried most often."""

    def __init__(
        self,
        game: Game,
        mind: Mind,
        *,
        name: str = "search",
        seconds: float = 1.0,
        effort: int | None = None,
        threads: int = 1,
        seed: int | None = None,
        learnt: str | Path | Learnt | None = None,
        **settings: float,
    ) -> None:
        known = dict(mind.SETTINGS) | settings
        if unknown := set(known) - set(tree.SETTINGS):
            raise TypeError(f"Search got an unexpected keyword argument {min(unknown)!r}")
        self.name = name
        self.game = game
        self._seconds, self._effort, self._threads = seconds, effort, threads
        self._seed = secrets.randbits(63) if seed is None else seed
        values = np.array([float(known[key]) for key in tree.SETTINGS])
        self._is_hiding = bool(values[tree.HIDING] > 0.0)
        numbers = learnt_for(game, mind, learnt)
        self._trunks = [Trunk(game, mind, values, numbers) for _ in range(threads)]
        self._seen: list[str] = []  # the log when the trees were last grown by the clock
        self._mind = mind

    def choose(self, view: Data, clock: Clock | None = None) -> str:
        """The move it plays."""
        seconds, effort = self._seconds, self._effort
        if clock is not None:
            seconds, effort = min(seconds, share_of(clock)), None
        return self._search(view, seconds, effort, None)[0].move

    def think(
        self,
        view: Data,
        *,
        seconds: float | None = None,
        effort: int | None = None,
        stop: threading.Event | None = None,
    ) -> Thought:
        """Its opinion, with the final points it expects."""
        if seconds is None and effort is None:
            seconds, effort = self._seconds, self._effort
        thought, root, stream = self._search(view, seconds or 0.0, effort, stop)
        return msgspec.structs.replace(
            thought, colours=self._forecast(root, view["seat"] - 1, thought.move, stream)
        )

    def _search(
        self, view: Data, seconds: float, effort: int | None, stop: threading.Event | None
    ) -> tuple[Thought, Batch, Stream]:
        began = time.perf_counter()
        stream = stream_for(self._seed, view)
        root = unfinished(view, stream)
        if self._is_hiding and view["turn"] != view["seat"]:
            # The moves at the root would be other ones in every deal.
            raise BadView("a bot is asked for a move when it is its seat's turn")
        seat = view["seat"] - 1
        legal = self._begin(view, root, timed=effort is None)
        tries = 1 if legal.size == 1 else effort
        deadline = began + seconds - _MARGIN
        jobs = [
            functools.partial(
                self._grow, trunk, root, seat, stop, fast_stream(int(stream[1]) + k),
                deadline, None if tries is None else share(tries, len(self._trunks), k),
            )
            for k, trunk in enumerate(self._trunks)
        ]  # fmt: skip
        if len(jobs) == 1:
            jobs[0]()
        else:
            with ThreadPoolExecutor(len(jobs)) as pool:
                for job in [pool.submit(job) for job in jobs]:
                    job.result()
        thought = self._pooled(seat, legal, time.perf_counter() - began)
        self._seen = list(view["log"]) if effort is None else []
        return thought, root, stream

    def _begin(self, view: Data, root: Batch, *, timed: bool) -> Codes:
        """Fresh trees; by the clock what is still of use of the last ones. The legal moves."""
        path = self._path(view["log"]) if timed else None
        self._seen = []  # until the search has come to its end, the trees belong to no log
        legal: Codes = np.zeros(self.game._kit.rules.MAX_MOVES, np.int32)
        legal = legal[: engine.moves(root, 0, legal)]
        for trunk in self._trunks:
            tree.prepare_root(root, trunk.root_mind)
            if path is None:
                trunk.clear()
            else:
                trunk.reuse(path, legal)
        return legal

    def _path(self, log: list[str]) -> list[int] | None:
        """The moves that lead from the trees' root to the position after this log.

        None if they do not: after another game, after moves that were taken back, and when the
        seat has seen something drawn since then. Most of what the trees count would then be of
        deals that are impossible now, and a move of the new tile would look little tried.
        """
        if not self._seen or log[: len(self._seen)] != self._seen:
            return None
        later = log[len(self._seen) :]
        if not all(is_hidden(line) for line in later if line.startswith("*")):
            return None
        moves = [line.split(" ", 1)[1] for line in later if not line.startswith("*")]
        return [self.game._kit.read(move) for move in moves]

    def _grow(
        self,
        trunk: Trunk,
        root: Batch,
        seat: int,
        stop: threading.Event | None,
        stream: Stream,
        deadline: float,
        effort: int | None,
    ) -> None:
        """Grow a tree until the effort is spent, the time is over or somebody says stop."""
        grown, chunk, began = 0, _CHUNK, time.perf_counter()
        while effort is None or grown < effort:
            if effort is not None:
                chunk = min(_CHUNK, effort - grown)
            trunk.grow(root, seat, chunk, stream)
            grown += chunk
            if stop is not None and stop.is_set():
                return
            if effort is None:
                now = time.perf_counter()
                rate = grown / max(now - began, 1e-9)
                if now >= deadline or self._is_decided(trunk, rate, now - began, deadline - now):
                    return
                chunk = max(1, int(rate * min(_LOOK, deadline - now)))

    @staticmethod
    def _is_decided(trunk: Trunk, rate: float, spent: float, left: float) -> bool:
        """Can no other move catch up in the time that is left?"""
        return spent > _SOONEST * left and trunk.lead() > rate * left

    def _pooled(self, seat: int, legal: Codes, seconds: float) -> Thought:
        """What the trees say together."""
        visits: dict[int, int] = {}
        worth: dict[int, Floats] = {}
        for trunk in self._trunks:
            for move, (count, sums) in trunk.first_moves().items():
                visits[move] = visits.get(move, 0) + count
                worth[move] = worth.get(move, np.zeros(tree.MAX_SEATS)) + sums
        assert visits.keys() <= set(legal.tolist()), "a tree has moves that are not legal"
        order = sorted(visits, key=lambda move: (visits[move], worth[move][seat]), reverse=True)
        kit, total = self.game._kit, sum(visits.values())
        values = sum(worth.values(), np.zeros(tree.MAX_SEATS)) / max(1, total)
        return Thought(
            move=kit.spell(order[0]),
            candidates=tuple(
                Candidate(kit.spell(m), float(worth[m][seat] / max(1, visits[m])), visits[m])
                for m in order
            ),
            value=tuple(values[: self.game.players].tolist()),
            visits=total,
            seconds=seconds,
        )

    def _forecast(
        self, root: Batch, seat: int, move: str, stream: Stream
    ) -> tuple[dict[str, float], ...]:
        """The points by colour that playouts end with on average."""
        kit, trunk = self.game._kit, self._trunks[0]
        work: Batch = np.zeros(1, kit.rules.DTYPE)
        minds: Batch = np.zeros(1, self._mind.MIND)
        sums: list[dict[str, float]] = []
        for _ in range(_FORECASTS):
            finish(root, trunk.root_mind, work, minds, kit.read(move), seat, trunk._learnt, stream)
            final = kit.scores(_named(work))
            sums = sums or [dict.fromkeys(points, 0.0) for points in final]
            for mean, points in zip(sums, final, strict=True):
                for colour, value in points.items():
                    mean[colour] += value / _FORECASTS
        return tuple(sums)


def learnt_for(game: Game, mind: Mind, source: str | Path | Learnt | None) -> Learnt:
    """What was learnt for a game: its own numbers, or those of a source; raises BadOption.

    The kernels trust the size, so it must be one that the mind knows.
    """
    own = mind.learnt(game.options)
    if source is None:
        return own
    numbers = read_learnt(source)
    sizes = {own.size, *getattr(mind, "ALSO_LEARNT", ())}
    is_plain = numbers.dtype == own.dtype and numbers.flags.c_contiguous
    if not is_plain or numbers.shape not in {(size,) for size in sizes}:
        raise BadOption(
            f"this was not learnt for {game.title} with {game.players} players: "
            f"{own.size} numbers of the type {own.dtype} are"
        )
    return numbers


def read_learnt(source: str | Path | Learnt) -> Learnt:
    """What was learnt, from a file that `genial train` wrote; raises BadOption."""
    if isinstance(source, np.ndarray):
        return source
    try:
        numbers: Learnt = np.load(source, allow_pickle=False)
    except (OSError, ValueError) as error:
        raise BadOption(f"{source} holds nothing learnt: {error}") from None
    return numbers


def share(effort: int, threads: int, k: int) -> int:
    """The k-th thread's part of an effort; at least one.

    >>> [share(10, 4, k) for k in range(4)]
    [3, 3, 2, 2]
    """
    return max(1, effort // threads + (k < effort % threads))


def share_of(clock: Clock) -> float:
    """The seconds that a clock allows for the next move.

    >>> share_of(Clock(left=60, increment=2)) < 5
    True
    """
    return max(0.01, min(clock.left / 20 + 0.8 * clock.increment, 0.5 * clock.left))


def is_hidden(draw: str) -> bool:
    """Does a line of a log hide what was drawn?

    >>> is_hidden("* rack 2 ?? ??"), is_hidden("* rack 1 RG BB")
    (True, False)
    """
    return draw.endswith("?")


def stream_for(seed: int, view: Data) -> Stream:
    """A stream that follows from a seed and from what a seat sees, nothing else."""
    told = msgspec.json.encode([seed, view["seat"], view["options"], view["log"]])
    return fast_stream(int.from_bytes(hashlib.blake2b(told, digest_size=8).digest(), "big"))


def _named(array: Batch) -> Record:
    return array.view(np.recarray)[0]
