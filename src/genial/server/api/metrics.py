"""Metrics of this process and the number of tables, for Prometheus."""

from __future__ import annotations

import ipaddress
import time
from typing import Any

from litestar import Request, Response, get

from genial.server.api.dependencies import AppServices
from genial.server.errors import NotFound

_FRESH = 15.0  # seconds between two counts of the tables
_FORWARDING_HEADERS = ("x-forwarded-for", "forwarded", "x-real-ip", "via", "x-forwarded-host")
_PHASES = ("waiting", "playing", "over")


@get("/metrics", include_in_schema=False)
async def metrics(request: Request[Any, Any, Any], services: AppServices) -> Response[bytes]:
    """Return the metrics to clients that the host allows to read them."""
    if not _may_read(request, services.settings.metrics):
        raise NotFound("There is no such page.", code="no-such-page")
    numbers, store = services.registry.metrics, services.registry.store
    if time.monotonic() - numbers.tables_counted >= _FRESH:
        numbers.tables_counted = time.monotonic()
        phases = await store.phases()
        for phase in _PHASES:
            numbers.tables.labels(phase).set(phases.get(phase, 0))
    numbers.queues.labels("changes").set(store.waiting)
    numbers.queues.labels("bots").set(services.bot_runner.at_work)
    numbers.queues.labels("turns").set(services.notifications.waiting)
    return Response(numbers.text(), media_type="text/plain; version=0.0.4")


def _may_read(request: Request[Any, Any, Any], setting: str) -> bool:
    """May a client read the metrics? Without a setting, only programs on this machine may."""
    if setting != "local":
        return setting == "open"
    if any(name in request.headers for name in _FORWARDING_HEADERS) or request.client is None:
        return False
    try:
        return ipaddress.ip_address(request.client.host).is_loopback
    except ValueError:
        return False
