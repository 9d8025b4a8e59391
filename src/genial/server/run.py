"""Run the application with uvicorn."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import signal
import socket
import sys
import threading
import webbrowser
from functools import partial
from types import FrameType
from typing import Any

import msgspec
import structlog
import uvicorn
import uvloop
from litestar import Litestar

from genial.core.errors import BadOption
from genial.server.app import running_app
from genial.server.lan import ANY, LOOPBACK, address_for_phones, qr_lines
from genial.server.listening import bind
from genial.server.logs import RequestLog, set_up_log
from genial.server.services import services_of
from genial.server.settings import Settings, unknown_variables
from genial.server.transport.connections import LimitedByAddress, OpenConnections
from genial.server.transport.file_limit import make_room
from genial.server.transport.http import HttpProtocol
from genial.server.transport.websocket import WebSocketProtocol

log = structlog.get_logger()

_LARGEST_MESSAGE = 16 * 1024  # bytes from a client


def run(settings: Settings, *, browser: bool = False) -> int:
    """Serve until the process is stopped; return the exit code. Raise GenialError at the start."""
    set_up_log(as_json=settings.log_json, level=settings.log_level)
    for sentence in unknown_variables():
        log.warning(sentence)
    settings = _settings_for_phones(settings) if settings.lan else settings
    listening = _listen(settings)
    with contextlib.closing(listening), asyncio.Runner(loop_factory=uvloop.new_event_loop) as loop:
        return loop.run(_serve(settings, listening, browser=browser))


async def _serve(settings: Settings, listening: socket.socket, *, browser: bool) -> int:
    host, port = listening.getsockname()[:2]
    phones = address_for_phones(host, port) if settings.lan else ""
    async with running_app(settings, address=phones) as app:
        server = uvicorn.Server(uvicorn_config(app))
        is_here = host in (*LOOPBACK, ANY, "::")
        address = f"http://{'localhost' if is_here else host}:{port}/"
        print(f"Genial is at {address}  (press Ctrl-C to stop)", flush=True)
        if phones:
            _show_address(f"{phones}/")
        if browser:
            _open_browser_soon(address)
        _tune_garbage_collector()
        _stop_services_after_signals(server)
        await server.serve(sockets=[listening])
        return 0 if server.started else 1


def _stop_services_after_signals(server: uvicorn.Server) -> None:
    """Let the services stop in order after a signal: uvicorn raises it again once it has served.

    The next signal ends the process at once.
    """

    def stop(number: int, _: FrameType | None) -> None:
        server.should_exit = True
        signal.signal(number, before[signal.Signals(number)])

    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}


def _settings_for_phones(settings: Settings) -> Settings:
    """Return settings with which other devices can connect; raise BadOption."""
    if settings.origin:
        raise BadOption("the settings lan and origin exclude each other: choose one address")
    if settings.host not in LOOPBACK:
        return settings
    return msgspec.structs.replace(settings, host=ANY)


def _show_address(address: str) -> None:
    """Print the address for other devices, and a QR code of it where that can be seen."""
    print(f"Phones and tablets in your network: {address}", flush=True)
    if "utf" in (sys.stdout.encoding or "").lower():
        is_terminal = sys.stdout.isatty()
        print("\n".join(qr_lines(address, with_colours=is_terminal)), flush=True)


def _tune_garbage_collector() -> None:
    """Look at little at a time, because everything waits meanwhile, and rarely at everything.

    What is loaded stays, and what comes and goes has few cycles. But every move adds some fifteen
    objects to its game: a look at 5,000 new ones takes 2 ms, at 20,000 of them 6 ms.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(5_000, 4, 400)
    gc.enable()


def _open_browser_soon(address: str) -> None:
    """Open a browser that has a window; one in the terminal would hide our output."""
    has_windows = sys.platform in ("darwin", "win32") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
    )
    if has_windows:
        timer = threading.Timer(0.5, _open_browser, [address])
        timer.daemon = True
        timer.start()


def _open_browser(address: str) -> None:
    with contextlib.suppress(webbrowser.Error, OSError):
        webbrowser.open(address)


def uvicorn_config(app: Litestar) -> uvicorn.Config:
    """Return how uvicorn serves the application."""
    connections = _connections(app)
    http: Any = partial(HttpProtocol, connections)
    ws: Any = partial(WebSocketProtocol, connections)
    return uvicorn.Config(
        LimitedByAddress(RequestLog(app), connections),
        http=http,
        ws=ws,
        ws_per_message_deflate=False,
        ws_max_size=_LARGEST_MESSAGE,
        log_config=None,
        access_log=False,
        proxy_headers=False,  # the setting `proxies` says which headers to trust
        server_header=False,
        timeout_graceful_shutdown=3,
    )


def _connections(app: Litestar) -> OpenConnections:
    """Return the limits on connections; warn if there is room for fewer than the settings allow."""
    services = services_of(app)
    settings = services.settings
    room = make_room(settings.connections)
    if room.connections < settings.connections:
        log.warning(
            f"the limit of {room.files} open files allows only {room.connections} connections, not "
            f"{settings.connections}: raise it (ulimit -n, LimitNOFILE=)"
        )
    limit_reached = services.registry.metrics.limits
    return OpenConnections(
        room.connections, settings.connections_per_address, settings.proxies,
        services.limit_log, lambda limit: limit_reached.labels(limit).inc(),
    )  # fmt: skip


def _listen(settings: Settings) -> socket.socket:
    try:
        listening = bind(settings.host, settings.port)
    except OSError as error:
        why = error.strerror or error
        raise BadOption(f"cannot listen at {settings.host}:{settings.port}: {why}") from None
    listening.set_inheritable(True)
    return listening
