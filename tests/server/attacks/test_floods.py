"""One client that sends as fast as it can: other clients need not wait, and nothing piles up."""

from __future__ import annotations

import contextlib
import itertools
import time
from collections.abc import Iterator

import pytest

from tests.server.attacks.measure import SECONDS, Visitor, memory_of
from tests.server.attacks.raw import (
    CONT,
    PING,
    PONG,
    TEXT,
    connection,
    frame,
    request,
    wait_until,
    websocket,
)
from tests.server.live import Server

LONGEST_WAIT = 1.0  # seconds, for a visitor; it was 4 and more
MOST_GROWTH = 10 * 1024  # kB, whatever is sent; it was as much every second

_addresses = (f"10.200.{a}.{b}" for a, b in itertools.product(range(250), range(1, 250)))


@pytest.fixture(scope="module")
def attacked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("floods")
    database = f"sqlite:///{folder}/genial.db"
    with Server(database, "", log=folder / "log", proxies=1, thinkers=0) as server:
        with contextlib.suppress(OSError), websocket(server, address="10.1.1.1") as one:
            one.flood(
                frame(PING, b"x" * 125) * 100, time.monotonic() + 0.5
            )  # what is kept for good
        yield server


FRAMES = {
    "empty pings": (b"", frame(PING)),
    "full pings": (b"", frame(PING, b"x" * 125)),
    "pongs without a ping": (b"", frame(PONG)),
    "empty continuations": (frame(TEXT, is_last=False), frame(CONT, is_last=False)),
    "empty texts": (b"", frame(TEXT)),
    "messages in crumbs": (b"", frame(TEXT, b"x", is_last=False) + frame(CONT)),
}


@pytest.mark.parametrize("kind", FRAMES)
def test_frames_of_any_kind_cost_others_nothing(attacked: Server, kind: str) -> None:
    """Connect again at once after being thrown out, and read nothing."""
    first, again = FRAMES[kind]
    address, before, until = next(_addresses), memory_of(attacked), time.monotonic() + SECONDS
    with Visitor(attacked) as visitor:
        while time.monotonic() < until:
            with (
                contextlib.suppress(OSError),
                websocket(attacked, address=address, reads_little=True) as one,
            ):
                one.send(first)
                one.flood(again * (60_000 // len(again)), until)
        growth = memory_of(attacked) - before
    check(visitor, growth)
    assert "frames of a socket" in attacked.log()


def test_a_body_in_crumbs_costs_others_nothing(attacked: Server) -> None:
    address, before, until = next(_addresses), memory_of(attacked), time.monotonic() + SECONDS
    head = request(
        "POST", "/api/guests", {"Transfer-Encoding": "chunked", "X-Forwarded-For": address}
    )
    with Visitor(attacked) as visitor:
        while time.monotonic() < until:
            with contextlib.suppress(OSError), connection(attacked) as one:
                one.send(head)
                one.flood(b"1\r\nx\r\n" * 10_000, until)
        growth = memory_of(attacked) - before
    check(visitor, growth)
    assert "pieces of a body" in attacked.log()


def test_requests_without_end_cost_others_little(attacked: Server) -> None:
    address, before, until = next(_addresses), memory_of(attacked), time.monotonic() + SECONDS
    asking = request("GET", "/api/tables", {"X-Forwarded-For": address})
    with Visitor(attacked) as visitor, connection(attacked, reads_little=True) as one:
        one.flood(asking * 500, until)
        growth = memory_of(attacked) - before
    check(visitor, growth)


def check(visitor: Visitor, growth: int) -> None:
    print(f"usual {visitor.usual_delay:.3f} s of {len(visitor.delays)}, growth {growth} kB")
    assert not visitor.refusals
    assert visitor.usual_delay < LONGEST_WAIT
    assert growth < MOST_GROWTH


def test_a_flood_is_closed_with_a_code_that_says_so(attacked: Server) -> None:
    with websocket(attacked, address=next(_addresses)) as one:
        one.send(frame(PING) * 600)
        assert one.close_code() == 4029


def test_a_message_has_only_so_many_parts(attacked: Server) -> None:
    """They are few enough for the limit of frames, but it would be kept until it is whole."""
    with websocket(attacked, address=next(_addresses)) as one:
        one.send(frame(TEXT, is_last=False) + frame(CONT, is_last=False) * 200)
        assert one.close_code() == 1009


def test_ordinary_pings_are_answered(attacked: Server) -> None:
    with websocket(attacked, address=next(_addresses)) as one:
        for number in range(3):
            one.send(frame(PING, b"%d" % number))
            assert one.socket.recv(100) == bytes((0x80 | PONG, 1)) + b"%d" % number


def test_the_log_tells_of_limits_but_not_each_time(attacked: Server) -> None:
    lines = attacked.log().count("malformed requests")
    for _ in range(50):
        with connection(attacked) as one:
            one.send(b"nonsense\r\n\r\n")
            assert one.answer().status == 400
    assert wait_until(lambda: attacked.log().count("malformed requests") > lines, 30)
    assert attacked.log().count("malformed requests") <= lines + 3
    assert "Invalid HTTP request" not in attacked.log()
    assert "Traceback" not in attacked.log()
