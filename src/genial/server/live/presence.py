"""Which accounts are connected to any process, and since when the others are gone."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from collections import Counter
from collections.abc import Iterable

import sqlalchemy as sa

from genial.server.cluster.periodic import Periodic, stop_all
from genial.server.storage import schema
from genial.server.storage.beats import LATE
from genial.server.storage.store import ALIVE, insert_into
from genial.server.tables.registry import TableRegistry

_LOOK = 1.0  # seconds between looks for what is not stored
_TIDY = 20.0  # seconds between looks for dead processes
_AT_ONCE = 500  # accounts in one transaction
_DEAD = 4 * ALIVE  # seconds after its last heartbeat when a process will not come back


class Presence:
    """Knows which accounts are connected."""

    def __init__(self, registry: TableRegistry) -> None:
        self._registry = registry
        self._connected: Counter[str] = Counter()
        self._noted: set[str] = set()  # accounts that are connected here, as it is stored
        self._doubtful: set[str] = set()  # accounts of which something else may be stored
        self._unstored: set[str] = set()  # accounts that came or went since the last transaction
        self._storing = asyncio.Lock()
        self._awake_since = registry.heartbeat.awake_since
        self._works = (
            Periodic("presence", self._forget_dead_processes, every=_TIDY),
            Periodic("presence", self._note_again, every=_LOOK),
        )
        registry.heartbeat.set_presence(lambda account: account in self._connected)

    async def __aenter__(self) -> Presence:
        await self._forget_dead_processes()
        self._awake_since = self._registry.heartbeat.awake_since
        for work in self._works:
            work.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await stop_all(*self._works)
        with contextlib.suppress(Exception):
            await self._note_gone(self._noted)

    async def connect(self, account: str) -> None:
        """Count one more connection of an account."""
        self._connected[account] += 1
        await self._note(account)

    async def disconnect(self, account: str) -> None:
        """Count one connection of an account less."""
        self._connected[account] -= 1
        if self._connected[account] <= 0:
            del self._connected[account]
        await self._note(account)

    # --- players who are gone

    async def gone_since(self, accounts: Iterable[str]) -> dict[str, float]:
        """Return since when those accounts are gone that are connected to no living process.

        None was gone while none could be there: before this process was awake.
        """
        if self._registry.heartbeat.is_late:
            return {}  # there may have been a downtime that is not known yet
        away, awake_since = await self.away(accounts), self._registry.heartbeat.awake_since
        return {account: max(since, awake_since) for account, since in away.items()}

    async def cut_off_since(self, accounts: Iterable[str]) -> float | None:
        """Return since when all accounts have been connected only to processes that hang.

        None if that is not so. A process that hangs for long is dead, and its players can come
        back to another.
        """
        now, away = self._registry.now(), await self.away(accounts, LATE, is_connected=True)
        since = min(away.values(), default=None)
        return since if since is not None and now - since < _DEAD else None

    async def away(
        self, accounts: Iterable[str], late: float = ALIVE, *, is_connected: bool = False
    ) -> dict[str, float]:
        """Return the accounts that are connected to no living process, and when each last was.

        With `is_connected`, only those that are connected to a process that may be dead.
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

    # --- what is stored

    async def _note(self, *accounts: str) -> None:
        """Store whether accounts are connected here, together with all that waits for that.

        When a server or a network goes away, thousands leave at once.
        """
        self._unstored.update(accounts)
        async with self._storing:
            while not self._unstored.isdisjoint(accounts):
                some = set(itertools.islice(self._unstored, _AT_ONCE))
                self._unstored -= some
                try:
                    await self._store(some)
                except BaseException:
                    self._unstored |= some
                    raise

    async def _store(self, accounts: Iterable[str]) -> None:
        """Store where it is not known to be stored whether accounts are connected here."""
        there = {account for account in accounts if account in self._connected}
        gone = set(accounts) - there
        there -= self._noted - self._doubtful
        gone &= self._noted | self._doubtful
        if there:
            await self._note_there(there)
            self._noted |= there
            self._doubtful -= there
        if gone:
            await self._note_gone(gone)
            self._noted -= gone
            self._doubtful -= gone

    async def _note_there(self, accounts: Iterable[str]) -> None:
        process = self._registry.heartbeat.process
        rows = [{"account": account, "process": process} for account in sorted(accounts)]
        async with self._registry.store.engine.begin() as connection:
            insert = insert_into(connection, schema.presences).values(rows)
            await connection.execute(insert.on_conflict_do_nothing())

    async def _note_gone(self, accounts: Iterable[str]) -> None:
        there, people = schema.presences, schema.accounts
        process = self._registry.heartbeat.process
        some = sorted(accounts)
        mine = sa.and_(there.c.process == process, there.c.account.in_(some))
        # Two processes that note the same accounts lock them in the same order.
        rows = sa.select(people.c.account).where(people.c.account.in_(some))
        in_order = rows.order_by(people.c.account).with_for_update()
        seen = sa.update(people).where(people.c.account.in_(some))
        async with self._registry.store.engine.begin() as connection:
            await connection.execute(sa.delete(there).where(mine))
            if connection.dialect.name == "postgresql":
                await connection.execute(in_order)
            await connection.execute(seen.values(seen=self._registry.now()))

    async def _note_again(self) -> None:
        """Store what could not be stored, or what others forgot while they took us for dead."""
        awake_since = self._registry.heartbeat.awake_since
        if awake_since != self._awake_since:
            self._awake_since = awake_since
            self._doubtful |= self._noted
        await self._note(*(self._noted ^ set(self._connected)), *self._doubtful, *self._unstored)

    async def _forget_dead_processes(self) -> None:
        """Forget processes that have died: connections to them ended with their last heartbeat.

        The very last heartbeat stays: it tells since when no process was alive.
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
