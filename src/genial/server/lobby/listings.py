"""Lists of tables, page by page: those everybody may find, and one's own."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from genial.core.errors import GenialError
from genial.server.storage import schema
from genial.server.tables.events import Ended, Person, Screen, Sitter, Terms

_CURSOR = re.compile(r"(-?[0-9.e+-]{1,30})~([A-Za-z0-9_-]{1,40})")
_read_terms = msgspec.json.Decoder(Terms).decode
_read_seats = msgspec.json.Decoder(tuple[Sitter, ...]).decode
_read_end = msgspec.json.Decoder(Ended).decode


class Listed(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A table in a list."""

    table: str
    phase: str
    terms: Terms
    host: str
    seats: tuple[Sitter, ...]
    turn: int | None = None
    created: float
    changed: float
    how: str = ""  # it ended
    ranks: tuple[int, ...] | None = None
    mine: tuple[int, ...] = ()  # the seats of who asks
    my_turn: bool = False
    deadline: float | None = None


class Listing(msgspec.Struct):
    """Tables, the latest first; with `next` one asks for those before them."""

    tables: list[Listed]
    next: str = ""


class Listings:
    """What there is to find."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def public(
        self, phase: str, asking: str, game: str | None, cursor: str | None, limit: int
    ) -> Listing:
        """Listed tables in a phase; not those of people who have blocked who asks."""
        tables, blocks = schema.tables, schema.blocks
        blocking = sa.select(blocks.c.account).where(blocks.c.blocked == asking)
        query = sa.select(tables).where(tables.c.phase == phase, tables.c.listed)
        if phase == "waiting":
            query = query.where(tables.c.host.not_in(blocking))
        if game is not None:
            query = query.where(tables.c.game == game)
        return await self._page(query, asking, cursor, limit)

    async def own(self, phase: str, account: str, cursor: str | None, limit: int) -> Listing:
        """The tables in a phase at which somebody sits or sat."""
        tables, players = schema.tables, schema.players
        query = (
            sa.select(tables)
            .join(players, players.c.table_name == tables.c.name)
            .where(players.c.account == account, tables.c.phase == phase)
        )
        return await self._page(query, account, cursor, limit)

    async def deserted(self, host: str) -> int:
        """How many tables somebody has opened at which nobody sits and the game is not over."""
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
        self, query: sa.Select[Any], asking: str, cursor: str | None, limit: int
    ) -> Listing:
        tables = schema.tables
        query = paged(query, tables.c.changed, tables.c.name, cursor, limit)
        async with self._engine.connect() as connection:
            rows = (await connection.execute(query)).all()
        last = rows[-1] if len(rows) == limit else None
        following = "" if last is None else cursor_of(last.changed, last.name)
        return Listing([_listed(row, asking) for row in rows], following)


def _listed(row: Any, asking: str) -> Listed:
    seats = _read_seats(row.seats)
    mine = tuple(
        seat
        for seat, who in enumerate(seats, 1)
        if asking and isinstance(who, Person | Screen) and who.account == asking
    )
    ended = None if row.result is None else _read_end(row.result)
    return Listed(
        table=row.name, phase=row.phase, terms=_read_terms(row.terms), host=row.host, seats=seats,
        turn=row.turn, created=row.created, changed=row.changed,
        how="" if ended is None else ended.how, ranks=None if ended is None else ended.ranks,
        mine=mine, my_turn=row.turn in mine, deadline=row.deadline,
    )  # fmt: skip


def paged(
    query: sa.Select[Any], at: sa.Column[Any], name: sa.Column[Any], cursor: str | None, limit: int
) -> sa.Select[Any]:
    """The query's next rows after a cursor, the latest first."""
    if cursor is not None:
        found = _CURSOR.fullmatch(cursor)
        try:
            time = float(found[1]) if found else None
        except ValueError:
            time = None
        if found is None or time is None:
            raise GenialError("this is no place in a list", code="bad-cursor")
        query = query.where(sa.or_(at < time, sa.and_(at == time, name < found[2])))
    return query.order_by(at.desc(), name.desc()).limit(limit)


def cursor_of(at: float, name: str) -> str:
    """The place in a list after this row."""
    return f"{at!r}~{name}"
