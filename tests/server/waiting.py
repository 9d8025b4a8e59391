"""Wait for conditions, with deadlines that a busy machine can meet."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

T = TypeVar("T")

PATIENCE = 60.0  # seconds
NEVER = "it never came true"


def eventually(
    condition: Callable[[], T],
    *,
    seconds: float = PATIENCE,
    pause: float = 0.05,
    what: str = NEVER,
) -> T:
    """Return what a condition answers as soon as that is true; fail at the deadline."""
    end = time.monotonic() + seconds
    while not (answer := condition()):
        assert time.monotonic() < end, what
        time.sleep(pause)
    return answer


async def until(
    condition: Callable[[], Awaitable[T]], seconds: float = PATIENCE, what: str = NEVER
) -> T:
    """Return what an awaited condition answers as soon as that is true; fail at the deadline."""
    end = time.monotonic() + seconds
    while not (answer := await condition()):
        assert time.monotonic() < end, what
        await asyncio.sleep(0.02)
    return answer


async def let_tasks_run() -> None:
    """Let all tasks that can go on do so; no time passes."""
    for _ in range(20):
        await asyncio.sleep(0)
