"""The results ledger: record every finished game once, with ratings."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Mapping, Sequence

import sqlalchemy as sa
import structlog
from sqlalchemy.ext.asyncio import AsyncConnection

from genial.core.kit import head_starts
from genial.server.accounts.networks import forget_old_places
from genial.server.cluster.periodic import Periodic, stop_all
from genial.server.results.eligibility import FEWEST_OPPONENTS, is_established
from genial.server.results.rating_weights import (
    RatedPlayer,
    earlier_games,
    is_long_enough,
    new_opponents,
    weights,
)
from genial.server.results.ratings import SOLO, STEADIEST, Rating, update_ratings, variant_of
from genial.server.storage import schema
from genial.server.storage.store import insert_into
from genial.server.tables.days import day_of, end_of
from genial.server.tables.registry import TableRegistry
from genial.server.tables.table import Table

log = structlog.get_logger()

_SWEEP = 30.0  # seconds between sweeps for games without a result
_AT_ONCE = 200  # tables a sweep
_GATHER = 0.05  # seconds to wait for further games, to record them together


class Ledger:
    """Records the results of games."""

    def __init__(self, registry: TableRegistry) -> None:
        self._registry = registry
        self._ended: set[str] = set()  # tables that have just ended
        self._works = (
            Periodic("ledger", self._record_ended, every=None, gather=_GATHER),
            Periodic("ledger", self._sweep, every=_SWEEP, at_once=True),
        )

    async def __aenter__(self) -> Ledger:
        self._registry.on_change(self._on_change)
        for work in self._works:
            work.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await stop_all(*self._works)

    def _on_change(self, table: Table) -> None:
        if table.phase == "over" and not table.is_sealed(self._registry.now()):
            self._ended.add(table.name)
            self._works[0].wake()

    async def _record_ended(self) -> None:
        names, self._ended = self._ended, set()
        await self._try(names)

    async def _try(self, names: Iterable[str]) -> None:
        try:
            await self.settle(*names)
        except Exception as error:
            log.warning("ledger", error=str(error))  # the next sweep tries again

    async def _sweep(self) -> None:
        for name in await self.unsettled_tables():
            await self._try([name])
        await forget_old_places(self._registry.store, self._registry.now())

    async def unsettled_tables(self) -> list[str]:
        """Return tables without a recorded result, except those of today's challenge."""
        tables, attempts = schema.tables, schema.attempts
        sealed = sa.select(attempts.c.table_name).where(
            attempts.c.day >= day_of(self._registry.now())
        )
        query = (
            sa.select(tables.c.name)
            .where(sa.text("phase = 'over' AND NOT settled"), tables.c.name.not_in(sealed))
            .order_by(tables.c.changed)
            .limit(_AT_ONCE)
        )
        async with self._registry.store.engine.connect() as connection:
            return list(await connection.scalars(query))

    async def settle(self, *names: str) -> None:
        """Record finished games, unless that was done before or they are sealed."""
        found = [await self._registry.table(name) for name in names]
        over = [
            one for one in found if one.phase == "over" and not one.is_sealed(self._registry.now())
        ]
        # Rated games one by one: transactions with many ratings could deadlock.
        rated = [[table] for table in over if table.terms.rated]
        for some in [[table for table in over if not table.terms.rated], *rated]:
            if some:
                long = {table.name for table in some if await self._is_long_enough(table)}
                async with self._registry.store.engine.begin() as connection:
                    await _record(connection, {table.name: table for table in some}, long)

    async def note_attempts(self, day: str, account: str = "") -> None:
        """Note the results of attempts at the challenge of a day, and of all those of an account.

        They are counted at once, and published with all else when their day is over.
        """
        attempts, tables = schema.attempts, schema.tables
        query = (
            sa.select(tables.c.name, tables.c.changed, attempts.c.account)
            .join(attempts, attempts.c.table_name == tables.c.name)
            .where(
                sa.or_(attempts.c.day == day, attempts.c.account == account),
                attempts.c.at.is_(None),
                tables.c.phase == "over",
            )
        )
        engine = self._registry.store.engine
        async with engine.connect() as connection:
            rows = (await connection.execute(query)).all()
        for row in rows:
            table = await self._registry.table(row.name)
            if not _counts(table):
                continue
            result = _results(table, {1: row.account}, row.changed)[0]
            async with engine.begin() as connection:
                await _record_attempt(connection, table, result)

    async def _is_long_enough(self, table: Table) -> bool:
        """Has every player of a rated game moved often enough for it to count?"""
        if not table.terms.rated or table.game.players == 1:
            return True
        return is_long_enough(await self._registry.store.entries(table.name), table.game.players)


