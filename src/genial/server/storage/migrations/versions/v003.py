"""Analyses: whose turn it is among those that wait."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "003"
down_revision = "002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add who asked, and when an analysis is due; those that wait keep their order."""
    for name in ("account", "place"):
        op.add_column("analyses", sa.Column(name, sa.Text, nullable=False, server_default=""))
    op.add_column("analyses", sa.Column("due", sa.Double, nullable=False, server_default="0"))
    op.execute("UPDATE analyses SET due = asked")
