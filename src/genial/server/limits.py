"""Limit how much one address or account may ask for: token buckets, and slots shared fairly."""

from __future__ import annotations

import asyncio
import time
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import structlog

from genial.server.errors import Refusal

log = structlog.get_logger()

_KEPT = 50_000  # buckets that are remembered
_QUIET = 10.0  # seconds between two lines of the log about the same limit


class TooMuch(Refusal):
    """Somebody asks for too much in too short a time."""

    code = "too-much"
    status = 429


class Limit:
    """So many things at once, and so many a second in the long run, for everybody."""

    def __init__(
        self, burst: float, rate: float, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._burst, self._rate, self._now = burst, rate, now
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()  # left, when

    def allows(self, whose: str) -> bool:
        """May somebody do one more thing? It counts if so."""
        now = self._now()
        left, since = self._buckets.pop(whose, (self._burst, now))
        left = min(self._burst, left + (now - since) * self._rate)
        allowed = left >= 1
        self._buckets[whose] = (left - 1 if allowed else left, now)
        while len(self._buckets) > _KEPT:
            self._buckets.popitem(last=False)
        return allowed

    def use(self, whose: str) -> None:
        """Let somebody do one more thing; raises TooMuch."""
        if not self.allows(whose):
            raise TooMuch("Too many requests. Wait a little.")


class Budget:
    """What one connection may spend: a bucket of its own, which fills again at a steady rate."""

    __slots__ = ("_burst", "_left", "_now", "_rate", "_since")

    def __init__(
        self, burst: float, rate: float, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._burst, self._rate, self._now = burst, rate, now
        self._left, self._since = burst, now()

    def spend(self, amount: int) -> bool:
        """Take the amount from the bucket; no if there is not enough left."""
        now = self._now()
        self._left = min(self._burst, self._left + (now - self._since) * self._rate)
        self._since = now
        if amount > self._left:
            return False
        self._left -= amount
        return True


class LimitLog:
    """Lines in the log when limits are reached: one for each limit in ten seconds, with a count."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._unsaid: Counter[str] = Counter()
        self._said: dict[str, float] = {}

    def add(self, limit: str) -> None:
        """Count that a limit was reached, and log it unless that was done just before."""
        self._unsaid[limit] += 1
        self.flush()

    def flush(self) -> None:
        """Log what was counted and may be logged by now."""
        now = self._now()
        for limit in list(self._unsaid):
            if now - self._said.get(limit, -_QUIET) >= _QUIET:
                self._said[limit] = now
                log.warning("limit reached", limit=limit, times=self._unsaid.pop(limit))


class QueueTooLong(Exception):
    """Too much waits already in the name of one key."""


class FairSlots:
    """A number of slots. Keys that wait take turns; one key has only some slots at a time."""

    def __init__(self, slots: int, *, each: int | None = None, waiting: int = 1_000) -> None:
        self._free, self._each = slots, slots if each is None else each
        self._most_waiting = waiting  # of one key
        self._taken: Counter[str] = Counter()
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    @asynccontextmanager
    async def take(self, key: str) -> AsyncIterator[None]:
        """Hold a slot as soon as it is this key's turn; raises QueueTooLong."""
        await self._acquire(key)
        try:
            yield
        finally:
            self._give_back(key)

    async def _acquire(self, key: str) -> None:
        queue = self._waiting.setdefault(key, deque())
        if len(queue) >= self._most_waiting:
            raise QueueTooLong
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        queue.append(turn)
        self._pass_on()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.cancelled():
                self._pass_on()
            else:  # it had its turn in the same moment
                self._give_back(key)
            raise

    def _give_back(self, key: str) -> None:
        self._taken[key] -= 1
        self._taken += Counter()  # keeps what is more than zero
        self._free += 1
        self._pass_on()

    def _pass_on(self) -> None:
        """Give free slots to those who wait, one key after another."""
        for key in list(self._waiting):
            queue = self._waiting[key]
            while queue and queue[0].done():  # cancelled
                queue.popleft()
            if not queue:
                del self._waiting[key]
            elif self._free and self._taken[key] < self._each:
                queue.popleft().set_result(None)
                self._taken[key] += 1
                self._free -= 1
                self._waiting.move_to_end(key)
        if self._free and any(self._taken[key] < self._each for key in self._waiting):
            self._pass_on()
