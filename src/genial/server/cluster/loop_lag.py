"""Measure how late the event loop is: while a message is worked on, all others wait."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from types import TracebackType

_EVERY = 0.05  # seconds between two measurements


class LoopLag:
    """Asks to be called again and again, and notes how much later than that it is."""

    def __init__(self, note: Callable[[float], object]) -> None:
        """Prepare to call a function with the seconds of each measurement."""
        self._note = note
        self._due = 0.0
        self._timer: asyncio.TimerHandle | None = None

    def __enter__(self) -> LoopLag:
        self._wait()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:  # fmt: skip
        if self._timer is not None:
            self._timer.cancel()

    def _wait(self) -> None:
        self._due = time.perf_counter() + _EVERY
        self._timer = asyncio.get_running_loop().call_later(_EVERY, self._measure)

    def _measure(self) -> None:
        self._note(max(0.0, time.perf_counter() - self._due))
        self._wait()
