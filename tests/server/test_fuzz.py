"""Whatever comes over a socket, the server goes on serving, and tells no client what is hidden."""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import random
import struct
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule, run_state_machine_as_test
from websockets.exceptions import ConnectionClosed

from genial.server.live import protocol
from tests.server.attacks.measure import memory_of
from tests.server.live import Server, any_move

PEOPLE = ("ada", "bob", "eve")  # Ada and Bob sit at a table of theirs, Eve watches
MOST_GROWTH = 64 * 1024  # kB of memory in all

_addresses = (f"10.{a}.{b}.{c}" for a, b, c in itertools.product(range(250), repeat=3))
_heard = msgspec.json.Decoder(protocol.FromServer)

text = st.text(max_size=60)
number = st.one_of(st.integers(-3, 40), st.sampled_from([2**31, 2**63, 2**64, -(2**63), 10**30]))
anything = st.recursive(
    st.one_of(st.none(), st.booleans(), number, st.floats(), text),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=12,
)
kinds = st.sampled_from(
    [
        "watch",
        "unwatch",
        "play",
        "agree",
        "decline",
        "claim",
        "say",
        "point",
        "ping",
        "news",
        "",
        "WATCH",
    ]
)
wishes = st.sampled_from(["undo", "draw", "rematch", "win"])
moves = st.sampled_from(
    ["draw", "stop", "take", "Rh8Bi8", "swap", "keep", "pass", "m10m11+O", "M3:2>5", "-X", "\x00"]
)


