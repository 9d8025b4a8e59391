"""Evenings: the score sheets of players who play rematches, and of series.

An evening is the chain of tables that rematches have made, named after its first table. What a
finished game adds to the sheet follows from its events, and is remembered for a while. Games are
scored in a thread, because a series is long and an evening can have a hundred tables.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

import msgspec
import sqlalchemy as sa

from genial.core.score_sheet import Score, SheetLine, score_of, sheet_lines
from genial.server.analysis.review import ReviewThread
from genial.server.errors import NotFound
from genial.server.storage import schema
from genial.server.tables.events import Ended, Person, Sitter
from genial.server.tables.registry import TableRegistry
from genial.server.tables.table import Table

_KEPT = 10_000  # scores of finished games in memory

_read_seats = msgspec.json.Decoder(tuple[Sitter, ...]).decode
_read_result = msgspec.json.Decoder(Ended).decode


class EveningGame(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A game of an evening."""

    table: str
    at: float  # when it ended, or changed last
    how: str = ""  # it ended; empty while a series is being played


class Evening(msgspec.Struct, frozen=True, kw_only=True):
    """The score sheet of an evening. Players are numbered by their seats in the first game."""

    evening: str  # its first table
    game: str
    players: tuple[Sitter, ...]  # account and name are empty if the account was deleted
    games: list[EveningGame]  # finished ones; a series also while it is being played
    lines: list[SheetLine]


class Evenings:
    """Reads the score sheets of evenings."""

    def __init__(self, registry: TableRegistry, thread: ReviewThread) -> None:
        self._registry, self._thread = registry, thread
        self._scores: OrderedDict[str, Score] = OrderedDict()  # of finished games, by table

    async def sheet(self, table: Table) -> Evening:
        """Return the sheet of the evening that a table belongs to.

        Raise NotFound if it has none, and TooMuch if too many games are being scored.
        """
        if table.terms.daily:
            raise NotFound("A daily challenge belongs to no evening.", code="no-evening")
        if table.state is None:
            raise NotFound("The game has not begun, so there is no score sheet.", code="no-evening")
        first = table.evening or table.name
        rows = await self._tables(first)
        players = len(table.seats)
        games, scores = [], []
        for row in rows:
            ended = None if row.result is None else _read_result(row.result)
            score = await self._score(row, ended)
            if score is not None:
                how = "" if ended is None else ended.how
                games.append(EveningGame(table=row.name, at=row.changed, how=how))
                scores.append(score.move_seats(row.earlier))
        return Evening(
            evening=first, game=table.game.name, players=_players(rows[0]), games=games,
            lines=await self._thread.run(sheet_lines, scores, players),
        )  # fmt: skip

    async def _tables(self, first: str) -> list[Any]:
        """Return the rows of an evening's tables, in the order in which they were played."""
        tables = schema.tables
        query = (
            sa.select(
                tables.c.name, tables.c.number, tables.c.seats, tables.c.changed, tables.c.result,
                tables.c.earlier,
            )
            .where(sa.or_(tables.c.name == first, tables.c.evening == first))
            .order_by(tables.c.earlier)
        )  # fmt: skip
        async with self._registry.store.engine.connect() as connection:
            return list(await connection.execute(query))

    async def _score(self, row: Any, ended: Ended | None) -> Score | None:
        """Return what a table adds to the sheet; None if its game does not count (yet)."""
        known = self._scores.get(row.name)
        if known is not None:
            self._scores.move_to_end(row.name)
            return known
        if ended is not None and ended.how == "aborted":
            return None
        table = await self._registry.table(row.name, at_least=row.number)
        state = table.state
        if state is None or (ended is None and table.game.series_length == 1):
            return None
        ranks = None if ended is None else ended.ranks or (1,) * len(table.seats)
        score = await self._thread.run(score_of, state, ranks)
        if ended is None:
            return score if score.parts else None
        self._scores[row.name] = score
        if len(self._scores) > _KEPT:
            self._scores.popitem(last=False)
        return score


def _players(row: Any) -> tuple[Sitter, ...]:
    """Return the players by their seats in the first game."""
    return tuple(
        msgspec.structs.replace(sitter, nonce="") if isinstance(sitter, Person) else sitter
        for sitter in _read_seats(row.seats)
    )
