"""Accounts: guests, and accounts that are protected by a password."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import secrets
from collections.abc import Callable
from typing import Any

import msgspec
import sqlalchemy as sa
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy.exc import IntegrityError

from genial.core.errors import GenialError
from genial.server.accounts.names import check_name, fold_name, is_for_guests, lookalikes, skeleton
from genial.server.errors import NotAllowed, Refusal
from genial.server.storage import schema
from genial.server.storage.store import Store, insert_into

_SHORTEST_PASSWORD, _LONGEST_PASSWORD = 8, 256
COOKIE_DAYS = 400
_LARGEST_SETTINGS = 8 * 1024
_CODES = 8  # for recovery


class Account(msgspec.Struct, frozen=True, kw_only=True):
    """An account."""

    account: str
    name: str
    kept: bool  # protected by a password
    epoch: int
    created: float
    bot: bool = False
    admin: bool = False
    banned: bool = False
    session: str = ""  # of the cookie that was sent; empty without one


class Accounts:
    """All accounts."""

    def __init__(self, store: Store, secret: bytes, now: Callable[[], float]) -> None:
        self._store, self._secret, self._now = store, secret, now
        self._hasher = PasswordHasher()
        # Hashing costs much time and memory: two at once, and never in the event loop.
        self._hashing = asyncio.Semaphore(2)
        self._dummy_hash = ""  # made when the first password is checked: a server starts sooner

    # --- cookies

    def create_cookie(self, account: Account) -> str:
        """Return a signed cookie that identifies an account."""
        session = secrets.token_urlsafe(9)  # two cookies of the same second are two sessions
        content = f"{account.account}.{account.epoch}.{int(self._now())}.{session}"
        return f"{content}.{self._signature(content)}"

    def _signature(self, content: str) -> str:
        mac = hmac.digest(self._secret, content.encode(), hashlib.sha256)
        return base64.urlsafe_b64encode(mac).decode().rstrip("=")

    async def find_by_cookie(self, cookie: str) -> Account | None:
        """Return the account of a cookie; None if the cookie is not valid."""
        content, _, signature = cookie.rpartition(".")
        if not hmac.compare_digest(self._signature(content).encode(), signature.encode()):
            return None
        name, epoch, issued = content.split(".")[:3]  # cookies of older servers have no more
        if self._now() - int(issued) > COOKIE_DAYS * 86400:
            return None
        table, ended, session = schema.accounts, schema.ended_sessions, _session_of(cookie)
        account = await self._one(
            sa.and_(
                table.c.account == name,
                table.c.epoch == int(epoch),
                ~sa.exists().where(ended.c.session == session),
            )
        )
        return None if account is None else msgspec.structs.replace(account, session=session)

    async def end_session(self, cookie: str) -> None:
        """Invalidate a cookie and all its copies; their sockets are closed soon."""
        if await self.find_by_cookie(cookie) is None:
            return
        table, now = schema.ended_sessions, self._now()
        until = now + COOKIE_DAYS * 86400  # the cookie has expired by then anyway
        async with self._store.engine.begin() as connection:
            await connection.execute(sa.delete(table).where(table.c.until < now))
            insert = insert_into(connection, table).values(session=_session_of(cookie), until=until)
            await connection.execute(insert.on_conflict_do_nothing())

    # --- lookup

    async def find(self, account: str) -> Account | None:
        """Return an account by its id."""
        return await self._one(schema.accounts.c.account == account)

    async def find_by_name(self, name: str) -> Account | None:
        """Return the account with a password that has this name."""
        table = schema.accounts
        return await self._one(
            sa.and_(table.c.folded == fold_name(name), table.c.password.is_not(None))
        )

    async def _one(self, condition: sa.ColumnElement[bool]) -> Account | None:
        table = schema.accounts
        query = sa.select(table).where(condition, table.c.gone.is_(None))
        async with self._store.engine.connect() as connection:
            row = (await connection.execute(query)).first()
        return None if row is None else account_from(row)

    # --- changes

    async def create_guest(self, name: str) -> Account:
        """Create a guest; raise Refusal if the name is, or looks like, that of another account."""
        name, now = check_name(name), self._now()
        await self._check_free(name)
        account = secrets.token_urlsafe(12)
        row = {"account": account, "name": name, "folded": fold_name(name), "created": now}
        async with self._store.engine.begin() as connection:
            await connection.execute(sa.insert(schema.accounts).values(**row, seen=now))
        return Account(account=account, name=name, kept=False, epoch=0, created=now)

    async def create_kept(self, name: str, password: str) -> Account:
        """Create an account with a password at once; raise Refusal as for a guest and a password.

        Nothing is left of an account that is refused.
        """
        name, now = check_name(name), self._now()
        check_password(password)
        await self._check_free(name, kept=True)
        account = secrets.token_urlsafe(12)
        row = {
            "account": account, "name": name, "folded": fold_name(name),
            "skeleton": skeleton(name), "password": await self._hash(password),
            "created": now, "seen": now,
        }  # fmt: skip
        try:
            async with self._store.engine.begin() as connection:
                await connection.execute(sa.insert(schema.accounts).values(**row))
        except IntegrityError:
            raise Refusal(f"The name {name} is taken.", code="name-taken") from None
        return Account(account=account, name=name, kept=True, epoch=0, created=now)

    async def rename(self, account: Account, name: str) -> Account:
        """Change a name; raise Refusal if it is, or looks like, that of another account."""
        name = check_name(name)
        if name == account.name:
            return account
        await self._check_free(name, account.account, kept=account.kept)
        values: dict[str, object] = {"name": name, "folded": fold_name(name)}
        if account.kept:
            values["skeleton"] = skeleton(name)
        await self._update(account, values, name)
        return msgspec.structs.replace(account, name=name)

    async def _check_free(self, name: str, account: str = "", *, kept: bool = False) -> None:
        """Raise Refusal if another account has this name or a similar one, with a password."""
        if is_for_guests(name):
            if kept:
                raise Refusal(
                    "This name is reserved for guests. Choose another one.", code="name-for-guests"
                )
            return
        table = schema.accounts
        query = sa.select(table.c.folded).where(
            table.c.password.is_not(None),
            table.c.account != account,
            sa.or_(table.c.folded == fold_name(name), table.c.skeleton.in_(lookalikes(name))),
        )
        async with self._store.engine.connect() as connection:
            found = list(await connection.scalars(query))
        if fold_name(name) in found:
            raise Refusal(f"The name {name} is taken.", code="name-taken")
        if found:
            raise Refusal(
                f"{name} looks too much like the name of another account.", code="name-alike"
            )

    async def set_password(
        self, account: Account, password: str, old: str | None = None, *, end_tokens: bool = False
    ) -> Account:
        """Set or change the password, and log out other devices.

        With `end_tokens`, revoke all tokens of programs, too.
        """
        values: dict[str, object] = {"epoch": account.epoch + 1}
        if account.kept:
            await self._check(account.name, old or "")
        else:
            await self._check_free(account.name, account.account, kept=True)
            values["skeleton"] = skeleton(account.name)
        values["password"] = await self._hash(check_password(password))
        await self._update(account, values, account.name, end_tokens=end_tokens)
        return msgspec.structs.replace(account, kept=True, epoch=account.epoch + 1)

    async def log_in(self, name: str, password: str) -> Account:
        """Return the account with this name and password; raise NotAllowed if either is wrong."""
        await self._check(name, password)
        account = await self.find_by_name(name)
        if account is None or account.banned:
            raise NotAllowed("The name or the password is wrong.", code="wrong-password")
        return account

    async def _check(self, name: str, password: str) -> None:
        table = schema.accounts
        query = sa.select(table.c.password).where(
            table.c.folded == fold_name(name), table.c.password.is_not(None)
        )
        async with self._store.engine.connect() as connection:
            hashed = await connection.scalar(query)
        # As slow for an unknown name, so that the time does not reveal which names exist.
        if not self._dummy_hash:
            self._dummy_hash = await self._hash(secrets.token_hex(8))
        if not await self._verify(hashed or self._dummy_hash, password) or hashed is None:
            raise NotAllowed("The name or the password is wrong.", code="wrong-password")

    async def create_recovery_codes(self, account: Account, password: str) -> list[str]:
        """Return new codes, each of which opens the account once without its password."""
        await self._check(account.name, password)
        codes = [secrets.token_hex(8) for _ in range(_CODES)]
        kept = " ".join(hashlib.sha256(code.encode()).hexdigest() for code in codes)
        await self._update(account, {"recovery": kept}, account.name)
        return codes

    async def recover(self, name: str, code: str, password: str) -> Account:
        """Set a new password with a recovery code; raise NotAllowed if anything is wrong.

        Tokens are revoked, too: the owner may have lost more than a password.
        """
        hashed = await self._hash(check_password(password))
        table = schema.accounts
        used = hashlib.sha256(code.strip().lower().encode()).hexdigest()
        async with self._store.engine.begin() as connection:
            query = sa.select(table).where(
                table.c.folded == fold_name(name), table.c.password.is_not(None)
            )
            row = (await connection.execute(query.with_for_update())).first()
            codes = [] if row is None else (row.recovery or "").split()
            if row is None or used not in codes:
                raise NotAllowed("The name or the code is wrong.", code="wrong-code")
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
        """Mark an account as a bot's for good; raise Refusal if it has played already."""
        table, played = schema.accounts, schema.players
        sat = sa.exists().where(played.c.account == account.account)
        fresh = sa.update(table).where(
            table.c.account == account.account, ~sat, sa.not_(table.c.admin)
        )
        async with self._store.engine.begin() as connection:
            if (await connection.execute(fresh.values(bot=True))).rowcount == 0:
                raise Refusal(
                    "Only an account that has never sat at a table can become a bot account.",
                    code="not-fresh",
                )
        return msgspec.structs.replace(account, bot=True)

    async def delete(self, account: Account) -> None:
        """Mark an account as deleted; `AccountDeletion` removes its traces."""
        table = schema.accounts
        values = {
            "gone": self._now(), "name": "", "folded": "", "skeleton": None, "password": None,
            "recovery": None, "settings": "{}", "epoch": table.c.epoch + 1,
        }  # fmt: skip
        async with self._store.engine.begin() as connection:
            await connection.execute(
                sa.update(table).where(table.c.account == account.account).values(**values)
            )

    async def settings(self, account: Account) -> dict[str, Any]:
        """Return the settings that a client has stored: language, colours and so on."""
        query = sa.select(schema.accounts.c.settings).where(
            schema.accounts.c.account == account.account
        )
        async with self._store.engine.connect() as connection:
            text = await connection.scalar(query)
        return msgspec.json.decode(text or "{}", type=dict[str, Any])

    async def store_settings(self, account: Account, settings: dict[str, Any]) -> None:
        """Store the settings of a client; raise GenialError if they are too large."""
        text = msgspec.json.encode(settings).decode()
        if len(text.encode()) > _LARGEST_SETTINGS:
            raise GenialError(
                f"Settings have at most {_LARGEST_SETTINGS} bytes.", code="settings-too-large"
            )
        await self._update(account, {"settings": text}, account.name)

    async def _update(
        self, account: Account, values: dict[str, object], name: str, *, end_tokens: bool = False
    ) -> None:
        table, tokens = schema.accounts, schema.tokens
        try:
            async with self._store.engine.begin() as connection:
                await connection.execute(
                    sa.update(table).where(table.c.account == account.account).values(**values)
                )
                if end_tokens:
                    await connection.execute(
                        sa.delete(tokens).where(tokens.c.account == account.account)
                    )
        except IntegrityError:
            raise Refusal(f"The name {name} is taken.", code="name-taken") from None

    # --- passwords

    async def _hash(self, password: str) -> str:
        async with self._hashing:
            return await asyncio.to_thread(self._hasher.hash, password)

    async def _verify(self, hashed: str, password: str) -> bool:
        def verify() -> bool:
            try:
                return self._hasher.verify(hashed, password)
            except (VerificationError, InvalidHashError):
                return False

        if len(password) > _LONGEST_PASSWORD:
            return False
        async with self._hashing:
            return await asyncio.to_thread(verify)


def account_from(row: sa.Row[Any]) -> Account:
    """Return the account in a row of the database."""
    return Account(
        account=row.account, name=row.name, kept=row.password is not None, epoch=row.epoch,
        created=row.created, bot=row.bot, admin=row.admin, banned=row.banned,
    )  # fmt: skip


def _session_of(cookie: str) -> str:
    """Return the hash under which a cookie is listed when its session has ended."""
    return hashlib.sha256(cookie.encode()).hexdigest()


def check_password(password: str) -> str:
    """Return the password; raise Refusal if it is too short or too long."""
    if not _SHORTEST_PASSWORD <= len(password) <= _LONGEST_PASSWORD:
        raise Refusal(
            f"A password has {_SHORTEST_PASSWORD} to {_LONGEST_PASSWORD} characters.",
            code="bad-password",
        )
    return password
