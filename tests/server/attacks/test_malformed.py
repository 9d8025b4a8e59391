"""Malformed requests: a 4xx and a sentence on every route, never a traceback."""

from __future__ import annotations

import itertools
import json
import re
from typing import Any

import httpx
import pytest

from tests.server.attacks.raw import Answer, connection, request
from tests.server.live import Server

NOT_TEXT = {
    "a value that is not UTF-8": b'{"name": "\xff"}',
    "a key that is not UTF-8": b'{"\xff": 1}',
    "a surrogate in UTF-8": b'{"\xed\xa0\x80": 1}',
    "UTF-16": '{"name": "Ada"}'.encode("utf-16"),
}
NOT_JSON = {
    "a NUL": b'{"name": "a\x00"}',
    "a lone surrogate": rb'{"name": "\ud800"}',
    "half a pair of surrogates": rb'{"name": "\ud800\ud800"}',
    "deep lists": b"[" * 50_000,
    "deep objects": b'{"a":' * 50_000,
    "a giant integer": b"1" * 100_000,
    "a giant float": b"1e99999",
    "no number": b'{"seat": NaN}',
    "half an object": b'{"name": "Ada"',
    "too much": b" " * 300_000,
}
STRANGE = {
    "a NUL in a string": rb'{"name": "\u0000", "text": "\u0000", "game": "\u0000", "to": "\u0000"}',
    "numbers out of range": b'{"seat": 1e308, "number": 99999999999999999999999, "page": -1e300}',
    "another type": b'["name"]',
    "nothing": b"null",
}
TYPES = (
    "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x",
    "application/msgpack", "application/json-patch+json", "\xff",
)  # fmt: skip
TARGETS = (
    b"/api/tables/%ff", b"/api/tables/\xff", b"/%ff%fe", b"/\x80", b"/api/tables?game=%ff",
    b"/api/tables?%ff=%ff", b"/api/people/%ed%a0%80", b"/api/tables?page=99999999999999999999999",
    b"/api/tables/a%00b", b"/api/tables/" + b"x" * 9000, b"/assets/%ff",
    b"/assets/..%2f..%2frun.py", b"//", b"*", b"/%", b"/?\xff", b"/table/%ff", b"/review/%ff", b"http://%ff/",
)  # fmt: skip
HEADERS = (
    b"Cookie: genial=\xff", b"Cookie: \xff\xfe=\xed", b"Cookie: genial=a.\xc3\xa9.b",
    b"Authorization: Bearer \xff", b"Authorization: \xff", b"Origin: \xff", b"Origin: http://[",
    b"X-Forwarded-For: \xff", b"X-Request-Id: \xff\xff\xff\xff\xff\xff\xff\xff",
    b"Range: bytes=\xff", b"Accept: \xff", b"Accept-Language: \xff", b"If-None-Match: \xff",
    b"If-Modified-Since: \xff",
    b"Content-Length: \xff", b"Content-Length: -1", b"Transfer-Encoding: \xff", b"Expect: \xff",
    b"Upgrade: \xff\r\nConnection: upgrade", b"Upgrade: websocket\r\nConnection: upgrade",
    b"Upgrade: websocket\r\nConnection: upgrade\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: \xff",
)  # fmt: skip

_addresses = (f"10.60.{a}.{b}" for a, b in itertools.product(range(250), range(1, 250)))


class Asker:
    """A guest that sends any request, each time from another address."""

    def __init__(self, server: Server) -> None:
        self._server, guest = server, server.guest("Mal")
        self._cookie = "; ".join(f"{key}={value}" for key, value in guest.http.cookies.items())

    def send(self, method: str, path: str, body: bytes, kind: str = "application/json") -> Answer:
        headers = {"Cookie": self._cookie, "X-Forwarded-For": next(_addresses),
                   "Content-Type": kind, "Connection": "close"}  # fmt: skip
        return self.send_raw(request(method, path, headers, body))

    def send_raw(self, data: bytes) -> Answer:
        with connection(self._server) as one:
            one.send(data)
            return one.answer()


@pytest.fixture
def asker(server: Server) -> Asker:
    return Asker(server)


def routes(server: Server) -> list[tuple[str, str]]:
    """Return every method and path that takes a body, with something in place of parameters."""
    schema: dict[str, Any] = httpx.get(f"{server.address}/api/schema/openapi.json").json()
    return [
        (method.upper(), re.sub(r"\{[^}]*\}", "1", path))
        for path, methods in schema["paths"].items()
        for method, told in methods.items()
        if "requestBody" in told
    ]


def is_refused(answer: Answer) -> bool:
    told = json.loads(answer.body)
    return 400 <= answer.status < 500 and bool(told["code"]) and bool(told["sentence"])


def test_a_body_that_cannot_be_json_is_refused_on_every_route(server: Server, asker: Asker) -> None:
    asked, wrong = 0, []
    for method, path in routes(server):
        for why, body in (NOT_TEXT | NOT_JSON).items():
            answer, asked = asker.send(method, path, body), asked + 1
            if not is_refused(answer) or (why in NOT_TEXT and answer.status != 400):
                wrong.append((method, path, why, answer.status))
    assert asked > 250
    assert not wrong
    assert "Traceback" not in server.log()


def test_a_strange_body_breaks_nothing_on_any_route(server: Server, asker: Asker) -> None:
    wrong = []
    for method, path in routes(server):
        for why, body in STRANGE.items():
            answer = asker.send(method, path, body)
            if answer.status >= 500:
                wrong.append((method, path, why, answer.status))
        for kind in TYPES:
            answer = asker.send(method, path, b'{"name": "Ada"}', kind)
            if answer.status != 415:
                wrong.append((method, path, kind, answer.status))
    assert not wrong
    assert "Traceback" not in server.log()


def test_strange_paths_and_headers_break_nothing(server: Server, asker: Asker) -> None:
    wrong = []
    for target in TARGETS:
        answer = asker.send_raw(b"GET %s HTTP/1.1\r\nHost: x\r\n\r\n" % target)
        if answer.status >= 500:
            wrong.append((target, answer.status))
    for path, header in itertools.product((b"/", b"/api/me", b"/api/live/v1"), HEADERS):
        answer = asker.send_raw(b"GET %s HTTP/1.1\r\nHost: x\r\n%s\r\n\r\n" % (path, header))
        if answer.status >= 500:
            wrong.append((path + b" " + header, answer.status))
    assert not wrong
    assert "Traceback" not in server.log()


def test_what_is_broken_after_the_answer_has_begun_is_not_answered_again(
    server: Server, asker: Asker
) -> None:
    """A body is refused because of where it comes from, and turns out to be none."""
    head = request(
        "POST", "/api/guests", {"Origin": "http://elsewhere", "Transfer-Encoding": "chunked",
                                "X-Forwarded-For": next(_addresses)},
    )  # fmt: skip
    with connection(server) as one:
        one.send(head)
        assert one.answer().status == 403
        one.send(b"no chunk\r\n")
        assert one.close_code() is None
    assert "Traceback" not in server.log()


def test_hanging_up_amid_a_long_answer_leaves_no_trace(server: Server) -> None:
    for _ in range(3):
        guest = server.guest("Gone")
        guest.open("phoenix", "me", "open")
        cookie = "; ".join(f"{key}={value}" for key, value in guest.http.cookies.items())
        for _ in range(3):
            with connection(server) as one:
                one.send(request("GET", "/api/me/export", {"Cookie": cookie}))
                one.answer()  # its head: the rest comes in pieces
        guest.get("/api/me")
    assert "Traceback" not in server.log()
