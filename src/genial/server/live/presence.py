"""Who is there: connected to any process, and looking at which tables."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable
from weakref import WeakValueDictionary

import msgspec
import sqlalchemy as sa
import structlog

from genial.server.storage import schema
from genial.server.storage.heartbeat import LATE
from genial.server.storage.store import ALIVE, insert_into
from genial.server.tables.registry import TableRegistry

log = structlog.get_logger()

_LOOK = 1.0  # seconds between looks for what is not stored
_DEAD = 4 * ALIVE  # seconds after its last heartbeat when a process will not come back
_AGAIN = 20.0  # seconds after which other processes are told again
_FORGET = 50.0  # seconds after which a process that said nothing is forgotten

Told = Callable[["Company"], None]


class Company(msgspec.Struct, frozen=True):
    """Who looks at a table: accounts, and how many others."""

    table: str
    accounts: tuple[str, ...]
    others: int


class _Here(msgspec.Struct, frozen=True):
    """Who looks at a table through one process."""

    process: str
    accounts: tuple[str, ...]
    others: int


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(_Here).decode


class Presence:
    """Knows who is connected, and tells everybody at a table who looks at it."""

    def __init__(self, registry: TableRegistry) -> None:
        self._registry = registry
        self._connected: Counter[str] = Counter()
        self._noted: set[str] = set()  # who is connected here, as the store knows it
        self._doubtful: set[str] = set()  # of whom the store may have been told otherwise
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._rooms: dict[str, _Room] = {}
        self._tasks: list[asyncio.Task[None]] = []
        registry.put_presence(lambda account: account in self._connected)

    async def __aenter__(self) -> Presence:
        await self._forget_the_dead()
        works = self._say_again(), self._note_again()
        self._tasks = [asyncio.create_task(work) for work in works]
        return self

    async def __aexit__(self, *_: object) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with contextlib.suppress(Exception):
            await self._note_gone(list(self._noted))

    # --- connections

    async def came(self, account: str) -> None:
        """Somebody has connected once more."""
        self._connected[account] += 1
        await self._note(account)

    async def went(self, account: str) -> None:
        """One connection of somebody has ended."""
        self._connected[account] -= 1
        if self._connected[account] <= 0:
            del self._connected[account]
        await self._note(account)

    async def _note(self, account: str) -> None:
        """Store whether somebody is connected here, as it is by the time that others have."""
        lock = self._locks.setdefault(account, asyncio.Lock())
        async with lock:
            is_here = account in self._connected
            if is_here == (account in self._noted) and account not in self._doubtful:
                return
            if is_here:
                await self._note_there(account)
                self._noted.add(account)
            else:
                await self._note_gone([account])
                self._noted.discard(account)
            self._doubtful.discard(account)

    async def _note_there(self, account: str) -> None:
        row = {"account": account, "process": self._registry.process}
        async with self._registry.store.engine.begin() as connection:
            insert = insert_into(connection, schema.presences).values(**row)
            await connection.execute(insert.on_conflict_do_nothing())

    async def _note_gone(self, accounts: list[str]) -> None:
        there, people = schema.presences, schema.accounts
        mine = sa.and_(there.c.process == self._registry.process, there.c.account.in_(accounts))
        seen = sa.update(people).where(people.c.account.in_(accounts))
        async with self._registry.store.engine.begin() as connection:
            await connection.execute(sa.delete(there).where(mine))
            await connection.execute(seen.values(seen=self._registry.now()))

    async def gone_since(self, accounts: Iterable[str]) -> dict[str, float]:
        """Since when those are gone who are connected to no living process.

        Nobody was gone while nobody could be there: before this process was awake.
        """
        if self._registry.is_late:
            return {}  # there may have been a downtime that is not known yet
        away = await self.away(accounts)
        return {account: max(since, self._registry.awake) for account, since in away.items()}

    async def cut_off_since(self, accounts: Iterable[str]) -> float | None:
        """Since when all of them have been connected only to processes that hang; none if not so.

        A process that hangs for long is dead, and its players can come back to another.
        """
        now, away = self._registry.now(), await self.away(accounts, LATE, is_connected=True)
        since = min(away.values(), default=None)
        return since if since is not None and now - since < _DEAD else None

    async def away(
        self, accounts: Iterable[str], late: float = ALIVE, *, is_connected: bool = False
    ) -> dict[str, float]:
        """Who of them are connected to no living process, and when each was last known to be.

        With `is_connected`, only those who are connected to a process that may be dead.
        """
        there, people, processes = schema.presences, schema.accounts, schema.processes
        last = (
            sa.select(people.c.account, people.c.seen, sa.func.max(processes.c.beat).label("beat"))
            .select_from(people)
            .outerjoin(there, there.c.account == people.c.account)
            .outerjoin(processes, processes.c.process == there.c.process)
            .where(people.c.account.in_([one for one in accounts if one not in self._connected]))
            .group_by(people.c.account, people.c.seen)
        )
        async with self._registry.store.engine.connect() as connection:
            rows = (await connection.execute(last)).all()
        alive = self._registry.now() - late
        return {
            row.account: row.beat if is_connected else max(row.seen, row.beat or row.seen)
            for row in rows
            if (not is_connected if row.beat is None else row.beat < alive)
        }

    async def _forget_the_dead(self) -> None:
        """Connections to processes that have died ended with their last heartbeat.

        The very last one stays: it tells since when nobody was alive.
        """
        there, people, processes = schema.presences, schema.accounts, schema.processes
        last = sa.select(sa.func.max(processes.c.beat)).scalar_subquery()
        dead = sa.select(processes.c.process).where(
            processes.c.beat < self._registry.now() - _DEAD, processes.c.beat < last
        )
        left = (
            sa.select(there.c.account, sa.func.max(processes.c.beat).label("beat"))
            .join(processes, processes.c.process == there.c.process)
            .where(there.c.process.in_(dead))
            .group_by(there.c.account)
        )
        async with self._registry.store.engine.begin() as connection:
            for row in (await connection.execute(left)).all():
                seen = sa.update(people).where(
                    people.c.account == row.account, people.c.seen < row.beat
                )
                await connection.execute(seen.values(seen=row.beat))
            await connection.execute(sa.delete(there).where(there.c.process.in_(dead)))
            await connection.execute(sa.delete(processes).where(processes.c.process.in_(dead)))

    # --- company

    async def enter(
        self, table: str, account: str | None, told: Told
    ) -> Callable[[], Awaitable[None]]:
        """Somebody looks at a table and is told who else does; what is returned ends that."""
        room = self._rooms.get(table)
        if room is None:
            room = self._rooms[table] = _Room(self._registry, table)
            await room.open()
        await room.enter(account, told)

        async def leave() -> None:
            await room.leave(account, told)
            if room.is_empty and self._rooms.get(table) is room:
                del self._rooms[table]
                await room.close()

        return leave

    async def _say_again(self) -> None:
        while True:
            await asyncio.sleep(_AGAIN)
            try:
                await self._forget_the_dead()
                if not self._registry.bus.is_local:
                    for room in list(self._rooms.values()):
                        await room.tell_others()
            except Exception as error:
                log.warning("presence", error=str(error) or type(error).__name__)

    async def _note_again(self) -> None:
        """Store what could not be stored, or what others forgot while they took us for dead."""
        awake = self._registry.awake
        while True:
            await asyncio.sleep(_LOOK)
            if awake != self._registry.awake:
                awake = self._registry.awake
                self._doubtful |= self._noted
            try:
                for account in (self._noted ^ set(self._connected)) | self._doubtful:
                    await self._note(account)
            except Exception as error:
                log.warning("presence", error=str(error) or type(error).__name__)


class _Room:
    """Those who look at one table."""

    def __init__(self, registry: TableRegistry, table: str) -> None:
        self._registry, self._table = registry, table
        self._here: list[tuple[str | None, Told]] = []
        self._elsewhere: dict[str, tuple[_Here, float]] = {}  # by process; when it said so
        self._last: Company | None = None

    @property
    def is_empty(self) -> bool:
        """Does nobody here look at the table?"""
        return not self._here

    async def open(self) -> None:
        """Hear what other processes say."""
        self._deaf = await self._registry.bus.hear(f"company.{self._table}", self._hear)

    async def close(self) -> None:
        """Hear no more."""
        await self._deaf()

    async def enter(self, account: str | None, told: Told) -> None:
        """One more."""
        self._here.append((account, told))
        company = self._company()
        if company == self._last:
            told(company)
        await self._changed()

    async def leave(self, account: str | None, told: Told) -> None:
        """One less."""
        self._here.remove((account, told))
        await self._changed()

    async def _changed(self) -> None:
        self._tell()
        await self.tell_others()

    async def tell_others(self) -> None:
        """Tell other processes who looks at the table here."""
        if not self._registry.bus.is_local:
            await self._registry.bus.publish(f"company.{self._table}", _encode(self._own()))

    def _own(self) -> _Here:
        accounts = sorted({account for account, _ in self._here if account is not None})
        others = sum(account is None for account, _ in self._here)
        return _Here(self._registry.process, tuple(accounts), others)

    def _hear(self, body: bytes) -> None:
        said = _decode(body)
        if said.process == self._registry.process:
            return
        is_new = said.process not in self._elsewhere
        self._elsewhere[said.process] = said, self._registry.now()
        self._tell()
        if is_new:
            task = asyncio.create_task(self.tell_others())
            task.add_done_callback(lambda done: done.cancelled() or done.exception())

    def _company(self) -> Company:
        now = self._registry.now()
        fresh = [said for said, at in self._elsewhere.values() if now - at < _FORGET]
        everywhere = [self._own(), *fresh]
        accounts = sorted({account for said in everywhere for account in said.accounts})
        return Company(self._table, tuple(accounts), sum(said.others for said in everywhere))

    def _tell(self) -> None:
        company = self._company()
        if company != self._last:
            self._last = company
            for _, told in list(self._here):
                told(company)
