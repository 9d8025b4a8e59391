"""Jobs that one process at a time does: what is taken is given back, however it ends."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest
import sqlalchemy as sa

from genial.server.cluster import leases
from genial.server.cluster.leases import StoredLeases
from genial.server.cluster.periodic import Periodic
from genial.server.storage import schema
from genial.server.storage.store import Store
from tests.server.waiting import let_tasks_run


async def holders(store: Store) -> list[str]:
    async with store.engine.connect() as connection:
        return list(await connection.scalars(sa.select(schema.leases.c.holder)))


@pytest.mark.parametrize("times", [1, 2], ids=["taken", "renewed"])
async def test_a_job_that_ends_while_its_lease_is_written_leaves_none_behind(
    places: tuple[str, str], times: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leases, "_RENEWAL", 0.01)
    take = Store.take_lease
    asked: list[str] = []
    writings: list[asyncio.Future[bool]] = []
    is_asked, may_write = asyncio.Event(), asyncio.Event()

    async def slow(store: Store, *told: Any) -> bool:
        asked.append("once more")
        if len(asked) < times:
            return await take(store, *told)
        is_asked.set()
        # The database goes on with what it was sent, even if no task waits for it.
        writings.append(asyncio.ensure_future(write(store, *told)))
        return await asyncio.shield(writings[-1])

    async def write(store: Store, *told: Any) -> bool:
        await may_write.wait()
        return await take(store, *told)

    monkeypatch.setattr(Store, "take_lease", slow)

    store = await Store.open(places[0])
    jobs = StoredLeases(store, time.time)

    async def work() -> None:
        async with jobs.hold("a job", "a worker"):
            await asyncio.Event().wait()  # for ever

    try:
        working = asyncio.create_task(work())
        await asyncio.wait_for(is_asked.wait(), 30)
        working.cancel()
        await let_tasks_run()
        may_write.set()
        await asyncio.gather(working, return_exceptions=True)
        assert working.cancelled()
        assert await asyncio.gather(*writings) == [True], "the lease was written"
        assert await holders(store) == []
    finally:
        await store.close()


async def test_a_job_that_is_stopped_while_it_gives_its_lease_back_leaves_none_behind(
    places: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    finish, is_waiting, may_end = Periodic.finish, asyncio.Event(), asyncio.Event()

    async def slow(renewal: Periodic) -> None:
        await finish(renewal)
        is_waiting.set()
        await may_end.wait()

    monkeypatch.setattr(Periodic, "finish", slow)

    store = await Store.open(places[0])
    jobs = StoredLeases(store, time.time)

    async def work() -> None:
        async with jobs.hold("a job", "a worker") as is_held:
            assert is_held

    try:
        working = asyncio.create_task(work())
        await asyncio.wait_for(is_waiting.wait(), 30)
        working.cancel()
        await let_tasks_run()
        may_end.set()
        await asyncio.gather(working, return_exceptions=True)
        assert working.cancelled()
        assert await holders(store) == []
    finally:
        await store.close()


async def test_leases_of_the_dead_are_forgotten(places: tuple[str, str]) -> None:
    store = await Store.open(places[0])
    jobs = StoredLeases(store, time.time)
    try:
        now = time.time()
        await store.take_lease("an old job", "the dead", now - 20, now - 10)
        await store.take_lease("another", "the living", now, now + 600)
        async with jobs.hold("a job", "a worker") as is_held:
            assert is_held
        assert await holders(store) == ["the living"]
    finally:
        await store.close()
