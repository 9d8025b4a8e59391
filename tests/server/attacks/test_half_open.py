"""Clients that begin and do not go on: they are dropped after seconds, and lock no one out."""

from __future__ import annotations

import contextlib
import json
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.attacks.measure import Visitor
from tests.server.attacks.raw import Connection, connection, request, wait_until, websocket
from tests.server.live import Server

DROPPED = 45.0  # seconds, on a machine that is busy; a minute and more was usual
ELSEWHERE = "127.0.3.1"  # where other visitors come from

HEAD = b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n"
BODY = request("POST", "/api/guests", {"Content-Length": "100"})
LARGE = request("GET", "/api/schema/openapi.json") * 20  # more than the system keeps


@pytest.fixture
def opened() -> Iterator[contextlib.ExitStack]:
    """What is opened in a test is closed in the end."""
    with contextlib.ExitStack() as stack:
        yield stack


def serve(folder: Path, **settings: int) -> Server:
    return Server(f"sqlite:///{folder}/genial.db", "", log=folder / "log", thinkers=0, **settings)


def connect(
    stack: contextlib.ExitStack, server: Server, count: int = 1, **options: str | bool
) -> list[Connection]:
    """Open this many connections."""
    return [
        stack.enter_context(contextlib.closing(Connection(server, **options)))  # type: ignore[arg-type]
        for _ in range(count)
    ]


def trickle(some: list[Connection], stopped: threading.Event) -> None:
    """Send a byte to each now and then."""
    while not stopped.wait(0.5):
        for one in some:
            with contextlib.suppress(OSError):
                one.socket.send(b"a")


def test_half_open_requests_are_dropped_after_seconds(
    tmp_path: Path, opened: contextlib.ExitStack
) -> None:
    with serve(tmp_path) as server:
        half = {
            "nothing": connect(opened, server, 10),
            "half a head": connect(opened, server, 10),
            "a head, byte by byte": connect(opened, server, 10),
            "no body": connect(opened, server, 10),
            "a body, byte by byte": connect(opened, server, 10),
            "an answer unread": connect(opened, server, 10, reads_little=True),
        }
        for kind, sent in (
            ("half a head", HEAD), ("a head, byte by byte", HEAD),
            ("no body", BODY), ("a body, byte by byte", BODY), ("an answer unread", LARGE),
        ):  # fmt: skip
            for one in half[kind]:
                one.send(sent)
        slow = half["a head, byte by byte"] + half["a body, byte by byte"]
        began, took, stopped = time.monotonic(), dict[str, float](), threading.Event()
        writer = threading.Thread(target=trickle, args=(slow, stopped), daemon=True)
        writer.start()

        def are_all_dropped() -> bool:
            for kind in set(half) - set(took):
                if all(
                    one.is_reset() if kind == "an answer unread" else one.is_dropped()
                    for one in half[kind]
                ):
                    took[kind] = round(time.monotonic() - began, 1)
            return len(took) == len(half)

        with Visitor(server, ELSEWHERE) as visitor:
            is_empty = wait_until(are_all_dropped, DROPPED)
        stopped.set()
        writer.join()
        print(took)
        assert is_empty, f"in time were only {took}"
        assert not visitor.refusals
        assert "time for a request" in server.log()
        assert "Traceback" not in server.log()


def test_one_address_cannot_take_all_connections(
    tmp_path: Path, opened: contextlib.ExitStack
) -> None:
    with serve(tmp_path, connections=200, connections_per_address=40) as server:
        kept = connect(opened, server, 40)
        assert {one.upgrade() for one in kept} == {101}
        (refused,) = connect(opened, server)
        answer = refused.answer()  # before anything is asked for
        assert answer.status == 429
        assert json.loads(answer.body)["code"] == "too-many-connections"
        (other,) = connect(opened, server)
        assert other.upgrade() == 429
        with websocket(server, source=ELSEWHERE):
            pass
        assert server.log().count("connections from one address") == 1, "one line for many"
        for one in kept:
            one.close()
        assert wait_until(lambda: is_welcome(server), 30)


def is_welcome(server: Server, source: str = "") -> bool:
    with contextlib.suppress(OSError), connection(server, source=source) as one:
        return one.ask("GET", "/health", Connection="close").status == 200
    return False


def test_half_open_requests_make_room_for_whole_ones(
    tmp_path: Path, opened: contextlib.ExitStack
) -> None:
    """Even from the same address: what waits longest goes first."""
    with serve(tmp_path, connections=200, connections_per_address=40) as server:
        half = connect(opened, server, 100)
        for one in half:
            one.send(HEAD)
        assert all(is_welcome(server) for _ in range(10))
        assert wait_until(lambda: sum(one.is_dropped() for one in half) >= 60, 30)
        assert "connections from one address" in server.log()


def test_a_full_server_says_so(tmp_path: Path, opened: contextlib.ExitStack) -> None:
    """A limit of 256 open files leaves room for 192 connections."""
    with serve(tmp_path, files=256) as server:
        assert "the limit of 256 open files allows only 192 connections, not" in server.log()
        begun = time.monotonic()
        for number in range(1, 5):  # 260 half-open requests, as many from one as from another
            for one in connect(opened, server, 65, source=f"127.0.1.{number}"):
                one.send(HEAD)
        assert is_welcome(server, ELSEWHERE), "those that wait make room"
        for number in range(1, 5):
            for one in connect(opened, server, 48, source=f"127.0.2.{number}"):
                assert one.upgrade() == 101
        (refused,) = connect(opened, server, source=ELSEWHERE)
        answer = refused.ask("GET", "/health")
        assert answer.status == 503
        assert json.loads(answer.body)["code"] == "full"
        assert b"retry-after" in answer.head.lower()
        assert "limit=connections " in server.log()
        print(f"after {time.monotonic() - begun:.1f} s")
        opened.close()
        assert wait_until(lambda: is_welcome(server, ELSEWHERE), 30)
        assert "Traceback" not in server.log()


def test_behind_a_proxy_the_forwarded_address_counts(
    tmp_path: Path, opened: contextlib.ExitStack
) -> None:
    with serve(tmp_path, connections_per_address=5, proxies=1) as server:
        kept = connect(opened, server, 5, address="10.7.0.1")
        assert {one.upgrade() for one in kept} == {101}
        (more,) = connect(opened, server, address="10.7.0.1")
        assert more.upgrade() == 429
        (asking,) = connect(opened, server, address="10.7.0.1")
        assert asking.ask("GET", "/health").status == 429
        (other,) = connect(opened, server, address="10.7.0.2")
        assert other.upgrade() == 101
        for one in kept:
            one.close()
        assert wait_until(lambda: is_forwarded(server, "10.7.0.1"), 30)


def is_forwarded(server: Server, address: str) -> bool:
    with connection(server, address=address) as one:
        return one.ask("GET", "/health", Connection="close").status == 200
