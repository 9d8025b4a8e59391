"""Lists of tables, page by page: public ones, and those of an account."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

import genial
from genial.core.errors import BadOption, GenialError
from genial.server.results.ratings import variant_of
from genial.server.storage import schema
from genial.server.tables.events import Ended, Human, Person, Sitter, Terms

_CURSOR = re.compile(r"(-?[0-9.e+-]{1,30})~([A-Za-z0-9_-]{1,40})")
_LONGEST_OPTION = 100  # characters, in a list
_read_terms = msgspec.json.Decoder(Terms).decode
_read_seats = msgspec.json.Decoder(tuple[Sitter, ...]).decode
_read_end = msgspec.json.Decoder(Ended).decode


class ListedTable(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A table in a list."""

    table: str
    phase: str
    terms: Terms
    host: str
    seats: tuple[Sitter, ...]
    ratings: tuple[int | None, ...] = ()  # by seat, in this variant; empty: no player has one
    turn: int | None = None
    created: float
    changed: float
    how: str = ""  # the game ended
    ranks: tuple[int, ...] | None = None
    mine: tuple[int, ...] = ()  # the viewer's seats
    my_turn: bool = False
    deadline: float | None = None


class Listing(msgspec.Struct):
    """Tables, the latest changed first; `next` is the cursor of the next page."""

    tables: list[ListedTable]
    next: str = ""


