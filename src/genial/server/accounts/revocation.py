"""Who is connected to this process, and who may not stay."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import NamedTuple, Protocol

import sqlalchemy as sa

from genial.server.accounts.accounts import Account
from genial.server.accounts.tokens import hashed
from genial.server.cluster.periodic import Periodic
from genial.server.storage import schema
from genial.server.tables.registry import TableRegistry

# The codes that close the socket of somebody who is banned or gone, or must say again who he is.
SHOWN_OUT, LOGGED_OUT = 4403, 4401
_ROUND = 2.0  # seconds between rounds
_CHUNK = 500  # sockets in a query


class Caller(Protocol):
    """One socket of somebody."""

    def close(self, code: int) -> None:
        """Close it soon."""


class _Visit(NamedTuple):
    """A socket, and what opened it."""

    account: str
    caller: Caller
    epoch: int  # of the cookie, and
    session: str  # its own, unless
    token: str | None  # a token did: its hash


class SessionRevocation:
    """Shows out who is banned or deleted, and whose cookie or token is void by now.

    It asks the database: another process may have done that, even one without a bus.
    """

    def __init__(self, registry: TableRegistry) -> None:
        self._registry = registry
        self._here: dict[str, list[_Visit]] = {}
        self._rounds = Periodic("rounds", self._show_out, every=_ROUND)

    async def __aenter__(self) -> SessionRevocation:
        self._rounds.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._rounds.stop()

    @contextlib.contextmanager
    def let_in(self, who: Account | None, token: str | None, caller: Caller) -> Iterator[None]:
        """Somebody is here, by the cookie or with a token."""
        if who is None:
            yield
            return
        kept = None if token is None else hashed(token)
        visit = _Visit(who.account, caller, who.epoch, who.session, kept)
        self._here.setdefault(who.account, []).append(visit)
        try:
            yield
        finally:
            left = [other for other in self._here[who.account] if other is not visit]
            if left:
                self._here[who.account] = left
            else:
                del self._here[who.account]

    async def _show_out(self) -> None:
        visits = [visit for here in self._here.values() for visit in here]
        for first in range(0, len(visits), _CHUNK):
            some = visits[first : first + _CHUNK]
            epochs = await self._welcome({visit.account for visit in some})
            tokens = await self._valid({visit.token for visit in some if visit.token is not None})
            ended = await self._ended({visit.session for visit in some if visit.session})
            for visit in some:
                if visit.account not in epochs:
                    visit.caller.close(SHOWN_OUT)
                    continue
                is_old = visit.epoch < epochs[visit.account] or visit.session in ended
                if is_old if visit.token is None else visit.token not in tokens:
                    visit.caller.close(LOGGED_OUT)

    async def _welcome(self, accounts: set[str]) -> dict[str, int]:
        """Those of these accounts that may stay; cookies of an older epoch are void."""
        table = schema.accounts
        query = sa.select(table.c.account, table.c.epoch).where(
            table.c.account.in_(accounts), sa.not_(table.c.banned), table.c.gone.is_(None)
        )
        async with self._registry.store.engine.connect() as connection:
            return {row.account: row.epoch for row in await connection.execute(query)}

    async def _valid(self, tokens: set[str]) -> set[str]:
        """Those of these tokens that are still valid."""
        if not tokens:
            return set()
        table = schema.tokens
        query = sa.select(table.c.token).where(table.c.token.in_(tokens))
        async with self._registry.store.engine.connect() as connection:
            return set(await connection.scalars(query))

    async def _ended(self, sessions: set[str]) -> set[str]:
        """Return those of these sessions that were logged out."""
        if not sessions:
            return set()
        table = schema.ended_sessions
        query = sa.select(table.c.session).where(table.c.session.in_(sessions))
        async with self._registry.store.engine.connect() as connection:
            return set(await connection.scalars(query))
