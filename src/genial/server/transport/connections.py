"""Which connections are open, how many there may be, and which of them take too long."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import Any, Protocol

import msgspec
from litestar.types import Receive, Send

from genial.server.errors import ErrorBody
from genial.server.limits import LimitLog
from genial.server.transport.addresses import client_network, network_of

_ROUND = 1.0  # seconds between two looks at those that are watched
_MOST_LINGERING = 32  # connections that were refused and may still read why


class NoRoom(msgspec.Struct, frozen=True):
    """Why a connection is refused."""

    limit: str  # as it is logged
    status: int
    phrase: str
    code: str
    sentence: str

    @property
    def body(self) -> bytes:
        """The answer's body, like that of any other refusal."""
        return msgspec.json.encode(ErrorBody(self.code, self.sentence, {}))

    @property
    def headers(self) -> list[tuple[bytes, bytes]]:
        """The answer's headers."""
        return [
            (b"content-type", b"application/json"),
            (b"content-length", b"%d" % len(self.body)),
            (b"retry-after", b"5"),
            (b"connection", b"close"),
        ]

    @property
    def answer(self) -> bytes:
        """The whole answer, for a connection that has not asked for anything yet."""
        lines = [b"%s: %s" % header for header in self.headers]
        first = f"HTTP/1.1 {self.status} {self.phrase}".encode()
        return b"\r\n".join([first, *lines, b"", self.body])


FULL = NoRoom(
    "connections", 503, "Service Unavailable", "full",
    "The server has no room for more connections. Try again in a moment.",
)  # fmt: skip
FULL_ADDRESS = NoRoom(
    "connections from one address", 429, "Too Many Requests", "too-many-connections",
    "There are too many connections from your address. Close some of them.",
)  # fmt: skip


class Watched(Protocol):
    """An HTTP connection whose client may take too long."""

    def is_late(self, now: float) -> bool:
        """Tell if the client has taken too long."""

    def drop(self) -> None:
        """End the connection at once."""


