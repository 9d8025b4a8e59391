"""Store changes of tables in SQLite."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

import structlog

from genial.server.storage.beats import Beat, Exchange
from genial.server.storage.change import Change
from genial.server.storage.sqlite_file import PRAGMAS
from genial.server.storage.writer import BATCH, Job, StorageFailure, Writer, answer, fail

log = structlog.get_logger()

T = TypeVar("T")

_PATIENCE = 30_000  # milliseconds that another connection may write
_NO_WAITING = "PRAGMA busy_timeout = 0"
_PRIMARY_CODE = 0xFF  # of an extended error code

INSERT_TABLE = """INSERT INTO tables (name, secret, game, terms, host, listed, rated, evening,
    earlier, seats, phase, number, turn, bot, deadline, created, changed, result)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"""
UPDATE_TABLE = """UPDATE tables SET seats = ?, phase = ?, number = ?, turn = ?, bot = ?,
    deadline = ?, changed = ?, result = ? WHERE name = ?"""
# SQLite writes the entries of all indexes anew that have a column which is set.
UPDATE_MOVED = "UPDATE tables SET number = ?, turn = ?, bot = ?, changed = ? WHERE name = ?"
INSERT_EVENT = """INSERT INTO events (table_name, number, at, body) VALUES (?, ?, ?, ?)
    ON CONFLICT DO NOTHING"""
CLEAR_PLAYERS = "DELETE FROM players WHERE table_name = ?"
INSERT_PLAYER = "INSERT INTO players (table_name, seat, account) VALUES (?, ?, ?)"


class SqliteWriter(Writer):
    """Writes to a SQLite file, waiting for it in a thread."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._connection: sqlite3.Connection | None = None
        self._thread = ThreadPoolExecutor(1, "writer")
        super().__init__()

    async def close(self) -> None:
        """Store what waits, and end."""
        try:
            await super().close()
        finally:
            self._thread.shutdown(wait=False)

    async def _run(self) -> None:
        await super()._run()
        if self._connection is not None:
            await self._run_in_thread(self._connection.close)

    async def _run_in_thread(self, work: Callable[..., T], *arguments: object) -> T:
        """Run in a thread what may have to wait: for other writers, or for the disk."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, work, *arguments)

    async def _connect(self) -> sqlite3.Connection:
        if self._connection is None:
            self._connection = await self._run_in_thread(connect, self._path)
        return self._connection

    async def _exchange(self, exchange: Exchange) -> Beat:
        return await self._run_in_thread(_run_exchange, await self._connect(), exchange)

    async def _recover(self) -> None:
        """Do nothing: the file can be written again."""

    async def _commit(self) -> None:
        jobs: list[Job] = []
        try:
            connection = await self._connect()
            if not begin_at_once(connection):
                await self._run_in_thread(begin, connection)
            jobs = self._next_jobs()
            # Nothing has to wait here. In a thread, every row would be a fight for the interpreter.
            stored = store_together(connection, [changes for changes, _ in jobs])
            await self._run_in_thread(connection.execute, "COMMIT")
        except Exception as error:
            if self._connection is not None:
                with contextlib.suppress(sqlite3.Error):
                    await self._run_in_thread(self._connection.execute, "ROLLBACK")
            failure = StorageFailure(error)
            log.warning("not stored", error=failure.why)
            fail((future for _, future in jobs or self._next_jobs()), failure)
            return
        for (_, future), is_stored in zip(jobs, stored, strict=True):
            answer(future, is_stored)

    def _next_jobs(self) -> list[Job]:
        return [self._waiting.popleft() for _ in range(min(BATCH, len(self._waiting)))]


def connect(path: Path) -> sqlite3.Connection:
    """Connect to a SQLite file so that commits survive crashes and power cuts.

    Only `begin` waits for other connections.
    """
    connection = sqlite3.connect(path, timeout=30, isolation_level=None, check_same_thread=False)
    for pragma in (*PRAGMAS, _NO_WAITING):
        connection.execute(pragma)
    return connection


def begin_at_once(connection: sqlite3.Connection) -> bool:
    """Begin a transaction that writes; return False if another connection is writing."""
    try:
        connection.execute("BEGIN IMMEDIATE")
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & _PRIMARY_CODE == sqlite3.SQLITE_BUSY:
            return False
        raise
    return True


def begin(connection: sqlite3.Connection) -> None:
    """Begin a transaction that writes, as soon as no other connection is writing."""
    connection.execute(f"PRAGMA busy_timeout = {_PATIENCE}")
    try:
        connection.execute("BEGIN IMMEDIATE")
    finally:
        connection.execute(_NO_WAITING)


def _run_exchange(connection: sqlite3.Connection, exchange: Exchange) -> Beat:
    """Run the statements of a heartbeat in one transaction."""
    begin(connection)
    try:
        rows: list[tuple[object, ...]] | None = None
        while True:
            sql, values = next(exchange) if rows is None else exchange.send(rows)
            rows = connection.execute(sql.replace("$", "?"), values).fetchall()
    except StopIteration as end:
        connection.execute("COMMIT")
        beat: Beat = end.value
        return beat
    except BaseException:
        connection.execute("ROLLBACK")
        raise


def store_together(connection: sqlite3.Connection, groups: list[tuple[Change, ...]]) -> list[bool]:
    """Store groups of changes: all at once if they are moves and none is stored already."""
    changes = [change for group in groups for change in group]
    if not any(change.seats_people for change in changes):
        connection.execute("SAVEPOINT moves")
        rows = [(change.name, *row) for change in changes for row in change.rows]
        if connection.executemany(INSERT_EVENT, rows).rowcount == len(rows):
            for is_plain, some in itertools.groupby(changes, lambda one: one.is_plain_move):
                if is_plain:
                    connection.executemany(UPDATE_MOVED, map(_update_after_move, some))
                else:
                    connection.executemany(UPDATE_TABLE, map(_update, some))
            return [True] * len(groups)
        connection.execute("ROLLBACK TO moves")
    return [_store_whole(connection, group) for group in groups]


def _store_whole(connection: sqlite3.Connection, changes: tuple[Change, ...]) -> bool:
    """Store all changes of a group, or none."""
    connection.execute("SAVEPOINT whole")
    is_whole = all(_store(connection, change) for change in changes)
    if not is_whole:
        connection.execute("ROLLBACK TO whole")
    connection.execute("RELEASE whole")
    return is_whole


def _update(change: Change) -> tuple[object, ...]:
    return (
        change.seats, change.phase, change.number, change.turn, change.bot, change.deadline,
        change.at, change.result, change.name,
    )  # fmt: skip


def _update_after_move(change: Change) -> tuple[object, ...]:
    return (change.number, change.turn, change.bot, change.at, change.name)


def _store(connection: sqlite3.Connection, change: Change) -> bool:
    if change.opening is not None:
        row = (
            change.name, *change.opening, change.seats, change.phase, change.number, change.turn,
            change.bot, change.deadline, change.at, change.at, change.result,
        )  # fmt: skip
        if connection.execute(INSERT_TABLE, row).rowcount == 0:
            return False
    for number, at, body in change.rows:
        if connection.execute(INSERT_EVENT, (change.name, number, at, body)).rowcount == 0:
            return False
    if change.is_plain_move:
        connection.execute(UPDATE_MOVED, _update_after_move(change))
    elif change.opening is None:
        connection.execute(UPDATE_TABLE, _update(change))
    if change.seats_people:
        connection.execute(CLEAR_PLAYERS, (change.name,))
        for seat, account in change.players:
            connection.execute(INSERT_PLAYER, (change.name, seat, account))
    return True
