"""Work on the database of a server from the command line, whether the server runs or not."""

from __future__ import annotations

import asyncio
import datetime
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from genial.server.accounts.admin import Admin
    from genial.server.settings import Settings

T = TypeVar("T")


def run_quietly(work: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Run a coroutine function and log errors only."""
    import logging

    import structlog

    quiet = structlog.make_filtering_bound_logger(logging.ERROR)
    structlog.configure(wrapper_class=quiet)
    return asyncio.run(work())


@asynccontextmanager
async def open_admin(settings: Settings, *, new: bool = False) -> AsyncIterator[Admin]:
    """Open the administration of a server's database; raises GenialError.

    With `new`, a database that is not there yet or empty is created, as the server would.
    """
    import secrets
    import time

    from genial.server.accounts.accounts import Accounts
    from genial.server.accounts.admin import Admin
    from genial.server.cluster.bus import connect
    from genial.server.errors import Refusal
    from genial.server.storage.migrate import newest, version_of
    from genial.server.storage.store import Store, open_engine
    from genial.server.tables.registry import TableRegistry

    async with open_engine(settings.database, new=new) as engine:
        version = await version_of(engine)
        if version != newest() and not (new and version is None):  # only the server upgrades it
            raise Refusal(
                "this database belongs to another version of genial: start the server once",
                code="other-schema",
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


def format_time(at: float | None) -> str:
    """Format a timestamp in local time.

    >>> format_time(None)
    '–'
    """
    if at is None:
        return "–"
    return datetime.datetime.fromtimestamp(at).strftime("%Y-%m-%d %H:%M")
