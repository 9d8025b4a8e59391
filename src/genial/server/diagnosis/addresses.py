"""Check the server's port and its public address: TLS, the proxy's headers, WebSockets."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import ssl
import time
from typing import TypeVar
from urllib.parse import urlsplit

import httpx
import msgspec
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidHandshake, WebSocketException
from websockets.typing import Origin

import genial
from genial.server.diagnosis.finding import Finding, error, good, reason, warning
from genial.server.diagnosis.settings import listens_outside
from genial.server.lan import ANY
from genial.server.listening import bind
from genial.server.settings import Settings

_CONNECTING = 5.0  # seconds in which a server must take a connection
_ANSWERING = 5.0  # seconds in which it must then answer
_SOON = 14  # days before a certificate expires
_PING = '{"type": "ping", "command": "doctor"}'


Body = TypeVar("Body", bound=msgspec.Struct)


class _Health(msgspec.Struct):
    status: str
    version: str


class _Connection(msgspec.Struct):
    forwarded: int


async def check_server(settings: Settings) -> list[Finding]:
    """Return whether the server runs, or could listen where it is set to."""
    if settings.port == 0:
        return [good("server", "any-port")]
    host = {ANY: "127.0.0.1", "::": "::1"}.get(settings.host, settings.host)
    where = f"[{host}]:{settings.port}" if ":" in host else f"{host}:{settings.port}"
    try:
        answer = await _get(f"http://{where}/health", None)
    except (httpx.HTTPError, httpx.InvalidURL, OSError):
        return [_try_to_listen(settings, where)]
    health = _decode(answer, _Health)
    if health is None:
        return [error("server", "other-program", where=where)]
    if health.version != genial.__version__:
        facts = {"running": health.version, "version": genial.__version__}
        return [warning("server", "other-version", where=where, **facts)]
    return [good("server", "runs", where=where, version=health.version)]


def _try_to_listen(settings: Settings, where: str) -> Finding:
    try:
        bind(settings.host, settings.port).close()
    except OSError as refused:
        return error("server", "port", where=where, why=reason(refused))
    return good("server", "stopped", where=where)


async def check_public_address(settings: Settings) -> list[Finding]:
    """Return how browsers find the server: by name, through TLS and the proxy, up to live play."""
    past_proxy = settings.proxies and listens_outside(settings)
    found = [warning("proxy", "can-be-passed", port=settings.port)] if past_proxy else []
    if not settings.origin:
        return [*_without_origin(settings), *found]
    origin = settings.origin.rstrip("/")
    parts = urlsplit(origin)
    host, port = parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80)
    tls = ssl.create_default_context() if parts.scheme == "https" else None
    try:
        days = await _days_of_certificate(host, port, tls)
    except (socket.gaierror, UnicodeError) as refused:
        return [error("address", "no-such-name", host=host, why=reason(refused)), *found]
    except ssl.SSLError as refused:
        why = getattr(refused, "verify_message", "") or refused.reason or reason(refused)
        return [error("certificate", "refused", host=host, why=why), *found]
    except OSError as refused:
        where = f"{host}:{port}"
        return [error("address", "unreachable", where=where, why=reason(refused)), *found]
    if tls is None:
        found.append(warning("certificate", "none", origin=origin))
    elif days < _SOON:
        found.append(warning("certificate", "expires", host=host, days=days))
    else:
        found.append(good("certificate", host=host, days=days))
    address, is_ours = await _ask_for_health(origin, tls)
    return [address, *found, *(await _check_proxy(settings, origin, tls) if is_ours else [])]


def _without_origin(settings: Settings) -> list[Finding]:
    if settings.proxies:
        return [error("address", "none-behind-proxy")]
    return [good("address", "lan" if listens_outside(settings) else "none")]


async def _days_of_certificate(host: str, port: int, tls: ssl.SSLContext | None) -> int:
    """Return for how many days the certificate at an address is valid; raise OSError."""
    async with asyncio.timeout(_CONNECTING):
        _, writer = await asyncio.open_connection(host, port, ssl=tls)
    certificate = writer.get_extra_info("peercert") or {}
    writer.close()
    with contextlib.suppress(OSError, TimeoutError):
        async with asyncio.timeout(1):
            await writer.wait_closed()
    if "notAfter" not in certificate:
        return 0
    return int((ssl.cert_time_to_seconds(str(certificate["notAfter"])) - time.time()) // 86400)


async def _ask_for_health(origin: str, tls: ssl.SSLContext | None) -> tuple[Finding, bool]:
    """Return what answers at the public address, and whether it is a server of ours."""
    try:
        answer = await _get(f"{origin}/health", tls)
    except (httpx.HTTPError, OSError) as refused:
        return error("address", "no-answer", origin=origin, why=reason(refused)), False
    if answer.is_redirect:
        to = answer.headers.get("location", "?")
        return error("address", "redirect", origin=origin, to=to), False
    health = _decode(answer, _Health)
    if health is None:
        what = "bad-gateway" if answer.status_code in (502, 503, 504) else "other-program"
        return error("address", what, origin=origin, status=answer.status_code), False
    if health.version != genial.__version__:
        facts = {"running": health.version, "version": genial.__version__}
        return warning("address", "other-version", origin=origin, **facts), True
    return good("address", origin=origin), True


async def _check_proxy(
    settings: Settings, origin: str, tls: ssl.SSLContext | None
) -> list[Finding]:
    """Return whether the proxies tell clients' addresses, and let WebSockets pass."""
    found = []
    told = None
    with contextlib.suppress(httpx.HTTPError, OSError):
        told = _decode(await _get(f"{origin}/api/connection", tls), _Connection)
    if told is None:
        found.append(warning("proxy", "unknown", origin=origin))
    elif told.forwarded != settings.proxies:
        facts = {"forwarded": told.forwarded, "proxies": settings.proxies}
        what = "too-few" if told.forwarded < settings.proxies else "too-many"
        found.append(error("proxy", what, **facts))
    why = await _play_live(origin, tls)
    if why:
        found.append(error("proxy", "no-websockets", why=why))
    return found or [good("proxy", proxies=settings.proxies)]


async def _play_live(origin: str, tls: ssl.SSLContext | None) -> str:
    """Return why a WebSocket at the public address cannot be used; empty if it can."""
    url = "ws" + origin.removeprefix("http") + "/api/live/v1"
    opened = connect(
        url, ssl=tls, origin=Origin(origin), compression=None, open_timeout=_CONNECTING, proxy=None
    )
    try:
        async with asyncio.timeout(_CONNECTING + _ANSWERING), opened as live:
            await live.send(_PING)
            while '"pong"' not in str(await live.recv()):
                pass
    except (OSError, InvalidHandshake, WebSocketException) as refused:
        return reason(refused)
    return ""


async def _get(url: str, tls: ssl.SSLContext | None) -> httpx.Response:
    patience = httpx.Timeout(_ANSWERING, connect=_CONNECTING)
    async with httpx.AsyncClient(verify=tls or False, timeout=patience, trust_env=False) as client:
        return await client.get(url)


def _decode(answer: httpx.Response, kind: type[Body]) -> Body | None:
    """Return the JSON of an answer; None if it is another program's."""
    if answer.status_code != 200:
        return None
    try:
        return msgspec.json.decode(answer.content, type=kind)
    except (msgspec.DecodeError, msgspec.ValidationError):
        return None
