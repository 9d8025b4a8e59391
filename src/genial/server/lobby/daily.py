"""The daily challenge: a solo game of Ingenious a day, with the same bag and one attempt for all.

Until the day is over (UTC), players see neither the attempts of others nor the key of their own,
since others may still play. Then everything is public, and unfinished attempts do not count.
"""

from __future__ import annotations

import secrets
from typing import Any

import msgspec
import sqlalchemy as sa

from genial.core.chance import KEY_BYTES, commitment
from genial.server.accounts.accounts import Account
from genial.server.errors import NotAllowed, NotFound
from genial.server.results.eligibility import is_established
from genial.server.results.ledger import Ledger
from genial.server.results.profiles import colours_of, ranks_of
from genial.server.storage import schema
from genial.server.storage.store import insert_into
from genial.server.tables import commands
from genial.server.tables.days import day_of, end_of
from genial.server.tables.decision import Decision, decide_nothing
from genial.server.tables.events import Person, Terms
from genial.server.tables.registry import TableRegistry
from genial.server.tables.table import Table

_GAME = "ingenious"
_LEADERS = 100  # attempts in the ranking of a day


class Attempt(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A player's attempt; without colours it is not finished. A rank is the rank so far."""

    account: str
    name: str
    table: str
    rank: int | None = None
    colours: list[int] | None = None  # lowest first


class Challenge(msgspec.Struct, kw_only=True, omit_defaults=True):
    """The challenge of a day."""

    day: str
    ends: float
    over: bool
    commitment: str
    attempts: int
    key: str = ""
    mine: Attempt | None = None
    unranked: bool = False  # my account is too new for the ranking
    leaders: list[Attempt] = []


class Daily:
    """The challenges of all days."""

    def __init__(self, registry: TableRegistry, ledger: Ledger) -> None:
        self._registry, self._ledger = registry, ledger

    async def play(self, me: Account) -> Table:
        """Start or continue today's attempt; raise NotAllowed."""
        if not me.kept:
            raise NotAllowed("Protect your name with a password first.", code="not-kept")
        day = day_of(self._registry.now())
        secret = await self._secret(day)
        name = await self._attempt(day, me.account)
        terms = Terms(
            game=_GAME, options={"players": 1}, rated=True, listed=False, hints=False,
            take_backs=False, daily=day,
        )  # fmt: skip
        seats = [Person(me.account, me.name)]
        await self._registry.open(terms, me.account, seats, name=name, secret=secret)

        def start(table: Table, now: float) -> Decision:
            if table.phase != "waiting":
                return decide_nothing(table, now)
            return commands.start(table, now, me.account)

        return (await self._registry.update(name, start)).after

    async def challenge(self, day: str, viewer: Account | None) -> Challenge:
        """Return the challenge of a day as a viewer may see it now; raise NotFound."""
        account = "" if viewer is None else viewer.account
        now = self._registry.now()
        try:
            ends = end_of(day)
        except (ValueError, OverflowError):
            ends = float("inf")
        today = day_of(now)
        secret = await self._secret(day) if day == today else await self._old_secret(day)
        if secret is None or day > today:
            raise NotFound("There was no challenge on that day.", code="no-such-day")
        over = now >= ends
        if over:
            await self._settle(day)
        else:
            await self._ledger.note_attempts(day)
        challenge = Challenge(
            day=day, ends=ends, over=over, commitment=commitment(secret),
            attempts=await self._count(day), mine=await self._mine(day, account),
            unranked=await self._is_unranked(day, account, over=over),
        )  # fmt: skip
        if over:
            challenge.key, challenge.leaders = secret.hex(), await self._leaders(day)
        return challenge

    async def own_colours(self, day: str, account: str) -> list[int] | None:
        """Return the colours of an account's finished attempt, lowest first; None without one."""
        attempts = schema.attempts
        query = sa.select(attempts.c.table_name).where(
            attempts.c.day == day, attempts.c.account == account
        )
        async with self._registry.store.engine.connect() as connection:
            name = await connection.scalar(query)
        if name is None or await self._registry.store.secret_of(name) is None:
            return None
        table = await self._registry.table(name)
        if table.phase != "over" or table.state is None:
            return None
        return sorted(table.state.scores[0].values())

    async def _secret(self, day: str) -> bytes:
        """Return the key of a day's deals; it is created at the first request of the day."""
        dailies = schema.dailies
        known = await self._old_secret(day)
        if known is not None:
            return known
        async with self._registry.store.engine.begin() as connection:
            fresh = secrets.token_bytes(KEY_BYTES)
            insert = insert_into(connection, dailies).values(day=day, secret=fresh)
            await connection.execute(insert.on_conflict_do_nothing())
            query = sa.select(dailies.c.secret).where(dailies.c.day == day)
            return bytes((await connection.execute(query)).scalar_one())

    async def _old_secret(self, day: str) -> bytes | None:
        dailies = schema.dailies
        async with self._registry.store.engine.connect() as connection:
            query = sa.select(dailies.c.secret).where(dailies.c.day == day)
            secret: bytes | None = await connection.scalar(query)
        return secret

    async def _attempt(self, day: str, account: str) -> str:
        """Return the name of a player's table of a day: it is chosen once and opened later."""
        attempts = schema.attempts
        name, _ = commands.new_secret()
        async with self._registry.store.engine.begin() as connection:
            values = {"day": day, "account": account, "table_name": name}
            insert = insert_into(connection, attempts).values(**values)
            await connection.execute(insert.on_conflict_do_nothing())
            query = sa.select(attempts.c.table_name).where(
                attempts.c.day == day, attempts.c.account == account
            )
            return str((await connection.execute(query)).scalar_one())

    async def _settle(self, day: str) -> None:
        """Record the results that the ledger does not have yet, so that the ranking is complete."""
        attempts, tables = schema.attempts, schema.tables
        query = (
            sa.select(tables.c.name)
            .join(attempts, attempts.c.table_name == tables.c.name)
            .where(attempts.c.day == day, ~tables.c.settled, tables.c.phase == "over")
        )
        async with self._registry.store.engine.connect() as connection:
            names = list(await connection.scalars(query))
        await self._ledger.settle(*names)

    async def _count(self, day: str) -> int:
        attempts = schema.attempts
        query = sa.select(sa.func.count()).select_from(attempts).where(attempts.c.day == day)
        async with self._registry.store.engine.connect() as connection:
            return await connection.scalar(query) or 0

    async def _leaders(self, day: str) -> list[Attempt]:
        attempts = schema.attempts
        query = _attempts_with_names(day).where(attempts.c.colours.is_not(None), attempts.c.ranked)
        query = query.order_by(attempts.c.colours.desc(), attempts.c.at).limit(_LEADERS)
        async with self._registry.store.engine.connect() as connection:
            rows = (await connection.execute(query)).all()
        ranks = ranks_of([row.colours for row in rows])
        return [_attempt_of(row, rank) for row, rank in zip(rows, ranks, strict=True)]

    async def _is_unranked(self, day: str, account: str, *, over: bool) -> bool:
        """Is an account's attempt not ranked, or would it not be if it started now?"""
        if not account:
            return False
        attempts, tables = schema.attempts, schema.tables
        query = (
            sa.select(attempts.c.colours, attempts.c.ranked, tables.c.created)
            .outerjoin(tables, tables.c.name == attempts.c.table_name)
            .where(attempts.c.day == day, attempts.c.account == account)
        )
        async with self._registry.store.engine.connect() as connection:
            row = (await connection.execute(query)).first()
            if row is not None and row.colours is not None:
                return not row.ranked
            if row is None and over:
                return False
            began = None if row is None else row.created
            at = self._registry.now() if began is None else began
            return not await is_established(connection, account, at)

    async def _mine(self, day: str, account: str) -> Attempt | None:
        attempts = schema.attempts
        async with self._registry.store.engine.connect() as connection:
            query = _attempts_with_names(day).where(attempts.c.account == account)
            row = (await connection.execute(query)).first()
            if row is None or row.colours is None or not row.ranked:
                return None if row is None else _attempt_of(row, None)
            better = (
                sa.select(sa.func.count())
                .select_from(attempts)
                .where(attempts.c.day == day, attempts.c.colours > row.colours, attempts.c.ranked)
            )
            return _attempt_of(row, 1 + (await connection.scalar(better) or 0))


def _attempts_with_names(day: str) -> sa.Select[Any]:
    attempts, accounts = schema.attempts, schema.accounts
    return (
        sa.select(attempts, accounts.c.name)
        .join(accounts, accounts.c.account == attempts.c.account)
        .where(attempts.c.day == day, accounts.c.gone.is_(None))
    )


def _attempt_of(row: Any, rank: int | None) -> Attempt:
    return Attempt(
        account=row.account, name=row.name, table=row.table_name, rank=rank,
        colours=colours_of(row.colours),
    )  # fmt: skip
