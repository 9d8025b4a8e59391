"""What the commands for hosts share: their settings, and a home without a server around it."""

from __future__ import annotations

import asyncio
import datetime
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

from cyclopts import Parameter

if TYPE_CHECKING:
    from genial.server.accounts.admin import Admin
    from genial.server.settings import Settings

T = TypeVar("T")

Database = Annotated[
    str | None,
    Parameter(help="sqlite:///FILE or postgresql://…; otherwise as the server has it."),
]
Bus = Annotated[str | None, Parameter(help="nats://…, so that all processes hear of it at once.")]
Config = Annotated[
    Path | None, Parameter(help="A TOML file with the server's settings.", metavar="FILE")
]


def settings_of(database: str | None, config: Path | None, bus: str | None = None) -> Settings:
    """The settings that a server would have: flags, environment, file."""
    from genial.server.settings import read

    return read({"database": database, "bus": bus}, config)


def run(work: Coroutine[Any, Any, T]) -> T:
    """Do some work that waits; the log stays silent, refusals become a sentence."""
    import logging

    import structlog

    quiet = structlog.make_filtering_bound_logger(logging.ERROR)
    structlog.configure(wrapper_class=quiet)
    return asyncio.run(work)


@asynccontextmanager
async def administered(settings: Settings) -> AsyncIterator[Admin]:
    """A home that can be looked after, while servers run or not; raises GenialError."""
    import secrets
    import time

    from genial.server.accounts.accounts import Accounts
    from genial.server.accounts.admin import Admin
    from genial.server.cluster.bus import connect
    from genial.server.errors import Refusal
    from genial.server.storage.migrate import newest, version_of
    from genial.server.storage.store import Store, open_engine
    from genial.server.tables.registry import TableRegistry

    async with open_engine(settings.database) as engine:
        if await version_of(engine) != newest():  # looking after it neither makes nor changes it
            raise Refusal(
                "this database is not of this version: start the server once", code="other-schema"
            )
    store = await Store.open(settings.database)
    try:
        bus = await connect(settings.bus, await store.realm())
        try:
            secret = await store.secret("cookies", secrets.token_bytes(32))
            yield Admin(TableRegistry(store, bus), Accounts(store, secret, time.time), "the host")
        finally:
            await bus.close()
    finally:
        await store.close()


def when(at: float | None) -> str:
    """A time as people read it.

    >>> when(None)
    '–'
    """
    if at is None:
        return "–"
    return datetime.datetime.fromtimestamp(at).strftime("%Y-%m-%d %H:%M")
