"""Profiles: statistics, ratings and games of an account, and leaderboards."""

from __future__ import annotations

from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from genial.server.errors import NotFound
from genial.server.lobby.listings import cursor_of, page_after
from genial.server.results.eligibility import FEWEST_GAMES, FEWEST_OPPONENTS, MOST_UNCERTAIN
from genial.server.results.ratings import SOLO, Rating
from genial.server.storage import schema
from genial.server.tables.events import Robot, Screen, Sitter

_read_seats = msgspec.json.Decoder(tuple[Sitter, ...]).decode


class VariantStatistics(msgspec.Struct, kw_only=True, omit_defaults=True):
    """Statistics of an account in one variant of a game."""

    game: str
    variant: str  # solo, the number of players, or teams (teams-open, teams-shared)
    games: int  # at the server; those from a position or with a head start are in no mean
    share: float | None = None  # of wins, 0 to 1
    lowest: float | None = None  # mean of the lowest colours
    best: list[int] | None = None  # solo: colours of the best game, lowest first
    rating: float | None = None
    uncertainty: float | None = None
    rated: int = 0  # games


class SeatResult(msgspec.Struct, kw_only=True, omit_defaults=True):
    """The result of a seat; without account, name and level the account was deleted."""

    seat: int
    account: str | None = None
    name: str = ""
    level: str = ""  # of a bot
    rank: int | None = None
    lowest: int | None = None
    total: int | None = None
    before: float | None = None  # ratings
    after: float | None = None
    weight: float | None = None  # how much a rated game counted, up to 1


class PlayedGame(msgspec.Struct, kw_only=True):
    """A finished game."""

    table: str
    game: str
    variant: str
    at: float
    how: str
    rated: bool
    local: bool  # played in a browser, without the server
    seats: list[SeatResult]


class PlayedGames(msgspec.Struct):
    """Games, the latest first; `next` is the cursor of the next page."""

    games: list[PlayedGame]
    next: str = ""


class Profile(msgspec.Struct, kw_only=True):
    """The public profile of an account."""

    account: str
    name: str
    kept: bool
    bot: bool
    since: float
    tallies: list[VariantStatistics]
    recent: list[PlayedGame]


class Leader(msgspec.Struct, kw_only=True, omit_defaults=True):
    """An entry of a leaderboard: by rating, or by the best solo game."""

    rank: int
    account: str
    name: str
    bot: bool = False
    rating: float | None = None
    uncertainty: float | None = None
    games: int = 0
    colours: list[int] | None = None  # lowest first
    table: str = ""  # of that game, unless it is private
    at: float = 0.0


