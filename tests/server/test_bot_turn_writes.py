"""Count what a bot's turn costs the database of a single process."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from genial.server.bots import runner
from genial.server.bots.runner import BotRunner
from genial.server.cluster.bus import LocalBus
from genial.server.storage import sqlite
from genial.server.storage.store import Store
from genial.server.tables import commands
from genial.server.tables.events import Person, Robot, Terms
from genial.server.tables.registry import TableRegistry
from genial.server.tables.table import Table
from tests.server.waiting import PATIENCE


class Compiled:
    """A compilation that is done."""

    async def wait_for_bots(self, game: str) -> None:
        """There is nothing to wait for."""


class FirstMove:
    """A bot that plays the first legal move of Tile Challenge."""

    def choose(self, view: Any) -> str:
        return "draw"


class CountedConnection(sqlite3.Connection):
    """A connection that notes its commits."""

    commits = 0

    def execute(self, query: str, *more: Any) -> Any:
        CountedConnection.commits += query == "COMMIT"
        return super().execute(query, *more)


class NotingBus(LocalBus):
    """The bus of a single process, which notes what is sent."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: list[str] = []

    async def publish(self, topic: str, body: bytes) -> None:
        self.sent.append(topic)
        await super().publish(topic, body)


def count_commits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the writer of a database count its commits."""
    monkeypatch.setattr(CountedConnection, "commits", 0)

    def connect(path: Path) -> sqlite3.Connection:
        return sqlite3.connect(
            path, isolation_level=None, check_same_thread=False, factory=CountedConnection
        )

    monkeypatch.setattr(sqlite, "connect", connect)


def await_sweep(monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """Return an event: a runner has looked for turns that others have left, as at every start."""
    bots_to_move, has_swept = Store.bots_to_move, asyncio.Event()

    async def sweep(store: Store, before: float) -> Any:
        found = await bots_to_move(store, before)
        has_swept.set()
        return found

    monkeypatch.setattr(Store, "bots_to_move", sweep)
    return has_swept


async def test_a_bots_turn_on_a_single_process_commits_once_and_sends_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runner, "make", lambda game, level: FirstMove())
    count_commits(monkeypatch)
    has_moved, has_swept = asyncio.Event(), await_sweep(monkeypatch)
    store = await Store.open(f"sqlite:///{tmp_path}/genial.db")
    other_commits: list[str] = []
    sa.event.listen(store.engine.sync_engine, "commit", lambda _: other_commits.append("engine"))
    bus = NotingBus()
    registry = TableRegistry(store, bus)
    terms = Terms(game="tile-challenge", options={"players": 2})
    table = await registry.open(terms, "a", [Robot("kid"), Person("a", "Ada")])

    def look(table: Table) -> None:
        if table.state is not None and table.turn == 2:
            has_moved.set()

    registry.on_change(look)
    try:
        async with BotRunner(registry, Compiled(), 1):  # type: ignore[arg-type]
            async with asyncio.timeout(PATIENCE):
                await has_swept.wait()
            other_commits.clear()
            CountedConnection.commits = 0
            await registry.update(table.name, lambda at, now: commands.start(at, now, "a"))
            async with asyncio.timeout(PATIENCE):
                await has_moved.wait()
            moves = (await registry.table(table.name)).number - 2
    finally:
        await store.close()
    assert CountedConnection.commits == 1 + moves, "the start, and each move of the bot"
    assert other_commits == [], "nothing else is written"
    assert bus.sent == [], "what this process knows is not sent to itself"
