"""The load, as a process of its own: many games at once, by two players and a spectator each.

It prepares everything, says so, waits for a line, plays, and says how it went. One JSON object is
its argument, and each of its answers is one line of JSON.
"""

from __future__ import annotations

import asyncio
import json
import random
import resource
import sys
import time
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Any, Protocol

import httpx
import msgspec
import uvloop

from benchmarks.server.sockets import Socket, connected

_AT_ONCE = 16  # requests while everything is prepared
_TICK = 0.005  # seconds between moves that are due
_PATIENCE = 120.0  # seconds without a move after which something is wrong


class Match(Protocol):
    """One game, played by this process."""

    async def prepare(self) -> None:
        """Sit everybody down."""

    def begin(self) -> None:
        """Let who is to move know it."""

    def move(self) -> None:
        """Let the player to move make a move."""


class Load:
    """All games, and what was measured."""

    def __init__(self, told: dict[str, Any]) -> None:
        self.port: int = told["port"]
        self.api: int = told.get("api", self.port)
        self.count: int = told["count"]
        self.rate: float = told.get("rate", 0.0)
        self.most: float = told.get("seconds", 1e9)
        self.rng = random.Random(told.get("seed", 1))
        self.http = httpx.AsyncClient(timeout=120, verify=False)
        self.moves, self.over, self.heard = 0, 0, 0
        self.latencies: list[float] = []
        self._ready: deque[Match] = deque()

    def may_move(self, match: Match) -> None:
        """Move at a game that this process plays, or as soon as the rate allows."""
        if self.rate:
            self._ready.append(match)
        else:
            match.move()

    def moved(self, seconds: float) -> None:
        """Count a move that came back to its player."""
        self.moves += 1
        self.latencies.append(seconds)

    async def prepare(self, make: Callable[[Load, int], Match]) -> list[Match]:
        """All games, started."""
        matches = [make(self, number) for number in range(self.count)]
        for first in range(0, self.count, _AT_ONCE):
            await asyncio.gather(*(one.prepare() for one in matches[first : first + _AT_ONCE]))
        return matches

    async def play(self, matches: list[Match]) -> dict[str, Any]:
        """Play until all games are over, or the time is."""
        began = last = now = time.perf_counter()
        owed, seen = 0.0, 0
        for match in matches:
            match.begin()
        while self.over < self.count and time.perf_counter() - began < self.most:
            await asyncio.sleep(_TICK)
            before, now = now, time.perf_counter()
            if self.rate:
                owed = min(owed + self.rate * (now - before), 50.0)
                while owed >= 1 and self._ready:
                    self._ready.popleft().move()
                    owed -= 1
            if self.moves > seen:
                last, seen = time.perf_counter(), self.moves
            elif time.perf_counter() - last > _PATIENCE:
                raise TimeoutError(f"nothing happens after {self.moves} moves")
        seconds = time.perf_counter() - began
        times = sorted(self.latencies)
        return {
            "moves": self.moves,
            "messages": self.heard,
            "seconds": seconds,
            "p50": times[len(times) // 2] if times else None,
            "p99": times[int(len(times) * 0.99)] if times else None,
        }


class Told(msgspec.Struct):
    """What a player must know of a message from our server."""

    type: str
    number: int = 0
    turn: int | None = None
    phase: str = "playing"
    choices: dict[str, Any] | None = None
    views: dict[str, dict[str, Any]] = {}


_told = msgspec.json.Decoder(Told).decode


class Genial:
    """A game of Ingenious at our server."""

    def __init__(self, load: Load, number: int) -> None:
        self._load, self._number = load, number
        self._latest: Told | None = None
        self._is_told = asyncio.Event()  # the player to move has the table
        self._sent: dict[int, float] = {}  # by seat: when a move was sent that has not come back

    async def prepare(self) -> None:
        people = [await self.guest(seat) for seat in (1, 2)]
        told = await self._ask(
            people[0], "tables", game="ingenious", seats=[{"type": "me"}, {"type": "open"}]
        )
        self._name = told["table"]
        await self._ask(people[1], f"tables/{self._name}/seats/2")
        await self._ask(people[0], f"tables/{self._name}/start")
        self._people = people
        await self.connect()

    async def connect(self) -> None:
        """Watch the table, until the player to move has it."""
        self._sockets = {
            seat: await self._watch(headers, partial(self._hear, seat))
            for seat, headers in enumerate(self._people, 1)
        }
        address = {"x-forwarded-for": self._address(3)}
        self._eye = await self._watch(address, self.see)
        await self._is_told.wait()

    def _address(self, seat: int) -> str:
        return f"10.{seat}.{self._number // 250}.{self._number % 250}"

    async def guest(self, seat: int) -> dict[str, str]:
        headers = {"x-forwarded-for": self._address(seat)}
        answer = await self._load.http.post(
            f"http://127.0.0.1:{self._load.api}/api/guests", json={"name": "x"}, headers=headers
        )
        answer.raise_for_status()
        return headers | {"cookie": answer.headers["set-cookie"].split(";")[0]}

    async def _ask(self, headers: dict[str, str], path: str, **body: object) -> Any:
        address = f"http://127.0.0.1:{self._load.api}/api/{path}"
        while True:
            answer = await self._load.http.post(address, json=body, headers=headers)
            if answer.status_code != 503:
                answer.raise_for_status()
                return answer.json()
            await asyncio.sleep(0.5)  # still being compiled

    async def _watch(self, headers: dict[str, str], hear: Callable[[bytes], None]) -> Socket:
        socket = await connected(self._load.port, "/api/live/v1", headers, hear)
        socket.send(json.dumps({"type": "watch", "table": self._name}).encode())
        return socket

    def see(self, text: bytes) -> None:
        self._load.heard += 1

    def _hear(self, seat: int, text: bytes) -> None:
        self._load.heard += 1
        told = _told(text)
        if told.type == "refused":
            raise RuntimeError(text.decode())
        if told.type not in ("news", "situation"):
            return
        sent = self._sent.pop(seat, None)
        if sent is not None:
            self._load.moved(time.perf_counter() - sent)
            if told.phase == "over":
                self._load.over += 1
        if told.turn == seat:
            is_first, self._latest = self._latest is None, told
            self._is_told.set()
            if not is_first:
                self._load.may_move(self)

    def begin(self) -> None:
        self._load.may_move(self)

    def move(self) -> None:
        told = self._latest
        assert told is not None
        assert told.choices is not None
        seat, rng = told.turn, self._load.rng
        assert seat is not None
        if "moves" in told.choices:
            text = rng.choice(told.choices["moves"])
        else:
            one, other = rng.choice(told.choices["places"]).split()
            tile = rng.choice(told.views[str(seat)]["rack"])
            text = f"{tile[0]}{one}{tile[1]}{other}"
        self._sent[seat] = time.perf_counter()
        self._sockets[seat].send(
            f'{{"type":"play","table":"{self._name}","seat":{seat},"number":{told.number},'
            f'"move":"{text}"}}'.encode()
        )


class Boardgame:
    """A toy game of as many moves at boardgame.io."""

    def __init__(self, load: Load, number: int) -> None:
        self._load = load
        self._turn, self._state = 0, 0
        self._sent: dict[int, float] = {}

    async def prepare(self) -> None:
        http, address = self._load.http, f"http://127.0.0.1:{self._load.api}/games/toy"
        created = await http.post(f"{address}/create", json={"numPlayers": 2})
        self._name = created.json()["matchID"]
        self._credentials = []
        for player in "01":
            body = {"playerID": player, "playerName": "x"}
            joined = await http.post(f"{address}/{self._name}/join", json=body)
            self._credentials.append(joined.json()["playerCredentials"])
        path = "/socket.io/?EIO=4&transport=websocket"
        self._ready = 0
        self._sockets = [
            await connected(self._load.port, path, {}, partial(self._hear, seat))
            for seat in (0, 1, 2)
        ]
        for socket in self._sockets:
            socket.send(b"40/toy,")
        while self._ready < 3:
            await asyncio.sleep(0.005)

    def _hear(self, seat: int, text: bytes) -> None:
        if text == b"2":
            self._sockets[seat].send(b"3")
        elif text.startswith(b"40/toy,"):
            who = [str(seat), self._credentials[seat]] if seat < 2 else [None, None]
            body = json.dumps(["sync", self._name, *who, 2])
            self._sockets[seat].send(b"42/toy," + body.encode())
        elif text.startswith(b'42/toy,["sync"'):
            self._ready += 1
        elif text.startswith(b'42/toy,["update"'):
            self._load.heard += 1
            if seat < 2:
                self._played(seat, msgspec.json.decode(text[7:]))

    def _played(self, seat: int, told: list[Any]) -> None:
        state = told[2]
        sent = self._sent.pop(seat, None)
        if sent is not None:
            self._load.moved(time.perf_counter() - sent)
            if "gameover" in state["ctx"]:
                self._load.over += 1
        if "gameover" not in state["ctx"] and state["ctx"]["currentPlayer"] == str(seat):
            self._turn, self._state = seat, state["_stateID"]
            self._load.may_move(self)

    def begin(self) -> None:
        self._load.may_move(self)

    def move(self) -> None:
        payload = {
            "type": "place", "args": [self._state], "playerID": str(self._turn),
            "credentials": self._credentials[self._turn],
        }  # fmt: skip
        action = {"type": "MAKE_MOVE", "payload": payload}
        body = json.dumps(["update", action, self._state, self._name, str(self._turn)])
        self._sent[self._turn] = time.perf_counter()
        self._sockets[self._turn].send(b"42/toy," + body.encode())


KINDS: dict[str, Callable[[Load, int], Match]] = {"genial": Genial, "boardgame": Boardgame}


async def main(told: dict[str, Any]) -> None:
    """Prepare, wait, play."""
    load = Load(told)
    loop = asyncio.get_running_loop()
    if told["kind"] == "idle":
        guest = Genial(load, 0)
        headers = [await Genial(load, number).guest(1) for number in range(100)]
        sockets = [
            await connected(load.port, "/api/live/v1", headers[k % 100], guest.see)
            for k in range(load.count)
        ]
        say({"ready": len(sockets)})
        await loop.run_in_executor(None, sys.stdin.readline)
        return
    matches = await load.prepare(KINDS[told["kind"]])
    await asyncio.sleep(0.5)
    say({"ready": len(matches)})
    await loop.run_in_executor(None, sys.stdin.readline)
    say(await load.play(matches))


def say(what: dict[str, Any]) -> None:
    print(json.dumps(what), flush=True)


if __name__ == "__main__":
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    uvloop.run(main(json.loads(sys.argv[1])))
