"""Games by the thousand in one array: the face for playouts and training."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import numpy.typing as npt

from genial.core import engine
from genial.core.chance import fast_streams
from genial.core.errors import BadOption, IllegalMove, quote
from genial.core.kernel import Codes, Records, Stream
from genial.core.kit import Kit
from genial.core.moves import LegalMoves

# A thread is worth its start, some 100 microseconds, with at least this many of the following:
_GAMES = 64  # to deal or to play out
_MOVES = 16_384  # to choose or to play


class Batch:
    """Many games of one kind side by side. Made by `Game.batch`.

    `records` is a structured NumPy array, one element a game; copying one game over another
    is `records[i] = records[j]`. Moves are numbers here (`LegalMoves.codes`). Each game has a
    random stream of its own, so results do not depend on the number of threads.

    >>> import genial
    >>> batch = genial.game("ingenious", players=2).batch(100, seed=1)
    >>> utilities = batch.playout()
    >>> bool(batch.over.all()), utilities.shape
    (True, (100, 2))
    """

    def __init__(
        self, kit: Kit, template: Records, count: int, *, seed: int, resources: object = None
    ) -> None:
        if not isinstance(count, int) or isinstance(count, bool) or count < 1:
            raise BadOption(f"a batch has at least one game, not {quote(count)}")
        self._kit, self._resources = kit, resources  # kept alive for the records
        self.records: Records = np.repeat(template, count)
        self.streams: Stream = fast_streams(seed, count)
        self.players = int(template["players"][0])
        self._run_threaded(
            lambda first, last: engine.deal_all(self.records, self.streams, first, last)
        )

    def __len__(self) -> int:
        return len(self.records)

    def copy(self) -> Batch:
        """An independent copy, streams included."""
        twin = object.__new__(Batch)
        twin._kit, twin._resources, twin.players = self._kit, self._resources, self.players
        twin.records, twin.streams = self.records.copy(), self.streams.copy()
        return twin

    @property
    def turns(self) -> npt.NDArray[np.int8]:
        """The seat to move in every game, from 1; 0 where the game is over."""
        return self._look_up()[0] + np.int8(1)

    @property
    def over(self) -> npt.NDArray[np.bool_]:
        """Which games have ended."""
        return self._look_up()[0] < 0

    @property
    def utilities(self) -> npt.NDArray[np.float64]:
        """Every game's standing by seat (see `State.utilities`)."""
        return self._look_up()[1]

    def _look_up(self) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.float64]]:
        turns = np.zeros(len(self), np.int8)
        utilities = np.zeros((len(self), self.players))
        engine.turns_all(self.records, turns, utilities)
        return turns, utilities

    def legal(self, index: int) -> LegalMoves:
        """The legal moves of one game."""
        out = np.zeros(self._kit.rules.MAX_MOVES, np.int32)
        n = engine.moves(self.records, range(len(self))[index], out)
        return LegalMoves(self._kit, out[:n].copy())

    def sample(self) -> Codes:
        """A random legal move for every game, each equally likely; -1 where it is over."""
        codes = np.zeros(len(self), np.int32)
        self._run_threaded(
            lambda first, last: engine.sample_all(self.records, codes, self.streams, first, last),
            least=_MOVES,
        )
        return codes

    def step(self, codes: npt.ArrayLike, *, check: bool = True) -> None:
        """Play a move in every game that is not over, and deal.

        Moves are checked first, and nothing is played if one is illegal. With `check=False`
        only hand in moves that are legal: the kernel trusts you.
        """
        given = np.asarray(codes)
        if given.shape != (len(self),) or given.dtype.kind not in "iu":
            raise BadOption(f"give a move, a whole number, for each of the {len(self)} games")
        # A number that does not fit would become another one.
        is_code = (given >= 0) & (given <= np.iinfo(np.int32).max)
        moves: Codes = np.where(is_code, given, -1).astype(np.int32)
        if check:
            scratch = np.zeros(self._kit.rules.MAX_MOVES, np.int32)
            bad = engine.first_illegal(self.records, moves, scratch)
            if bad >= 0:
                raise IllegalMove(f"move {given[bad]} is not legal in game {bad} of the batch")
        self._run_threaded(
            lambda first, last: engine.step_all(self.records, moves, self.streams, first, last),
            least=_MOVES,
        )

    def playout(self, *, threads: int | None = None) -> npt.NDArray[np.float64]:
        """Play all games to their ends at random; the utilities by game and seat."""
        if threads is not None and (type(threads) is not int or threads < 1):
            raise BadOption(f"threads must be at least 1, not {quote(threads)}")
        utilities = np.zeros((len(self), self.players))
        self._run_threaded(
            lambda first, last: engine.playouts(self.records, self.streams, first, last, utilities),
            threads,
        )
        return utilities

    def hide(self, seat: int) -> None:
        """Re-deal in every game what this seat (from 1; 0 a spectator) cannot know."""
        if not isinstance(seat, int | np.integer) or seat not in range(self.players + 1):
            raise BadOption(f"there are seats 1 to {self.players}, not {quote(seat)}")
        for i in range(len(self)):
            engine.redeal(self.records, i, seat - 1, self.streams[i])

    def _run_threaded(
        self,
        work: Callable[[int, int], object],
        threads: int | None = None,
        *,
        least: int = _GAMES,
    ) -> None:
        """Do the work on ranges of the games, on all cores where there are enough games."""
        count = len(self)
        parts = min(threads or os.cpu_count() or 1, count // least + 1)
        bounds = [count * k // parts for k in range(parts + 1)]
        if parts == 1:
            work(0, count)
            return
        with ThreadPoolExecutor(parts) as pool:
            list(pool.map(work, bounds[:-1], bounds[1:]))
