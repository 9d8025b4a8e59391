"""Slots are shared fairly: keys take turns, however many slots one of them asks for."""

from __future__ import annotations

import asyncio

import pytest

from genial.server.limits import FairSlots, QueueTooLong
from tests.server.waiting import let_tasks_run


async def service_order(slots: FairSlots, wanted: str) -> str:
    """Return the order in which keys get slots that all ask before any gets one."""
    order: list[str] = []

    async def work(key: str) -> None:
        async with slots.take(key):
            order.append(key)
            await asyncio.sleep(0)  # all others ask meanwhile

    await asyncio.gather(*(work(key) for key in wanted))
    return "".join(order)


async def test_keys_take_turns() -> None:
    assert await service_order(FairSlots(1), "aaaaaab") == "aabaaaa"
    assert await service_order(FairSlots(1), "aaabbbcc") == "aabcabcb"


async def test_one_key_has_only_some_slots_at_a_time() -> None:
    slots, now, most = FairSlots(4, each=2), {"a": 0, "b": 0}, {"a": 0, "b": 0}

    async def work(key: str) -> None:
        async with slots.take(key):
            now[key] += 1
            most[key] = max(most[key], now[key])
            await asyncio.sleep(0)  # all others that may hold a slot now take it
            now[key] -= 1

    await asyncio.gather(*(work(key) for key in "aaaaaabbb"))
    assert most == {"a": 2, "b": 2}


async def test_only_the_key_that_asks_for_too_much_is_refused() -> None:
    slots, end = FairSlots(1, waiting=2), asyncio.Event()

    async def work(key: str) -> str:
        async with slots.take(key):
            await end.wait()
            return key

    tasks = [asyncio.create_task(work("a")) for _ in range(3)]
    await let_tasks_run()
    with pytest.raises(QueueTooLong):
        await work("a")
    tasks.append(asyncio.create_task(work("b")))
    end.set()
    assert sorted(await asyncio.gather(*tasks)) == ["a", "a", "a", "b"]


async def test_a_slot_is_not_lost_when_its_holder_or_a_waiter_gives_up() -> None:
    slots = FairSlots(1)

    async def work() -> None:
        async with slots.take("a"):
            await asyncio.Event().wait()  # for ever

    for _ in range(5):
        tasks = [asyncio.create_task(work()) for _ in range(3)]
        await let_tasks_run()
        tasks[0].cancel()
        await asyncio.sleep(0)  # the slot passes on in this very moment
        tasks[1].cancel()  # it may have a slot by now
        tasks[2].cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    async with asyncio.timeout(30), slots.take("b"):
        pass
    assert not slots._taken
    assert not slots._waiting
