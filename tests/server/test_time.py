"""Jumps of the machine's clock, and a disk that is full: within a process, on real databases."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from genial.server.storage import sqlite
from genial.server.storage.writer import StorageFailure
from genial.server.tables import commands
from genial.server.tables.decision import Decision
from genial.server.tables.events import Paused
from genial.server.tables.table import Table
from tests.server.inside import Client, Clock, House, inside, of_litestar_2
from tests.server.waiting import until

pytestmark = of_litestar_2

HOUR = 3600.0


class Wall(Clock):
    """A machine's clock that runs, and can be set."""

    def __init__(self) -> None:
        super().__init__(time.time())
        self._began = time.monotonic()

    def __call__(self) -> float:
        return self.at + time.monotonic() - self._began

    def ticks(self) -> float:
        return time.monotonic()

    def jump(self, seconds: float) -> None:
        self.at += seconds


@asynccontextmanager
async def two_people(
    places: tuple[str, str], wall: Wall
) -> AsyncIterator[tuple[House, Client, Client]]:
    async with inside(places, wall) as house:
        yield house, await house.guest("Ada"), await house.guest("Bob")


async def server_follows(house: House, wall: Wall) -> None:
    """Wait until the server has seen the jump."""

    async def has_followed() -> bool:
        return abs(house.registry.now() - wall()) < 1

    await until(has_followed, what="the server still goes by the old time")


def first_move(table: Table, now: float) -> Decision:
    assert table.state is not None
    assert table.turn is not None
    return commands.move(table, now, table.turn, table.state.legal()[0])


async def move_on(house: House, name: str) -> None:
    for _ in range(500):
        await house.registry.update(name, first_move)


@pytest.mark.parametrize("jump", [HOUR, -HOUR, 20 * 365 * 24 * HOUR])
async def test_a_jump_of_the_clock_is_charged_to_no_player(
    places: tuple[str, str], jump: float
) -> None:
    wall = Wall()
    async with two_people(places, wall) as (house, ada, bob):
        began = time.monotonic()
        name = await house.seated("ingenious", ada, bob, pace={"seconds": 60})
        wall.jump(jump)
        await server_follows(house, wall)

        async def is_paused() -> bool:
            entries = await house.registry.store.entries(name)
            return any(isinstance(entry.event, Paused) for entry in entries)

        await until(is_paused, what="the jump is not given back")
        before = wall()
        table = (await house.registry.update(name, first_move)).after
        after = wall()
        assert table.phase == "playing"
        assert table.clocks is not None
        took = time.monotonic() - began
        left = table.clocks.left[0]
        assert 60 - took - 0.5 <= left <= 60.5, "charged for what passed, and not for the jump"
        assert table.deadline is not None
        assert before + 59 < table.deadline < after + 61, "the opponent's time begins now"


@pytest.mark.parametrize("jump", [HOUR, -HOUR])
async def test_time_runs_out_after_a_jump_as_before(places: tuple[str, str], jump: float) -> None:
    wall = Wall()
    async with two_people(places, wall) as (house, ada, bob):
        began = time.monotonic()
        name = await house.seated("ingenious", ada, bob, pace={"seconds": 3})
        wall.jump(jump)

        async def is_over() -> bool:
            return (await house.registry.table(name)).phase == "over"

        await until(is_over, what="the time never runs out")
        assert time.monotonic() - began > 2.5, "the jump ended the game"
        ended = (await house.registry.table(name)).ended
        assert ended is not None
        assert ended.how == "time"


async def test_a_full_disk_is_a_clear_refusal_and_breaks_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[sqlite3.Connection] = []
    connect = sqlite.connect

    def remember(path: Path) -> sqlite3.Connection:
        opened.append(connect(path))
        return opened[-1]

    monkeypatch.setattr(sqlite, "connect", remember)
    file = tmp_path / "genial.db"

    async with two_people((f"sqlite:///{file}", ""), Wall()) as (house, ada, bob):
        name = await house.seated("ingenious", ada, bob)
        pages = opened[0].execute("PRAGMA page_count").fetchone()[0]
        opened[0].execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(StorageFailure) as failure:
            await move_on(house, name)
        assert "full" in failure.value.why
        table = await house.registry.table(name)
        stored = await house.registry.store.entries(name)
        assert table.number == stored[-1].number, "nothing is shown that is not stored"
        assert table.state is not None
        body = {"seat": table.turn, "number": table.number, "move": table.state.legal()[0]}
        player = ada if table.turn == 1 else bob
        answer = await player.http.post(f"/api/tables/{name}/moves", json=body)
        assert answer.status_code == 503
        assert answer.json()["code"] == "storage-failure"
        assert "full" not in answer.text, "players learn nothing of the database"
        assert (await player.http.get(f"/api/tables/{name}")).status_code == 200
        opened[0].execute(f"PRAGMA max_page_count = {pages + 1000}")
        answer = await player.http.post(f"/api/tables/{name}/moves", json=body)
        assert answer.status_code == 201, "there is room again"
        await house.play_out(name)
        assert (await house.registry.table(name)).phase == "over"
    with sqlite3.connect(file) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    connection.close()
