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
from genial.server.storage import writer
from genial.server.storage.store import Store
from genial.server.tables import commands
from genial.server.tables.events import Person, Robot, Terms
from genial.server.tables.registry import TableRegistry
from genial.server.tables.table import Table

PATIENCE = 30  # seconds


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


async def test_a_bots_turn_on_a_single_process_commits_once_and_sends_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runner, "make", lambda game, level: FirstMove())
    monkeypatch.setattr(CountedConnection, "commits", 0)
    monkeypatch.setattr(
        writer, "connect",
        lambda path: sqlite3.connect(
            path, isolation_level=None, check_same_thread=False, factory=CountedConnection
        ),
    )  # fmt: skip
    commits: list[str] = []
    sent: list[str] = []

    class TalkativeBus(LocalBus):
        async def publish(self, topic: str, body: bytes) -> None:
            sent.append(topic)
            await super().publish(topic, body)

    store = await Store.open(f"sqlite:///{tmp_path}/genial.db")
    sa.event.listen(store.engine.sync_engine, "commit", lambda _: commits.append("engine"))
    registry = TableRegistry(store, TalkativeBus())
    has_moved, has_swept = asyncio.Event(), asyncio.Event()
    bots_to_move = Store.bots_to_move

    async def sweep(store: Store, before: float) -> Any:
        """Look for turns that other processes have left, as every runner does at its start."""
        found = await bots_to_move(store, before)
        has_swept.set()
        return found

    monkeypatch.setattr(Store, "bots_to_move", sweep)
    terms = Terms(game="tile-challenge", options={"players": 2})
    seats = [Robot("kid"), Person("a", "Ada")]
    table = await registry.open(terms, "a", seats)

    def look(table: Table) -> None:
        if table.state is not None and table.turn == 2:
            has_moved.set()

    registry.on_change(look)
    try:
        async with BotRunner(registry, Compiled(), 1):  # type: ignore[arg-type]
            async with asyncio.timeout(PATIENCE):
                await has_swept.wait()
            commits.clear()
            CountedConnection.commits = 0
            await registry.update(table.name, lambda at, now: commands.start(at, now, "a"))
            async with asyncio.timeout(PATIENCE):
                await has_moved.wait()
            moves = (await registry.table(table.name)).number - 2
    finally:
        await store.close()
    assert CountedConnection.commits == 1 + moves, "the start, and each move of the bot"
    assert commits == [], "nothing else is written"
    assert sent == [], "what this process knows is not sent to itself"
