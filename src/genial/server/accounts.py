"""People: guests with a name, and those who keep it with a password."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import re
import secrets
import unicodedata
from collections.abc import Callable
from typing import Any

import msgspec
import sqlalchemy as sa
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy.exc import IntegrityError

from genial.core.errors import GenialError
from genial.server.refusals import NotAllowed, Refusal
from genial.server.storage import schema
from genial.server.storage.store import Store

_LONGEST_NAME, _SHORTEST_PASSWORD, _LONGEST_PASSWORD = 24, 8, 256
COOKIE_DAYS = 400
_LARGEST_SETTINGS = 8 * 1024
_UNSEEMLY = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff<>]")
_CODES = 8  # for recovery


class Account(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody, as the server knows him."""

    account: str
    name: str
    kept: bool  # with a password
    epoch: int
    created: float
    bot: bool = False
    admin: bool = False
    banned: bool = False


class Accounts:
    """All accounts of a home."""

    def __init__(self, store: Store, secret: bytes, now: Callable[[], float]) -> None:
        self._store, self._secret, self._now = store, secret, now
        self._hasher = PasswordHasher()
        # Hashing costs much time and memory: two at once, and never in the event loop.
        self._hashing = asyncio.Semaphore(2)
        self._nobody = self._hasher.hash(secrets.token_hex(8))

    # --- cookies

    def cookie(self, account: Account) -> str:
        """What a browser keeps to be known again."""
        told = f"{account.account}.{account.epoch}.{int(self._now())}"
        return f"{told}.{self._signature(told)}"

    def _signature(self, told: str) -> str:
        mac = hmac.digest(self._secret, told.encode(), hashlib.sha256)
        return base64.urlsafe_b64encode(mac).decode().rstrip("=")

    async def known(self, cookie: str) -> Account | None:
        """Whose cookie this is; none if it is not valid."""
        told, _, signature = cookie.rpartition(".")
        if not hmac.compare_digest(self._signature(told).encode(), signature.encode()):
            return None
        name, epoch, issued = told.split(".")
        if self._now() - int(issued) > COOKIE_DAYS * 86400:
            return None
        account = await self.find(name)
        return account if account is not None and account.epoch == int(epoch) else None

    # --- who there is

    async def find(self, account: str) -> Account | None:
        """An account by its id."""
        return await self._one(schema.accounts.c.account == account)

    async def named(self, name: str) -> Account | None:
        """A kept account by its name."""
        table = schema.accounts
        return await self._one(
            sa.and_(table.c.folded == folded(name), table.c.password.is_not(None))
        )

    async def _one(self, condition: sa.ColumnElement[bool]) -> Account | None:
        table = schema.accounts
        query = sa.select(table).where(condition, table.c.gone.is_(None))
        async with self._store.engine.connect() as connection:
            row = (await connection.execute(query)).first()
        return None if row is None else account_from(row)

    # --- what people do

    async def arrive(self, name: str) -> Account:
        """A guest arrives."""
        name, now = checked_name(name), self._now()
        account = secrets.token_urlsafe(12)
        row = {"account": account, "name": name, "folded": folded(name), "created": now}
        async with self._store.engine.begin() as connection:
            await connection.execute(sa.insert(schema.accounts).values(**row, seen=now))
        return Account(account=account, name=name, kept=False, epoch=0, created=now)

    async def rename(self, account: Account, name: str) -> Account:
        """Change a name."""
        name = checked_name(name)
        await self._update(account, {"name": name, "folded": folded(name)}, name)
        return msgspec.structs.replace(account, name=name)

    async def keep(self, account: Account, password: str, old: str | None = None) -> Account:
        """Keep an account with a password, or change it; other devices are logged out."""
        if account.kept:
            await self._check(account.name, old or "")
        hashed = await self._hashed(checked_password(password))
        epoch = account.epoch + 1
        await self._update(account, {"password": hashed, "epoch": epoch}, account.name)
        return msgspec.structs.replace(account, kept=True, epoch=epoch)

    async def log_in(self, name: str, password: str) -> Account:
        """Who has this name and password; raises NotAllowed, whichever of them is wrong."""
        await self._check(name, password)
        account = await self.named(name)
        if account is None or account.banned:
            raise NotAllowed("the name or the password is wrong", code="wrong-password")
        return account

    async def _check(self, name: str, password: str) -> None:
        table = schema.accounts
        query = sa.select(table.c.password).where(
            table.c.folded == folded(name), table.c.password.is_not(None)
        )
        async with self._store.engine.connect() as connection:
            hashed = await connection.scalar(query)
        # As slow for a name that nobody has, so that nobody learns which names there are.
        if not await self._fits(hashed or self._nobody, password) or hashed is None:
            raise NotAllowed("the name or the password is wrong", code="wrong-password")

    async def recovery_codes(self, account: Account, password: str) -> list[str]:
        """New codes, each of which opens the account once without its password."""
        await self._check(account.name, password)
        codes = [secrets.token_hex(8) for _ in range(_CODES)]
        kept = " ".join(hashlib.sha256(code.encode()).hexdigest() for code in codes)
        await self._update(account, {"recovery": kept}, account.name)
        return codes

    async def recover(self, name: str, code: str, password: str) -> Account:
        """Set a new password with a recovery code; raises NotAllowed, whatever is wrong.

        Who needs this may have lost more than a password: tokens are void, too.
        """
        hashed = await self._hashed(checked_password(password))
        table = schema.accounts
        used = hashlib.sha256(code.strip().lower().encode()).hexdigest()
        async with self._store.engine.begin() as connection:
            query = sa.select(table).where(
                table.c.folded == folded(name), table.c.password.is_not(None)
            )
            row = (await connection.execute(query.with_for_update())).first()
            codes = [] if row is None else (row.recovery or "").split()
            if row is None or used not in codes:
                raise NotAllowed("the name or the code is wrong", code="wrong-code")
            rest = " ".join(one for one in codes if one != used)
            values = {"password": hashed, "recovery": rest, "epoch": row.epoch + 1}
            await connection.execute(
                sa.update(table).where(table.c.account == row.account).values(**values)
            )
            tokens = schema.tokens
            await connection.execute(sa.delete(tokens).where(tokens.c.account == row.account))
        account = await self.find(row.account)
        assert account is not None
        return account

    async def become_bot(self, account: Account) -> Account:
        """Say for ever that a program plays here; raises Refusal if a person has played."""
        table, played = schema.accounts, schema.players
        sat = sa.exists().where(played.c.account == account.account)
        fresh = sa.update(table).where(
            table.c.account == account.account, ~sat, sa.not_(table.c.admin)
        )
        async with self._store.engine.begin() as connection:
            if (await connection.execute(fresh.values(bot=True))).rowcount == 0:
                raise Refusal(
                    "only a fresh account that has never sat at a table can become a bot's",
                    code="not-fresh",
                )
        return msgspec.structs.replace(account, bot=True)

    async def delete(self, account: Account) -> None:
        """Mark somebody as gone: nobody can come back with this account; see `farewell`."""
        table = schema.accounts
        values = {
            "gone": self._now(), "name": "", "folded": "", "password": None, "recovery": None,
            "settings": "{}", "epoch": table.c.epoch + 1,
        }  # fmt: skip
        async with self._store.engine.begin() as connection:
            await connection.execute(
                sa.update(table).where(table.c.account == account.account).values(**values)
            )

    async def settings(self, account: Account) -> dict[str, Any]:
        """What somebody has set for himself: language, colours and so on; only clients read it."""
        query = sa.select(schema.accounts.c.settings).where(
            schema.accounts.c.account == account.account
        )
        async with self._store.engine.connect() as connection:
            text = await connection.scalar(query)
        return msgspec.json.decode(text or "{}", type=dict[str, Any])

    async def set(self, account: Account, settings: dict[str, Any]) -> None:
        """Keep what somebody has set for himself; raises GenialError if it is too much."""
        text = msgspec.json.encode(settings).decode()
        if len(text.encode()) > _LARGEST_SETTINGS:
            raise GenialError(
                f"settings have at most {_LARGEST_SETTINGS} bytes", code="settings-too-large"
            )
        await self._update(account, {"settings": text}, account.name)

    async def _update(self, account: Account, values: dict[str, object], name: str) -> None:
        table = schema.accounts
        try:
            async with self._store.engine.begin() as connection:
                await connection.execute(
                    sa.update(table).where(table.c.account == account.account).values(**values)
                )
        except IntegrityError:
            raise Refusal(f"somebody else keeps the name {name}", code="name-taken") from None

    # --- passwords

    async def _hashed(self, password: str) -> str:
        async with self._hashing:
            return await asyncio.to_thread(self._hasher.hash, password)

    async def _fits(self, hashed: str, password: str) -> bool:
        def fits() -> bool:
            try:
                return self._hasher.verify(hashed, password)
            except (VerificationError, InvalidHashError):
                return False

        if len(password) > _LONGEST_PASSWORD:
            return False
        async with self._hashing:
            return await asyncio.to_thread(fits)


def account_from(row: sa.Row[Any]) -> Account:
    """An account as the database has it."""
    return Account(
        account=row.account, name=row.name, kept=row.password is not None, epoch=row.epoch,
        created=row.created, bot=row.bot, admin=row.admin, banned=row.banned,
    )  # fmt: skip


def folded(name: str) -> str:
    """A name as it is compared: Ada, ADA and ａｄａ are the same.

    >>> folded("ＡＤＡ ")
    'ada'
    """
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def checked_name(name: str) -> str:
    """A name without needless spaces; raises Refusal if it cannot be one."""
    name = " ".join(unicodedata.normalize("NFC", name).split())
    if not 1 <= len(name) <= _LONGEST_NAME or _UNSEEMLY.search(name) or not folded(name):
        raise Refusal(f"a name has 1 to {_LONGEST_NAME} visible characters", code="bad-name")
    return name


def checked_password(password: str) -> str:
    """The password; raises Refusal if it is too short or too long."""
    if not _SHORTEST_PASSWORD <= len(password) <= _LONGEST_PASSWORD:
        raise Refusal(
            f"a password has {_SHORTEST_PASSWORD} to {_LONGEST_PASSWORD} characters",
            code="bad-password",
        )
    return password
