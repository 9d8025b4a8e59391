"""The messages of a socket that wait to be asked for."""

from __future__ import annotations

import asyncio

import pytest

from genial.server.transport.incoming import Incoming
from tests.server.waiting import PATIENCE, let_tasks_run


def incoming() -> Incoming[int]:
    return Incoming(asyncio.get_running_loop())


async def test_messages_come_in_their_order_whether_or_not_they_are_awaited() -> None:
    queue = incoming()
    reader = asyncio.create_task(queue.get())
    await let_tasks_run()
    for number in (1, 2, 3):
        queue.put_nowait(number)
    assert queue.qsize() == 2, "the reader has the first"
    async with asyncio.timeout(PATIENCE):
        assert [await reader, await queue.get(), await queue.get()] == [1, 2, 3]
    assert queue.empty()


@pytest.mark.parametrize("has_come", [False, True])
async def test_a_reader_that_is_cancelled_loses_nothing(has_come: bool) -> None:
    queue = incoming()
    reader = asyncio.create_task(queue.get())
    await let_tasks_run()
    if has_come:
        queue.put_nowait(1)
    reader.cancel()
    await asyncio.gather(reader, return_exceptions=True)
    assert reader.cancelled()
    if not has_come:
        queue.put_nowait(1)
    queue.put_nowait(2)
    async with asyncio.timeout(PATIENCE):
        assert [await queue.get(), await queue.get()] == [1, 2]
