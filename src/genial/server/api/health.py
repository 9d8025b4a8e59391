"""The health check, and how a connection arrives."""

from __future__ import annotations

import msgspec
from litestar import get

import genial
from genial.server.api.dependencies import AnyRequest, AppServices, ClientAddress


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


class SeenConnection(msgspec.Struct):
    """What limits count a client by, and how many addresses proxies have forwarded for it."""

    address: str
    forwarded: int


@get("/api/connection", summary="See how your connection arrives", tags=["server"])
async def connection(request: AnyRequest, address: ClientAddress) -> SeenConnection:
    """Return the address that the server counts you by: hosts check their proxies with it."""
    forwarded = ",".join(request.headers.getall("x-forwarded-for", []))
    return SeenConnection(address, len([one for one in forwarded.split(",") if one.strip()]))
