"""No player is sent what is hidden from them: all messages and answers of whole games are checked.

What was sent is compared with what the finished record gives at that point, and with what the
server would have sent if everything that the audience cannot see had been dealt otherwise.
"""

from __future__ import annotations

import asyncio
import dataclasses
import json
import random
import time
from typing import Any

import httpx
import msgspec
import pytest

import genial
from genial import State
from genial.core import engine
from genial.core.chance import fast_stream
from genial.core.errors import GenialError
from genial.server.live import protocol
from genial.server.storage.store import Store
from genial.server.tables import commands
from genial.server.tables.events import Entry
from genial.server.tables.projection import news, situation
from genial.server.tables.records import record_of
from genial.server.tables.table import Table
from tests.server.live import Guest, Server, any_move
from tests.test_laws import with_array

CASES: list[tuple[str, dict[str, Any]]] = [
    ("ingenious", {"players": 2}),
    ("ingenious", {"players": 3}),
    ("ingenious", {"players": 4}),
    ("ingenious", {"players": 4, "variant": "teams"}),
    ("ingenious", {"players": 1}),
    ("tile-challenge", {"players": 3}),
    ("spezial", {"players": 4}),
    ("phoenix", {"players": 2}),
]
SECRET_LINES = {"rack", "hand", "card"}
LOOK_EVERY = 5  # moves between requests for all that can be asked for
OTHER_ANSWERS = ("talk", "analysis", "verify", "explain", "positions/1")


@dataclasses.dataclass
class Sent:
    """Something that the server sent to the holder of these seats."""

    mine: tuple[int, ...]
    text: str
    tried: tuple[int, str] | None = None  # the move that was refused

    @property
    def told(self) -> dict[str, Any]:
        told: dict[str, Any] = json.loads(self.text)
        return told


class Play:
    """A game by people, and a spectator; all that they are sent is kept."""

    def __init__(self, server: Server, game: str, options: dict[str, Any], seed: int) -> None:
        self.rng = random.Random(seed)
        self.sent: list[Sent] = []
        self.records: list[tuple[int, tuple[int, ...], str]] = []  # number, seats, text
        self.others: list[tuple[tuple[int, ...], str]] = []  # whatever else was sent to seats
        self.options = {key: value for key, value in options.items() if key != "players"}
        count = options["players"]
        self.guests = {(seat,): self.guest(server, f"P{seat}") for seat in range(1, count + 1)}
        self.guests[()] = self.guest(server, "Eve")
        host = self.guests[1,]
        seats = ["me", *["open"] * (count - 1)]
        self.name = host.open(game, *seats, options=self.options)
        for mine, guest in self.guests.items():
            guest.send("watch", table=self.name)
            if mine and mine != (1,):
                guest.post(f"/api/tables/{self.name}/seats/{mine[0]}")
        host.post(f"/api/tables/{self.name}/start")
        self.latest = {mine: self.until(mine, "playing", count + 1) for mine in self.guests}

    def guest(self, server: Server, name: str) -> Guest:
        return server.guest(name)  # each with an address of its own

    def hear(self, mine: tuple[int, ...]) -> dict[str, Any]:
        """The next message that tells how the table stands, or that something was refused."""
        while True:
            text = str(self.guests[mine].socket.recv(30))
            told: dict[str, Any] = json.loads(text)
            if told["type"] in ("situation", "news"):
                self.sent.append(Sent(mine, text))
                return told
            if told["type"] == "refused":
                return told | {"text": text}
            self.others.append((mine, text))

    def until(self, mine: tuple[int, ...], phase: str, number: int) -> dict[str, Any]:
        while True:
            told = self.hear(mine)
            if told.get("phase") == phase and told["number"] >= number:
                return told

    def ask(self) -> None:
        """Let every player and the spectator ask for all that HTTP offers."""
        for mine, guest in self.guests.items():
            answer = asked(guest, f"/api/tables/{self.name}")
            self.sent.append(Sent(mine, answer.text))
            record = asked(guest, f"/api/tables/{self.name}/record")
            self.records.append((answer.json()["number"], mine, record.text))
            if answer.json()["phase"] != "over":
                for what in OTHER_ANSWERS:
                    text = asked(guest, f"/api/tables/{self.name}/{what}").text
                    self.others.append((mine, text))

    def ask_for_advice(self) -> None:
        turn = self.latest[()]["turn"]
        guest, move = self.guests[turn,], any_move(self.latest[turn,], turn, self.rng)
        for what, body in (("explain", {"move": move}), ("hint", {}), ("opinion", {})):
            answer = guest.http.post(f"/api/tables/{self.name}/{what}", json={"seat": turn, **body})
            self.others.append(((turn,), answer.text))

    def move(self) -> None:
        turn = self.latest[()]["turn"]
        told = self.latest[turn,]
        if told["number"] % LOOK_EVERY == 0:
            self.try_in_vain(turn, told)
        move = any_move(told, turn, self.rng)
        self.guests[turn,].send(
            "play", table=self.name, seat=turn, number=told["number"], move=move
        )
        for mine in self.guests:
            while self.latest[mine]["number"] <= told["number"]:
                heard = self.hear(mine)
                assert heard["type"] != "refused", heard
                self.latest[mine] = heard

    def try_in_vain(self, turn: int, told: dict[str, Any]) -> None:
        """Moves that are refused must be refused without a word about what is hidden."""
        tile = "".join(self.rng.sample("RGBOYP", 2))
        foreign = {
            "ingenious": f"{tile[0]}h5{tile[1]}h6",
            "phoenix": self.rng.choice(["M3:2>5", "S1:1-2", "R", "X:1", "-M2", "-X"]),
        }.get(told["views"][str(turn)]["game"])
        if foreign is None:
            return
        for mine, guest in self.guests.items():
            seat = mine[0] if mine else turn
            legal = told["choices"].get("moves", [])
            if seat == turn and (foreign in legal or "places" in told["choices"]):
                continue
            guest.send("play", table=self.name, seat=seat, number=told["number"], move=foreign)
            refused = self.hear(mine)
            assert refused["type"] == "refused"
            assert refused["code"] != "too-much"
            self.sent.append(Sent(mine, refused["text"], (told["number"], foreign)))

    def play(self) -> None:
        for k in range(2000):
            if k % LOOK_EVERY == 0:
                self.ask()
            if k == 2 * LOOK_EVERY:
                self.ask_for_advice()
            if self.latest[()].get("phase") == "over":
                break
            self.move()
        self.ask()


