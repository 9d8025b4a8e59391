"""Access tokens of programs. Only their hashes are stored."""

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
_ID_LENGTH = 12  # characters of a hash that identify a token in lists
_FRESH = 60.0  # seconds after which a use is noted again


class BadToken(Refusal):
    """A token that is not, or no longer, valid."""

    code = "bad-token"
    status = 401


class Token(msgspec.Struct, frozen=True, kw_only=True):
    """A token in a list."""

    token: str  # its id, not the secret
    label: str
    created: float
    used: float | None = None


class Tokens:
    """All tokens."""

    def __init__(self, store: Store, accounts: Accounts, now: Callable[[], float]) -> None:
        self._store, self._accounts, self._now = store, accounts, now

    async def create(self, account: Account, label: str) -> tuple[str, Token]:
        """Return a new secret, and its token in lists; raise Refusal if there are too many."""
        token, table = PREFIX + secrets.token_urlsafe(32), schema.tokens
        kept, label, created = hash_token(token), " ".join(label.split()), self._now()
        row = {"token": kept, "account": account.account, "label": label, "created": created}
        async with self._store.engine.begin() as connection:
            count = sa.select(sa.func.count()).where(table.c.account == account.account)
            if (await connection.scalar(count) or 0) >= _MOST:
                raise Refusal(f"You have {_MOST} tokens. Revoke one first.", code="too-many-tokens")
            await connection.execute(sa.insert(table).values(**row))
        return token, _token_of(kept, label, created, None)

    async def of(self, account: Account) -> list[Token]:
        """Return all tokens of an account, the newest first."""
        table = schema.tokens
        query = sa.select(table).where(table.c.account == account.account)
        async with self._store.engine.connect() as connection:
            rows = (await connection.execute(query.order_by(table.c.created.desc()))).all()
        return [_token_of(row.token, row.label, row.created, row.used) for row in rows]

    async def revoke(self, account: Account, name: str) -> None:
        """Invalidate a token; raise NotFound."""
        table = schema.tokens
        gone = sa.delete(table).where(
            table.c.account == account.account, sa.func.substr(table.c.token, 1, _ID_LENGTH) == name
        )
        async with self._store.engine.begin() as connection:
            if (await connection.execute(gone)).rowcount == 0:
                raise NotFound("You have no such token.", code="no-such-token")

    async def find_account(self, token: str) -> Account:
        """Return the account of a token; raise BadToken."""
        table = schema.tokens
        query = sa.select(table.c.account, table.c.used).where(table.c.token == hash_token(token))
        async with self._store.engine.connect() as connection:
            row = (await connection.execute(query)).first()
        account = None if row is None else await self._accounts.find(row.account)
        if row is None or account is None or account.banned:
            raise BadToken("This token is not valid.")
        now = self._now()
        if row.used is None or now - row.used > _FRESH:
            noted = sa.update(table).where(table.c.token == hash_token(token)).values(used=now)
            async with self._store.engine.begin() as connection:
                await connection.execute(noted)
        return account


def hash_token(token: str) -> str:
    """Return the hash under which a token is stored."""
    return hashlib.sha256(token.encode()).hexdigest()


def _token_of(kept: str, label: str, created: float, used: float | None) -> Token:
    return Token(token=kept[:_ID_LENGTH], label=label, created=created, used=used)
