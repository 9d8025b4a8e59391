"""The time of a server: that of the machine's clock, but without its jumps.

Clocks are set, and machines sleep. No player is charged for that, so a jump is followed only when
the timekeeper has compensated for it.
"""

from __future__ import annotations

import time
from collections.abc import Callable


class MonotonicClock:
    """Epoch seconds that pass one a second.

    >>> wall = iter([1000.0, 4600.0, 4600.0])
    >>> clock = MonotonicClock(lambda: next(wall), lambda: 0.0)
    >>> clock.ahead(), clock.now()
    (3600.0, 1000.0)
    >>> clock.follow()
    >>> clock.now()
    4600.0
    """

    def __init__(
        self,
        clock: Callable[[], float] = time.time,
        ticks: Callable[[], float] = time.monotonic,
    ) -> None:
        self._clock, self._ticks = clock, ticks
        self.follow()

    def now(self) -> float:
        """Return the time."""
        return self._base + self._ticks()

    def ahead(self) -> float:
        """Return how far the machine's clock is ahead of this time."""
        return self._clock() - self.now()

    def follow(self) -> None:
        """Follow the machine's clock to its present time."""
        self._base = self._clock() - self._ticks()
