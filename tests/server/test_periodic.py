"""Periodic work: it goes on whatever goes wrong, and ends as it is told to."""

from __future__ import annotations

import asyncio

from genial.server.cluster.periodic import Periodic, stop_all

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


def test_the_first_round_comes_at_once_or_after_a_pause() -> None:
    rounds: list[str] = []

    async def eager() -> None:
        rounds.append("eager")

    async def patient() -> None:
        rounds.append("patient")

    async def run() -> None:
        works = (
            Periodic("eager", eager, every=3600, at_once=True).start(),
            Periodic("patient", patient, every=3600).start(),
        )
        for _ in range(5):
            await asyncio.sleep(0)
        await stop_all(*works)

    asyncio.run(run())
    assert rounds == ["eager"]


async def test_work_that_is_woken_runs_once_for_all_that_comes_together() -> None:
    rounds = 0
    has_run = asyncio.Event()

    async def work() -> None:
        nonlocal rounds
        rounds += 1
        has_run.set()

    periodic = Periodic("test", work, every=None, gather=0.05).start()
    await asyncio.sleep(0)
    assert rounds == 0, "it only runs when woken"
    for _ in range(3):
        periodic.wake()
        await asyncio.sleep(0.001)
    async with asyncio.timeout(PATIENCE):
        await has_run.wait()
    await asyncio.sleep(0.1)
    assert rounds == 1
    await periodic.stop()


def test_to_finish_waits_for_the_round_and_to_stop_cancels_it() -> None:
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

    async def run() -> None:
        may_end, begun = asyncio.Event(), [asyncio.Event(), asyncio.Event()]
        finished = slow("finished", may_end, begun[0])
        stopped = slow("stopped", may_end, begun[1])
        async with asyncio.timeout(PATIENCE):
            for event in begun:
                await event.wait()
            await stopped.stop()
            finishing = asyncio.create_task(finished.finish())
            await asyncio.sleep(0.01)
            assert not finishing.done()
            may_end.set()
            await finishing

    asyncio.run(run())
    assert ends == ["stopped cancelled", "finished done"]
