"""Close the sockets of sessions and tokens that have ended, and of banned accounts."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import NamedTuple, Protocol

import sqlalchemy as sa

from genial.server.accounts.accounts import Account
from genial.server.accounts.tokens import hash_token
from genial.server.cluster.periodic import Periodic
from genial.server.storage import schema
from genial.server.tables.registry import TableRegistry

# The codes that close a socket: the account is banned or deleted, or the session has ended.
FORBIDDEN, LOGGED_OUT = 4403, 4401
_INTERVAL = 2.0  # seconds between checks
_CHUNK = 500  # sockets in a query


class ClosableSocket(Protocol):
    """A socket that can be closed."""

    def close(self, code: int) -> None:
        """Close the socket soon."""


class _OpenSocket(NamedTuple):
    """A socket, and the session or token that opened it."""

    account: str
    socket: ClosableSocket
    epoch: int  # of the cookie, and
    session: str  # its own, unless
    token: str | None  # a token did: its hash


class SessionRevocation:
    """Closes sockets whose account is banned or deleted, or whose session or token has ended.

    It asks the database: another process may have ended them, even one without a bus.
    """

    def __init__(self, registry: TableRegistry) -> None:
        self._registry = registry
        self._open: dict[str, list[_OpenSocket]] = {}
        self._checks = Periodic("session revocation", self._close_ended, every=_INTERVAL)

    async def __aenter__(self) -> SessionRevocation:
        self._checks.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._checks.stop()

    @contextlib.contextmanager
    def track(
        self, account: Account | None, token: str | None, socket: ClosableSocket
    ) -> Iterator[None]:
        """Watch a socket as long as it is open; a token opened it, or else the cookie."""
        if account is None:
            yield
            return
        token_hash = None if token is None else hash_token(token)
        entry = _OpenSocket(account.account, socket, account.epoch, account.session, token_hash)
        self._open.setdefault(account.account, []).append(entry)
        try:
            yield
        finally:
            left = [other for other in self._open[account.account] if other is not entry]
            if left:
                self._open[account.account] = left
            else:
                del self._open[account.account]

    async def _close_ended(self) -> None:
        entries = [entry for some in self._open.values() for entry in some]
        for first in range(0, len(entries), _CHUNK):
            some = entries[first : first + _CHUNK]
            epochs = await self._epochs({entry.account for entry in some})
            tokens = {entry.token for entry in some if entry.token is not None}
            valid = await self._stored(schema.tokens.c.token, tokens)
            sessions = {entry.session for entry in some if entry.session}
            ended = await self._stored(schema.ended_sessions.c.session, sessions)
            for entry in some:
                if entry.account not in epochs:
                    entry.socket.close(FORBIDDEN)
                    continue
                has_ended = entry.epoch < epochs[entry.account] or entry.session in ended
                if has_ended if entry.token is None else entry.token not in valid:
                    entry.socket.close(LOGGED_OUT)

    async def _epochs(self, accounts: set[str]) -> dict[str, int]:
        """Return the epochs of those accounts that may stay; older cookies have ended."""
        table = schema.accounts
        query = sa.select(table.c.account, table.c.epoch).where(
            table.c.account.in_(accounts), sa.not_(table.c.banned), table.c.gone.is_(None)
        )
        async with self._registry.store.engine.connect() as connection:
            return {row.account: row.epoch for row in await connection.execute(query)}

    async def _stored(self, column: sa.Column[str], values: set[str]) -> set[str]:
        """Return those of these values that a column has."""
        if not values:
            return set()
        query = sa.select(column).where(column.in_(values))
        async with self._registry.store.engine.connect() as connection:
            return set(await connection.scalars(query))
