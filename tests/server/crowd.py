"""Many players at many tables at once over real sockets; they reconnect whenever they must."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import itertools
import json
import random
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.server.live import Server, any_move

_addresses = itertools.count(1)
_AGAIN = 0.2  # seconds until a server that is away is tried again
_STALE = 5.0  # seconds without news after which a player asks how a table stands


@dataclasses.dataclass
class Known:
    """What a player knows of a table."""

    seat: int
    number: int = 0
    log: list[str] = dataclasses.field(default_factory=list)
    turn: int | None = None
    phase: str = ""
    told: dict[str, Any] = dataclasses.field(default_factory=dict)


class Player:
    """A player with one socket, who plays at some tables as fast as the server allows."""

    def __init__(self, crowd: Crowd, server: Server, seed: int) -> None:
        self.crowd, self.server = crowd, server
        self.rng = random.Random(seed)
        self.tables: dict[str, Known] = {}
        self.headers = {"x-forwarded-for": f"10.8.{seed // 250}.{seed % 250}"}
        self.socket: ClientConnection | None = None
        self.codes: list[int] = []  # with which the sockets were closed

    async def arrive(self) -> None:
        answer = await self.request("POST", "/api/guests", name="player")
        self.headers["cookie"] = answer.headers["set-cookie"].split(";")[0]

    async def request(self, method: str, path: str, **body: object) -> httpx.Response:
        answer = await self.crowd.http.request(
            method, self.server.address + path, json=body or None, headers=self.headers
        )
        assert answer.status_code < 300, answer.text
        return answer

    async def play(self) -> None:
        """Play until everything is played, or the crowd stops."""
        while not self.crowd.stopped:
            try:
                address = f"ws://127.0.0.1:{self.server.port}/api/live/v1"
                async with connect(
                    address, additional_headers=self.headers, compression=None,
                    max_size=None, open_timeout=30, close_timeout=1,
                ) as self.socket:  # fmt: skip
                    for table, known in list(self.tables.items()):
                        await self.send("watch", table=table, since=known.number)
                        await self.move(table)
                    while not self.crowd.stopped:
                        await self.take(self.socket)
            except ConnectionClosed as closed:
                self.codes.append(closed.rcvd.code if closed.rcvd else 0)
            except (OSError, InvalidHandshake, TimeoutError, EOFError):
                await asyncio.sleep(_AGAIN)

    async def take(self, socket: ClientConnection) -> None:
        try:
            told = json.loads(await asyncio.wait_for(socket.recv(), _STALE))
        except TimeoutError:
            await self.ask_again()
            return
        if told["type"] in ("situation", "news"):
            if self.learn(told):
                await self.move(told["table"])
            else:
                await self.send("watch", table=told["table"])
        elif told["type"] == "refused":
            self.crowd.refusals.append(told["code"])
            if told["code"] in ("storage-failure", "too-much"):
                await asyncio.sleep(_AGAIN)
                await self.ask_again()

    async def ask_again(self) -> None:
        for table in list(self.tables):
            await self.send("watch", table=table)

    def learn(self, told: dict[str, Any]) -> bool:
        """Note what a message tells, which must agree with what is known; no if it is old."""
        known = self.tables[told["table"]]
        seat = str(known.seat)
        assert told["number"] >= known.number, "something that was seen is gone"
        if told["type"] == "news":
            if told["first"] > known.number + 1:
                raise AssertionError("something was not told")
            if told["first"] <= known.number:
                return told["number"] == known.number
            known.log = known.log + told["lines"][seat]
        elif "views" in told:
            log = told["views"][seat]["log"]
            if told["phase"] != "over":
                assert log[: len(known.log)] == known.log, "what was seen has changed"
            known.log = log
        self.crowd.moves += told["number"] - known.number
        known.number, known.turn, known.told = told["number"], told.get("turn"), told
        known.phase = told.get("phase", "playing")
        return True

    async def move(self, table: str) -> None:
        known = self.tables[table]
        if known.turn != known.seat or table in self.crowd.idle or self.crowd.stopped:
            return
        move = any_move(known.told, known.seat, self.rng)
        if self.crowd.pause:
            await asyncio.sleep(self.crowd.pause * self.rng.random())
        await self.send("play", table=table, seat=known.seat, number=known.number, move=move)

    async def send(self, kind: str, **body: object) -> None:
        assert self.socket is not None
        await self.socket.send(json.dumps({"type": kind, **body}))


class Crowd:
    """All players, and what they have seen together."""

    def __init__(self, *, pause: float = 0.0) -> None:
        self.players: list[Player] = []
        self.pause = pause  # seconds that a player thinks, at most
        self.moves = 0
        self.refusals: list[str] = []
        self.stopped = False
        self.idle: set[str] = set()  # tables where no player moves
        self.http = httpx.AsyncClient(timeout=60, verify=False)
        self._tasks: list[asyncio.Task[None]] = []

    async def arrive(self, count: int, *servers: Server) -> None:
        for _ in range(count):
            seed = next(_addresses)
            self.players.append(Player(self, servers[seed % len(servers)], seed))
        await asyncio.gather(*(player.arrive() for player in self.players[-count:]))

    async def open(self, game: str, one: Player, other: Player | str, **more: object) -> str:
        """Open and start a table for two players, or one and a bot; return its name."""
        seat = {"type": "open"} if isinstance(other, Player) else {"type": "bot", "level": other}
        answer = await one.request(
            "POST", "/api/tables", game=game, seats=[{"type": "me"}, seat], **more
        )
        table: str = answer.json()["table"]
        one.tables[table] = Known(1)
        if isinstance(other, Player):
            await other.request("POST", f"/api/tables/{table}/seats/2")
            other.tables[table] = Known(2)
        await one.request("POST", f"/api/tables/{table}/start")
        return table

    def play(self) -> None:
        self._tasks = [asyncio.create_task(player.play()) for player in self.players]

    async def stop(self) -> None:
        self.stopped = True
        for task in self._tasks:
            task.cancel()
        for result in await asyncio.gather(*self._tasks, return_exceptions=True):
            if isinstance(result, Exception):
                raise result
        await self.http.aclose()

    def check(self) -> None:
        """Raise the error of a player whose task has failed."""
        for task in self._tasks:
            if task.done() and not task.cancelled():
                task.result()

    async def until(
        self, what: Callable[[], bool], seconds: float, why: str | Callable[[], str]
    ) -> None:
        """Wait until a condition holds."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while not what():
                    self.check()
                    await asyncio.sleep(0.05)
        assert what(), why if isinstance(why, str) else why()

    def numbers(self) -> dict[str, int]:
        """Return the number of the last event of every table that any player has seen."""
        seen: dict[str, int] = {}
        for player in self.players:
            for table, known in player.tables.items():
                seen[table] = max(seen.get(table, 0), known.number)
        return seen

    def over(self) -> set[str]:
        """Return the tables whose end any player has seen."""
        return {
            table
            for player in self.players
            for table, known in player.tables.items()
            if known.phase == "over"
        }

    def described(self, tables: Iterable[str]) -> str:
        """Describe what all players know of some tables."""
        lines = [
            f"{table} seat {known.seat}: {known.phase} {known.number}, turn {known.turn}"
            for table in tables
            for player in self.players
            for name, known in player.tables.items()
            if name == table
        ]
        return "\n".join([str(Counter(self.refusals)), *lines])
