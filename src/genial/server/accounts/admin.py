"""Administration of accounts, tables and reports."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
import sqlalchemy as sa
import structlog

from genial.server.accounts.accounts import Account, Accounts, account_from
from genial.server.accounts.names import fold_name
from genial.server.errors import NotAllowed, NotFound, Refusal
from genial.server.live.account_messages import tell
from genial.server.live.chat import line_from
from genial.server.live.protocol import Farewell, Line
from genial.server.storage import schema
from genial.server.tables import commands
from genial.server.tables.decision import Decision
from genial.server.tables.events import Phase
from genial.server.tables.registry import TableRegistry
from genial.server.tables.table import Table

log = structlog.get_logger()

PAGE = 50  # rows
_BEFORE, _AFTER = 5, 2  # lines that are shown around a reported one

AccountKind = Literal["guest", "kept", "bot", "admin", "banned"]


class AccountRow(msgspec.Struct, frozen=True, kw_only=True):
    """An account in a list."""

    account: str
    name: str
    kinds: list[AccountKind]
    created: float
    seen: float


class TableRow(msgspec.Struct, frozen=True, kw_only=True):
    """A table in a list."""

    table: str
    game: str
    phase: str
    host: str
    listed: bool
    rated: bool
    number: int
    created: float
    changed: float


class ReportRow(msgspec.Struct, frozen=True, kw_only=True):
    """A report in a list."""

    report: str
    at: float
    account: str
    about: str
    table: str | None
    line: int | None  # of the chat, if the report is about that
    said: list[Line]  # that line and some around it
    text: str
    closed: float | None
    note: str


class Admin:
    """Acts on behalf of an admin; the caller has checked the permission."""

    def __init__(self, registry: TableRegistry, accounts: Accounts, by: str) -> None:
        self._registry, self._accounts, self._by = registry, accounts, by

    # --- lists

    async def accounts(
        self, search: str = "", kind: AccountKind | None = None, page: int = 1
    ) -> list[AccountRow]:
        """Return accounts whose name contains a text, the newest first."""
        table = schema.accounts
        query = sa.select(table).where(table.c.gone.is_(None))
        query = query.order_by(table.c.created.desc(), table.c.account)
        if search:
            query = query.where(table.c.folded.contains(fold_name(search), autoescape=True))
        if kind is not None:
            query = query.where(_is(kind))
        return [_account_row(row) for row in await self._rows(query, page)]

    async def account(self, account: str) -> AccountRow:
        """Return one account."""
        query = sa.select(schema.accounts).where(schema.accounts.c.account == account)
        return _account_row((await self._rows(query, 1))[0])

    async def tables(
        self, phase: Phase | None = None, game: str = "", of: str = "", page: int = 1
    ) -> list[TableRow]:
        """Return tables, the latest changed first; with `of`, those where this account sits."""
        table = schema.tables
        query = sa.select(table).order_by(table.c.changed.desc(), table.c.name)
        if phase is not None:
            query = query.where(table.c.phase == phase)
        if game:
            query = query.where(table.c.game == game)
        if of:
            seats = schema.players
            query = query.where(
                table.c.name.in_(sa.select(seats.c.table_name).where(seats.c.account == of))
            )
        return [
            TableRow(
                table=row.name, game=row.game, phase=row.phase, host=row.host, listed=row.listed,
                rated=row.rated, number=row.number, created=row.created, changed=row.changed,
            )
            for row in await self._rows(query, page)
        ]  # fmt: skip

    async def reports(self, *, closed: bool | None = False, page: int = 1) -> list[ReportRow]:
        """Return reports, the newest first: open ones, closed ones, or (None) all."""
        table = schema.reports
        query = sa.select(table).order_by(table.c.at.desc(), table.c.report)
        if closed is not None:
            query = query.where(table.c.closed.is_not(None) if closed else table.c.closed.is_(None))
        return [
            ReportRow(
                report=row.report, at=row.at, account=row.account, about=row.about,
                table=row.table_name, line=row.line, text=row.text, closed=row.closed,
                note=row.note, said=await self._chat_around(row.table_name, row.line),
            )
            for row in await self._rows(query, page)
        ]  # fmt: skip

    async def _chat_around(self, name: str | None, line: int | None) -> list[Line]:
        """Return the chat of a table around a line, both of players and of spectators."""
        if name is None or line is None:
            return []
        talk = schema.talk
        query = (
            sa.select(talk)
            .where(
                talk.c.table_name == name,
                talk.c.number.between(line - _BEFORE, line + _AFTER),
            )
            .order_by(talk.c.number)
        )
        async with self._registry.store.engine.connect() as connection:
            return [line_from(row) for row in await connection.execute(query)]

    async def _rows(self, query: sa.Select[Any], page: int) -> list[sa.Row[Any]]:
        query = query.limit(PAGE).offset(PAGE * (page - 1))
        async with self._registry.store.engine.connect() as connection:
            return list((await connection.execute(query)).all())

    # --- accounts

    async def find(self, name: str) -> Account:
        """Return an account by its id, or by its name if that is unique; raise Refusal."""
        account = await self._accounts.find(name) or await self._accounts.find_by_name(name)
        if account is not None:
            return account
        table = schema.accounts
        named = sa.and_(table.c.folded == fold_name(name), table.c.gone.is_(None))
        query = sa.select(table).where(named).limit(4)
        async with self._registry.store.engine.connect() as connection:
            rows = (await connection.execute(query)).all()
        if not rows:
            raise NotFound(f"There is no account with the name {name}.", code="no-such-person")
        if len(rows) > 1:
            some = ", ".join(row.account for row in rows)
            raise Refusal(
                f"Several accounts have the name {name}. Give one of these ids: {some}",
                code="several-people",
            )
        return account_from(rows[0])

    async def ban(self, account: Account) -> None:
        """Ban an account and close its sockets."""
        self._refuse_admin(account)
        await self._set(account, banned=True)
        self._note("banned", account=account.account)
        await tell(self._registry.bus, account.account, Farewell())

    async def unban(self, account: Account) -> None:
        """Lift a ban."""
        await self._set(account, banned=False)
        self._note("unbanned", account=account.account)

    async def rename(self, account: Account, name: str) -> Account:
        """Rename an account."""
        renamed = await self._accounts.rename(account, name)
        self._note("renamed", account=account.account)
        return renamed

    async def delete(self, account: Account) -> None:
        """Delete an account; its games stay."""
        self._refuse_admin(account)
        await self._accounts.delete(account)
        self._note("deleted", account=account.account)
        await tell(self._registry.bus, account.account, Farewell())

    async def make_admin(self, account: Account, *, on: bool = True) -> None:
        """Grant or revoke an account's admin rights."""
        if on and (not account.kept or account.banned or account.bot):
            raise Refusal("Only a person with a password can be an admin.", code="not-kept")
        await self._set(account, admin=on)
        self._note("made admin" if on else "removed admin", account=account.account)

    async def check_no_admin(self) -> None:
        """Raise Refusal if there is an admin already."""
        table = schema.accounts
        query = sa.select(table.c.name).where(table.c.admin, table.c.gone.is_(None)).limit(1)
        async with self._registry.store.engine.connect() as connection:
            name = await connection.scalar(query)
        if name is not None:
            raise Refusal(
                f"There is an admin already: {name}. For another one, use: "
                "genial admin make-admin ACCOUNT",
                code="has-admin",
            )

    async def set_up(self, name: str, password: str) -> tuple[Account, bool]:
        """Make the first admin; return the account, and whether it is new; raise Refusal.

        An account that has the name already must have this password: anyone can have registered it.
        """
        await self.check_no_admin()
        account = await self._accounts.find_by_name(name)
        is_new = account is None
        if account is None:
            account = await self._accounts.create_kept(name, password)
        elif account.banned:
            raise Refusal(
                f"The account {account.name} is banned. Choose another name, or lift the ban "
                "first: genial admin unban ACCOUNT",
                code="banned",
            )
        else:
            try:
                account = await self._accounts.log_in(name, password)
            except NotAllowed:
                raise Refusal(
                    f"There is an account {account.name} already, and this is not its password. "
                    "Choose another name, or promote it: genial admin make-admin ACCOUNT",
                    code="name-taken",
                ) from None
        await self.make_admin(account)
        return account, is_new

    @staticmethod
    def _refuse_admin(account: Account) -> None:
        if account.admin:
            raise Refusal(
                f"{account.name} is an admin. Remove that right first.", code="is-an-admin"
            )

    async def _set(self, account: Account, **values: object) -> None:
        table = schema.accounts
        changed = sa.update(table).where(table.c.account == account.account).values(**values)
        async with self._registry.store.engine.begin() as connection:
            await connection.execute(changed)

    # --- tables and reports

    async def end(self, name: str) -> Table:
        """End a table without a result."""

        def end(table: Table, now: float) -> Decision:
            if table.phase == "over":
                raise Refusal("The game is over.", code="game-over")
            return commands.abort(table, now)

        decision = await self._registry.update(name, end)
        self._note("ended", table=name)
        return decision.after

    async def close(self, report: str, note: str) -> None:
        """Close a report with a note about what was done."""
        table = schema.reports
        closed = sa.update(table).where(table.c.report == report)
        async with self._registry.store.engine.begin() as connection:
            values = {"closed": self._registry.now(), "note": note}
            if (await connection.execute(closed.values(**values))).rowcount == 0:
                raise NotFound("There is no such report.", code="no-such-report")
        self._note("closed", report=report)

    def _note(self, what: str, **about: str) -> None:
        log.info("admin", by=self._by, did=what, **about)


def _account_row(row: sa.Row[Any]) -> AccountRow:
    return AccountRow(
        account=row.account, name=row.name, kinds=_kinds(account_from(row)), created=row.created,
        seen=row.seen,
    )  # fmt: skip


def _kinds(account: Account) -> list[AccountKind]:
    is_kind: dict[AccountKind, bool] = {
        "kept": account.kept, "guest": not account.kept, "bot": account.bot,
        "admin": account.admin, "banned": account.banned,
    }  # fmt: skip
    return [kind for kind, applies in is_kind.items() if applies]


def _is(kind: AccountKind) -> sa.ColumnElement[bool]:
    table = schema.accounts
    match kind:
        case "guest":
            return table.c.password.is_(None)
        case "kept":
            return table.c.password.is_not(None)
        case _:
            return table.c[kind].is_(sa.true())
