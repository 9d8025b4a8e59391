"""Check every request before its handler runs: rate, origin and encoding."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from litestar import Request
from litestar.enums import MediaType
from litestar.exceptions import (
    ClientException,
    HTTPException,
    NotFoundException,
    PermissionDeniedException,
)
from litestar.handlers import HTTPRouteHandler

from genial.server.api.dependencies import client_address
from genial.server.services import Connection, Services, services_of

_SAFE = {"GET", "HEAD", "OPTIONS"}


async def check_request(request: Request[Any, Any, Any]) -> None:
    """Refuse clients that send too many requests, and forged requests from other sites."""
    services = services_of(request)
    services.limits.requests.use(client_address(request, services))
    if request.method not in _SAFE and not is_same_origin(request, services):
        raise PermissionDeniedException("This request comes from another site.")
    if "\0" in request.scope["path"]:
        raise NotFoundException("There is no such page.")
    if b"%00" in request.scope["query_string"]:
        raise ClientException("The query contains a NUL character.")
    if request.method not in _SAFE:
        body = await request.body()
        _check_body(request.content_type[0], body)
        if not body and _needs_body(request):
            raise ClientException("Send a JSON body.")


async def skip_checks(_: Request[Any, Any, Any]) -> None:
    """Let a request for a file pass: browsers ask for many at once, and they come from memory."""


def is_same_origin(connection: Connection, services: Services) -> bool:
    """Does a request come from one of our pages? Browsers say so; programs need not."""
    origin = connection.headers.get("origin")
    if origin is None:
        return True
    allowed = services.settings.origin
    if allowed:
        return bool(origin == allowed.rstrip("/"))
    try:
        return urlsplit(origin).netloc == connection.headers.get("host")
    except ValueError:
        return False


def _needs_body(request: Request[Any, Any, Any]) -> bool:
    """Does the handler need a body? This is checked first: dependencies come before `data`."""
    handler = request.route_handler
    field = handler.parsed_data_field if isinstance(handler, HTTPRouteHandler) else None
    return field is not None and not field.has_default and not field.is_optional


def _check_body(kind: str, body: bytes) -> None:
    """Refuse a body that cannot be JSON, before anything tries to parse it."""
    if not body:
        return
    if kind and kind != MediaType.JSON:
        raise HTTPException("Send JSON with Content-Type: application/json.", status_code=415)
    try:
        body.decode()
    except UnicodeDecodeError:
        raise ClientException("This is not JSON: it is not UTF-8.") from None
