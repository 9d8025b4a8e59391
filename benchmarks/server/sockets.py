"""A WebSocket client that does as little as possible, so that the server is what is measured."""

from __future__ import annotations

import asyncio
import base64
import os
import struct
from collections.abc import Callable, Mapping
from typing import cast

_TEXT, _CLOSE, _PING, _PONG = 0x1, 0x8, 0x9, 0xA
_NO_MASK = bytes(4)  # masking with nothing is masking


class Socket(asyncio.Protocol):
    """One socket; whole messages come out of it."""

    def __init__(
        self, path: str, headers: Mapping[str, str], hear: Callable[[bytes], None]
    ) -> None:
        self._path, self._headers, self._hear = path, headers, hear
        self._rest = b""
        self._is_open = False
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.closed: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport = cast(asyncio.Transport, transport)
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [
            f"GET {self._path} HTTP/1.1", "Host: 127.0.0.1", "Upgrade: websocket",
            "Connection: Upgrade", f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13",
            *(f"{name}: {value}" for name, value in self._headers.items()),
        ]  # fmt: skip
        transport.write("\r\n".join([*lines, "", ""]).encode())

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(ConnectionError("refused"))
        self.closed.set_result(None)

    def data_received(self, data: bytes) -> None:
        rest = self._rest + data if self._rest else data
        if not self._is_open:
            head, end, rest = rest.partition(b"\r\n\r\n")
            if not end:
                self._rest = head
                return
            if b" 101 " not in head.split(b"\r\n")[0]:
                self.opened.set_exception(ConnectionError(head.decode()))
                return
            self._is_open = True
            self.opened.set_result(None)
        at = 0
        while len(rest) - at >= 2:
            length, start = rest[at + 1] & 0x7F, at + 2
            if length == 126:
                if len(rest) < start + 2:
                    break
                (length,), start = struct.unpack_from("!H", rest, start), start + 2
            elif length == 127:
                if len(rest) < start + 8:
                    break
                (length,), start = struct.unpack_from("!Q", rest, start), start + 8
            if len(rest) < start + length:
                break
            kind, body = rest[at] & 0x0F, rest[start : start + length]
            at = start + length
            if kind == _TEXT:
                self._hear(body)
            elif kind == _PING:
                self._send(_PONG, body)
            elif kind == _CLOSE:
                self._transport.close()
        self._rest = rest[at:]

    def send(self, text: bytes) -> None:
        """Say something."""
        self._send(_TEXT, text)

    def _send(self, kind: int, body: bytes) -> None:
        size = len(body)
        head = struct.pack("!BB", 0x80 | kind, 0x80 | size) if size < 126 else struct.pack(
            "!BBH", 0x80 | kind, 0x80 | 126, size
        )  # fmt: skip
        self._transport.write(head + _NO_MASK + body)

    def close(self) -> None:
        """Hang up."""
        self._transport.close()


async def connected(
    port: int, path: str, headers: Mapping[str, str], hear: Callable[[bytes], None]
) -> Socket:
    """A socket that is open."""
    loop = asyncio.get_running_loop()
    _, socket = await loop.create_connection(lambda: Socket(path, headers, hear), "127.0.0.1", port)
    await socket.opened
    return socket