class OpenConnections:
    """The open connections of a process: a maximum in all, and one from the same address.

    When there is no room, the connection that has waited longest for a whole request makes room.
    Behind proxies all connections come from theirs: there `LimitedByAddress` counts requests and
    WebSockets by the forwarded address instead.
    """

    def __init__(
        self, most: int, most_from_one: int, proxies: int, limits: LimitLog,
        count: Callable[[str], None] = lambda limit: None,
    ) -> None:  # fmt: skip
        self.proxies = proxies
        self._most, self._most_from_one = most, max(1, min(most_from_one, most // 2))
        self._limits, self._count = limits, count
        self._places: Counter[str] = Counter()
        self._open: dict[asyncio.BaseTransport, str] = {}  # where each comes from
        self._watched: dict[asyncio.BaseTransport, Watched] = {}
        # Those without a whole request, the one that has waited longest first: by place, and all.
        self._idle: dict[str | None, dict[asyncio.BaseTransport, None]] = {None: {}}
        self._lingering = 0
        self._is_looking = False

    # --- connections

    def open(self, transport: asyncio.BaseTransport, peer: str, one: Watched) -> NoRoom | None:
        """Count and watch a new connection; the reason if there is no room for it."""
        place = network_of(peer)
        if not self.proxies and self._places[place] >= self._most_from_one:
            if not self._make_room(place):
                return self.refuse(FULL_ADDRESS)
        elif len(self._open) >= self._most and not self._make_room(None):
            return self.refuse(FULL)
        self._open[transport] = place
        self._watched[transport] = one
        if not self.proxies:
            self._places[place] += 1
        self.await_request(transport)
        self._look_later()
        return None

    def close(self, transport: asyncio.BaseTransport) -> None:
        """Forget a connection, if it is known."""
        self.upgrade(transport)
        place = self._open.pop(transport, None)
        if place is not None and not self.proxies:
            self.end(place)

    def upgrade(self, transport: asyncio.BaseTransport) -> None:
        """Watch a connection no longer: it is a WebSocket now."""
        self.take_request(transport)
        self._watched.pop(transport, None)

    def await_request(self, transport: asyncio.BaseTransport) -> None:
        """Note that a connection has no whole request, and can make room for others."""
        place = self._open.get(transport)
        if place is not None:
            self._idle[None][transport] = None
            self._idle.setdefault(place, {})[transport] = None

    def take_request(self, transport: asyncio.BaseTransport) -> None:
        """Note that a connection has a whole request."""
        if self._idle[None].pop(transport, self) is None:
            place = self._open[transport]
            del self._idle[place][transport]
            if not self._idle[place]:
                del self._idle[place]

    def _make_room(self, place: str | None) -> bool:
        """Drop the connection that has waited longest for a whole request, if there is one."""
        oldest = next(iter(self._idle.get(place, ())), None)
        if oldest is None:
            return False
        self.drop(oldest, (FULL if place is None else FULL_ADDRESS).limit)
        return True

    def drop(self, transport: asyncio.BaseTransport, limit: str) -> None:
        """End a connection that is watched because of a limit."""
        self.reach(limit)
        one = self._watched[transport]
        self.close(transport)
        one.drop()

    # --- requests that proxies have forwarded

    def begin(self, place: str) -> NoRoom | None:
        """Count a request or a WebSocket from a place; the reason if there are too many."""
        if self._places[place] >= self._most_from_one:
            return self.refuse(FULL_ADDRESS)
        self._places[place] += 1
        return None

    def end(self, place: str) -> None:
        """Forget one connection or request from a place."""
        self._places[place] -= 1
        if self._places[place] <= 0:
            del self._places[place]

    # --- refusals

    def refuse(self, reason: NoRoom) -> NoRoom:
        """Count a refusal, and return its reason."""
        self.reach(reason.limit)
        return reason

    def reach(self, limit: str) -> None:
        """Count that a limit was reached, in the log and the metrics."""
        self._limits.add(limit)
        self._count(limit)

    def linger(self) -> bool:
        """Let a refused connection stay until it has read why; no if too many do."""
        if self._lingering >= _MOST_LINGERING:
            return False
        self._lingering += 1
        return True

    def stop_lingering(self) -> None:
        """Note that a refused connection is gone."""
        self._lingering -= 1

    # --- watching

    def _look_later(self) -> None:
        if not self._is_looking:
            self._is_looking = True
            asyncio.get_running_loop().call_later(_ROUND, self._look)

    def _look(self) -> None:
        """Drop those that have taken too long."""
        self._is_looking = False
        now = asyncio.get_running_loop().time()
        for transport in [key for key, one in self._watched.items() if one.is_late(now)]:
            self.drop(transport, "time for a request")
        self._limits.flush()
        if self._watched:
            self._look_later()


class LimitedByAddress:
    """Limit the requests and WebSockets from one address at once, also behind proxies."""

    def __init__(self, app: Any, connections: OpenConnections) -> None:
        self._app, self._connections = app, connections

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if not self._connections.proxies or scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        place = self._place(scope)
        reason = self._connections.begin(place)
        if reason is not None:
            await _refuse(reason, scope, send)
            return
        try:
            await self._app(scope, receive, send)
        finally:
            self._connections.end(place)

    def _place(self, scope: Any) -> str:
        forwarded = [value for name, value in scope["headers"] if name == b"x-forwarded-for"]
        peer = scope["client"][0] if scope["client"] else "?"
        told = b",".join(forwarded).decode("latin-1")
        return client_network(peer, told, self._connections.proxies)


async def _refuse(reason: NoRoom, scope: Any, send: Send) -> None:
    prefix = "websocket.http.response" if scope["type"] == "websocket" else "http.response"
    start: Any = {"type": f"{prefix}.start", "status": reason.status, "headers": reason.headers}
    body: Any = {"type": f"{prefix}.body", "body": reason.body}
    await send(start)
    await send(body)
