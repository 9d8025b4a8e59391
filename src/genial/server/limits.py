"""Limit how much one address or account may ask for: token buckets, and slots shared fairly."""

from __future__ import annotations

import asyncio
import time
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager

import structlog

from genial.server.errors import Refusal

log = structlog.get_logger()

_MOST_BUCKETS = 50_000  # the ones not used for longest are forgotten
_QUIET = 10.0  # seconds between two lines of the log about the same limit


class TooMuch(Refusal):
    """Too many requests in too short a time."""

    code = "too-much"
    status = 429


class Limit:
    """A rate limit by key: a burst at once, and a rate per second in the long run."""

    def __init__(
        self, burst: float, rate: float, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._burst, self._rate, self._now = burst, rate, now
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()  # uses left, when

    def try_use(self, key: str) -> bool:
        """Count one more use; return False, and count nothing, if the limit is reached."""
        now = self._now()
        left, since = self._buckets.pop(key, (self._burst, now))
        left = min(self._burst, left + (now - since) * self._rate)
        allowed = left >= 1
        self._buckets[key] = (left - 1 if allowed else left, now)
        while len(self._buckets) > _MOST_BUCKETS:
            self._buckets.popitem(last=False)
        return allowed

    def use(self, key: str) -> None:
        """Count one more use; raise TooMuch if the limit is reached."""
        if not self.try_use(key):
            raise TooMuch("Too many requests at once. Wait a moment.")

    @contextmanager
    def use_unless(self, refusal: type[Refusal], key: str) -> Iterator[None]:
        """Count one more use, unless what follows is refused like this; raise TooMuch."""
        self.use(key)
        try:
            yield
        except refusal:
            left, since = self._buckets.get(key, (self._burst, self._now()))
            self._buckets[key] = (min(self._burst, left + 1), since)
            raise


class Budget:
    """What one connection may spend: a bucket of its own, which fills again at a steady rate."""

    __slots__ = ("_burst", "_left", "_now", "_rate", "_since")

    def __init__(
        self, burst: float, rate: float, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._burst, self._rate, self._now = burst, rate, now
        self._left, self._since = burst, now()

    def spend(self, amount: int) -> bool:
        """Take the amount from the bucket; return False if not enough is left."""
        now = self._now()
        self._left = min(self._burst, self._left + (now - self._since) * self._rate)
        self._since = now
        if amount > self._left:
            return False
        self._left -= amount
        return True


class LimitLog:
    """Logs that limits were reached: one line for each limit in ten seconds, with a count."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._unlogged: Counter[str] = Counter()
        self._logged_at: dict[str, float] = {}

    def add(self, limit: str) -> None:
        """Count that a limit was reached, and log it unless it was logged just before."""
        self._unlogged[limit] += 1
        self.flush()

    def flush(self) -> None:
        """Log what has been counted, for each limit that was not logged just before."""
        now = self._now()
        for limit in list(self._unlogged):
            if now - self._logged_at.get(limit, -_QUIET) >= _QUIET:
                self._logged_at[limit] = now
                log.warning("limit reached", limit=limit, times=self._unlogged.pop(limit))


class QueueTooLong(Exception):
    """Too much is waiting for one key."""


class FairSlots:
    """A number of slots. Keys that wait take turns; one key has only some slots at a time."""

    def __init__(self, slots: int, *, each: int | None = None, waiting: int = 1_000) -> None:
        self._free, self._each = slots, slots if each is None else each
        self._most_waiting = waiting  # of one key
        self._taken: Counter[str] = Counter()
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    @asynccontextmanager
    async def take(self, key: str) -> AsyncIterator[None]:
        """Hold a slot as soon as it is this key's turn; raise QueueTooLong."""
        await self._acquire(key)
        try:
            yield
        finally:
            self._release(key)

    async def _acquire(self, key: str) -> None:
        queue = self._waiting.setdefault(key, deque())
        if len(queue) >= self._most_waiting:
            raise QueueTooLong
        granted: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        queue.append(granted)
        self._grant()
        try:
            await granted
        except asyncio.CancelledError:
            if granted.cancelled():
                self._grant()
            else:  # the slot was granted in the same moment
                self._release(key)
            raise

    def _release(self, key: str) -> None:
        self._taken[key] -= 1
        self._taken += Counter()  # drops the keys at zero
        self._free += 1
        self._grant()

    def _grant(self) -> None:
        """Grant free slots to the keys that wait, one after another."""
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
            self._grant()
