"""How an attempt at the daily challenge compares: rank, distribution and streak.

Players learn this of a day as soon as their own attempt is over. It names no other player: until
the day is over (UTC), the attempts of others stay sealed.
"""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from typing import Any

import msgspec
import sqlalchemy as sa

from genial.server.errors import NotFound
from genial.server.results.ledger import Ledger
from genial.server.results.profiles import colours_of
from genial.server.storage import schema
from genial.server.tables.days import end_of
from genial.server.tables.registry import TableRegistry

_LONGEST_STREAK = 1000  # days that are counted


class LowestCount(msgspec.Struct, frozen=True, kw_only=True):
    """How many finished attempts of a day have this lowest colour."""

    lowest: int
    attempts: int


class DailyResult(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """My attempt of a day, compared with the others that are finished so far."""

    day: str
    ends: float
    over: bool  # is the day over, so that nothing changes any more?
    colours: list[int] | None = None  # lowest first; None: it was not finished
    rank: int | None = None  # so far, among accounts that are ranked
    ranked: int = 0  # attempts that have a rank so far
    unranked: bool = False  # my account is too new for the ranking
    distribution: list[LowestCount] = []  # of all finished attempts, lowest first
    streak: int = 0  # days in a row that I have finished, this one included


class DailyResults:
    """Compares the attempts of a day."""

    def __init__(self, registry: TableRegistry, ledger: Ledger) -> None:
        self._registry, self._ledger = registry, ledger

    async def result(self, day: str, account: str) -> DailyResult:
        """Return an account's own result; raise NotFound before its attempt is over."""
        attempts, tables = schema.attempts, schema.tables
        await self._ledger.note_attempts(day, account)
        query = (
            sa.select(attempts.c.colours, attempts.c.ranked, tables.c.phase)
            .join(tables, tables.c.name == attempts.c.table_name)
            .where(attempts.c.day == day, attempts.c.account == account)
        )
        async with self._registry.store.engine.connect() as connection:
            row = (await connection.execute(query)).first()
            if row is None or row.phase != "over":
                raise NotFound("You have not finished this challenge.", code="no-attempt")
            finished = [attempts.c.day == day, attempts.c.colours.is_not(None)]
            lowest = sa.select(attempts.c.lowest, sa.func.count()).where(*finished)
            lowest = lowest.group_by(attempts.c.lowest).order_by(attempts.c.lowest)
            counts = [(int(low), int(n)) for low, n in await connection.execute(lowest)]
            is_ranked = row.colours is not None and row.ranked
            of_rank = sa.select(
                sa.func.count(), sa.func.count().filter(attempts.c.colours > (row.colours or ""))
            ).where(*finished, attempts.c.ranked)
            ranked, better = (await connection.execute(of_rank)).one()
            days = await _finished_days(connection, account, day)
        ends = end_of(day)
        return DailyResult(
            day=day, ends=ends, over=self._registry.now() >= ends,
            colours=colours_of(row.colours), rank=1 + better if is_ranked else None,
            ranked=ranked, unranked=row.colours is not None and not row.ranked,
            distribution=[LowestCount(lowest=low, attempts=n) for low, n in counts],
            streak=streak(days, day),
        )  # fmt: skip


async def _finished_days(connection: Any, account: str, until: str) -> list[str]:
    attempts = schema.attempts
    query = sa.select(attempts.c.day).where(
        attempts.c.account == account, attempts.c.colours.is_not(None), attempts.c.day <= until
    )
    query = query.order_by(attempts.c.day.desc()).limit(_LONGEST_STREAK)
    return list(await connection.scalars(query))


def streak(days: Sequence[str], last: str) -> int:
    """Return how many days in a row, up to the last one, are among these, the latest first.

    >>> streak(["2027-03-02", "2027-03-01", "2027-02-28", "2027-02-26"], "2027-03-02")
    3
    >>> streak(["2027-03-01"], "2027-03-02")
    0
    """
    wanted, count = datetime.date.fromisoformat(last), 0
    for day in days:
        if day != wanted.isoformat():
            break
        wanted, count = wanted - datetime.timedelta(days=1), count + 1
    return count
