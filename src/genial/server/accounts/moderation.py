"""Who wants to have nothing to do with whom, and what was reported to the host."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Collection

import msgspec
import sqlalchemy as sa

from genial.server.errors import NotAllowed, NotFound, Refusal
from genial.server.limits import TooMuch
from genial.server.storage import schema
from genial.server.storage.store import Store, insert_into
from genial.server.tables.events import Person
from genial.server.tables.table import Table

_MOST_BLOCKED = 500  # people, by one
_MOST_REPORTS = 20  # a day, by one
_UNREADABLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")


class Blocked(msgspec.Struct):
    """Somebody one has blocked."""

    account: str
    name: str


class Moderation:
    """Blocks and reports."""

    def __init__(self, store: Store, now: Callable[[], float]) -> None:
        self._store, self._now = store, now

    async def blocked(self, account: str) -> list[Blocked]:
        """Whom somebody has blocked."""
        blocks, accounts = schema.blocks, schema.accounts
        query = (
            sa.select(accounts.c.account, accounts.c.name)
            .join(blocks, blocks.c.blocked == accounts.c.account)
            .where(blocks.c.account == account, accounts.c.gone.is_(None))
            .order_by(accounts.c.folded, accounts.c.account)
        )
        async with self._store.engine.connect() as connection:
            return [Blocked(row.account, row.name) for row in await connection.execute(query)]

    async def block(self, account: str, other: str) -> None:
        """Block somebody; raises NotFound."""
        if other == account:
            raise Refusal("you cannot block yourself", code="yourself")
        await self._there(other)
        if len(await self.blocked(account)) >= _MOST_BLOCKED:
            raise Refusal(f"you can block {_MOST_BLOCKED} people", code="too-many-blocked")
        async with self._store.engine.begin() as connection:
            insert = insert_into(connection, schema.blocks).values(account=account, blocked=other)
            await connection.execute(insert.on_conflict_do_nothing())

    async def unblock(self, account: str, other: str) -> None:
        """Block somebody no more."""
        blocks = schema.blocks
        async with self._store.engine.begin() as connection:
            await connection.execute(
                sa.delete(blocks).where(blocks.c.account == account, blocks.c.blocked == other)
            )

    async def between(self, people: Collection[str]) -> set[tuple[str, str]]:
        """Who among these people has blocked whom."""
        blocks = schema.blocks
        query = sa.select(blocks).where(blocks.c.account.in_(people), blocks.c.blocked.in_(people))
        async with self._store.engine.connect() as connection:
            return {(row.account, row.blocked) for row in await connection.execute(query)}

    async def admit(self, account: str, table: Table) -> None:
        """Raise NotAllowed if somebody at a table has blocked who wants to sit down."""
        there = {who.account for who in table.seats if isinstance(who, Person)} | {table.host}
        if any(other == account for _, other in await self.between([account, *there])):
            raise NotAllowed("you cannot sit at this table", code="blocked")

    async def report(
        self, account: str, about: str, text: str, table: str | None, line: int | None
    ) -> None:
        """Put a report into the queue of the host; raises NotFound and TooMuch."""
        if about == account:
            raise Refusal("you cannot report yourself", code="yourself")
        await self._there(about)
        reports, now = schema.reports, self._now()
        recent = (
            sa.select(sa.func.count())
            .select_from(reports)
            .where(reports.c.account == account, reports.c.at > now - 86400)
        )
        values = {
            "report": secrets.token_urlsafe(12), "at": now, "account": account, "about": about,
            "table_name": table, "line": line, "text": _UNREADABLE.sub("", text),
        }  # fmt: skip
        async with self._store.engine.begin() as connection:
            if (await connection.scalar(recent) or 0) >= _MOST_REPORTS:
                raise TooMuch("you have reported much today: the host will look at it")
            await connection.execute(sa.insert(reports).values(**values))

    async def _there(self, account: str) -> None:
        accounts = schema.accounts
        query = sa.select(accounts.c.account).where(
            accounts.c.account == account, accounts.c.gone.is_(None)
        )
        async with self._store.engine.connect() as connection:
            if await connection.scalar(query) is None:
                raise NotFound("there is nobody like that", code="no-such-person")
