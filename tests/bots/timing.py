"""How long bots think, on a machine that may be busy with other things."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator

BUSY = 10  # seconds that other programs may take


@contextlib.contextmanager
def worked_less_than(seconds: float) -> Iterator[None]:
    """Check how long a bot thinks, by the processor: other programs may keep it busy."""
    began, worked = time.perf_counter(), time.process_time()
    yield
    assert time.process_time() - worked < seconds
    assert time.perf_counter() - began < seconds + BUSY
