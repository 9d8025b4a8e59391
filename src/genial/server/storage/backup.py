"""Backups: all tables as JSON lines in one compressed file, the same for both databases.

The first line says what it is, every table begins with a line that names its columns, and the last
line counts the rows, so that half a file is recognised. A row is a JSON list; bytes are base64.
"""

from __future__ import annotations

import gzip
import os
import zlib
from base64 import b64decode, b64encode
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa
from alembic import command
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

import genial
from genial.server.errors import Refusal
from genial.server.storage.migrate import LOCK, alembic_config
from genial.server.storage.sqlite_file import only_server
from genial.server.storage.store import ALIVE

FORMAT = 1

_CHUNK = 1_000  # rows at once
_VERSION = "alembic_version"

Progress = Callable[[int, int], None]  # rows so far, and of all


class Beginning(msgspec.Struct, frozen=True, tag_field="genial", tag="backup", kw_only=True):
    """The first line."""

    format: int
    schema: str
    version: str  # of the program
    at: float
    rows: int  # that follow, roughly


class Heading(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The line before the rows of a table."""

    table: str
    columns: list[str]
    kinds: list[str]


class Ending(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The last line."""

    end: dict[str, int]  # rows by table


class BadBackup(Refusal):
    """A file is no backup, or not complete."""

    code = "bad-backup"


# --- writing


async def write(
    engine: AsyncEngine, file: Path, now: float, progress: Progress, *, replace: bool = False
) -> dict[str, int]:
    """Write a whole database into a file; return the number of rows of each table.

    The rows are those of one moment, whatever servers write meanwhile. Raise Refusal if the file
    exists, unless it is to be replaced.
    """
    if file.exists() and not replace:
        raise Refusal(f"{file} is there already; --replace overwrites it", code="file-exists")
    begun = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        # Passwords' hashes and secrets are in it.
        with os.fdopen(os.open(begun, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as raw:
            with gzip.GzipFile(fileobj=raw, mode="wb", filename="", mtime=0) as out:
                counts = await _write(engine, out, now, progress)
            raw.flush()
            os.fsync(raw.fileno())
        os.replace(begun, file)
    finally:
        begun.unlink(missing_ok=True)
    return counts


async def _write(
    engine: AsyncEngine, out: gzip.GzipFile, now: float, progress: Progress
) -> dict[str, int]:
    say = msgspec.json.Encoder().encode
    counts: dict[str, int] = {}
    done = 0
    async with engine.connect() as connection:
        await _one_moment(connection)
        schema, tables = await connection.run_sync(_tables)
        total = 0
        for table in tables:
            counted = await connection.scalar(sa.select(sa.func.count()).select_from(table))
            total += counted or 0
        out.write(say(Beginning(
            format=FORMAT, schema=schema, version=genial.__version__, at=now, rows=total,
        )) + b"\n")  # fmt: skip
        for table in tables:
            kinds = [_kind(column) for column in table.columns]
            out.write(
                say(Heading(str(table.name), list(map(str, table.columns.keys())), kinds)) + b"\n"
            )
            name = str(table.name)
            counts[name] = 0
            async for rows in _chunks(connection, table):
                out.write(b"".join(say(_pack(row, kinds)) + b"\n" for row in rows))
                counts[name] += len(rows)
                done += len(rows)
                progress(done, total)
        out.write(say(Ending(counts)) + b"\n")
    return counts


async def _one_moment(connection: AsyncConnection) -> None:
    """Let everything that is read from now on be as it is now."""
    if connection.dialect.name == "postgresql":
        await connection.execution_options(isolation_level="REPEATABLE READ")
        await connection.execute(sa.text("SET TRANSACTION READ ONLY"))
    else:
        await connection.execute(sa.text("BEGIN"))
        await connection.execute(sa.text("SELECT count(*) FROM sqlite_master"))


def _tables(connection: sa.Connection) -> tuple[str, list[sa.Table]]:
    """Return the version of the schema, and all tables in an order in which they can be filled."""
    schema = MigrationContext.configure(connection).get_current_revision()
    if schema is None:
        raise Refusal("there is nothing of Genial in this database", code="empty-database")
    if schema not in _known_versions():
        raise _newer("the database", schema)
    metadata = sa.MetaData()
    metadata.reflect(connection)
    return schema, [table for table in metadata.sorted_tables if table.name != _VERSION]


async def _chunks(connection: AsyncConnection, table: sa.Table) -> AsyncIterator[list[sa.Row[Any]]]:
    query = sa.select(table).order_by(*table.primary_key.columns)
    async with connection.stream(query, execution_options={"yield_per": _CHUNK}) as found:
        async for rows in found.partitions():
            yield list(rows)


def _kind(column: sa.Column[Any]) -> str:
    return "bytes" if isinstance(column.type, sa.LargeBinary) else "plain"


def _pack(row: sa.Row[Any], kinds: list[str]) -> list[Any]:
    return [
        b64encode(value).decode() if kind == "bytes" and value is not None else value
        for value, kind in zip(row, kinds, strict=True)
    ]


# --- reading


async def restore(
    engine: AsyncEngine, file: Path, now: float, progress: Progress, *, replace: bool = False
) -> tuple[Beginning, dict[str, int]]:
    """Fill a database from a backup, all or nothing; return its first line and the rows per table.

    Raises Refusal if the database is not empty, unless it is to be replaced.
    """
    lines = _lines(file)
    try:
        beginning = msgspec.json.decode(next(lines, b""), type=Beginning)
    except msgspec.MsgspecError:
        raise BadBackup(f"{file} is no backup of Genial") from None
    if beginning.format > FORMAT:
        raise _newer(str(file), f"format {beginning.format}")
    if beginning.schema not in _known_versions():
        raise _newer(str(file), beginning.schema)
    async with AsyncExitStack() as stack:
        if engine.dialect.name == "sqlite":
            stack.enter_context(only_server(Path(engine.url.database or "")))
        connection = await stack.enter_async_context(engine.connect())
        if connection.dialect.name == "sqlite":
            await connection.execute(sa.text("BEGIN IMMEDIATE"))
        else:
            await connection.execute(sa.select(sa.func.pg_advisory_xact_lock(LOCK)))
        await connection.run_sync(_make_room, now, replace)
        await connection.run_sync(_upgrade, beginning.schema)
        try:
            counts = await _fill(connection, file, lines, beginning.rows, progress)
        except sa.exc.DBAPIError as error:
            raise BadBackup(f"{file} does not fit into this database: {error.orig}") from None
        await connection.run_sync(_upgrade, "head")
        await connection.commit()
    return beginning, counts


def _lines(file: Path) -> Iterator[bytes]:
    with gzip.open(file) as lines:
        try:
            yield from lines
        except (gzip.BadGzipFile, EOFError, zlib.error):
            raise BadBackup(f"{file} is no backup of Genial, or not a whole one") from None


def _make_room(connection: sa.Connection, now: float, replace: bool) -> None:
    """Drop all tables, if there is nothing in them or that is wanted."""
    metadata = sa.MetaData()
    metadata.reflect(connection)
    counts = {
        table.name: connection.scalar(sa.select(sa.func.count()).select_from(table)) or 0
        for table in metadata.sorted_tables
        if table.name != _VERSION
    }
    if _VERSION not in metadata.tables and counts:
        raise Refusal("this database belongs to another program", code="foreign-database")
    processes = metadata.tables.get("processes")
    if processes is not None:
        last = connection.scalar(sa.select(sa.func.max(processes.c.beat)))
        if last is not None and abs(now - last) < ALIVE:
            raise Refusal("a server runs on this database: stop it first", code="server-runs")
    if any(counts.values()) and not replace:
        some = f"{counts.get('accounts', 0)} people, {counts.get('tables', 0)} tables"
        raise Refusal(
            f"this database is not empty ({some}); --replace deletes what is in it",
            code="not-empty",
        )
    metadata.drop_all(connection)


def _upgrade(connection: sa.Connection, version: str) -> None:
    command.upgrade(alembic_config(connection), version)


async def _fill(
    connection: AsyncConnection, file: Path, lines: Iterator[bytes], total: int, progress: Progress
) -> dict[str, int]:
    _, tables = await connection.run_sync(_tables)
    known = {table.name: table for table in tables}
    counts: dict[str, int] = {}
    heading: Heading | None = None
    rows: list[dict[str, Any]] = []
    done = 0

    async def store() -> None:
        nonlocal done
        if rows and heading is not None:
            await connection.execute(sa.insert(known[heading.table]), rows)
            counts[heading.table] += len(rows)
            done += len(rows)
            rows.clear()
            progress(done, total)

    for number, line in enumerate(lines, 2):
        try:
            if line.startswith(b"["):
                rows.append(_unpack(line, heading))
            else:
                await store()
                said = msgspec.json.decode(line, type=dict[str, Any])
                if "end" in said:
                    if msgspec.convert(said, Ending).end != counts or next(lines, None):
                        break
                    return counts
                heading = msgspec.convert(said, Heading)
                if heading.table not in known or heading.table in counts:
                    raise ValueError(heading.table)
                counts[heading.table] = 0
        except (msgspec.MsgspecError, ValueError):
            raise BadBackup(f"line {number} of {file} is none of a backup") from None
        if len(rows) >= _CHUNK:
            await store()
    raise BadBackup(f"{file} is not a whole backup")


def _unpack(line: bytes, heading: Heading | None) -> dict[str, Any]:
    values = msgspec.json.decode(line, type=list[Any])
    if heading is None:
        raise ValueError("a row without a table")
    return {
        name: b64decode(value) if kind == "bytes" and value is not None else value
        for name, kind, value in zip(heading.columns, heading.kinds, values, strict=True)
    }


def _known_versions() -> set[str]:
    script = ScriptDirectory.from_config(alembic_config())
    return {revision.revision for revision in script.walk_revisions()}


def _newer(what: str, schema: str) -> Refusal:
    return Refusal(
        f"{what} has {schema}, which is newer than this program: update genial",
        code="newer-database",
    )
