"""A process that plays a rated game and again, and is killed at a given point.

`python -m tests.server.rematch DATABASE POINT` says the name of its table. A point is a commit of
the store after all but one have agreed: -2 is just before the second one, 2 just after it.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import asyncpg

from genial.server.cluster.bus import connect
from genial.server.live.presence import Presence
from genial.server.storage import sqlite
from genial.server.storage.store import Store
from genial.server.tables.events import Pace, Person, Terms
from genial.server.tables.registry import TableRegistry
from genial.server.tables.service import TableService

PEOPLE = [Person(name.lower(), name) for name in ("Ada", "Bob")]


@asynccontextmanager
async def service_at(database: str, bus: str = "") -> AsyncIterator[TableService]:
    store, there = await Store.open(database), await connect(bus, "rematch")
    registry = TableRegistry(store, there)
    try:
        yield TableService(registry, Presence(registry).gone_since, stand_in="club", patience=60)
    finally:
        await there.close()
        await store.close()


async def finished_game(table_service: TableService) -> str:
    """The table of a game that is over."""
    terms = Terms(game="phoenix", options={"players": 2}, pace=Pace(seconds=600), rated=True)
    host = PEOPLE[0].account
    table = await table_service.registry.open(terms, host, PEOPLE)
    await table_service.start(host, table.name)
    await table_service.propose(host, table.name, 1, "resign")
    return table.name


async def play_again(database: str, point: int) -> None:
    arm = make_mortal()
    async with service_at(database) as table_service:
        table = await finished_game(table_service)
        print(table, flush=True)
        await table_service.propose(PEOPLE[0].account, table, 1, "rematch")
        arm(point)
        await table_service.propose(PEOPLE[1].account, table, 2, "rematch")


def make_mortal() -> Callable[[int], None]:
    """Let the kernel end this process at a commit of the store, as soon as one is named."""
    commits, point = 0, 0

    def arm(at: int) -> None:
        nonlocal point
        point = at

    def look(query: str, when: int) -> None:
        nonlocal commits
        if point and query.startswith("COMMIT"):
            commits += when < 0
            if point == when * commits:
                os.kill(os.getpid(), signal.SIGKILL)

    class Dying(sqlite3.Connection):
        def execute(self, query: str, *more: Any) -> Any:
            look(query, -1)
            answer = super().execute(query, *more)
            look(query, 1)
            return answer

    def connect_mortally(path: Any) -> sqlite3.Connection:
        return sqlite3.connect(path, isolation_level=None, check_same_thread=False, factory=Dying)

    execute = asyncpg.Connection.execute

    async def dying(self: Any, query: str, *more: Any, **options: Any) -> Any:
        look(query, -1)
        answer = await execute(self, query, *more, **options)
        look(query, 1)
        return answer

    sqlite.connect = connect_mortally
    asyncpg.Connection.execute = dying  # type: ignore[method-assign]
    return arm


if __name__ == "__main__":
    asyncio.run(play_again(sys.argv[1], int(sys.argv[2])))
