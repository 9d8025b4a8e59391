"""Tokens with which programs say who they are. Only their hashes are kept."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable

import msgspec
import sqlalchemy as sa

from genial.server.accounts.accounts import Account, Accounts
from genial.server.errors import NotFound, Refusal
from genial.server.storage import schema
from genial.server.storage.store import Store

PREFIX = "genial_"

_MOST = 20  # of an account
_SHOWN = 12  # characters of a hash that name a token
_FRESH = 60.0  # seconds after which a use is noted again


class BadToken(Refusal):
    """A token that is not, or no longer, valid."""

    code = "bad-token"
    status = 401


class Token(msgspec.Struct, frozen=True, kw_only=True):
    """A token as its owner sees it later."""

    token: str  # its name, not the token itself
    label: str
    created: float
    used: float | None = None


class Tokens:
    """All tokens of a home."""

    def __init__(self, store: Store, accounts: Accounts, now: Callable[[], float]) -> None:
        self._store, self._accounts, self._now = store, accounts, now

    async def new(self, account: Account, label: str) -> tuple[str, Token]:
        """A new token, and how it is listed; raises Refusal if there are too many."""
        token, table = PREFIX + secrets.token_urlsafe(32), schema.tokens
        kept, label, created = hashed(token), " ".join(label.split()), self._now()
        row = {"token": kept, "account": account.account, "label": label, "created": created}
        async with self._store.engine.begin() as connection:
            count = sa.select(sa.func.count()).where(table.c.account == account.account)
            if (await connection.scalar(count) or 0) >= _MOST:
                raise Refusal(f"you have {_MOST} tokens: revoke one first", code="too-many-tokens")
            await connection.execute(sa.insert(table).values(**row))
        return token, _listed(kept, label, created, None)

    async def of(self, account: Account) -> list[Token]:
        """All tokens of somebody, the newest first."""
        table = schema.tokens
        query = sa.select(table).where(table.c.account == account.account)
        async with self._store.engine.connect() as connection:
            rows = (await connection.execute(query.order_by(table.c.created.desc()))).all()
        return [_listed(row.token, row.label, row.created, row.used) for row in rows]

    async def revoke(self, account: Account, name: str) -> None:
        """Make a token void; raises NotFound."""
        table = schema.tokens
        gone = sa.delete(table).where(
            table.c.account == account.account, sa.func.substr(table.c.token, 1, _SHOWN) == name
        )
        async with self._store.engine.begin() as connection:
            if (await connection.execute(gone)).rowcount == 0:
                raise NotFound("you have no such token", code="no-such-token")

    async def known(self, token: str) -> Account:
        """Whose token this is; raises BadToken."""
        table = schema.tokens
        query = sa.select(table.c.account, table.c.used).where(table.c.token == hashed(token))
        async with self._store.engine.connect() as connection:
            row = (await connection.execute(query)).first()
        account = None if row is None else await self._accounts.find(row.account)
        if row is None or account is None or account.banned:
            raise BadToken("this token is not valid")
        now = self._now()
        if row.used is None or now - row.used > _FRESH:
            noted = sa.update(table).where(table.c.token == hashed(token)).values(used=now)
            async with self._store.engine.begin() as connection:
                await connection.execute(noted)
        return account


def hashed(token: str) -> str:
    """A token as it is kept."""
    return hashlib.sha256(token.encode()).hexdigest()


def _listed(kept: str, label: str, created: float, used: float | None) -> Token:
    return Token(token=kept[:_SHOWN], label=label, created=created, used=used)
