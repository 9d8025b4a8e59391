"""Results of games that began from a position or with a head start."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "008"
down_revision = "007"
branch_labels = None
depends_on = None

_results = sa.table("results", *map(sa.column, ("table_name", "uneven")))
_tables = sa.table("tables", *map(sa.column, ("name", "terms")))


def upgrade() -> None:
    """Add the column, and mark the results that are there."""
    op.add_column(
        "results", sa.Column("uneven", sa.Boolean, nullable=False, server_default=sa.false())
    )
    uneven = sa.select(_tables.c.name).where(
        sa.or_(
            _tables.c.terms.like('%"from_position":true%'), _tables.c.terms.like('%"headstart":%')
        )
    )
    op.execute(
        sa.update(_results).where(_results.c.table_name.in_(uneven)).values(uneven=sa.true())
    )
