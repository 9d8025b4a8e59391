"""Jobs that one process at a time does; what a dead process left is taken over soon."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import sqlalchemy as sa
import structlog

from genial.core.errors import GenialError
from genial.server.home import Home

log = structlog.get_logger()

LEASE = 6.0  # seconds after which the job of somebody who says nothing is somebody else's
_RENEWAL = 2.0  # seconds between signs of life


@asynccontextmanager
async def held(home: Home, job: str, holder: str) -> AsyncIterator[bool]:
    """Hold a job until this ends, unless somebody else does: then it is not held."""
    now = home.now()
    if not await home.store.take_lease(job, holder, now, now + LEASE):
        yield False
        return
    renewal = asyncio.create_task(_renew(home, job, holder))
    try:
        yield True
    finally:
        renewal.cancel()
        await asyncio.gather(renewal, return_exceptions=True)
        with contextlib.suppress(GenialError, OSError, sa.exc.SQLAlchemyError):
            await home.store.drop_lease(job, holder)


async def _renew(home: Home, job: str, holder: str) -> None:
    while True:
        await asyncio.sleep(_RENEWAL)
        now = home.now()
        try:
            await home.store.take_lease(job, holder, now, now + LEASE)
        except (GenialError, OSError, sa.exc.SQLAlchemyError) as error:
            log.warning("lease", job=job, error=str(error))
