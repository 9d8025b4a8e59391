"""Store changes of tables in PostgreSQL: one statement of a kind per batch, on one connection."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from typing import Any

import asyncpg
import structlog

from genial.server.storage.beats import Beat, Exchange
from genial.server.storage.change import Change
from genial.server.storage.writer import BATCH, Job, StorageFailure, Writer, answer, fail

log = structlog.get_logger()

_PATIENCE = 10.0  # seconds until an answer must have come
_AGAIN = 0.2  # seconds until a lost connection is tried again

INSERT_TABLES = """INSERT INTO tables (name, secret, game, terms, host, listed, rated, evening,
    earlier, seats, phase, number, turn, bot, deadline, created, changed, result)
    SELECT * FROM unnest($1::text[], $2::bytea[], $3::text[], $4::text[], $5::text[], $6::bool[],
        $7::bool[], $8::text[], $9::int[], $10::text[], $11::text[], $12::int[], $13::int[],
        $14::text[], $15::float8[], $16::float8[], $17::float8[], $18::text[])
    ON CONFLICT DO NOTHING"""
INSERT_EVENTS = """INSERT INTO events (table_name, number, at, body)
    SELECT * FROM unnest($1::text[], $2::int[], $3::float8[], $4::text[])
    ON CONFLICT DO NOTHING RETURNING table_name, number"""
UPDATE_TABLES = """UPDATE tables SET seats = coalesce(new.seats, tables.seats), phase = new.phase,
    number = new.number, turn = new.turn, bot = new.bot, deadline = new.deadline,
    changed = new.changed, result = new.result
    FROM unnest($1::text[], $2::text[], $3::int[], $4::int[], $5::text[], $6::float8[],
        $7::float8[], $8::text[], $9::text[])
        AS new (seats, phase, number, turn, bot, deadline, changed, result, name)
    WHERE tables.name = new.name"""
CLEAR_PLAYERS = "DELETE FROM players WHERE table_name = ANY($1::text[])"
INSERT_PLAYERS = """INSERT INTO players (table_name, seat, account)
    SELECT * FROM unnest($1::text[], $2::int[], $3::text[])"""


class _NotWhole(Exception):
    """Not all changes of a group can be stored."""


class PostgresWriter(Writer):
    """Writes to a PostgreSQL server by one connection, which is opened again when it is lost."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._connection: asyncpg.Connection[asyncpg.Record] | None = None
        super().__init__()

    async def close(self) -> None:
        """Store what waits, and end."""
        await super().close()
        if self._connection is not None:
            await self._connection.close()

    async def _connect(self) -> asyncpg.Connection[asyncpg.Record]:
        if self._connection is None or self._connection.is_closed():
            self._connection = await asyncpg.connect(
                self._address, timeout=_PATIENCE, command_timeout=_PATIENCE
            )
        return self._connection

    async def _recover(self) -> None:
        if self._connection is not None:
            with contextlib.suppress(Exception):
                self._connection.terminate()
            self._connection = None
        await asyncio.sleep(_AGAIN)

    async def _exchange(self, exchange: Exchange) -> Beat:
        return await _run_exchange(await self._connect(), exchange)

    async def _commit(self) -> None:
        jobs = _batch(self._waiting)
        try:
            connection = await self._connect()
            stored = await _store_all(connection, [changes for changes, _ in jobs])
        except Exception as error:  # of any kind: all that wait need an answer
            failure = StorageFailure(error)
            log.warning("not stored", error=failure.why)
            fail((future for _, future in jobs), failure)
            await self._recover()
            return
        for (first, *_), future in jobs:
            answer(future, (first.name, first.first) in stored)


async def _run_exchange(connection: asyncpg.Connection[asyncpg.Record], exchange: Exchange) -> Beat:
    """Run the statements of a heartbeat, each on its own."""
    rows: list[asyncpg.Record] | None = None
    try:
        while True:
            sql, values = next(exchange) if rows is None else exchange.send(rows)
            rows = await connection.fetch(sql, *values)
    except StopIteration as end:
        beat: Beat = end.value
        return beat


def _batch(waiting: deque[Job]) -> list[Job]:
    """Return the next changes, at most one of a table: of two with the same number one must wait.

    They are in the order of their tables, so that two processes never wait for each other.
    Changes that belong together are a batch of their own, which can be undone.
    """
    if len(waiting[0][0]) > 1:
        return [waiting.popleft()]
    jobs: list[Job] = []
    later: list[Job] = []
    names: set[str] = set()
    while waiting and len(jobs) < BATCH:
        job = waiting.popleft()
        name = job[0][0].name
        if name in names or len(job[0]) > 1:
            later.append(job)
        else:
            names.add(name)
            jobs.append(job)
    waiting.extendleft(reversed(later))
    return sorted(jobs, key=lambda job: job[0][0].name)


async def _store_all(
    connection: asyncpg.Connection[asyncpg.Record], groups: list[tuple[Change, ...]]
) -> set[tuple[str, int]]:
    """Store what can be stored; of a single group all or nothing."""
    changes = sorted((change for group in groups for change in group), key=lambda one: one.name)
    try:
        async with connection.transaction():
            stored = await _store(connection, changes)
            if len(groups) == 1 and len(stored) < len(changes):
                raise _NotWhole
    except _NotWhole:
        return set()
    return stored


async def _store(
    connection: asyncpg.Connection[asyncpg.Record], changes: list[Change]
) -> set[tuple[str, int]]:
    """Store what can be stored; return the tables and first numbers of what was."""
    new = [change for change in changes if change.opening is not None]
    if new:
        rows = [
            (
                c.name, *c.opening, c.seats, c.phase, c.number, c.turn, c.bot, c.deadline, c.at,
                c.at, c.result,
            )
            for c in new
            if c.opening is not None
        ]  # fmt: skip
        await connection.execute(INSERT_TABLES, *_columns(rows))
    # A process that is late with a first event must not store those that follow it.
    first = [(c.name, *c.rows[0]) for c in changes]
    got = await connection.fetch(INSERT_EVENTS, *_columns(first))
    stored = {(row[0], row[1]) for row in got}
    done = [change for change in changes if (change.name, change.first) in stored]
    more = [(c.name, *row) for c in done for row in c.rows[1:]]
    if more:
        await connection.execute(INSERT_EVENTS, *_columns(more))
    changed = [
        (c.seats, c.phase, c.number, c.turn, c.bot, c.deadline, c.at, c.result, c.name)
        for c in done
        if c.opening is None
    ]
    if changed:
        await connection.execute(UPDATE_TABLES, *_columns(changed))
    waiting = [change for change in done if change.seats_people]
    if waiting:
        await connection.execute(CLEAR_PLAYERS, [change.name for change in waiting])
        seats = [(c.name, seat, account) for c in waiting for seat, account in c.players]
        if seats:
            await connection.execute(INSERT_PLAYERS, *_columns(seats))
    return stored


def _columns(rows: list[Any]) -> list[list[Any]]:
    return [list(column) for column in zip(*rows, strict=True)]
