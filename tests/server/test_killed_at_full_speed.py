"""Servers that are killed while they carry as many moves as they can: nothing seen is lost."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from benchmarks.server.load import Genial, Load

from genial.server.storage.store import Store
from genial.server.tables.events import Moved
from genial.server.tables.table import Table
from tests.server.live import Server
from tests.server.waiting import PATIENCE, eventually

pytestmark = pytest.mark.slow

GAMES = 60
KILLS = 5
MOVES = 350  # from one kill to the next
_decode = msgspec.json.decode


class Game(Genial):
    """A game of two players and a spectator, who remember all that they have seen."""

    def __init__(self, load: Load, number: int, on_move: Callable[[], None]) -> None:
        super().__init__(load, number)
        self.seen: dict[int, str] = {}  # the seat and the move, by the number of the event
        self.is_over = False
        self._on_move = on_move

    def _hear(self, seat: int, text: bytes) -> None:
        self._note(text)
        super()._hear(seat, text)

    def see(self, text: bytes) -> None:
        self._note(text)
        super().see(text)

    def _note(self, text: bytes) -> None:
        told: dict[str, Any] = _decode(text)
        if told["type"] == "situation" and told["phase"] == "over":
            self.is_over = True
            self._is_told.set()
        if told["type"] == "news":
            assert told["first"] == told["number"], "a move was missed"
            line = next(iter(told["lines"].values()))[0]
            assert self.seen.setdefault(told["number"], line) == line, "all see the same move"
            self._on_move()

    @property
    def name(self) -> str:
        return self._name

    @property
    def is_waiting(self) -> bool:
        """Has a player sent a move that has not come back?"""
        return bool(self._sent)

    async def wait_until_cut(self) -> None:
        """Wait until everything is read that the server sent before it died."""
        await asyncio.gather(*(one.closed for one in (*self._sockets.values(), self._eye)))

    def leave(self) -> None:
        """Close all sockets."""
        for one in (*self._sockets.values(), self._eye):
            one.close()

    async def come_back(self) -> None:
        """Connect anew and learn how the table stands."""
        self._latest, self._sent = None, {}
        self._is_told.clear()
        await self.connect()


class Killer:
    """Kills a server in the middle of its work, as soon as enough moves were seen."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._left = 0
        self.has_killed = asyncio.Event()

    def wait_for(self, moves: int) -> None:
        self._left = moves
        self.has_killed.clear()

    def note_move(self) -> None:
        """Count a message about a move: three of them are one."""
        self._left -= 1
        if self._left == 0:
            self._server.process.kill()
            self.has_killed.set()


async def check_seen(database: str, games: list[Game]) -> None:
    """Check that all that was seen is stored, as it was seen, and that tables replay."""
    store = await Store.open(database)
    try:
        for game in games:
            secret = await store.secret_of(game.name)
            assert secret is not None
            table, stored = Table(game.name, secret), {}
            for entry in await store.entries(game.name):
                table.apply(entry)
                if isinstance(entry.event, Moved):
                    stored[entry.number] = f"{entry.event.seat} {entry.event.move}"
            assert game.seen.items() <= stored.items(), game.seen.items() - stored.items()
    finally:
        await store.close()


def is_free(port: int) -> bool:
    """Can a server listen there? Processes that compile for the killed one hold on for a moment."""
    with contextlib.suppress(OSError), socket.socket() as one:
        one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        one.bind(("127.0.0.1", port))
        return True
    return False


def test_all_that_was_seen_survives_five_kills_at_full_speed(
    places: tuple[str, str], tmp_path: Path
) -> None:
    with Server(*places, log=tmp_path / "log", proxies=1, thinkers=0) as server:
        server.wait_until_compiled()

        async def play() -> None:
            killer = Killer(server)
            load = Load({"port": server.port, "count": GAMES})
            made: Any = await load.prepare(lambda load, k: Game(load, k, killer.note_move))
            games: list[Game] = made
            for _ in range(KILLS):
                killer.wait_for(3 * MOVES)
                for game in games:
                    if not game.is_over:
                        game.begin()
                async with asyncio.timeout(PATIENCE):
                    await killer.has_killed.wait()
                    await asyncio.gather(*(game.wait_until_cut() for game in games))
                assert any(game.is_waiting for game in games), "it had nothing to do"
                await asyncio.to_thread(server.process.wait)
                await check_seen(server.database, games)
                await asyncio.to_thread(eventually, lambda: is_free(server.port))
                await asyncio.to_thread(server.start)
                await asyncio.gather(*(game.come_back() for game in games))
            assert sum(len(game.seen) for game in games) >= KILLS * (MOVES - GAMES)
            for game in games:
                game.leave()
            await load.http.aclose()

        asyncio.run(play())
        assert "Traceback" not in server.log()