def asked(guest: Guest, path: str) -> httpx.Response:
    """The answer, as soon as one may ask for so much."""
    while (answer := guest.http.get(path)).status_code == 429:
        time.sleep(0.2)
    return answer


def stored(server: Server, name: str) -> tuple[bytes, list[Entry]]:
    """A table's secret and events, from the database itself."""

    async def read() -> tuple[bytes, list[Entry]]:
        store = await Store.open(server.database)
        try:
            secret = await store.secret_of(name)
            assert secret is not None
            return secret, await store.entries(name)
        finally:
            await store.close()

    return asyncio.run(read())


def plain(message: object) -> Any:
    return json.loads(protocol.encode(message))


def dealt_otherwise(table: Table, seat: int) -> Table:
    """The same table after a deal in which only this seat's knowledge is the same."""
    assert table.state is not None
    array = table.state.array.copy()
    engine.redeal(array, 0, seat - 1, fast_stream(table.number * 10 + seat))
    return dataclasses.replace(table, state=with_array(table.state, array))


def check_redaction(lines: list[str], seat: int, players: int) -> None:
    """What others drew has question marks in it, by the words of the record format alone."""
    for line in lines:
        words = line.split()
        if words[0] == "*" and words[1] in SECRET_LINES and words[2] != str(seat) and players > 1:
            assert set("".join(words[3:])) == {"?"}, line


def check_lines(told: dict[str, Any], players: int) -> None:
    for seat, view in told.get("views", {}).items():
        check_redaction(view["log"] or told.get("lines", {}).get(seat, []), int(seat), players)


