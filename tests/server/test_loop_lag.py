"""How late the event loop is."""

from __future__ import annotations

import asyncio
import time

from genial.server.cluster.loop_lag import LoopLag


async def test_work_that_keeps_the_loop_busy_shows_as_lag() -> None:
    lags: list[float] = []
    with LoopLag(lags.append):
        await asyncio.sleep(0.01)
        time.sleep(0.2)
        await asyncio.sleep(0.01)
    assert max(lags) >= 0.1
    measured = len(lags)
    await asyncio.sleep(0.15)
    assert len(lags) == measured, "it has ended"


async def test_an_idle_loop_is_measured_again_and_again() -> None:
    lags: list[float] = []
    with LoopLag(lags.append):
        while len(lags) < 3:
            await asyncio.sleep(0.01)
    assert all(lag >= 0.0 for lag in lags)
