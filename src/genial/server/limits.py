"""How much anybody may ask for: token buckets, by address or account."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

from genial.server.refusals import Refusal

_KEPT = 50_000  # buckets that are remembered


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
