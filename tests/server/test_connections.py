"""How many connections there may be, which of them make room, and what is written of it."""

from __future__ import annotations

import asyncio
import functools
import json
from collections.abc import Callable, Coroutine
from typing import Any
from unittest.mock import Mock

import pytest
import structlog
import uvicorn
from structlog.testing import capture_logs
from websockets.frames import Frame, Opcode
from websockets.protocol import State

from genial.server.limits import Budget, LimitLog
from genial.server.transport.connections import (
    FULL,
    FULL_ADDRESS,
    LimitedByAddress,
    OpenConnections,
)
from genial.server.transport.file_limit import room_within
from genial.server.transport.http import Reading
from genial.server.transport.websocket import WebSocketProtocol
from tests.server.inside import Clock

HOME, AWAY = "10.0.0.1", "10.0.0.2"


def in_a_loop(test: Callable[[], Coroutine[Any, Any, None]]) -> Callable[[], None]:
    """Run a test in an event loop."""

    @functools.wraps(test)
    def run() -> None:
        asyncio.run(test())

    return run


class Line:
    """A connection that only notes whether it was dropped."""

    def __init__(self) -> None:
        self.transport, self.is_dropped = Mock(), False

    def is_late(self, now: float) -> bool:
        return False

    def drop(self) -> None:
        self.is_dropped = True


def opened(connections: OpenConnections, peer: str, *, working: bool = False) -> Line:
    line = Line()
    assert connections.open(line.transport, peer, line) is None
    if working:
        connections.take_request(line.transport)
    return line


@in_a_loop
async def test_connections_from_one_address_are_limited_ipv6_by_network() -> None:
    connections = OpenConnections(100, 2, 0, LimitLog())
    for _ in range(2):
        opened(connections, "2001:db8::1", working=True)
    line = Line()
    assert connections.open(line.transport, "2001:db8::2:3", line) is FULL_ADDRESS
    opened(connections, "2001:db8:0:1::1")


@in_a_loop
async def test_one_address_gets_at_most_half_of_all() -> None:
    connections = OpenConnections(10, 1000, 0, LimitLog())
    for _ in range(5):
        opened(connections, HOME, working=True)
    line = Line()
    assert connections.open(line.transport, HOME, line) is FULL_ADDRESS


@in_a_loop
async def test_what_waits_longest_makes_room() -> None:
    connections = OpenConnections(10, 3, 0, LimitLog())
    busy, *idle = (opened(connections, HOME, working=at == 0) for at in range(3))
    connections.take_request(idle[0].transport)
    connections.await_request(idle[0].transport)  # it has asked since, the other has not
    opened(connections, HOME)
    assert [line.is_dropped for line in (busy, *idle)] == [False, False, True]


@in_a_loop
async def test_when_all_is_taken_by_requests_new_ones_are_refused_until_one_ends() -> None:
    connections = OpenConnections(4, 2, 0, LimitLog())
    busy = [opened(connections, peer, working=True) for peer in (HOME, HOME, AWAY, AWAY)]
    line = Line()
    assert connections.open(line.transport, "10.0.0.3", line) is FULL
    connections.close(busy[0].transport)
    connections.close(busy[0].transport)  # twice does no harm
    opened(connections, "10.0.0.3")


@in_a_loop
async def test_behind_proxies_connections_are_not_counted_by_peer_but_requests_by_address() -> None:
    connections = OpenConnections(100, 2, 1, LimitLog())
    for _ in range(5):
        opened(connections, "127.0.0.1", working=True)
    statuses: list[int] = []

    async def asked(address: bytes, *during: bytes) -> None:
        async def app(*_: Any) -> None:
            statuses.append(200)
            if during:
                await asked(*during)

        async def send(message: Any) -> None:
            statuses.append(message.get("status", 0))

        headers = [(b"x-forwarded-for", b"10.6.6.6"), (b"x-forwarded-for", address)]
        scope = {"type": "http", "client": ("127.0.0.1", 1), "headers": headers}
        await LimitedByAddress(app, connections)(scope, Mock(), send)

    await asked(b"10.0.0.1", b"10.0.0.1", b"10.0.0.1")
    assert statuses == [200, 200, 429, 0]
    statuses.clear()
    await asked(b"10.0.0.1", b"10.0.0.1", b"10.0.0.2")
    assert statuses == [200, 200, 200]


