"""How much anybody may ask for: token buckets, by address or account."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Callable

import structlog

from genial.server.refusals import Refusal

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
            raise TooMuch("too much at once: wait a little")


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
