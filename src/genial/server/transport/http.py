"""HTTP over TCP: uvicorn's protocol, with limits on time, on work and on what is kept."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import socket
import struct
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from genial.server.limits import Budget
from genial.server.transport.connections import NoRoom, OpenConnections

_HEAD_SECONDS = 10.0  # for the head of a request, from the connection or the last answer on
_BODY_SECONDS = 20.0  # for its body
_READ_SECONDS, _LEAST_READ = 10.0, 20 * 1024  # so much of an answer must be read in that time
_LINGER_SECONDS = 2.0  # to read why there is no room

SLICE = 4096  # bytes that are parsed before the limits are looked at again
_PIECES, _PIECES_A_SECOND = 500, 100  # pieces of bodies that a connection may send
_FREE_PIECES = 8  # of each body, which do not count: behind a proxy many share a connection
_MOST_UNREAD = 128 * 1024  # bytes of a connection that the system keeps for its client
_FORGET = struct.pack("ii", 1, 0)  # what the system does with them when a connection is cut

# A malformed request is counted; a line each would let any client fill the log.
_quiet = logging.getLogger("uvicorn.error.requests")
_quiet.setLevel(logging.ERROR)


class HttpProtocol(H11Protocol):
    """Like its parent, but drops a client that sends too slowly, in crumbs, or does not read."""

    def __init__(self, connections: OpenConnections, **options: Any) -> None:
        super().__init__(**options)
        self.logger = _quiet
        limit = self.config.h11_max_incomplete_event_size or 16 * 1024
        self.conn: _CountedConnection = _CountedConnection(h11.SERVER, limit)
        self._open = connections
        self._is_refused = self._is_lingering = self._is_upgraded = False
        self._budget = Budget(_PIECES, _PIECES_A_SECOND)
        self._awaits: object = None  # the part of a request that is to come
        self._deadline = math.inf  # for that part
        self._reading = Reading()

    # --- connecting and leaving

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a new connection, or tell why there is no room for it."""
        super().connection_made(transport)
        keep_little(transport)
        reason = self._open.open(transport, self.client[0] if self.client else "?", self)
        if reason is None:
            self._watch()
        else:
            self._refuse(reason)

    def _refuse(self, reason: NoRoom) -> None:
        self._is_refused = True
        self.connections.discard(self)
        self._is_lingering = self._open.linger()
        if not self._is_lingering:
            self.drop()
            return
        # What the client sends is taken and thrown away: otherwise it would not see the answer.
        self.transport.write(reason.answer)
        self.transport.write_eof()
        self.loop.call_later(_LINGER_SECONDS, self.drop)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a connection that is gone."""
        self._open.close(self.transport)
        if self._is_lingering:
            self._open.stop_lingering()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand the connection over; it is still counted."""
        self._is_upgraded = True
        self._open.upgrade(self.transport)
        super().handle_websocket_upgrade(event)

    # --- requests

    def data_received(self, data: bytes) -> None:
        """Parse a part of a request, a little at a time."""
        for start in range(0, len(data), SLICE):
            if self._is_refused or self._is_upgraded or self.transport.is_closing():
                return
            super().data_received(data[start : start + SLICE])
            pieces, self.conn.pieces = self.conn.pieces, 0
            if pieces and not self._budget.spend(pieces):
                self._open.drop(self.transport, "pieces of a body")
                return
        self._watch()

    def on_response_complete(self) -> None:
        """Be ready for the next request."""
        super().on_response_complete()
        self._awaits = None
        self._watch()

    def send_400_response(self, msg: str) -> None:
        """Tell that a request is malformed, unless an answer has begun already."""
        self._open.reach("malformed requests")
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:
            self.transport.close()

    # --- time

    def _watch(self) -> None:
        """Give the client time for the part of a request that is to come."""
        if self._is_upgraded:
            return
        state = self.conn.their_state
        awaits = state if state in (h11.IDLE, h11.SEND_BODY) else None
        if awaits is self._awaits:
            return
        self._awaits = awaits
        if awaits is None:
            self._deadline = math.inf
            self._open.take_request(self.transport)
        else:
            seconds = _HEAD_SECONDS if awaits is h11.IDLE else _BODY_SECONDS
            self._deadline = self.loop.time() + seconds
            self._open.await_request(self.transport)

    def is_late(self, now: float) -> bool:
        """Tell if the client has taken too long to read an answer, or to send a request."""
        unread = self.transport.get_write_buffer_size()
        if unread:
            if self._awaits is h11.IDLE:  # the next one cannot come yet
                self._deadline = now + _HEAD_SECONDS
            return self._reading.is_stalled(unread, now)
        self._reading.reset()
        return now > self._deadline

    def drop(self) -> None:
        """End the connection at once."""
        cut(self.transport)


class Reading:
    """How fast a client reads an answer: so much at least in every ten seconds."""

    __slots__ = ("_deadline", "_unread")

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        """Note that everything is read."""
        self._unread, self._deadline = 0, math.inf

    def is_stalled(self, unread: int, now: float) -> bool:
        """Tell if a client has not read enough, given what is still unread."""
        is_less = unread <= self._unread - _LEAST_READ
        if self._unread == 0 or is_less or unread > self._unread:
            self._unread, self._deadline = unread, now + _READ_SECONDS
        return now > self._deadline


class _CountedConnection(h11.Connection):
    """Counts the pieces of bodies: each is work, however small it is."""

    pieces = 0
    _of_this_body = 0

    def next_event(self) -> Any:
        event = super().next_event()
        if type(event) is h11.Data:
            self._of_this_body += 1
            self.pieces += self._of_this_body > _FREE_PIECES
        elif type(event) is h11.Request:
            self._of_this_body = 0
        return event


def keep_little(transport: asyncio.BaseTransport) -> None:
    """Let the system keep only so much for a client that does not read."""
    _set(transport, socket.SO_SNDBUF, _MOST_UNREAD)


def cut(transport: asyncio.Transport) -> None:
    """End a connection at once; the system, too, forgets what was not read."""
    _set(transport, socket.SO_LINGER, _FORGET)
    transport.abort()


def _set(transport: asyncio.BaseTransport, option: int, value: int | bytes) -> None:
    own = transport.get_extra_info("socket")
    if own is None or own.fileno() < 0 or own.family == socket.AF_UNIX:
        return
    with contextlib.suppress(OSError):  # the client is gone already
        own.setsockopt(socket.SOL_SOCKET, option, value)