async def _record(
    connection: AsyncConnection, tables: Mapping[str, Table], long: Container[str]
) -> None:
    """Record those of these games that have no result yet; only long ones are rated."""
    kept = schema.tables
    # The first process to change these rows records the games; others wait and find nothing.
    free = (
        sa.select(kept.c.name)
        .where(kept.c.name.in_(sorted(tables)), ~kept.c.settled)
        .order_by(kept.c.name)
        .with_for_update()
    )
    claim = (
        sa.update(kept)
        .where(kept.c.name.in_(free.scalar_subquery()))
        .values(settled=True)
        .returning(kept.c.name, kept.c.changed)
    )
    claimed = {row.name: row.changed for row in await connection.execute(claim)}
    counting = {name: at for name, at in claimed.items() if _counts(tables[name])}
    if not counting:
        return
    players = schema.players
    query = sa.select(players).where(players.c.table_name.in_(sorted(counting)))
    holders: dict[str, dict[int, str]] = {name: {} for name in counting}
    for row in await connection.execute(query):
        holders[row.table_name][row.seat] = row.account
    rows: list[dict[str, object]] = []
    for name, at in counting.items():
        table = tables[name]
        own = _results(table, holders[name], at)
        ranks = table.ended and table.ended.ranks
        if table.terms.rated and len(own) > 1:
            is_whole = name in long and len(holders[name]) == len(own)
            if ranks and is_whole and await _have_passwords(connection, holders[name].values()):
                await _rate(connection, table, holders[name], ranks, own, at)
            else:
                own = [row | {"rated": False} for row in own]
        if table.terms.daily:
            await _record_attempt(connection, table, own[0])
        rows += own
    for keys in {tuple(row) for row in rows}:  # one statement for all that are alike
        await connection.execute(
            sa.insert(schema.results), [row for row in rows if tuple(row) == keys]
        )


def _counts(table: Table) -> bool:
    return table.state is not None and table.ended is not None and table.ended.how != "aborted"


def is_uneven(table: Table) -> bool:
    """Did the game begin from a position, or did a seat have a head start?"""
    return table.terms.from_position or any(head_starts(table.game.options))


def _results(table: Table, holders: Mapping[int, str], at: float) -> list[dict[str, object]]:
    """Return the rows of all seats."""
    ended = table.ended
    assert ended is not None
    variant = variant_of(table.game)
    counts = table.terms.rated
    if variant == SOLO:  # it counts for the leaderboard if nothing helped
        terms = table.terms
        counts = not (terms.hints or terms.take_backs or terms.from_position or terms.local)
    return [
        {
            "table_name": table.name,
            "seat": seat,
            "account": holders.get(seat),
            "game": table.game.name,
            "variant": variant,
            "at": at,
            "how": ended.how,
            "rank": ended.ranks and ended.ranks[seat - 1],
            "share": share_of(seat, table.game.tracks, ended.ranks),
            "rated": counts,
            "uneven": is_uneven(table),
            "local": table.terms.local,
            **points_of(table, seat),
        }
        for seat in range(1, table.game.players + 1)
    ]


async def _have_passwords(connection: AsyncConnection, accounts: Collection[str]) -> bool:
    """Do all of these accounts have a password? Those being deleted had one."""
    table = schema.accounts
    query = sa.select(sa.func.count()).where(
        table.c.account.in_(accounts),
        sa.or_(table.c.password.is_not(None), table.c.gone.is_not(None)),
    )
    return await connection.scalar(query) == len(accounts)


