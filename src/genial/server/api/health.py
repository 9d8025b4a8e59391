"""The health check."""

from __future__ import annotations

import msgspec
from litestar import get

import genial
from genial.server.api.dependencies import AppServices


class Health(msgspec.Struct):
    """The state of the server, and the progress of compilation."""

    status: str
    version: str
    compiled: int
    steps: int


@get("/health", summary="Check the health of the server", tags=["server"])
async def health(services: AppServices) -> Health:
    """Ask the database, and report how many steps of compilation are done."""
    await services.registry.store.last_beat()
    compilation = services.compilation
    return Health("well", genial.__version__, compilation.done, compilation.total)
