"""Raw TCP connections to a server: half a request, any frame, as slowly or as fast as one likes."""

from __future__ import annotations

import contextlib
import select
import socket
import struct
import time
from collections.abc import Callable, Iterator, Mapping

from tests.server.live import Server

CONT, TEXT, CLOSE, PING, PONG = 0x0, 0x1, 0x8, 0x9, 0xA

_KEY = "dGhlIHNhbXBsZSBub25jZQ=="
_NO_MASK = bytes(4)  # masking with nothing is masking
_LITTLE = 4096  # bytes that the system keeps for a client that does not read


def frame(opcode: int, body: bytes = b"", *, is_last: bool = True) -> bytes:
    """Return a client's WebSocket frame (RFC 6455, 5.2)."""
    first = (0x80 if is_last else 0) | opcode
    if len(body) < 126:
        return struct.pack("!BB", first, 0x80 | len(body)) + _NO_MASK + body
    return struct.pack("!BBH", first, 0x80 | 126, len(body)) + _NO_MASK + body


def request(
    method: str, path: str, headers: Mapping[str, str] | None = None, body: bytes = b""
) -> bytes:
    """Return an HTTP request, with a Content-Length if there is a body."""
    lines = {"Host": "127.0.0.1"} | dict(headers or {})
    if body:
        lines["Content-Length"] = str(len(body))
    head = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in lines.items())]
    return "\r\n".join([*head, "", ""]).encode("latin-1") + body


class Answer:
    """Status, head and body of an answer."""

    def __init__(self, head: bytes, body: bytes) -> None:
        self.head, self.body = head, body
        self.status = int(head.split(b" ", 2)[1])


class Connection:
    """A TCP connection to a server.

    `address` is forwarded to a server that trusts a proxy; `source` is the real one: any
    127.x.y.z will do. Sending to a server that has hung up is no error.
    """

    def __init__(
        self, server: Server, *, address: str = "", source: str = "", reads_little: bool = False
    ) -> None:
        self._address = address
        self.socket = socket.socket()
        if reads_little:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, _LITTLE)
        if source:
            self.socket.bind((source, 0))
        self.socket.settimeout(60)
        self.socket.connect(("127.0.0.1", server.port))

    def close(self) -> None:
        """Hang up without a goodbye."""
        self.socket.close()

    def send(self, data: bytes) -> None:
        """Send all of the data."""
        with contextlib.suppress(ConnectionError):
            self.socket.sendall(data)

    def ask(self, method: str, path: str, body: bytes = b"", **headers: str) -> Answer:
        """Send a request and return the answer; raises OSError without one."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        if self._address:
            named["X-Forwarded-For"] = self._address
        self.send(request(method, path, named, body))
        return self.answer()

    def answer(self, seconds: float = 60) -> Answer:
        """Read one answer; raises OSError without one."""
        end, data = time.monotonic() + seconds, b""
        while True:
            head, separator, body = data.partition(b"\r\n\r\n")
            if separator and len(body) >= _length(head):
                return Answer(head, body)
            self.socket.settimeout(max(0.01, end - time.monotonic()))
            got = self.socket.recv(65536)
            if not got:
                raise ConnectionResetError(f"no whole answer: {data[:200]!r}")
            data += got

    def upgrade(self) -> int:
        """Ask for a WebSocket; returns the status, 101 if it is one now."""
        return self.ask(
            "GET", "/api/live/v1", Upgrade="websocket", Connection="Upgrade",
            Sec_WebSocket_Key=_KEY, Sec_WebSocket_Version="13",
        ).status  # fmt: skip

    def flood(self, data: bytes, until: float) -> int:
        """Send the data again and again, without reading; returns how many bytes were taken.

        A server that does not read is waited for, one that hangs up ends it.
        """
        sent, view = 0, memoryview(data)
        while (left := until - time.monotonic()) > 0:
            self.socket.settimeout(left)
            try:
                sent += self.socket.send(view[sent % len(data) :])
            except OSError:  # a time-out, too
                break
        return sent

    def close_code(self, seconds: float = 60) -> int | None:
        """Read until the server hangs up; the code of its close frame, if that came last."""
        data, end = b"", time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            self.socket.settimeout(left)
            try:
                got = self.socket.recv(65536)
            except ConnectionError:
                break
            if not got:
                break
            data += got
        closing = data.rfind(bytes((0x80 | CLOSE,)))
        if closing < 0 or len(data) < closing + 4:
            return None
        return int.from_bytes(data[closing + 2 : closing + 4])

    def is_dropped(self) -> bool:
        """Has the server hung up by now? Takes what is here, and waits for nothing."""
        self.socket.setblocking(False)
        try:
            while self.socket.recv(65536):
                pass
        except BlockingIOError:
            return False
        except OSError:
            pass
        return True

    def is_reset(self) -> bool:
        """Has the server cut the connection by now? Reads nothing."""
        poll = select.poll()
        poll.register(self.socket, 0)
        return bool(poll.poll(0))


def _length(head: bytes) -> int:
    for line in head.split(b"\r\n")[1:]:
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length":
            return int(value)
    return 0


@contextlib.contextmanager
def connection(
    server: Server, *, address: str = "", source: str = "", reads_little: bool = False
) -> Iterator[Connection]:
    """Open a connection, and close it in the end."""
    one = Connection(server, address=address, source=source, reads_little=reads_little)
    with contextlib.closing(one):
        yield one


@contextlib.contextmanager
def websocket(
    server: Server, *, address: str = "", source: str = "", reads_little: bool = False
) -> Iterator[Connection]:
    """Open an anonymous WebSocket, and close it in the end."""
    with connection(server, address=address, source=source, reads_little=reads_little) as one:
        assert one.upgrade() == 101
        yield one


def wait_until(condition: Callable[[], bool], seconds: float) -> bool:
    """Wait until something is so; no if it never was."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
    return True
