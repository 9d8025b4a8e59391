"""The time a server goes by: that of the machine's clock, but without its jumps.

Clocks are set, and machines sleep. Nobody at a table is charged for that, so whoever keeps the
time must first agree to a jump.
"""

from __future__ import annotations

import time
from collections.abc import Callable


class MonotonicClock:
    """Epoch seconds that pass one a second.

    >>> wall = iter([1000.0, 4600.0, 4600.0])
    >>> steady = MonotonicClock(lambda: next(wall), lambda: 0.0)
    >>> steady.ahead(), steady.now()
    (3600.0, 1000.0)
    >>> steady.follow()
    >>> steady.now()
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
        """The time."""
        return self._base + self._ticks()

    def ahead(self) -> float:
        """How far the machine's clock is ahead of this time."""
        return self._clock() - self.now()

    def follow(self) -> None:
        """Agree with the machine's clock."""
        self._base = self._clock() - self._ticks()