def test_a_refusal_before_any_request_is_a_whole_answer() -> None:
    head, _, body = FULL.answer.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 503 Service Unavailable\r\n")
    assert b"content-length: %d" % len(body) in head
    assert set(json.loads(body)) == {"code", "sentence", "facts"}


def test_files_are_kept_for_other_things_than_connections() -> None:
    assert [room_within(files, 10_000) for files in (64, 256, 1024, 20_000)] == [
        1,
        192,
        768,
        10_000,
    ]


def test_a_budget_fills_again() -> None:
    clock = Clock(0)
    budget = Budget(3, 1, clock)
    assert [budget.spend(2), budget.spend(2)] == [True, False]
    clock.at = 1
    assert [budget.spend(2), budget.spend(1)] == [True, False]
    clock.at = 100
    assert [budget.spend(4), budget.spend(3)] == [False, True]


def test_a_limit_is_logged_once_in_a_while_and_none_is_forgotten() -> None:
    clock = Clock(0)
    limits = LimitLog(clock)
    structlog.reset_defaults()
    with capture_logs() as lines:
        for _ in range(1000):
            limits.add("frames")
        limits.add("connections")
        clock.at = 9
        limits.flush()
        clock.at = 11
        limits.flush()
        limits.flush()
    assert [(line["limit"], line["times"]) for line in lines] == [
        ("frames", 1), ("connections", 1), ("frames", 999),
    ]  # fmt: skip


def test_a_slow_reader_may_go_on_but_must_not_stop() -> None:
    reading = Reading()
    left = 1_000_000
    for second in range(300):
        left -= 3_000
        assert not reading.is_stalled(left, second)
    assert reading.is_stalled(left - 5_000, 315)


class Nothing:
    """An application that does nothing."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        pass


@pytest.fixture
def socket() -> WebSocketProtocol:
    """A WebSocket that is open, to a client that a test plays."""

    connections = OpenConnections(100, 50, 0, LimitLog())
    config = uvicorn.Config(Nothing(), ws_per_message_deflate=False, log_config=None)
    loop = asyncio.new_event_loop()
    state = uvicorn.server.ServerState()
    protocol = WebSocketProtocol(
        connections, config=config, server_state=state, app_state={}, _loop=loop
    )
    loop.close()
    protocol.transport = Mock()
    protocol.transport.is_closing.return_value = False
    protocol.transport.get_extra_info.return_value = None
    protocol.conn.state = State.OPEN
    protocol.conn.parser = super(type(protocol.conn), protocol.conn).parse()
    next(protocol.conn.parser)
    return protocol


def written(socket: WebSocketProtocol) -> bytes:
    calls = socket.transport.write.call_args_list  # type: ignore[attr-defined]
    return b"".join(call.args[0] for call in calls)


def test_a_client_that_does_not_read_is_owed_one_pong(socket: WebSocketProtocol) -> None:
    socket.pause_writing()
    for number in range(300):
        socket.data_received(Frame(Opcode.PING, b"%d" % number).serialize(mask=True))
    assert written(socket) == b""
    socket.resume_writing()
    assert written(socket) == Frame(Opcode.PONG, b"299").serialize(mask=False)


def test_what_is_broken_before_the_handshake_is_cut_off(socket: WebSocketProtocol) -> None:
    socket.conn.state = State.CONNECTING
    socket.data_received(b"\xff" * 20)
    socket.transport.abort.assert_called_once()  # type: ignore[attr-defined]
