"""Boards of Genial Spezial that players keep with their accounts."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "006"
down_revision = "005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the boards."""
    op.create_table(
        "boards",
        sa.Column("kept", sa.Text, primary_key=True),
        sa.Column("account", sa.Text, nullable=False),
        sa.Column("board", sa.Text, nullable=False),
        sa.Column("layout", sa.Text, nullable=False),
        sa.Column("changed", sa.Double, nullable=False),
    )
    op.create_index("boards_of", "boards", ["account", "board"], unique=True)
