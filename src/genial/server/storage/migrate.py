"""Migrate a database to the newest schema, once, however many processes start together."""

from __future__ import annotations

from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, inspect, text
from sqlalchemy.ext.asyncio import AsyncEngine

from genial.server.errors import Refusal

if TYPE_CHECKING:
    from alembic.config import Config  # Alembic is loaded only when there is something to do

LOCK = 7_236_127  # any number: the same in every process


def _folder() -> Path:
    return Path(str(resources.files("genial.server.storage") / "migrations"))


def alembic_config(connection: Connection | None = None) -> Config:
    """Return Alembic's configuration for our migrations."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(_folder()))
    config.attributes["connection"] = connection
    return config


def newest() -> str:
    """Return the name of the newest version of the schema."""
    return max(known_versions())


def known_versions() -> frozenset[str]:
    """Return the names of all versions of the schema that this program can migrate from."""
    files = (_folder() / "versions").glob("v*.py")
    return frozenset(path.stem.removeprefix("v") for path in files)


async def version_of(engine: AsyncEngine) -> str | None:
    """Return the version of a database's schema; None if it has no tables of ours."""
    async with engine.connect() as connection:
        return await connection.run_sync(_current)


def _current(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return found


async def migrate(engine: AsyncEngine, version: str = "head") -> None:
    """Upgrade the database to a version; raise Refusal if it is newer than this program."""
    if version == "head" and await version_of(engine) == newest():
        return
    async with engine.connect() as connection:
        if connection.dialect.name == "postgresql":
            await connection.execute(text("SELECT pg_advisory_lock(:key)"), {"key": LOCK})
            try:
                await connection.run_sync(_upgrade, version)
                await connection.commit()
            finally:
                await connection.rollback()
                await connection.execute(text("SELECT pg_advisory_unlock(:key)"), {"key": LOCK})
        else:
            await connection.execute(text("BEGIN IMMEDIATE"))
            await connection.run_sync(_upgrade, version)
            await connection.commit()


def _upgrade(connection: Connection, version: str) -> None:
    from alembic import command
    from alembic.script import ScriptDirectory

    script = ScriptDirectory.from_config(alembic_config())
    current = _current(connection)
    known = {revision.revision for revision in script.walk_revisions()}
    if current is not None and current not in known:
        raise Refusal(
            f"the database has schema {current}, which is newer than this program: update genial",
            code="newer-database",
        )
    command.upgrade(alembic_config(connection), version)
