"""The database: migrations from every earlier version, on both kinds."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from functools import partial
from pathlib import Path

import msgspec
import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from genial.server.cluster.bus import LocalBus
from genial.server.errors import Refusal
from genial.server.storage import migrate, schema
from genial.server.storage.change import Change
from genial.server.storage.sqlite import SqliteWriter
from genial.server.storage.store import Store, engine_for
from genial.server.storage.writer import StorageFailure
from genial.server.tables import commands
from genial.server.tables.decision import Decide
from genial.server.tables.events import Pace, Person, Robot, Sitter, Terms
from genial.server.tables.registry import TableRegistry
from genial.server.tables.table import Table

VERSIONS = [
    step.revision for step in ScriptDirectory.from_config(migrate.alembic_config()).walk_revisions()
]


def differences(connection: sa.Connection) -> list[object]:
    context = MigrationContext.configure(connection)
    return list(compare_metadata(context, schema.metadata))


@pytest.mark.parametrize("version", VERSIONS)
def test_a_database_of_every_earlier_version_is_migrated(
    empty_places: tuple[str, str], version: str
) -> None:
    async def upgrade() -> list[object]:
        engine = engine_for(empty_places[0])
        await migrate.migrate(engine, version)
        await engine.dispose()
        store = await Store.open(empty_places[0])
        try:
            async with store.engine.connect() as connection:
                return await connection.run_sync(differences)
        finally:
            await store.close()

    assert asyncio.run(upgrade()) == []


def test_analyses_that_waited_before_the_queue_was_shared_keep_their_order(
    empty_places: tuple[str, str],
) -> None:
    async def upgrade() -> list[tuple[str, float, str]]:
        engine = engine_for(empty_places[0])
        await migrate.migrate(engine, "002")
        async with engine.begin() as connection:
            for name, asked in (("late", 20.0), ("early", 10.0)):
                await connection.execute(
                    sa.text("INSERT INTO analyses (table_name, status, asked) VALUES (:n, :s, :a)"),
                    {"n": name, "s": "queued", "a": asked},
                )
        await engine.dispose()
        store = await Store.open(empty_places[0])
        there = schema.analyses.c
        try:
            async with store.engine.connect() as connection:
                query = sa.select(there.table_name, there.due, there.account).order_by(there.due)
                return [tuple(row) for row in await connection.execute(query)]
        finally:
            await store.close()

    assert asyncio.run(upgrade()) == [("early", 10.0, ""), ("late", 20.0, "")]


async def test_processes_that_start_together_migrate_once(empty_places: tuple[str, str]) -> None:
    stores = await asyncio.gather(*(Store.open(empty_places[0]) for _ in range(4)))
    for store in stores:
        await store.close()


async def test_a_newer_database_is_refused(empty_places: tuple[str, str]) -> None:
    store = await Store.open(empty_places[0])
    async with store.engine.begin() as connection:
        await connection.execute(sa.text("UPDATE alembic_version SET version_num = '999'"))
    await store.close()
    with pytest.raises(Refusal, match="newer than this program"):
        await Store.open(empty_places[0])


async def test_a_file_that_cannot_be_opened_is_tried_again(tmp_path: Path) -> None:
    folder = tmp_path / "later"
    moved = Change(
        name="t", rows=((2, 0.0, "{}"),), phase="playing", seats="[]", turn=1, bot=None,
        deadline=None, result=None, players=(), at=0.0,
    )  # fmt: skip

    writer = SqliteWriter(folder / "genial.db")
    with pytest.raises(StorageFailure) as failure:
        await writer.write(moved)
    assert "unable to open" in failure.value.why
    folder.mkdir()
    await migrate.migrate(engine := engine_for(f"sqlite:///{folder}/genial.db"))
    await engine.dispose()
    with pytest.raises(StorageFailure) as failure:
        await writer.write(moved)
    assert "FOREIGN KEY" in failure.value.why
    assert "FOREIGN KEY" not in str(failure.value), "that is for the log"
    await writer.close()


async def test_a_change_waits_for_another_writer_and_nothing_else_does(tmp_path: Path) -> None:
    store = await Store.open(f"sqlite:///{tmp_path / 'genial.db'}")
    other = sqlite3.connect(tmp_path / "genial.db", isolation_level=None)
    try:
        other.execute("BEGIN IMMEDIATE")
        change = Change(
            name="nothing", rows=((2, 0.0, "{}"),), phase="playing", seats="[]", turn=None,
            bot=None, deadline=None, result=None, players=(), at=0.0,
        )  # fmt: skip
        stored = asyncio.ensure_future(store.append(change))
        began = time.perf_counter()
        done, _ = await asyncio.wait([stored], timeout=0.2)
        assert not done
        assert time.perf_counter() - began < 5.0, "the loop went on"
        other.execute("ROLLBACK")
        with pytest.raises(StorageFailure):  # there is no such table
            await asyncio.wait_for(stored, 20)
    finally:
        other.close()
        await store.close()


@pytest.mark.parametrize("pace", [None, Pace(seconds=600.0)])
async def test_the_row_of_a_table_tells_how_it_stands_after_every_event(
    places: tuple[str, str], pace: Pace | None
) -> None:
    store = await Store.open(places[0])
    registry = TableRegistry(store, LocalBus())
    terms = Terms(game="tile-challenge", options={"players": 2}, pace=pace)
    table = await registry.open(terms, "a", [Person("a", "Ada"), Robot("kid")])
    rows = []

    async def update(decide: Decide) -> Table:
        table = (await registry.update(name, decide)).after
        async with store.engine.connect() as connection:
            query = sa.select(schema.tables).where(schema.tables.c.name == name)
            row = (await connection.execute(query)).one()
        assert (row.number, row.phase, row.turn) == (table.number, table.phase, table.turn)
        assert (row.bot, row.deadline) == (table.bot_to_move, table.deadline)
        assert row.changed == table.changed
        assert msgspec.json.decode(row.seats, type=tuple[Sitter, ...]) == table.seats
        rows.append(row)
        return table

    name = table.name
    try:
        table = await update(lambda table, now: commands.start(table, now, "a"))
        for _ in range(6):
            state, seat = table.state, table.turn
            assert state is not None
            assert seat is not None
            move = partial(commands.move, seat=seat, text=state.legal()[0])
            table = await update(move)
        await update(lambda table, now: commands.give_up(table, now, 1, "gone", "kid"))
    finally:
        await store.close()
    assert {row.bot for row in rows[:-1]} == {None, "kid"}, "both seats were to move"
    assert (rows[-1].result is None) == (rows[-1].phase != "over")
