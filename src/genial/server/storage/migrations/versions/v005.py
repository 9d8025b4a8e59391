"""Downtimes: when no process was alive, so that every clock gets that time back once."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "005"
down_revision = "004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the downtimes."""
    op.create_table(
        "downtimes",
        sa.Column("began", sa.Double, primary_key=True),
        sa.Column("ended", sa.Double, nullable=False),
    )
    op.create_index("downtimes_ended", "downtimes", ["ended"])
