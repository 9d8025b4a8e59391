"""Periodic work: it goes on whatever goes wrong, and ends on request."""

from __future__ import annotations

import asyncio

import pytest

from genial.server.cluster.periodic import Periodic, stop_all
from tests.server.waiting import let_tasks_run

PATIENCE = 30  # seconds


async def test_a_round_that_fails_does_not_end_the_work() -> None:
    rounds = 0
    has_gone_on = asyncio.Event()

    async def work() -> None:
        nonlocal rounds
        rounds += 1
        if rounds == 3:
            has_gone_on.set()
        raise ValueError("this round fails")

    periodic = Periodic("test", work, every=0.001).start()
    async with asyncio.timeout(PATIENCE):
        await has_gone_on.wait()
    await periodic.stop()


async def test_the_first_round_comes_at_once_or_after_a_pause() -> None:
    rounds: list[str] = []

    has_run = asyncio.Event()

    async def eager() -> None:
        rounds.append("eager")
        has_run.set()

    async def patient() -> None:
        rounds.append("patient")

    works = (
        Periodic("patient", patient, every=3600).start(),
        Periodic("eager", eager, every=3600, at_once=True).start(),
    )
    async with asyncio.timeout(PATIENCE):
        await has_run.wait()
    await let_tasks_run()
    await stop_all(*works)
    assert rounds == ["eager"]


async def test_work_that_is_woken_runs_once_for_all_that_comes_together(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rounds = gathered = 0
    is_gathering, may_run, has_run = asyncio.Event(), asyncio.Event(), asyncio.Event()

    async def work() -> None:
        nonlocal rounds
        rounds += 1
        has_run.set()

    async def gather(seconds: float) -> None:
        nonlocal gathered
        gathered += 1
        is_gathering.set()
        await may_run.wait()

    periodic = Periodic("test", work, every=None, gather=1).start()
    await let_tasks_run()
    assert rounds == 0, "it only runs when woken"
    monkeypatch.setattr(asyncio, "sleep", gather)
    async with asyncio.timeout(PATIENCE):
        periodic.wake()
        await is_gathering.wait()
        periodic.wake()
        periodic.wake()
        may_run.set()
        await has_run.wait()
    assert (rounds, gathered) == (1, 1), "nothing is left that would wake it again"
    await periodic.stop()


async def test_to_finish_waits_for_the_round_and_to_stop_cancels_it() -> None:
    ends: list[str] = []

    def slow(name: str, may_end: asyncio.Event, has_begun: asyncio.Event) -> Periodic:
        async def work() -> None:
            has_begun.set()
            try:
                await may_end.wait()
            except asyncio.CancelledError:
                ends.append(f"{name} cancelled")
                raise
            ends.append(f"{name} done")

        return Periodic(name, work, every=3600, at_once=True).start()

    may_end, begun = asyncio.Event(), [asyncio.Event(), asyncio.Event()]
    finished = slow("finished", may_end, begun[0])
    stopped = slow("stopped", may_end, begun[1])
    async with asyncio.timeout(PATIENCE):
        for event in begun:
            await event.wait()
        await stopped.stop()
        finishing = asyncio.create_task(finished.finish())
        await let_tasks_run()
        assert not finishing.done()
        may_end.set()
        await finishing
    assert ends == ["stopped cancelled", "finished done"]
