"""`/metrics`: the numbers of this process, and how many tables there are."""

from __future__ import annotations

import ipaddress
import time
from typing import Any

from litestar import Request, Response, get

from genial.server.errors import NotFound

_FRESH = 15.0  # seconds that tables need not be counted again
_PASSED_ON = ("x-forwarded-for", "forwarded", "x-real-ip", "via", "x-forwarded-host")
_PHASES = ("waiting", "playing", "over")


@get("/metrics", include_in_schema=False)
async def measured(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Numbers for Prometheus, to whom the host allows it."""
    state = request.app.state
    if not may_read(request):
        raise NotFound("there is no such page", code="no-such-page")
    metrics, store = state.registry.metrics, state.registry.store
    if time.monotonic() - getattr(state, "counted", -_FRESH) >= _FRESH:
        state.counted = time.monotonic()
        phases = await store.phases()
        for phase in _PHASES:
            metrics.tables.labels(phase).set(phases.get(phase, 0))
    metrics.queues.labels("changes").set(store.waiting)
    metrics.queues.labels("bots").set(0 if state.thinkers is None else state.thinkers.at_work)
    metrics.queues.labels("turns").set(state.notices.waiting)
    return Response(metrics.text(), media_type="text/plain; version=0.0.4")


def may_read(request: Request[Any, Any, Any]) -> bool:
    """Is somebody allowed to see the numbers? Without a setting only on this machine."""
    who = request.app.state.settings.metrics
    if who != "local":
        return bool(who == "open")
    if any(name in request.headers for name in _PASSED_ON) or request.client is None:
        return False
    try:
        return ipaddress.ip_address(request.client.host).is_loopback
    except ValueError:
        return False
