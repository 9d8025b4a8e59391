"""Which accounts appear on leaderboards: docs/ratings.md states every number here."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from genial.server.storage import schema

FEWEST_GAMES = 30  # rated ones
FEWEST_OPPONENTS = 5  # different ones
MOST_UNCERTAIN = 150.0  # the deviation, on the scale of shown ratings

_OLD_ENOUGH = 86400.0  # seconds that an account must be old for the daily challenge


async def is_established(connection: AsyncConnection, account: str, at: float) -> bool:
    """Was an account a day old at that time, or had it finished a game?"""
    accounts, results = schema.accounts, schema.results
    has_finished = sa.exists().where(
        results.c.account == account,
        results.c.how == "finished",
        results.c.at < at,
        ~results.c.local,
    )
    query = sa.select(accounts.c.account).where(
        accounts.c.account == account,
        sa.or_(accounts.c.created <= at - _OLD_ENOUGH, has_finished),
    )
    return (await connection.execute(query)).first() is not None