def states_of(record: str) -> list[State]:
    """All states of a finished game, from its record alone."""
    return genial.replay(record).history


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES, ids=str)
def test_nothing_hidden_is_ever_sent(server: Server, case: tuple[str, dict[str, Any]]) -> None:
    game = Play(server, *case, seed=CASES.index(case))
    game.play()
    secret, entries = stored(server, game.name)
    table, tables = Table(game.name, secret), {}
    for entry in entries:
        table.apply(entry)
        tables[table.number] = table.copy()
    started = next(number for number, at in tables.items() if at.phase == "playing")
    states = states_of(game.records[-1][2])
    assert table.phase == "over"
    assert genial.verify(game.records[-1][2])

    different = 0
    logs: dict[tuple[int, ...], list[str]] = {}
    for sent in game.sent:
        mine, seat, told = sent.mine, (sent.mine or (0,))[0], sent.told
        if sent.tried is not None:
            number, move = sent.tried
            true, other = tables[number], dealt_otherwise(tables[number], seat)
            if mine:
                for at in (true, other):
                    with pytest.raises(GenialError) as refused:
                        commands.move(at, 0.0, seat, move)
                    assert told["sentence"] == str(refused.value)
            continue
        at = tables[told["number"]]
        if at.phase == "waiting":
            assert not told.get("views")
            continue
        if at.phase == "playing":
            assert secret.hex() not in sent.text
            assert '"key"' not in sent.text
            check_lines(told, case[1]["players"])
        # What the record gives at this point.
        assert set(told["views"]) == {str(seat)}
        state = states[min(told["number"] - started, len(states) - 1)]
        view = state.view(seat or None)
        got = told["views"][str(seat)]
        if told["type"] == "news":
            logs[mine] += told["lines"][str(seat)]
            assert got == view | {"log": []}
            assert logs[mine] == view["log"]
        elif at.phase == "over":
            assert got == view | {"log": state.log}
        else:
            assert got == view
            logs[mine] = list(view["log"])
        assert told.get("choices") == (
            msgspec.to_builtins(state.choices()) if seat and state.turn == seat else None
        )
        # What would have been sent if the rest had been dealt otherwise.
        if at.phase == "playing":
            other = dealt_otherwise(at, seat)
            different += other.state != at.state
            if told["type"] == "news":
                told_entries = entries[told["first"] - 1 : told["number"]]
                assert told == plain(news(other, told_entries, mine, 0.0))
            else:
                assert told == plain(situation(other, mine, 0.0))
    for number, mine, text in game.records:
        if tables[number].phase == "playing":
            seat = (mine or (0,))[0]
            assert text == record_of(dealt_otherwise(tables[number], seat), mine)
            check_redaction(text.split("\n\n")[1].splitlines(), seat, case[1]["players"])
            assert secret.hex() not in text
            assert "key:" not in text
    # Of whatever else was sent: no line of the true log that this seat does not see.
    for mine, text in game.others:
        seen = states[-1].view((mine or (None,))[0])["log"]
        assert secret.hex() not in text
        assert not [line for line in states[-1].log if line not in seen and line in text]
    has_hands = case[0] in ("ingenious", "phoenix") and case[1]["players"] > 1
    assert (different > 20) == has_hands
    assert len(game.sent) > 60
    assert "Traceback" not in server.log()


@pytest.mark.parametrize("game", ["ingenious", "phoenix"])
def test_neither_a_take_back_nor_a_new_connection_tells_what_is_hidden(
    server: Server, game: str
) -> None:
    at = Play(server, game, {"players": 2}, seed=5)
    for _ in range(6):
        at.move()
    known = at.latest[()]["number"]
    for mine in ((1,), (2,)):
        at.guests[mine].post(f"/api/tables/{at.name}/wishes", seat=mine[0], wish="undo")
    at.latest = {mine: at.until(mine, "playing", known + 2) for mine in at.guests}
    for _ in range(2):
        at.move()
    for since in (0, known - 3, at.latest[()]["number"] - 1):  # over the take-back, and after it
        for mine, guest in at.guests.items():
            guest.hang_up()
            guest.send("watch", table=at.name, since=since)
            assert at.hear(mine)["number"] == at.latest[()]["number"]
    secret, entries = stored(server, at.name)
    table, tables = Table(at.name, secret), {}
    for entry in entries:
        table.apply(entry)
        tables[table.number] = table.copy()
    assert [type(entry.event).__name__ for entry in entries].count("TakenBack") == 1
    for sent in at.sent:
        told, seat = sent.told, (sent.mine or (0,))[0]
        if sent.tried or tables[told["number"]].phase == "waiting":
            continue
        check_lines(told, 2)
        assert secret.hex() not in sent.text
        other = dealt_otherwise(tables[told["number"]], seat)
        if told["type"] == "news":
            seen = plain(news(other, entries[told["first"] - 1 : told["number"]], sent.mine, 0.0))
        else:
            seen = plain(situation(other, sent.mine, 0.0))
        assert told == seen
