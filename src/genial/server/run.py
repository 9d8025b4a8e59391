"""Running the application under uvicorn."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import socket
import struct
import sys
import threading
import webbrowser
from asyncio.transports import BaseTransport
from typing import Any

import structlog
import uvicorn
import uvloop
from litestar import Litestar
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Opcode
from websockets.protocol import State

from genial.core.errors import BadOption
from genial.server.app import opened
from genial.server.logs import Traced, set_up_log
from genial.server.settings import Settings, strangers
from genial.server.sockets import SHORTER

log = structlog.get_logger()

_LARGEST_MESSAGE = 16 * 1024  # bytes from a client
_MOST_UNREAD = 128 * 1024  # bytes of a socket that the system keeps
_MOST_UNASKED = 16  # messages of a socket that are read before they are asked for
_WHOLE_TEXT = 0x80 | Opcode.TEXT
_SHORT, _LONG = struct.Struct("!BBH").pack, struct.Struct("!BBQ").pack
_GOODBYE = 5.0  # seconds to read what was sent before a socket was closed


def run(settings: Settings, *, browser: bool = False) -> int:
    """Serve until somebody stops it; the exit code. Raises GenialError if it cannot begin."""
    set_up_log(as_json=settings.log_json, level=settings.log_level)
    for sentence in strangers():
        log.warning(sentence)
    listening = _listening(settings)
    with contextlib.closing(listening), asyncio.Runner(loop_factory=uvloop.new_event_loop) as loop:
        return loop.run(_serve(settings, listening, browser=browser))


async def _serve(settings: Settings, listening: socket.socket, *, browser: bool) -> int:
    async with opened(settings) as app:
        server = uvicorn.Server(configured(app))
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


def configured(app: Litestar) -> uvicorn.Config:
    """How uvicorn serves the application."""
    return uvicorn.Config(
        Traced(app),
        ws=Sockets,
        ws_per_message_deflate=False,
        ws_max_size=_LARGEST_MESSAGE,
        log_config=None,
        access_log=False,
        proxy_headers=False,  # the setting `proxies` tells whom to believe
        server_header=False,
        timeout_graceful_shutdown=3,
    )


class Sockets(WebSocketsSansIOProtocol):
    """Like its parent, but a goodbye waits for nobody, and who does not read it is cut off."""

    def connection_made(self, transport: BaseTransport) -> None:
        """A client connects: the system, too, keeps only so much that it does not read."""
        super().connection_made(transport)
        own = transport.get_extra_info("socket")
        if own is not None and own.family != socket.AF_UNIX:
            own.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _MOST_UNREAD)

    async def send(self, message: Any) -> None:
        """Send a message; the last one even to somebody who does not read."""
        if message["type"] == "websocket.close":
            self.writable.set()
        await super().send(message)
        if message["type"] == "websocket.accept":
            self.request.headers.clear()  # much to keep for nothing, a socket each
            del self.request, self.response

    def send_receive_event_to_app(self) -> None:
        """Pass a message on; who sends many before any is read must wait."""
        data, self.frames = b"".join(self.frames), []
        if self.close_sent:
            return
        if self.curr_msg_data_type == "text":
            try:
                self.queue.put_nowait({"type": "websocket.receive", "text": data.decode()})
            except UnicodeDecodeError:  # not worth a line in the log
                self.conn.fail(CloseCode.INVALID_DATA)
                self.handle_parser_exception()
                return
        else:
            self.queue.put_nowait({"type": "websocket.receive", "bytes": data})
        if self.queue.qsize() >= _MOST_UNASKED and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def send_now(self, text: bytes) -> bool:
        """Send a text without waiting; no if there is nobody, or somebody who reads slowly."""
        if self.disconnected or self.close_sent or not self.writable.is_set():
            return False
        if self.conn.state is not State.OPEN:
            return False
        self.transport.write(heading(len(text)) + text)
        return True

    async def run_asgi(self) -> None:
        """Serve one client, who may be sent texts by a shorter way than the application's."""
        self.scope["extensions"][SHORTER] = {"send": self.send_now}
        await super().run_asgi()
        self.scope["extensions"].clear()  # otherwise it would hold the socket, and be held by it
        self.loop.call_later(_GOODBYE, self.transport.abort)


def heading(size: int) -> bytes:
    """What comes before a whole text in a frame of a server (RFC 6455, 5.2)."""
    if size < 126:
        return bytes((_WHOLE_TEXT, size))
    if size < 1 << 16:
        return _SHORT(_WHOLE_TEXT, 126, size)
    return _LONG(_WHOLE_TEXT, 127, size)


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