async def _rate(
    connection: AsyncConnection, table: Table, holders: Mapping[int, str],
    ranks: Sequence[int], rows: list[dict[str, object]], at: float,
) -> None:  # fmt: skip
    ratings = schema.ratings
    game, variant, tracks = table.game.name, variant_of(table.game), table.game.tracks
    new = Rating()
    fresh = {
        "game": game, "variant": variant, "mu": new.mu, "sigma": new.sigma, "shown": new.shown,
        "deviation": new.sigma, "morning": new.sigma, "games": 0, "opponents": 0, "changed": at,
    }  # fmt: skip
    accounts = sorted(holders.values())  # in one order everywhere, against deadlocks
    for account in accounts:
        insert = insert_into(connection, ratings).values(account=account, **fresh)
        await connection.execute(insert.on_conflict_do_nothing())
    these = [ratings.c.game == game, ratings.c.variant == variant]
    query = (
        sa.select(ratings)
        .where(*these, ratings.c.account.in_(accounts))
        .order_by(ratings.c.account)
        .with_for_update()
    )
    known = {row.account: row for row in await connection.execute(query)}
    players = await _players(connection, holders)
    earlier = await earlier_games(connection, game, variant, players, at)
    counts = weights(players, tracks, earlier)
    old = [known[holders[seat]] for seat in range(1, len(rows) + 1)]
    before = [Rating(row.mu, row.sigma) for row in old]
    after = update_ratings(before, tracks, ranks, counts)
    for k, row in enumerate(rows):
        row |= {
            "before": before[k].shown, "after": after[k].shown, "weight": counts[k],
            "place": players[k].place,
        }  # fmt: skip
        opponents = old[k].opponents
        if opponents < FEWEST_OPPONENTS:
            others = [one for one, side in zip(players, tracks, strict=True) if side != tracks[k]]
            opponents += await new_opponents(connection, players[k], others, game, variant)
        is_same_day = day_of(old[k].changed) == day_of(at)
        morning = old[k].morning if is_same_day else old[k].deviation
        change = {
            "mu": after[k].mu, "sigma": after[k].sigma, "shown": after[k].shown,
            "deviation": max(after[k].sigma, STEADIEST * morning), "morning": morning,
            "games": ratings.c.games + 1, "opponents": opponents, "changed": at,
        }  # fmt: skip
        await connection.execute(
            sa.update(ratings).where(*these, ratings.c.account == holders[k + 1]).values(**change)
        )


async def _players(connection: AsyncConnection, holders: Mapping[int, str]) -> list[RatedPlayer]:
    """Return the players by seat, with the network that they played from."""
    places = schema.places
    query = sa.select(places).where(places.c.account.in_(holders.values()))
    known = {row.account: row.place for row in await connection.execute(query)}
    return [RatedPlayer(holders[seat], known.get(holders[seat])) for seat in sorted(holders)]


async def _record_attempt(
    connection: AsyncConnection, table: Table, row: dict[str, object]
) -> None:
    """Record the attempt at a daily challenge if its last move was played on its day.

    The attempt of a new account is not ranked: it may be the second attempt of a player who knows
    the bag.
    """
    created = sa.select(schema.tables.c.created).where(schema.tables.c.name == table.name)
    began = (await connection.execute(created)).scalar_one()
    ranked = await is_established(connection, str(row["account"]), began)
    row["rated"] = row["rated"] and ranked
    attempts = schema.attempts
    values: dict[str, object] = {"at": row["at"], "ranked": ranked}
    if row["how"] == "finished" and table.moved_at < end_of(table.terms.daily):
        values |= {"lowest": row["lowest"], "colours": row["colours"]}
    await connection.execute(
        sa.update(attempts).where(attempts.c.table_name == table.name).values(**values)
    )


def share_of(seat: int, tracks: Sequence[int], ranks: Sequence[int] | None) -> float | None:
    """Return a seat's share of the win: a tie is shared among the winning sides.

    >>> share_of(1, (0, 1, 2), (1, 1, 3))
    0.5
    >>> share_of(3, (0, 1, 0, 1), (1, 2, 1, 2))
    1.0
    """
    if ranks is None or len(ranks) == 1:
        return None
    first = {track for track, rank in zip(tracks, ranks, strict=True) if rank == 1}
    return 1 / len(first) if ranks[seat - 1] == 1 else 0.0


def points_of(table: Table, seat: int) -> dict[str, object]:
    """Return the final lowest colour, total, and all colours of a seat, lowest first.

    The total of Tile Challenge is that of its series; its colours are those of the last game.
    """
    assert table.state is not None
    track = table.game.tracks[seat - 1]
    points = table.state.scores[track]
    series = table.state.series
    total = sum(points.values()) if series is None else series[track]
    if len(points) == 1:  # not of colours
        return {"lowest": None, "total": total, "colours": None}
    return {"lowest": min(points.values()), "total": total, "colours": lowest_first(points)}


def lowest_first(points: Mapping[str, int]) -> str:
    """Return all points as a text; of two such texts the later one in the alphabet wins.

    >>> lowest_first({"R": 12, "G": 3, "B": 7})
    '030712'
    """
    return "".join(f"{number:02}" for number in sorted(points.values()))
