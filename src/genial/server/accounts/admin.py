"""What hosts do: look after people, tables and reports."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
import sqlalchemy as sa
import structlog

from genial.server.accounts.accounts import Account, Accounts, account_from
from genial.server.accounts.names import folded
from genial.server.errors import NotFound, Refusal
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

Kind = Literal["guest", "kept", "bot", "admin", "banned"]


class PersonRow(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody, in a list."""

    account: str
    name: str
    kinds: list[Kind]
    created: float
    seen: float


class TableRow(msgspec.Struct, frozen=True, kw_only=True):
    """A table, in a list."""

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
    """A report, in a list."""

    report: str
    at: float
    account: str
    about: str
    table: str | None
    line: int | None  # of what was said there, if the report is about that
    said: list[Line]  # that line and some around it
    text: str
    closed: float | None
    note: str


class Admin:
    """Looks after a home; whoever calls this may do everything."""

    def __init__(self, registry: TableRegistry, accounts: Accounts, by: str) -> None:
        self._registry, self._accounts, self._by = registry, accounts, by

    # --- lists

    async def people(
        self, search: str = "", kind: Kind | None = None, page: int = 1
    ) -> list[PersonRow]:
        """People whose name has a text in it, the newest first."""
        table = schema.accounts
        query = sa.select(table).where(table.c.gone.is_(None))
        query = query.order_by(table.c.created.desc(), table.c.account)
        if search:
            query = query.where(table.c.folded.contains(folded(search), autoescape=True))
        if kind is not None:
            query = query.where(_is(kind))
        return [_person(row) for row in await self._rows(query, page)]

    async def person(self, account: str) -> PersonRow:
        """One of them."""
        query = sa.select(schema.accounts).where(schema.accounts.c.account == account)
        return _person((await self._rows(query, 1))[0])

    async def tables(
        self, phase: Phase | None = None, game: str = "", of: str = "", page: int = 1
    ) -> list[TableRow]:
        """Tables, those where something happened last first; of somebody: where he sits."""
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
        """Reports, the newest first; open ones, closed ones or (none) all."""
        table = schema.reports
        query = sa.select(table).order_by(table.c.at.desc(), table.c.report)
        if closed is not None:
            query = query.where(table.c.closed.is_not(None) if closed else table.c.closed.is_(None))
        return [
            ReportRow(
                report=row.report, at=row.at, account=row.account, about=row.about,
                table=row.table_name, line=row.line, text=row.text, closed=row.closed,
                note=row.note, said=await self._said(row.table_name, row.line),
            )
            for row in await self._rows(query, page)
        ]  # fmt: skip

    async def _said(self, name: str | None, line: int | None) -> list[Line]:
        """What was said at a table around a line, whoever could hear it."""
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

    # --- people

    async def find(self, who: str) -> Account:
        """Somebody by account or by name, if only one is called so; raises Refusal."""
        account = await self._accounts.find(who) or await self._accounts.named(who)
        if account is not None:
            return account
        table = schema.accounts
        named = sa.and_(table.c.folded == folded(who), table.c.gone.is_(None))
        query = sa.select(table).where(named).limit(4)
        async with self._registry.store.engine.connect() as connection:
            rows = (await connection.execute(query)).all()
        if not rows:
            raise NotFound(f"nobody is called {who}", code="no-such-person")
        if len(rows) > 1:
            some = ", ".join(row.account for row in rows)
            raise Refusal(
                f"several people are called {who}: name one by the account, as {some}",
                code="several-people",
            )
        return account_from(rows[0])

    async def ban(self, who: Account) -> None:
        """Refuse somebody from now on, and close his sockets."""
        self._not_admin(who)
        await self._set(who, banned=True)
        self._note("banned", account=who.account)
        await tell(self._registry.bus, who.account, Farewell())

    async def unban(self, who: Account) -> None:
        """Welcome somebody again."""
        await self._set(who, banned=False)
        self._note("unbanned", account=who.account)

    async def rename(self, who: Account, name: str) -> Account:
        """Give somebody another name."""
        renamed = await self._accounts.rename(who, name)
        self._note("renamed", account=who.account)
        return renamed

    async def delete(self, who: Account) -> None:
        """Delete somebody's account; games stay."""
        self._not_admin(who)
        await self._accounts.delete(who)
        self._note("deleted", account=who.account)
        await tell(self._registry.bus, who.account, Farewell())

    async def make_admin(self, who: Account, *, on: bool = True) -> None:
        """Make an admin of somebody, or no longer."""
        if on and (not who.kept or who.banned or who.bot):
            raise Refusal(
                "only a person who keeps a name with a password can be an admin", code="not-kept"
            )
        await self._set(who, admin=on)
        self._note("made admin" if on else "made no admin", account=who.account)

    @staticmethod
    def _not_admin(who: Account) -> None:
        if who.admin:
            raise Refusal(f"{who.name} is an admin: take that away first", code="is-an-admin")

    async def _set(self, who: Account, **values: object) -> None:
        table = schema.accounts
        changed = sa.update(table).where(table.c.account == who.account).values(**values)
        async with self._registry.store.engine.begin() as connection:
            await connection.execute(changed)

    # --- tables and reports

    async def end(self, name: str) -> Table:
        """End a table, whatever happens there."""

        def end(table: Table, now: float) -> Decision:
            if table.phase == "over":
                raise Refusal("the game is over", code="game-over")
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
                raise NotFound("there is no such report", code="no-such-report")
        self._note("closed", report=report)

    def _note(self, what: str, **about: str) -> None:
        log.info("admin", by=self._by, did=what, **about)


def _person(row: sa.Row[Any]) -> PersonRow:
    return PersonRow(
        account=row.account, name=row.name, kinds=_kinds(account_from(row)), created=row.created,
        seen=row.seen,
    )  # fmt: skip


def _kinds(account: Account) -> list[Kind]:
    told: dict[Kind, bool] = {
        "kept": account.kept, "guest": not account.kept, "bot": account.bot,
        "admin": account.admin, "banned": account.banned,
    }  # fmt: skip
    return [kind for kind, so in told.items() if so]


def _is(kind: Kind) -> sa.ColumnElement[bool]:
    table = schema.accounts
    match kind:
        case "guest":
            return table.c.password.is_(None)
        case "kept":
            return table.c.password.is_not(None)
        case _:
            return table.c[kind].is_(sa.true())
