"""What a rated game did to the ratings of its players."""

from __future__ import annotations

import msgspec
import sqlalchemy as sa

from genial.server.results.ledger import Ledger
from genial.server.storage import schema
from genial.server.tables.registry import TableRegistry
from genial.server.tables.table import Table


class RatingChange(msgspec.Struct, frozen=True, kw_only=True):
    """The rating of a player before and after a game."""

    seat: int
    before: float
    after: float


class RatingChanges:
    """Reads the ratings that games have changed."""

    def __init__(self, registry: TableRegistry, ledger: Ledger) -> None:
        self._registry, self._ledger = registry, ledger

    async def of_table(self, table: Table) -> list[RatingChange]:
        """Return the changes by seat; none if the game is not over or did not count.

        A game that has just ended is recorded first, so that no reader comes too early.
        """
        if table.phase != "over" or not table.terms.rated:
            return []
        await self._ledger.settle(table.name)
        results = schema.results
        query = (
            sa.select(results.c.seat, results.c.before, results.c.after)
            .where(results.c.table_name == table.name, results.c.after.is_not(None))
            .order_by(results.c.seat)
        )
        async with self._registry.store.engine.connect() as connection:
            rows = (await connection.execute(query)).all()
        return [RatingChange(seat=row.seat, before=row.before, after=row.after) for row in rows]