class Profiles:
    """Queries for profiles, histories and leaderboards."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def profile(self, account: str, viewer: str) -> Profile:
        """Return the profile of an account as a viewer sees it; raise NotFound."""
        accounts = schema.accounts
        query = sa.select(accounts).where(accounts.c.account == account, accounts.c.gone.is_(None))
        async with self._engine.connect() as connection:
            row = (await connection.execute(query)).first()
            if row is None:
                raise NotFound("There is no such account.", code="no-such-person")
            tallies = await _tallies(connection, account)
        recent = await self.history(account, viewer, None, 10)
        return Profile(
            account=account, name=row.name, kept=row.password is not None, bot=row.bot,
            since=row.created, tallies=tallies, recent=recent.games,
        )  # fmt: skip

    async def history(
        self, account: str, viewer: str, cursor: str | None, limit: int
    ) -> PlayedGames:
        """Return games of an account; private ones only if the viewer played, too."""
        results, tables = schema.results, schema.tables
        players, attempts = schema.players, schema.attempts
        there = sa.exists().where(
            players.c.table_name == tables.c.name, players.c.account == viewer
        )
        challenge = sa.exists().where(attempts.c.table_name == tables.c.name)
        query = (
            sa.select(results, tables.c.seats)
            .join(tables, tables.c.name == results.c.table_name)
            .where(results.c.account == account, sa.or_(tables.c.listed, there, challenge))
        )
        async with self._engine.connect() as connection:
            found = await connection.execute(
                page_after(query, results.c.at, results.c.table_name, cursor, limit)
            )
            rows = found.all()
            seats = await _seats(connection, [row.table_name for row in rows])
        games = [
            PlayedGame(
                table=row.table_name, game=row.game, variant=row.variant, at=row.at, how=row.how,
                rated=row.rated, local=row.local,
                seats=_seat_results(seats[row.table_name], _read_seats(row.seats)),
            )
            for row in rows
        ]  # fmt: skip
        last = rows[-1] if len(rows) == limit else None
        return PlayedGames(games, "" if last is None else cursor_of(last.at, last.table_name))

    async def leaders(self, game: str, variant: str, limit: int) -> list[Leader]:
        """Return the leaders of a variant: accounts with a password and certain enough ratings."""
        async with self._engine.connect() as connection:
            if variant == SOLO:
                return await _best_solo(connection, game, limit)
            return await _leaders(connection, game, variant, limit)


async def _tallies(connection: AsyncConnection, account: str) -> list[VariantStatistics]:
    results, ratings = schema.results, schema.ratings
    is_record = sa.and_(results.c.variant == SOLO, results.c.rated, results.c.how == "finished")
    is_even = ~results.c.uneven
    query = (
        sa.select(
            results.c.game,
            results.c.variant,
            sa.func.count().label("games"),
            sa.func.avg(sa.case((is_even, results.c.share))).label("share"),
            sa.func.avg(sa.case((is_even, results.c.lowest))).label("lowest"),
            sa.func.max(sa.case((is_record, results.c.colours))).label("best"),
        )
        .where(results.c.account == account, ~results.c.local)
        .group_by(results.c.game, results.c.variant)
        .order_by(results.c.game, results.c.variant)
    )
    tallies = [
        VariantStatistics(
            game=row.game, variant=row.variant, games=row.games, share=row.share,
            lowest=None if row.lowest is None else float(row.lowest), best=colours_of(row.best),
        )
        for row in await connection.execute(query)
    ]  # fmt: skip
    known = {
        (row.game, row.variant): row
        for row in await connection.execute(sa.select(ratings).where(ratings.c.account == account))
    }
    for tally in tallies:
        row = known.get((tally.game, tally.variant))
        if row is not None:
            tally.rating, tally.rated = round(row.shown), row.games
            tally.uncertainty = round(Rating(sigma=row.deviation).uncertainty)
    return tallies


async def _seats(connection: AsyncConnection, names: list[str]) -> dict[str, list[Any]]:
    results, accounts = schema.results, schema.accounts
    query = (
        sa.select(results, accounts.c.name)
        .outerjoin(
            accounts, sa.and_(accounts.c.account == results.c.account, accounts.c.gone.is_(None))
        )
        .where(results.c.table_name.in_(names))
        .order_by(results.c.seat)
    )
    seats: dict[str, list[Any]] = {name: [] for name in names}
    for row in await connection.execute(query):
        seats[row.table_name].append(row)
    return seats


def _seat_results(rows: list[Any], sitters: tuple[Sitter, ...]) -> list[SeatResult]:
    seats = []
    for row, sitter in zip(rows, sitters, strict=True):
        seat = SeatResult(
            seat=row.seat, rank=row.rank, lowest=row.lowest, total=row.total, before=row.before,
            after=row.after, weight=row.weight,
        )  # fmt: skip
        if row.name is not None:
            seat.account, seat.name = row.account, row.name
        elif isinstance(sitter, Robot):
            seat.level = sitter.level
        elif isinstance(sitter, Screen):
            seat.name = sitter.name
        seats.append(seat)
    return seats


async def _leaders(
    connection: AsyncConnection, game: str, variant: str, limit: int
) -> list[Leader]:
    ratings, accounts = schema.ratings, schema.accounts
    query = (
        sa.select(ratings, accounts.c.name, accounts.c.bot)
        .join(accounts, accounts.c.account == ratings.c.account)
        .where(
            ratings.c.game == game,
            ratings.c.variant == variant,
            ratings.c.games >= FEWEST_GAMES,
            ratings.c.opponents >= FEWEST_OPPONENTS,
            ratings.c.deviation <= MOST_UNCERTAIN / Rating(sigma=1.0).uncertainty,
            *_has_password(),
        )
        .order_by(ratings.c.shown.desc(), ratings.c.account)
        .limit(limit)
    )
    return [
        Leader(
            rank=rank, account=row.account, name=row.name, bot=row.bot, rating=round(row.shown),
            uncertainty=round(Rating(sigma=row.deviation).uncertainty), games=row.games,
        )
        for rank, row in enumerate(await connection.execute(query), 1)
    ]  # fmt: skip


async def _best_solo(connection: AsyncConnection, game: str, limit: int) -> list[Leader]:
    results, accounts, tables = schema.results, schema.accounts, schema.tables
    order = (results.c.colours.desc(), results.c.at)
    games = (
        sa.select(
            results,
            sa.func.row_number().over(partition_by=results.c.account, order_by=order).label("own"),
        )
        .where(
            results.c.game == game,
            results.c.variant == SOLO,
            results.c.rated,
            results.c.how == "finished",
            results.c.account.is_not(None),
        )
        .subquery()
    )
    query = (
        sa.select(games, accounts.c.name, accounts.c.bot, tables.c.listed)
        .join(accounts, accounts.c.account == games.c.account)
        .join(tables, tables.c.name == games.c.table_name)
        .where(games.c.own == 1, *_has_password())
        .order_by(games.c.colours.desc(), games.c.at)
        .limit(limit)
    )
    rows = (await connection.execute(query)).all()
    ranks = ranks_of([row.colours for row in rows])
    return [
        Leader(
            rank=rank, account=row.account, name=row.name, bot=row.bot,
            colours=colours_of(row.colours), at=row.at, table=row.table_name if row.listed else "",
        )
        for rank, row in zip(ranks, rows, strict=True)
    ]  # fmt: skip


def _has_password() -> list[sa.ColumnElement[bool]]:
    accounts = schema.accounts
    return [accounts.c.password.is_not(None), accounts.c.gone.is_(None), ~accounts.c.banned]


def ranks_of(texts: list[str]) -> list[int]:
    """Return the ranks in a sorted list; equal texts share a rank.

    >>> ranks_of(["0712", "0510", "0510", "0305"])
    [1, 2, 2, 4]
    """
    return [1 + texts.index(text) for text in texts]


def colours_of(text: str | None) -> list[int] | None:
    """Return the numbers in a text of `lowest_first`.

    >>> colours_of("030712")
    [3, 7, 12]
    """
    if text is None:
        return None
    return [int(text[k : k + 2]) for k in range(0, len(text), 2)]
