"""The store: tables and their events, leases and heartbeats, in either database."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import asyncpg
import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from genial.server.errors import Refusal
from genial.server.storage import schema
from genial.server.storage.beats import LATE, Beat, exchange_beat
from genial.server.storage.change import Change
from genial.server.storage.migrate import migrate
from genial.server.storage.postgresql import PostgresWriter
from genial.server.storage.sqlite import SqliteWriter
from genial.server.storage.sqlite_file import PRAGMAS, create_private, make_private, only_server
from genial.server.storage.writer import Writer
from genial.server.tables.events import Entry, decode

_UNREACHABLE = (OSError, sa.exc.DBAPIError, asyncpg.PostgresError)
_TLS = ("sslmode", "sslrootcert", "sslcert", "sslkey")
DATABASE_OPTIONS = (*_TLS, "host", "port", "passfile", "target_session_attrs")  # of PostgreSQL
ALIVE = 5.0  # seconds since its last heartbeat in which a process counts as alive
_SKEW = 60.0  # seconds in the future that only a clock that was set back can have written


class Store:
    """Reads and writes a database. Made by `open`."""

    def __init__(self, engine: AsyncEngine, writer: Writer) -> None:
        self.engine = engine
        self._writer = writer

    @staticmethod
    async def open(address: str) -> Store:
        """Open the database at an address (sqlite:///file or postgresql://…), and migrate it."""
        engine = engine_for(address)
        try:
            if engine.dialect.name == "sqlite":
                create_private(Path(engine.url.database or ""))
            await migrate(engine)
        except (*_UNREACHABLE, Refusal) as error:
            await engine.dispose()
            if isinstance(error, Refusal):
                raise
            raise _unreachable(engine, error) from None
        if engine.dialect.name == "sqlite":
            return Store(engine, SqliteWriter(Path(engine.url.database or "")))
        plain = make_url(address).set(drivername="postgresql")
        return Store(engine, PostgresWriter(plain.render_as_string(hide_password=False)))

    async def close(self) -> None:
        """Store what waits, and end."""
        await self._writer.close()
        await self.engine.dispose()

    def append(self, *changes: Change) -> Awaitable[bool]:
        """Store changes, all or none; no if another process was first with one of them."""
        return self._writer.write(*changes)

    async def secret_of(self, name: str) -> bytes | None:
        """Return the key that the deals of a table follow from; None if there is no such table."""
        query = sa.select(schema.tables.c.secret).where(schema.tables.c.name == name)
        async with self.engine.connect() as connection:
            secret: bytes | None = await connection.scalar(query)
        return secret

    async def entries(self, name: str, after: int = 0) -> list[Entry]:
        """Return the events of a table after one."""
        table = schema.events
        query = (
            sa.select(table.c.number, table.c.at, table.c.body)
            .where(table.c.table_name == name, table.c.number > after)
            .order_by(table.c.number)
        )
        async with self.engine.connect() as connection:
            rows = (await connection.execute(query)).all()
        return [Entry(row.number, row.at, decode(row.body)) for row in rows]

    async def changed_tables(self, since: float) -> list[tuple[str, int]]:
        """Return the tables that have changed since a time, with their last events' numbers."""
        table = schema.tables
        query = sa.select(table.c.name, table.c.number).where(table.c.changed >= since)
        async with self.engine.connect() as connection:
            return [(row.name, row.number) for row in await connection.execute(query)]

    async def phases(self) -> dict[str, int]:
        """Return how many tables there are in each phase."""
        query = sa.select(schema.tables.c.phase, sa.func.count()).group_by(schema.tables.c.phase)
        async with self.engine.connect() as connection:
            return {row[0]: row[1] for row in await connection.execute(query)}

    @property
    def waiting(self) -> int:
        """Return how many changes wait to be stored."""
        return self._writer.waiting

    async def expired_tables(self, now: float) -> list[str]:
        """Return the tables at which the player to move has run out of time."""
        table = schema.tables
        query = sa.select(table.c.name).where(table.c.deadline <= now)
        async with self.engine.connect() as connection:
            return list(await connection.scalars(query))

    async def unstarted_tables(self, before: float) -> list[str]:
        """Return the tables that wait for players and have not changed since a time."""
        table = schema.tables
        query = sa.select(table.c.name).where(table.c.phase == "waiting", table.c.changed <= before)
        async with self.engine.connect() as connection:
            return list(await connection.scalars(query))

    async def bots_to_move(self, before: float) -> list[tuple[str, int]]:
        """Return the tables where a bot has been to move since a time, with their last events."""
        table = schema.tables
        query = sa.select(table.c.name, table.c.number).where(
            table.c.bot.is_not(None),
            sa.or_(table.c.changed <= before, table.c.changed > before + _SKEW),
        )
        async with self.engine.connect() as connection:
            return [(row.name, row.number) for row in await connection.execute(query)]

    async def take_lease(self, job: str, holder: str, now: float, until: float) -> bool:
        """Take a job, or renew it, unless another holder has it; no if one does."""
        table = schema.leases
        async with self.engine.begin() as connection:
            insert = insert_into(connection, table).values(job=job, holder=holder, until=until)
            taken = await connection.execute(
                insert.on_conflict_do_update(
                    index_elements=["job"],
                    set_={"holder": holder, "until": until},
                    where=sa.or_(
                        table.c.until <= now,
                        table.c.until > until + _SKEW,
                        table.c.holder == holder,
                    ),
                ).returning(table.c.job)
            )
            return taken.first() is not None

    async def drop_lease(self, job: str, holder: str, now: float) -> None:
        """Give a job back, and forget the leases that dead processes left behind."""
        table = schema.leases
        is_ours = sa.and_(table.c.job == job, table.c.holder == holder)
        async with self.engine.begin() as connection:
            await connection.execute(sa.delete(table).where(is_ours | (table.c.until <= now)))

    async def beat(
        self, process: str, now: Callable[[], float], *,
        late: float = LATE, known: float = float("-inf"), stored: float = float("inf"),
    ) -> Beat:  # fmt: skip
        """Store that a process is alive; return it with the downtimes that ended after `known`.

        If the last beat that is `stored` of this process is late while others live, this one is
        not stored. It takes the way of all events: while they are stored, no heartbeat is late.
        """
        return await self._writer.beat(exchange_beat(process, now, late, known, stored))

    async def forget_beats(self, after: float) -> None:
        """Forget heartbeats and downtimes of the future: the clock was set back."""
        beats, downtimes = schema.processes, schema.downtimes
        async with self.engine.begin() as connection:
            await connection.execute(sa.delete(beats).where(beats.c.beat > after))
            await connection.execute(sa.delete(downtimes).where(downtimes.c.ended > after))

    async def last_beat(self) -> float | None:
        """Return when any process was last known to be alive."""
        async with self.engine.connect() as connection:
            last: float | None = await connection.scalar(
                sa.select(sa.func.max(schema.processes.c.beat))
            )
        return last

    async def clocked_tables(self) -> list[str]:
        """Return the tables whose clocks run."""
        table = schema.tables
        query = sa.select(table.c.name).where(table.c.deadline.is_not(None))
        async with self.engine.connect() as connection:
            return list(await connection.scalars(query))

    async def clocked_games(self) -> list[str]:
        """Return the games of all tables whose clocks run."""
        table = schema.tables
        query = sa.select(table.c.game).where(table.c.deadline.is_not(None)).distinct()
        async with self.engine.connect() as connection:
            return list(await connection.scalars(query))

    async def blocked_by(self, account: str) -> frozenset[str]:
        """Return the accounts that an account has blocked."""
        table = schema.blocks
        query = sa.select(table.c.blocked).where(table.c.account == account)
        async with self.engine.connect() as connection:
            return frozenset(await connection.scalars(query))

    async def secret(self, name: str, fresh: bytes) -> bytes:
        """Return a secret of this server by its name; store the fresh one if there is none."""
        table = schema.secrets
        async with self.engine.begin() as connection:
            insert = insert_into(connection, table).values(name=name, value=fresh)
            await connection.execute(insert.on_conflict_do_nothing())
            query = sa.select(table.c.value).where(table.c.name == name)
            return bytes((await connection.execute(query)).scalar_one())

    async def realm(self) -> str:
        """Return what distinguishes this server from others on the same bus."""
        return (await self.secret("realm", secrets.token_bytes(8))).hex()


def insert_into(connection: AsyncConnection, table: sa.Table) -> Any:
    """Return the dialect's own insert, which knows about conflicts."""
    if connection.dialect.name == "postgresql":
        return postgresql.insert(table)
    return sqlite.insert(table)


def engine_for(address: str) -> AsyncEngine:
    """Return an engine for the database at an address; raise Refusal if the address is none."""
    try:
        url = make_url(address)
    except (ArgumentError, ValueError):  # the latter for a port that is no number
        # It is not repeated: there may be a password in it.
        raise Refusal(
            "the database must be sqlite:///FILE or postgresql://…", code="bad-setting"
        ) from None
    kind = url.get_backend_name()
    if kind == "postgresql":
        if unknown := unknown_options(url):
            raise Refusal(
                f"the database's address has no option {unknown[0]}; "
                f"there are {', '.join(DATABASE_OPTIONS)}",
                code="bad-setting",
            )
        return postgres_engine(url)
    if kind != "sqlite":
        raise Refusal(
            f"the database must be sqlite:///FILE or postgresql://…, not {kind}",
            code="bad-setting",
        )
    path = Path(url.database or "genial.db")
    path.parent.mkdir(parents=True, exist_ok=True)
    engine = create_async_engine(
        url.set(drivername="sqlite+aiosqlite", database=str(path)),
        connect_args={"timeout": 30},
        hide_parameters=True,  # nothing that players wrote gets into a log
    )
    sa.event.listen(engine.sync_engine, "connect", _set_up_sqlite)
    return engine


def unknown_options(url: URL) -> list[str]:
    """Return the names after the `?` of a PostgreSQL address that mean nothing.

    `password` is one of them, because only the one before the host is kept out of messages.
    """
    return [name for name in url.query if name not in DATABASE_OPTIONS]


def postgres_engine(url: URL, **arguments: Any) -> AsyncEngine:
    """Return an engine for a PostgreSQL server; the arguments are for its driver."""
    # The driver reads what is about TLS from an address only, and spells it as other programs do.
    tls = {name: values[-1] for name, values in url.normalized_query.items() if name in _TLS}
    if tls:
        arguments["dsn"] = f"postgresql://?{urlencode(tls)}"
    plain = url.difference_update_query(_TLS)
    return create_async_engine(
        plain.set(drivername="postgresql+asyncpg"), hide_parameters=True, connect_args=arguments
    )


@contextmanager
def serve_alone(address: str) -> Iterator[None]:
    """Be the only server of a SQLite database, whose file only its owner can read.

    Raise Refusal if another server uses it. A PostgreSQL database can have any number of servers.
    """
    engine = engine_for(address)
    with ExitStack() as stack:
        if engine.dialect.name == "sqlite":
            path = Path(engine.url.database or "")
            try:
                stack.enter_context(only_server(path))
                make_private(path)
            except OSError as error:
                raise _unreachable(engine, error) from None
        yield


@asynccontextmanager
async def open_engine(address: str, *, new: bool = False) -> AsyncIterator[AsyncEngine]:
    """Open a database without migrating it; raise Refusal if there is none, unless it is new."""
    engine = engine_for(address)
    file = engine.url.database or ""
    if engine.dialect.name == "sqlite" and not new and not Path(file).exists():
        raise Refusal(f"there is no database {file}", code="no-database")
    try:
        if engine.dialect.name == "sqlite":
            create_private(Path(file))
        async with engine.connect():
            pass
        yield engine
    except _UNREACHABLE as error:
        raise _unreachable(engine, error) from None
    finally:
        await engine.dispose()


def _unreachable(engine: AsyncEngine, error: Exception) -> Refusal:
    where = engine.url.render_as_string(hide_password=True)
    why = str(getattr(error, "orig", None) or error) or type(error).__name__
    return Refusal(f"the database {where} cannot be opened: {why}", code="no-database")


def _set_up_sqlite(connection: Any, _: object) -> None:
    cursor = connection.cursor()
    for pragma in PRAGMAS:
        cursor.execute(pragma)
    cursor.close()
