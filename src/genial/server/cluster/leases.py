"""Jobs that one process at a time does; what a dead process left is taken over soon."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from typing import TypeVar

import sqlalchemy as sa
import structlog

from genial.core.errors import GenialError
from genial.server.tables.registry import TableRegistry

T = TypeVar("T")

log = structlog.get_logger()

LEASE = 6.0  # seconds after which the job of somebody who says nothing is somebody else's
_RENEWAL = 2.0  # seconds between signs of life


@asynccontextmanager
async def held(registry: TableRegistry, job: str, holder: str) -> AsyncIterator[bool]:
    """Hold a job until this ends, unless somebody else does: then it is not held.

    Neither taking it nor giving it back is cancelled half-way: the lease would stay behind.
    """
    taking = asyncio.ensure_future(_take(registry, job, holder))
    try:
        is_held = await to_the_end(taking)
    except asyncio.CancelledError:
        if taking.exception() is None and taking.result():
            await to_the_end(_drop(registry, job, holder))
        raise
    if not is_held:
        yield False
        return
    ended = asyncio.Event()
    renewal = asyncio.create_task(_renew(registry, job, holder, ended))
    try:
        yield True
    finally:
        ended.set()
        await to_the_end(_give_back(registry, job, holder, renewal))


async def to_the_end(work: Awaitable[T]) -> T:
    """Wait for work that must not be cancelled half-way; a cancellation comes after it."""
    task = asyncio.ensure_future(work)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait([task])
        if not task.cancelled():
            task.exception()  # looked at, so that nothing complains about it
        raise


async def _give_back(
    registry: TableRegistry, job: str, holder: str, renewal: asyncio.Task[None]
) -> None:
    """Drop a lease when nothing renews it any more."""
    await asyncio.gather(renewal, return_exceptions=True)
    await _drop(registry, job, holder)


async def _take(registry: TableRegistry, job: str, holder: str) -> bool:
    now = registry.now()
    return await registry.store.take_lease(job, holder, now, now + LEASE)


async def _drop(registry: TableRegistry, job: str, holder: str) -> None:
    with contextlib.suppress(GenialError, OSError, sa.exc.SQLAlchemyError):
        await registry.store.drop_lease(job, holder, registry.now())


async def _renew(registry: TableRegistry, job: str, holder: str, ended: asyncio.Event) -> None:
    while not ended.is_set():
        try:
            async with asyncio.timeout(_RENEWAL):
                await ended.wait()
        except TimeoutError:
            try:
                await _take(registry, job, holder)
            except (GenialError, OSError, sa.exc.SQLAlchemyError) as error:
                log.warning("lease", job=job, error=str(error))
