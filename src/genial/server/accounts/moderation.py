"""Blocks between accounts, and reports to the host."""

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

_MOST_BLOCKED = 500  # accounts, by one account
_MOST_REPORTS = 20  # a day, by one account
_UNREADABLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")


class BlockedAccount(msgspec.Struct):
    """A blocked account."""

    account: str
    name: str


class Moderation:
    """Blocks and reports."""

    def __init__(self, store: Store, now: Callable[[], float]) -> None:
        self._store, self._now = store, now

    async def blocks(self, account: str) -> list[BlockedAccount]:
        """Return the accounts that an account has blocked, by name."""
        blocks, accounts = schema.blocks, schema.accounts
        query = (
            sa.select(accounts.c.account, accounts.c.name)
            .join(blocks, blocks.c.blocked == accounts.c.account)
            .where(blocks.c.account == account, accounts.c.gone.is_(None))
            .order_by(accounts.c.folded, accounts.c.account)
        )
        async with self._store.engine.connect() as connection:
            return [
                BlockedAccount(row.account, row.name) for row in await connection.execute(query)
            ]

    async def block(self, account: str, other: str) -> None:
        """Block an account; raise NotFound."""
        if other == account:
            raise Refusal("You cannot block yourself.", code="yourself")
        await self._check_exists(other)
        if len(await self.blocks(account)) >= _MOST_BLOCKED:
            raise Refusal(
                f"You can block at most {_MOST_BLOCKED} players.", code="too-many-blocked"
            )
        async with self._store.engine.begin() as connection:
            insert = insert_into(connection, schema.blocks).values(account=account, blocked=other)
            await connection.execute(insert.on_conflict_do_nothing())

    async def unblock(self, account: str, other: str) -> None:
        """Remove a block."""
        blocks = schema.blocks
        async with self._store.engine.begin() as connection:
            await connection.execute(
                sa.delete(blocks).where(blocks.c.account == account, blocks.c.blocked == other)
            )

    async def between(self, people: Collection[str]) -> set[tuple[str, str]]:
        """Return the pairs of these accounts in which the first has blocked the second."""
        blocks = schema.blocks
        query = sa.select(blocks).where(blocks.c.account.in_(people), blocks.c.blocked.in_(people))
        async with self._store.engine.connect() as connection:
            return {(row.account, row.blocked) for row in await connection.execute(query)}

    async def admit(self, account: str, table: Table) -> None:
        """Raise NotAllowed if a player or the host of a table has blocked this account."""
        there = {sitter.account for sitter in table.seats if isinstance(sitter, Person)} | {
            table.host
        }
        if any(other == account for _, other in await self.between([account, *there])):
            raise NotAllowed("You cannot sit at this table.", code="blocked")

    async def report(
        self, account: str, about: str, text: str, table: str | None, line: int | None
    ) -> None:
        """Store a report for the host; raise NotFound or TooMuch."""
        if about == account:
            raise Refusal("You cannot report yourself.", code="yourself")
        await self._check_exists(about)
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
                raise TooMuch("You have sent many reports today. The host will look at them.")
            await connection.execute(sa.insert(reports).values(**values))

    async def _check_exists(self, account: str) -> None:
        accounts = schema.accounts
        query = sa.select(accounts.c.account).where(
            accounts.c.account == account, accounts.c.gone.is_(None)
        )
        async with self._store.engine.connect() as connection:
            if await connection.scalar(query) is None:
                raise NotFound("There is no such account.", code="no-such-person")