class SocketProtocol(RuleBasedStateMachine):
    """Players and a spectator that send whatever comes to mind."""

    server: Server

    def __init__(self) -> None:
        super().__init__()
        self.rng = random.Random(1)
        self.people = {
            person: self.server.guest(person, address=next(_addresses))
            for person in (*PEOPLE, "cy", "di")
        }
        self.latest: dict[int, dict[str, Any]] = {}
        self.table = self.opened("ada", "bob", "tile-challenge")
        self.other = self.opened("cy", "di", "ingenious")
        self.resigned = False
        self.last: tuple[str, str | bytes] | None = None

    def opened(self, host: str, guest: str, game: str) -> str:
        name = self.people[host].open(game, "me", "open")
        self.people[guest].post(f"/api/tables/{name}/seats/2")
        self.people[host].post(f"/api/tables/{name}/start")
        return name

    # --- what is sent

    def send(self, person: str, message: str | bytes) -> None:
        self.last = person, message
        with contextlib.suppress(ConnectionClosed):
            self.people[person].socket.send(message)
        self.hear(person)

    def hear(self, person: str) -> None:
        """Check whatever has come."""
        guest = self.people[person]
        try:
            while True:
                self.check(person, guest.socket.recv(0))
        except TimeoutError:
            pass
        except ConnectionClosed as closed:
            assert closed.rcvd is None or closed.rcvd.code not in (1011, 4500), closed
            guest.hang_up()

    def check(self, person: str, told: str | bytes) -> None:
        assert isinstance(told, str)
        message = _heard.decode(told)
        if isinstance(message, protocol.Situation | protocol.News):
            seats = {self.table: {"ada": {1}, "bob": {2}}, self.other: {"cy": {1}, "di": {2}}}
            mine = seats[message.table].get(person, {0})
            over = isinstance(message, protocol.Situation) and message.phase == "over"
            assert set(message.views) == mine
            assert over or '"key"' not in told
            if message.table == self.table:
                self.latest[mine.pop()] = json.loads(told)

    @rule(person=st.sampled_from(PEOPLE), message=anything)
    def say_anything(self, person: str, message: object) -> None:
        self.send(person, json.dumps(message))

    @rule(person=st.sampled_from(PEOPLE), message=st.one_of(text, st.binary(max_size=60)))
    def say_no_message(self, person: str, message: str | bytes) -> None:
        with contextlib.suppress(UnicodeEncodeError):
            self.send(person, message)

    @rule(
        person=st.sampled_from(PEOPLE), kind=kinds, more=st.dictionaries(text, anything, max_size=3)
    )
    def say_something_like_a_message(self, person: str, kind: str, more: dict[str, Any]) -> None:
        self.send(person, json.dumps({**more, "type": kind, "table": self.table}))

    @rule(
        person=st.sampled_from(PEOPLE),
        seat=st.integers(0, 5),
        number=number,
        move=st.one_of(moves, text),
        theirs=st.booleans(),
        command=text,
    )
    def play_anything(
        self, person: str, seat: int, number: int, move: str, theirs: bool, command: str
    ) -> None:
        body = {"table": self.other if theirs else self.table, "seat": seat, "number": number,
                "move": move, "command": command}  # fmt: skip
        self.send(person, json.dumps({"type": "play", **body}))

    @rule(person=st.sampled_from(PEOPLE), since=number, theirs=st.booleans())
    def watch(self, person: str, since: int, theirs: bool) -> None:
        name = self.other if theirs else self.table
        self.send(person, json.dumps({"type": "watch", "table": name, "since": since}))

    @rule(person=st.sampled_from(PEOPLE), table=st.text(st.characters(codec="ascii"), max_size=50))
    def watch_something_else(self, person: str, table: str) -> None:
        self.send(person, json.dumps({"type": "watch", "table": table}))

    @rule(person=st.sampled_from(["eve", "bob"]))
    def resign_for_others(self, person: str) -> None:
        for table, seat in ((self.other, 1), (self.other, 2), (self.table, 1)):
            self.send(
                person,
                json.dumps({"type": "agree", "table": table, "seat": seat, "wish": "resign"}),
            )

    @rule(
        person=st.sampled_from(PEOPLE),
        kind=st.sampled_from(["agree", "decline"]),
        seat=st.integers(0, 3),
        wish=wishes,
        theirs=st.booleans(),
    )
    def wish_anything(self, person: str, kind: str, seat: int, wish: str, theirs: bool) -> None:
        body = {"table": self.other if theirs else self.table, "seat": seat, "wish": wish}
        self.send(person, json.dumps({"type": kind, **body}))

    @rule(person=st.sampled_from(PEOPLE), replace=st.booleans(), theirs=st.booleans())
    def claim(self, person: str, replace: bool, theirs: bool) -> None:
        name = self.other if theirs else self.table
        self.send(person, json.dumps({"type": "claim", "table": name, "replace": replace}))

    @precondition(lambda self: self.last is not None)
    @rule(times=st.integers(1, 8))
    def say_it_again(self, times: int) -> None:
        assert self.last is not None
        for _ in range(times):
            self.send(*self.last)

    @rule(person=st.sampled_from(PEOPLE), size=st.sampled_from([16_000, 16_384, 16_385, 300_000]))
    def say_too_much(self, person: str, size: int) -> None:
        self.send(person, json.dumps({"type": "ping", "command": "x" * size}))

    @rule(person=st.sampled_from(PEOPLE), depth=st.sampled_from([100, 3_000, 8_000]))
    def nest_deeply(self, person: str, depth: int) -> None:
        self.send(person, '{"type":"ping","command":' + "[" * depth + "]" * depth + "}")

    @rule(person=st.sampled_from(PEOPLE))
    def talk_too_fast(self, person: str) -> None:
        with contextlib.suppress(ConnectionClosed):
            for _ in range(200):
                self.people[person].socket.send('{"type":"ping"}')
        self.hear(person)

    @rule(
        person=st.sampled_from(PEOPLE), parts=st.lists(st.text(max_size=9), min_size=1, max_size=4)
    )
    def say_it_in_parts(self, person: str, parts: list[str]) -> None:
        with contextlib.suppress(ConnectionClosed, UnicodeEncodeError):
            self.people[person].socket.send(iter(parts))
        self.hear(person)

    @rule(person=st.sampled_from(PEOPLE), noise=st.binary(min_size=1, max_size=80))
    def break_the_frames(self, person: str, noise: bytes) -> None:
        guest = self.people[person]
        with contextlib.suppress(OSError, ConnectionClosed):
            guest.socket.socket.sendall(noise)
        guest.cut()

    @rule(person=st.sampled_from(PEOPLE))
    def say_what_is_no_text(self, person: str) -> None:
        with contextlib.suppress(OSError, ConnectionClosed):
            mask, body = b"\x01\x02\x03\x04", b"\xff\xfe\xfd"
            masked = bytes(a ^ b for a, b in zip(body, mask, strict=False))
            frame = struct.pack("!BB", 0x81, 0x80 | len(body)) + mask + masked
            self.people[person].socket.socket.sendall(frame)
        self.people[person].cut()

    @rule(person=st.sampled_from(PEOPLE))
    def hang_up(self, person: str) -> None:
        self.people[person].cut()

    @rule()
    def play_on(self) -> None:
        """Let the player to move do so: the fuzz does not stop the game."""
        for seat, person in ((1, "ada"), (2, "bob")):
            answer = self.people[person].http.get(f"/api/tables/{self.table}").json()
            if answer.get("turn") == seat:
                body = {"seat": seat, "number": answer["number"],
                        "move": any_move(answer, seat, self.rng)}  # fmt: skip
                done = self.people[person].http.post(f"/api/tables/{self.table}/moves", json=body)
                # What was sent before may be carried out only now, and be a legal move.
                assert done.status_code in (201, 409, 429), done.text

    def teardown(self) -> None:
        for person in PEOPLE:
            with contextlib.suppress(ConnectionClosed):
                self.hear(person)
        other = self.people["cy"].get(f"/api/tables/{self.other}")
        assert other["phase"] == "playing", "only its players end a game"
        assert other["number"] == 3, "only its players move"
        self.server.empty()


@pytest.mark.slow
def test_the_server_survives_whatever_comes(places: tuple[str, str], tmp_path: Path) -> None:
    with Server(*places, log=tmp_path / "log", proxies=1) as server:

        class Machine(SocketProtocol):
            pass

        Machine.server = server
        steps = settings(
            max_examples=int(os.environ.get("GENIAL_FUZZ", "15")),
            stateful_step_count=30,
            deadline=None,
            database=None,
            derandomize="GENIAL_FUZZ" not in os.environ,
            suppress_health_check=list(HealthCheck),
        )
        first = settings(steps, max_examples=2)
        run_state_machine_as_test(Machine, settings=first)  # type: ignore[no-untyped-call]
        before = memory_of(server)
        run_state_machine_as_test(Machine, settings=steps)  # type: ignore[no-untyped-call]
        assert memory_of(server) - before < MOST_GROWTH
        health = httpx.get(f"{server.address}/health", headers={"x-forwarded-for": "10.255.0.1"})
        assert health.status_code == 200
        assert "Traceback" not in server.log()
        assert "error" not in server.log().lower(), server.log()
