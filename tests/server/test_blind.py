"""No player is sent what is hidden from them: all messages and answers of whole games are checked.

What was sent is compared with what the finished record gives at that point, and with what the
server would have sent if everything that the audience cannot see had been dealt otherwise.
"""

from __future__ import annotations

import asyncio
import dataclasses
import json
import random
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
from tests.cases import with_array
from tests.server.live import Guest, Server, any_move
from tests.server.waiting import eventually

CASES: list[tuple[str, dict[str, Any]]] = [
    ("ingenious", {"players": 2}),
    ("ingenious", {"players": 3}),
    ("ingenious", {"players": 4}),
    ("ingenious", {"players": 4, "variant": "teams"}),
    ("ingenious", {"players": 4, "variant": "teams", "partners": "shared"}),
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
    def seat(self) -> int:
        """Return the seat, 0 for a spectator."""
        return (self.mine or (0,))[0]

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
    """Return the answer as soon as the rate limit allows it."""

    def answered() -> httpx.Response | None:
        answer = guest.http.get(path)
        return None if answer.status_code == 429 else answer

    answer = eventually(answered, pause=0.2, what="the limit is never lifted")
    assert answer is not None
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


def seats_seen(seat: int, options: dict[str, Any]) -> set[str]:
    """The seats whose tiles or cards a seat (0: a spectator) may see."""
    if options["players"] == 1:
        return {"1"}
    if options.get("partners") == "shared" and seat:
        return {"1", "3"} if seat in (1, 3) else {"2", "4"}
    return {str(seat)}


def check_redaction(lines: list[str], seat: int, options: dict[str, Any]) -> None:
    """What others drew has question marks in it, by the words of the record format alone."""
    seen = seats_seen(seat, options)
    for line in lines:
        words = line.split()
        if words[0] == "*" and words[1] in SECRET_LINES:
            assert ("?" in line) == (words[2] not in seen), line
            assert words[2] in seen or set("".join(words[3:])) == {"?"}, line


def check_lines(told: dict[str, Any], options: dict[str, Any]) -> None:
    for seat, view in told.get("views", {}).items():
        check_redaction(view["log"] or told.get("lines", {}).get(seat, []), int(seat), options)
        assert ("partner_rack" in view) == (len(seats_seen(int(seat), options)) == 2)


class Truth:
    """A game as the database and its record have it: what was sent is compared with it."""

    def __init__(self, server: Server, play: Play) -> None:
        self.secret, self.entries = stored(server, play.name)
        self.last = Table(play.name, self.secret)
        self.tables: dict[int, Table] = {}  # as they were after each event
        for entry in self.entries:
            self.last.apply(entry)
            self.tables[self.last.number] = self.last.copy()
        self.different = 0  # positions that could have been dealt otherwise

    def sent_if_dealt_otherwise(self, sent: Sent) -> Any:
        """Return what would have been sent if all that the seat cannot see were different."""
        told, table = sent.told, self.tables[sent.told["number"]]
        other = dealt_otherwise(table, sent.seat)
        self.different += other.state != table.state
        if told["type"] == "news":
            entries = self.entries[told["first"] - 1 : told["number"]]
            return plain(news(other, entries, sent.mine, 0.0))
        return plain(situation(other, sent.mine, 0.0))

    def check_refusal(self, sent: Sent) -> None:
        """A move is refused with the same words whatever the seat cannot see."""
        assert sent.tried is not None
        number, move = sent.tried
        if sent.mine:
            for table in (self.tables[number], dealt_otherwise(self.tables[number], sent.seat)):
                with pytest.raises(GenialError) as refused:
                    commands.move(table, 0.0, sent.seat, move)
                assert sent.told["sentence"] == str(refused.value)

    def check_message(self, sent: Sent, options: dict[str, Any]) -> None:
        """A message of a running game has no secret, and does not depend on what is hidden."""
        table = self.tables[sent.told["number"]]
        if table.phase == "waiting":
            assert not sent.told.get("views")
        if table.phase == "playing":
            assert self.secret.hex() not in sent.text
            assert '"key"' not in sent.text
            check_lines(sent.told, options)
            assert sent.told == self.sent_if_dealt_otherwise(sent)

    def check_record(
        self, number: int, mine: tuple[int, ...], text: str, options: dict[str, Any]
    ) -> None:
        """The record of a running game does not depend on what is hidden, either."""
        if self.tables[number].phase == "playing":
            seat = (mine or (0,))[0]
            assert text == record_of(dealt_otherwise(self.tables[number], seat), mine)
            check_redaction(text.split("\n\n")[1].splitlines(), seat, options)
            assert self.secret.hex() not in text
            assert "key:" not in text


class Replay:
    """The states of a finished game from its record alone, and the logs that were sent of it."""

    def __init__(self, record: str, truth: Truth) -> None:
        assert genial.verify(record)
        self.states: list[State] = genial.replay(record).history
        self._truth = truth
        self._started = min(n for n, table in truth.tables.items() if table.phase == "playing")
        self._logs: dict[tuple[int, ...], list[str]] = {}

    def check_views(self, sent: Sent) -> None:
        """A message shows exactly the seat's view of the state, and its moves."""
        told, phase = sent.told, self._truth.tables[sent.told["number"]].phase
        if phase == "waiting":
            return
        assert set(told["views"]) == {str(sent.seat)}
        state = self.states[min(told["number"] - self._started, len(self.states) - 1)]
        view, got = state.view(sent.seat or None), told["views"][str(sent.seat)]
        if told["type"] == "news":
            self._logs[sent.mine] += told["lines"][str(sent.seat)]
            assert got == view | {"log": []}
            assert self._logs[sent.mine] == view["log"]
        elif phase == "over":
            assert got == view | {"log": state.log}
        else:
            assert got == view
            self._logs[sent.mine] = list(view["log"])
        is_to_move = sent.seat and state.turn == sent.seat
        choices = msgspec.to_builtins(state.choices()) if is_to_move else None
        assert told.get("choices") == choices

    def check_other_text(self, mine: tuple[int, ...], text: str) -> None:
        """No line of the true log that this seat does not see is in any other answer."""
        log = self.states[-1].log
        seen = self.states[-1].view((mine or (None,))[0])["log"]
        assert self._truth.secret.hex() not in text
        assert not [line for line in log if line not in seen and line in text]


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES, ids=str)
def test_nothing_hidden_is_ever_sent(server: Server, case: tuple[str, dict[str, Any]]) -> None:
    game, players = case[0], case[1]["players"]
    play = Play(server, *case, seed=CASES.index(case))
    play.play()
    truth = Truth(server, play)
    assert truth.last.phase == "over"
    replay = Replay(play.records[-1][2], truth)
    for sent in play.sent:
        if sent.tried is not None:
            truth.check_refusal(sent)
        else:
            truth.check_message(sent, case[1])
            replay.check_views(sent)
    for number, mine, text in play.records:
        truth.check_record(number, mine, text, case[1])
    for mine, text in play.others:
        replay.check_other_text(mine, text)
    has_hands = game in ("ingenious", "phoenix") and players > 1
    assert (truth.different > 20) == has_hands
    assert len(play.sent) > 60
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
    truth = Truth(server, at)
    assert [type(entry.event).__name__ for entry in truth.entries].count("TakenBack") == 1
    for sent in at.sent:
        if sent.tried is None:
            truth.check_message(sent, {"players": 2})
