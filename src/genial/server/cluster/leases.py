"""Leases: a job is done by one process at a time, and taken over soon from a dead one.

With several processes a lease is a row in the database. A single process needs none: it knows what
it is doing.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Protocol, TypeVar

import sqlalchemy as sa

from genial.core.errors import GenialError
from genial.server.cluster.bus import Bus
from genial.server.cluster.periodic import Periodic
from genial.server.storage.store import Store

T = TypeVar("T")

LEASE = 6.0  # seconds after which the job of a silent holder is free again
_RENEWAL = 2.0  # seconds between renewals


class Leases(Protocol):
    """Jobs, each with one holder at a time."""

    def hold(self, job: str, holder: str) -> AbstractAsyncContextManager[bool]:
        """Hold a job until the context ends; it yields no if another holder has it."""


def leases_for(bus: Bus, store: Store, now: Callable[[], float]) -> Leases:
    """Return the leases of this process: in memory if it is alone, otherwise in the database."""
    return LocalLeases() if bus.is_local else StoredLeases(store, now)


class LocalLeases:
    """Leases within a single process."""

    def __init__(self) -> None:
        self._held: set[str] = set()

    @asynccontextmanager
    async def hold(self, job: str, holder: str) -> AsyncIterator[bool]:
        """Hold a job until the context ends; it yields no if it is held already."""
        if job in self._held:
            yield False
            return
        self._held.add(job)
        try:
            yield True
        finally:
            self._held.discard(job)


class StoredLeases:
    """Leases in the database, for many processes."""

    def __init__(self, store: Store, now: Callable[[], float]) -> None:
        self._store, self._now = store, now

    @asynccontextmanager
    async def hold(self, job: str, holder: str) -> AsyncIterator[bool]:
        """Hold a job until the context ends; it yields no if another holder has it.

        Neither taking it nor giving it back is cancelled half-way: the lease would stay behind.
        """
        taking = asyncio.ensure_future(self._take(job, holder))
        try:
            is_held = await run_to_end(taking)
        except asyncio.CancelledError:
            if taking.exception() is None and taking.result():
                await run_to_end(self._drop(job, holder))
            raise
        if not is_held:
            yield False
            return
        renewal = Periodic("lease", lambda: self._take(job, holder), every=_RENEWAL).start()
        try:
            yield True
        finally:
            await run_to_end(self._give_back(job, holder, renewal))

    async def _take(self, job: str, holder: str) -> bool:
        now = self._now()
        return await self._store.take_lease(job, holder, now, now + LEASE)

    async def _give_back(self, job: str, holder: str, renewal: Periodic) -> None:
        """Drop a lease as soon as nothing renews it any more."""
        await renewal.finish()
        await self._drop(job, holder)

    async def _drop(self, job: str, holder: str) -> None:
        with contextlib.suppress(GenialError, OSError, sa.exc.SQLAlchemyError):
            await self._store.drop_lease(job, holder, self._now())


async def run_to_end(work: Awaitable[T]) -> T:
    """Wait for work that must not be cancelled half-way; a cancellation is raised after it."""
    task = asyncio.ensure_future(work)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait([task])
        if not task.cancelled():
            task.exception()  # retrieved, so that asyncio does not complain about it
        raise
