"""Running the application under uvicorn."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import socket
import sys
import threading
import webbrowser
from functools import partial
from typing import Any

import structlog
import uvicorn
import uvloop
from litestar import Litestar

from genial.core.errors import BadOption
from genial.server.app import running_app
from genial.server.logs import Traced, set_up_log
from genial.server.services import services_of
from genial.server.settings import Settings, unknown_variables
from genial.server.transport.connections import LimitedByAddress, OpenConnections
from genial.server.transport.file_limit import make_room
from genial.server.transport.http import HttpProtocol
from genial.server.transport.websocket import WebSocketProtocol

log = structlog.get_logger()

_LARGEST_MESSAGE = 16 * 1024  # bytes from a client


def run(settings: Settings, *, browser: bool = False) -> int:
    """Serve until somebody stops it; the exit code. Raises GenialError if it cannot begin."""
    set_up_log(as_json=settings.log_json, level=settings.log_level)
    for sentence in unknown_variables():
        log.warning(sentence)
    listening = _listening(settings)
    with contextlib.closing(listening), asyncio.Runner(loop_factory=uvloop.new_event_loop) as loop:
        return loop.run(_serve(settings, listening, browser=browser))


async def _serve(settings: Settings, listening: socket.socket, *, browser: bool) -> int:
    async with running_app(settings) as app:
        server = uvicorn.Server(uvicorn_config(app))
        host, port = listening.getsockname()[:2]
        address = f"http://{'localhost' if host in ('127.0.0.1', '::1') else host}:{port}/"
        print(f"Genial is at {address}  (Ctrl-C ends it)", flush=True)
        if browser:
            _show_soon(address)
        _collect_seldom()
        await server.serve(sockets=[listening])
        return 0 if server.started else 1


def _collect_seldom() -> None:
    """What was loaded stays; what comes and goes is mostly free of cycles."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
    gc.enable()


def _show_soon(address: str) -> None:
    """Open a browser, if there is one with a window: one in the terminal would hide what we say."""
    has_windows = sys.platform in ("darwin", "win32") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
    )
    if has_windows:
        opening = threading.Timer(0.5, _show, [address])
        opening.daemon = True
        opening.start()


def _show(address: str) -> None:
    with contextlib.suppress(webbrowser.Error, OSError):
        webbrowser.open(address)


def uvicorn_config(app: Litestar) -> uvicorn.Config:
    """How uvicorn serves the application."""
    connections = _connections(app)
    http: Any = partial(HttpProtocol, connections)
    ws: Any = partial(WebSocketProtocol, connections)
    return uvicorn.Config(
        LimitedByAddress(Traced(app), connections),
        http=http,
        ws=ws,
        ws_per_message_deflate=False,
        ws_max_size=_LARGEST_MESSAGE,
        log_config=None,
        access_log=False,
        proxy_headers=False,  # the setting `proxies` tells whom to believe
        server_header=False,
        timeout_graceful_shutdown=3,
    )


def _connections(app: Litestar) -> OpenConnections:
    """What is known of connections; warns if there is room for fewer than the settings say."""
    services = services_of(app)
    settings = services.settings
    room = make_room(settings.connections)
    if room.connections < settings.connections:
        log.warning(
            f"the limit of {room.files} open files leaves room for {room.connections} connections, "
            f"not for {settings.connections}: raise it (ulimit -n, LimitNOFILE=)"
        )
    limit_reached = services.registry.metrics.limits
    return OpenConnections(
        room.connections, settings.connections_per_address, settings.proxies,
        services.limit_log, lambda limit: limit_reached.labels(limit).inc(),
    )  # fmt: skip


def _listening(settings: Settings) -> socket.socket:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listening = socket.socket(family)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((settings.host, settings.port))
    except OSError as error:
        why = error.strerror or error
        raise BadOption(f"nothing can listen at {settings.host}:{settings.port}: {why}") from None
    listening.set_inheritable(True)
    return listening