class Listings:
    """Queries for lists of tables."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def public(
        self, phase: str, viewer: str, game: str | None, cursor: str | None, limit: int
    ) -> Listing:
        """Return listed tables in a phase; hosts that have blocked the viewer are left out."""
        tables, blocks = schema.tables, schema.blocks
        blocking = sa.select(blocks.c.account).where(blocks.c.blocked == viewer)
        query = sa.select(tables).where(tables.c.phase == phase, tables.c.listed)
        if phase == "waiting":
            query = query.where(tables.c.host.not_in(blocking))
        if game is not None:
            query = query.where(tables.c.game == game)
        listing = await self._page(query, viewer, cursor, limit)
        async with self._engine.connect() as connection:
            await _add_ratings(connection, listing.tables)
        return listing

    async def own(self, phase: str, account: str, cursor: str | None, limit: int) -> Listing:
        """Return the tables in a phase at which an account sits or sat."""
        tables, players = schema.tables, schema.players
        query = (
            sa.select(tables)
            .join(players, players.c.table_name == tables.c.name)
            .where(players.c.account == account, tables.c.phase == phase)
        )
        return await self._page(query, account, cursor, limit)

    async def blockers_of(self, account: str) -> frozenset[str]:
        """Return the accounts that have blocked an account."""
        blocks = schema.blocks
        query = sa.select(blocks.c.account).where(blocks.c.blocked == account)
        async with self._engine.connect() as connection:
            return frozenset(await connection.scalars(query))

    async def own_open(self, account: str, limit: int) -> list[ListedTable]:
        """Return the tables of an account that are not over, the latest changed first."""
        tables, players = schema.tables, schema.players
        query = (
            sa.select(tables)
            .where(
                tables.c.phase.in_(("waiting", "playing")),
                tables.c.name.in_(
                    sa.select(players.c.table_name).where(players.c.account == account)
                ),
            )
            .order_by(tables.c.changed.desc(), tables.c.name.desc())
            .limit(limit)
        )
        async with self._engine.connect() as connection:
            return [listed_table(row, account) for row in await connection.execute(query)]

    async def count_bot_tables(self, host: str) -> int:
        """Return how many running tables of a host have no human player."""
        tables, players = schema.tables, schema.players
        query = (
            sa.select(sa.func.count())
            .select_from(tables)
            .where(
                tables.c.phase.in_(("waiting", "playing")),
                tables.c.host == host,
                ~sa.exists().where(players.c.table_name == tables.c.name),
            )
        )
        async with self._engine.connect() as connection:
            return await connection.scalar(query) or 0

    async def _page(
        self, query: sa.Select[Any], viewer: str, cursor: str | None, limit: int
    ) -> Listing:
        tables = schema.tables
        query = page_after(query, tables.c.changed, tables.c.name, cursor, limit)
        async with self._engine.connect() as connection:
            rows = (await connection.execute(query)).all()
        last = rows[-1] if len(rows) == limit else None
        following = "" if last is None else cursor_of(last.changed, last.name)
        return Listing([listed_table(row, viewer) for row in rows], following)


async def _add_ratings(connection: AsyncConnection, tables: Sequence[ListedTable]) -> None:
    """Add the ratings that the players of tables have in the variants that are played there."""
    accounts = {sitter.account for table in tables for sitter in _people(table)}
    if not accounts:
        return
    ratings = schema.ratings
    found = await connection.execute(
        sa.select(ratings.c.account, ratings.c.game, ratings.c.variant, ratings.c.shown).where(
            ratings.c.account.in_(accounts), ratings.c.games > 0
        )
    )
    shown = {(row.account, row.game, row.variant): round(row.shown) for row in found}
    rated = {account for account, _, _ in shown}
    for table in tables:
        if not any(sitter.account in rated for sitter in _people(table)):
            continue
        try:
            name, variant = table.terms.game, _variant_of(table)
        except BadOption:  # a game that is no longer installed, or an option that it no longer has
            continue
        by_seat = tuple(
            shown.get((sitter.account, name, variant)) if isinstance(sitter, Person) else None
            for sitter in table.seats
        )
        table.ratings = by_seat if any(by_seat) else ()


def _people(table: ListedTable) -> list[Person]:
    return [sitter for sitter in table.seats if isinstance(sitter, Person)]


def _variant_of(table: ListedTable) -> str:
    """Return the variant that a table is rated in; boards do not matter for it."""
    options = {k: v for k, v in table.terms.options.items() if k not in ("board", "layout")}
    return variant_of(genial.game(table.terms.game, **options))


def _short_terms(text: str) -> Terms:
    """Return the terms of a table without long options, such as the layout of a board."""
    terms = _read_terms(text)
    short = {k: v for k, v in terms.options.items() if len(str(v)) <= _LONGEST_OPTION}
    return msgspec.structs.replace(terms, options=short)


def listed_table(row: Any, viewer: str) -> ListedTable:
    """Return a row of the tables as a viewer sees it."""
    seats = _read_seats(row.seats)
    mine = tuple(
        seat
        for seat, sitter in enumerate(seats, 1)
        if viewer and isinstance(sitter, Human) and sitter.account == viewer
    )
    ended = None if row.result is None else _read_end(row.result)
    return ListedTable(
        table=row.name, phase=row.phase, terms=_short_terms(row.terms), host=row.host, seats=seats,
        turn=row.turn, created=row.created, changed=row.changed,
        how="" if ended is None else ended.how, ranks=None if ended is None else ended.ranks,
        mine=mine, my_turn=row.turn in mine, deadline=row.deadline,
    )  # fmt: skip


def page_after(
    query: sa.Select[Any], at: sa.Column[Any], name: sa.Column[Any], cursor: str | None, limit: int
) -> sa.Select[Any]:
    """Return a query for the rows after a cursor, the latest first; raise GenialError."""
    if cursor is not None:
        found = _CURSOR.fullmatch(cursor)
        try:
            time = float(found[1]) if found else None
        except ValueError:
            time = None
        if found is None or time is None:
            raise GenialError("This is not a valid cursor.", code="bad-cursor")
        query = query.where(sa.or_(at < time, sa.and_(at == time, name < found[2])))
    return query.order_by(at.desc(), name.desc()).limit(limit)


def cursor_of(at: float, name: str) -> str:
    """Return the cursor after a row."""
    return f"{at!r}~{name}"
