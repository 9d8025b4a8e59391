"""Results of games that were played in browsers."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "009"
down_revision = "008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column: all results that are there are of games at the server."""
    op.add_column(
        "results", sa.Column("local", sa.Boolean, nullable=False, server_default=sa.false())
    )
