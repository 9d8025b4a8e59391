"""Wait for something that another process brings about, with a deadline."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


def eventually(
    condition: Callable[[], T], *, seconds: float = 60.0, pause: float = 0.05, what: str = ""
) -> T:
    """Return what a condition answers as soon as that is true; fail at the deadline."""
    end = time.monotonic() + seconds
    while not (answer := condition()):
        assert time.monotonic() < end, what or "it never came true"
        time.sleep(pause)
    return answer
