"""Playing again: the new table and the link to it are stored together, or neither is."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys

import sqlalchemy as sa

from genial.server.storage import schema
from genial.server.storage.store import Store
from genial.server.tables.events import Followed, Started
from tests.server.parts import Nats, Postgres
from tests.server.rematch import PEOPLE, finished_game, service_at

PATIENCE = 300  # seconds for a process, on a busy machine


def play_again(database: str, point: int) -> tuple[str, bool]:
    """Play again in a process that is killed at a point; the old table, and was it killed?"""
    done = subprocess.run(
        [sys.executable, "-m", "tests.server.rematch", database, str(point)],
        capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert done.returncode in (0, -signal.SIGKILL), done.stderr
    return done.stdout.strip(), done.returncode != 0


async def links(database: str) -> tuple[dict[str, str], dict[str, int]]:
    """Tables with what follows them, and for each how many people are known to sit there."""
    store = await Store.open(database)
    seats = schema.players
    try:
        async with store.engine.connect() as connection:
            names = list(await connection.scalars(sa.select(schema.tables.c.name)))
            query = sa.select(seats.c.table_name, sa.func.count()).group_by(seats.c.table_name)
            people = {row[0]: row[1] for row in await connection.execute(query)}
        found = {}
        for name in names:
            events = [entry.event for entry in await store.entries(name)]
            assert any(isinstance(event, Started) for event in events), (
                "a table that is never started"
            )
            followed = [event.table for event in events if isinstance(event, Followed)]
            assert len(followed) <= 1
            found[name] = followed[0] if followed else ""
    finally:
        await store.close()
    return found, people


def check(database: str, table: str) -> bool:
    """Does a game follow? If so, the old table leads to it; there are no other tables."""
    found, people = asyncio.run(links(database))
    ours = {name for name in (table, found[table]) if name}
    rest = set(found) - ours
    assert rest == {found[name] for name in rest if found[name]} | {
        name for name in rest if found[name]
    }, f"a table that no one can find: {found}"
    assert people == dict.fromkeys(found, 2)
    return bool(found[table])


def test_a_kill_during_a_rematch_leaves_no_table_that_cannot_be_found(
    places: tuple[str, str],
) -> None:
    async def agree_again(table: str) -> None:
        async with service_at(places[0]) as table_service:
            for seat, one in enumerate(PEOPLE, 1):
                await table_service.propose(one.account, table, seat, "rematch")

    for point in (-1, 1, -2, 2, -3, 3):
        table, was_killed = play_again(places[0], point)
        is_stored = point > 0 or not was_killed
        assert check(places[0], table) is is_stored, f"killed at {point}"
        if not was_killed:
            assert abs(point) > 1, "it was never killed"
            break
        asyncio.run(agree_again(table))
        assert check(places[0], table), "it cannot be repaired"


def test_two_processes_that_agree_at_once_open_one_table(
    postgres_server: Postgres, nats_server: Nats
) -> None:
    database = postgres_server.new_database()
    places = database, nats_server.address

    async def play() -> tuple[str, list[str]]:
        async with service_at(*places) as one, service_at(*places) as other:
            table = await finished_game(one)
            await other.registry.table(table)  # both know it as it was before any player agreed
            await asyncio.gather(
                one.propose(PEOPLE[0].account, table, 1, "rematch"),
                other.propose(PEOPLE[1].account, table, 2, "rematch"),
            )
            return table, [
                (await table_service.registry.table(table)).followed
                for table_service in (one, other)
            ]

    table, followed = asyncio.run(play())
    assert followed[0] == followed[1] != ""
    assert check(database, table)
