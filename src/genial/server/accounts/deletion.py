"""Delete accounts: opponents keep their games, and nothing names the account any more.

A deleted account is marked first, and its row is removed last. If a process dies in between,
another one finishes the deletion, and a second sweep finds what was written in the meantime.
"""

from __future__ import annotations

from typing import Any

import msgspec
import sqlalchemy as sa

from genial.server.cluster.periodic import Periodic
from genial.server.results.ledger import Ledger
from genial.server.storage import schema
from genial.server.tables import commands
from genial.server.tables.events import Event, Opened, Seated, decode, encode
from genial.server.tables.registry import TableRegistry
from genial.server.tables.table import anonymous

_SWEEP = 30.0  # seconds between sweeps for unfinished deletions
_LATE = 60.0  # seconds in which something may still be written for a deleted account


class AccountDeletion:
    """Removes the traces of deleted accounts."""

    def __init__(self, registry: TableRegistry, ledger: Ledger, stand_in: str) -> None:
        self._registry, self._ledger, self._stand_in = registry, ledger, stand_in
        self._sweeps = Periodic("account deletion", self.sweep, every=_SWEEP, at_once=True)

    async def __aenter__(self) -> AccountDeletion:
        self._sweeps.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._sweeps.stop()

    async def sweep(self) -> None:
        """Finish all deletions."""
        accounts = schema.accounts
        query = sa.select(accounts.c.account, accounts.c.gone).where(accounts.c.gone.is_not(None))
        async with self._registry.store.engine.connect() as connection:
            rows = (await connection.execute(query)).all()
        for row in rows:
            await self.forget(row.account)
            if row.gone < self._registry.now() - _LATE:
                async with self._registry.store.engine.begin() as connection:
                    await connection.execute(
                        sa.delete(accounts).where(accounts.c.account == row.account)
                    )

    async def forget(self, account: str) -> None:
        """Remove all traces of a marked account; calling it again is harmless."""
        named = await self._events_naming(account)
        for name in sorted({name for name, _, _ in named}):
            await self._registry.update(
                name,
                lambda table, now: commands.forget_account(table, now, account, self._stand_in),
            )
            await self._ledger.settle(name)
        await self._rewrite(account, await self._events_naming(account))
        await self._remove(account)

    async def _events_naming(self, account: str) -> list[tuple[str, int, str]]:
        """Return all events that name an account. It scans the whole table: deletions are rare."""
        events = schema.events
        query = sa.select(events.c.table_name, events.c.number, events.c.body).where(
            events.c.body.contains(f'"{account}"', autoescape=True)
        )
        async with self._registry.store.engine.connect() as connection:
            rows = (await connection.execute(query)).all()
        return [(row.table_name, row.number, row.body) for row in rows]

    async def _rewrite(self, account: str, named: list[tuple[str, int, str]]) -> None:
        events = schema.events
        async with self._registry.store.engine.begin() as connection:
            for name, number, body in named:
                text = encode(anonymize(decode(body), account)).decode()
                await connection.execute(
                    sa.update(events)
                    .where(events.c.table_name == name, events.c.number == number)
                    .values(body=text)
                )

    async def _remove(self, account: str) -> None:
        s = schema
        whose = [
            s.ratings.c.account, s.tokens.c.account, s.pushes.c.account, s.blocks.c.account,
            s.blocks.c.blocked, s.attempts.c.account, s.waiting.c.account, s.presences.c.account,
            s.uploads.c.account, s.players.c.account, s.addresses.c.account, s.places.c.account,
            s.boards.c.account,
        ]  # fmt: skip
        async with self._registry.store.engine.begin() as connection:
            for column in whose:
                await connection.execute(sa.delete(column.table).where(column == account))
            changes: list[tuple[sa.Column[Any], dict[str, str | None]]] = [
                (s.results.c.account, {"account": None, "place": None}),
                (s.talk.c.account, {"account": "", "name": ""}),
                (s.reports.c.account, {"account": ""}),
                (s.reports.c.about, {"about": ""}),
                (s.tables.c.host, {"host": ""}),
                (s.analyses.c.account, {"account": ""}),
            ]
            for column, values in changes:
                await connection.execute(
                    sa.update(column.table).where(column == account).values(**values)
                )


def anonymize(event: Event, account: str) -> Event:
    """Return an event without the name of an account."""
    replace = msgspec.structs.replace
    if isinstance(event, Seated) and getattr(event.sitter, "account", None) == account:
        return replace(event, sitter=anonymous(event.sitter))
    if isinstance(event, Opened):
        seats = tuple(
            anonymous(sitter) if getattr(sitter, "account", None) == account else sitter
            for sitter in event.seats
        )
        return replace(event, seats=seats, host="" if event.host == account else event.host)
    return event
