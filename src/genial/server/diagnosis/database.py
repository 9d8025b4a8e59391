"""Check the database without changing it: reachable, of which version, writable."""

from __future__ import annotations

import asyncio
import os
import secrets
import stat
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote

import asyncpg
import sqlalchemy as sa
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from genial.server.diagnosis.finding import Finding, error, good, reason, warning
from genial.server.storage import schema
from genial.server.storage.migrate import known_versions, newest, version_of
from genial.server.storage.store import DATABASE_OPTIONS, postgres_engine, unknown_options

_PATIENCE = 5  # seconds in which a database must answer
_UNREACHABLE = (OSError, sa.exc.DBAPIError, asyncpg.PostgresError)


@dataclass
class DatabaseReport:
    """What is known of the database."""

    findings: list[Finding] = field(default_factory=list)
    file: Path | None = None  # of SQLite
    ahead: float = 0.0  # seconds by which the database's clock is ahead of ours
    last_beat: float | None = None  # when a server was last alive


async def check_database(address: str) -> DatabaseReport:
    """Return the state of the database at an address. Nothing is created, migrated or changed."""
    report = DatabaseReport()
    try:
        url = make_url(address)
    except (ArgumentError, ValueError):  # it is not repeated: there may be a password in it
        report.findings.append(error("database", "no-address"))
        return report
    kind = url.get_backend_name()
    if kind not in ("sqlite", "postgresql"):
        report.findings.append(error("database", "other-kind", kind=kind))
        return report
    if kind == "sqlite":
        report.file = Path(url.database or "genial.db").absolute()
        report.findings += await asyncio.to_thread(_check_file, report.file)
        if any(one.state == "error" or one.code == "new" for one in report.findings):
            return report
    elif unknown := unknown_options(url):
        facts = {"options": ", ".join(unknown), "allowed": ", ".join(DATABASE_OPTIONS)}
        report.findings.append(error("database", "other-options", **facts))
        return report
    engine = _engine(url, report.file)
    try:
        await _look_into(engine, report)
    finally:
        await engine.dispose()
    return report


def _engine(url: URL, file: Path | None) -> AsyncEngine:
    """Return an engine that neither creates a file nor changes how it is written."""
    if file is None:
        return postgres_engine(url, timeout=_PATIENCE, command_timeout=_PATIENCE)
    existing = URL.create(
        "sqlite+aiosqlite", database=f"file:{quote(str(file))}", query={"mode": "rw", "uri": "true"}
    )
    return create_async_engine(existing, connect_args={"timeout": _PATIENCE}, hide_parameters=True)


def _check_file(file: Path) -> list[Finding]:
    """Return what keeps SQLite from using a file, or lets others read it."""
    try:
        mode = _mode_of(file)
        folder = _nearest_folder(file.parent)
        is_possible = stat.S_ISDIR(_mode_of(folder) or 0) and (mode is None or stat.S_ISREG(mode))
    except PermissionError:  # in a folder that this user cannot look into
        return [error("database", "file", file=str(file))]
    except (OSError, ValueError):  # such as a name that is too long
        is_possible = False
    if not is_possible:
        return [error("database", "not-a-file", file=str(file))]
    try:  # SQLite keeps files of its own beside the database
        with tempfile.TemporaryFile(dir=folder) as trial:
            trial.write(bytes(2**16))
            trial.flush()
            os.fsync(trial.fileno())
    except OSError as refused:
        return [error("database", "folder", folder=str(folder), why=reason(refused))]
    if mode is None:
        return [good("database", "new", file=str(file))]
    if not os.access(file, os.R_OK | os.W_OK):
        return [error("database", "file", file=str(file))]
    if os.name == "posix" and mode & (stat.S_IRGRP | stat.S_IROTH):
        return [warning("database", "readable", file=str(file))]
    return []


def _nearest_folder(folder: Path) -> Path:
    """Return a folder, or the one in which it would be created; raise PermissionError."""
    while _mode_of(folder) is None and folder != folder.parent:
        folder = folder.parent
    return folder


def _mode_of(path: Path) -> int | None:
    """Return type and permissions of a file or folder; None if there is none.

    Path.exists() raises or hides a PermissionError, depending on the version of Python.
    """
    try:
        return path.stat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        return None


async def _look_into(engine: AsyncEngine, report: DatabaseReport) -> None:
    shown = str(report.file or engine.url.set(drivername="postgresql").render_as_string())
    try:
        version = await version_of(engine)
    except TimeoutError:
        report.findings.append(error("database", "timeout", database=shown, seconds=_PATIENCE))
        return
    except (*_UNREACHABLE, TypeError, ValueError) as refused:  # the last two: unknown options
        why = reason(getattr(refused, "orig", None) or refused)
        report.findings.append(error("database", "unreachable", database=shown, why=why))
        return
    if version is not None and version not in known_versions():
        report.findings.append(error("database", "newer", database=shown, version=version))
        return
    try:
        async with engine.connect() as connection:
            await _try_to_write(connection, migrated=version == newest())
            report.ahead, report.last_beat = await _times(connection, migrated=version == newest())
    except (*_UNREACHABLE, TimeoutError) as refused:
        why = reason(getattr(refused, "orig", None) or refused)
        report.findings.append(error("database", "read-only", database=shown, why=why))
        return
    what = "good" if version == newest() else "empty" if version is None else "older"
    found = warning if what == "older" else good
    report.findings.append(found("database", what, database=shown, version=version or newest()))


async def _try_to_write(connection: AsyncConnection, *, migrated: bool) -> None:
    """Do what the server does, a new row or a new table, and take it back."""
    if connection.dialect.name == "sqlite":
        await connection.execute(sa.text("BEGIN IMMEDIATE"))
    if migrated:
        row = {"job": f"doctor-{secrets.token_hex(8)}", "holder": "doctor", "until": 0.0}
        await connection.execute(sa.insert(schema.leases).values(**row))
    else:
        await connection.execute(sa.text("CREATE TABLE genial_doctor (x INTEGER)"))
    await connection.rollback()


async def _times(connection: AsyncConnection, *, migrated: bool) -> tuple[float, float | None]:
    """Return by how much the database's clock is ahead, and when a server was last alive."""
    ahead = 0.0
    if connection.dialect.name == "postgresql":
        before = time.time()
        there = await connection.scalar(sa.text("SELECT extract(epoch FROM clock_timestamp())"))
        ahead = float(there or 0.0) - (before + time.time()) / 2
    last = (
        await connection.scalar(sa.select(sa.func.max(schema.processes.c.beat)))
        if migrated
        else None
    )
    return ahead, last
