"""Names that look alike, sessions that have ended, and what makes ratings fair."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from genial.server.accounts.names import skeleton

revision = "004"
down_revision = "003"
branch_labels = None
depends_on = None

_OPPONENTS = """
UPDATE ratings SET opponents = (
    SELECT COUNT(DISTINCT theirs.account)
    FROM results AS mine
    JOIN results AS theirs ON theirs.table_name = mine.table_name
    JOIN accounts ON accounts.account = theirs.account
    WHERE mine.account = ratings.account AND mine.rated
      AND mine.game = ratings.game AND mine.variant = ratings.variant
      AND theirs.account <> mine.account AND accounts.password IS NOT NULL
)
"""


def upgrade() -> None:
    """Add columns; names, ratings and attempts that are there stay valid."""
    op.add_column("accounts", sa.Column("skeleton", sa.Text))
    _fill_skeletons()
    op.create_index("looks_of_names", "accounts", ["skeleton"], unique=True)
    op.create_table(
        "ended_sessions",
        sa.Column("session", sa.Text, primary_key=True),
        sa.Column("until", sa.Double, nullable=False),
    )
    op.add_column("results", sa.Column("weight", sa.Double))
    op.add_column("results", sa.Column("place", sa.Text))
    op.create_index(
        "placed_results",
        "results",
        ["at"],
        sqlite_where=sa.text("place IS NOT NULL"),
        postgresql_where=sa.text("place IS NOT NULL"),
    )
    for name in ("deviation", "morning"):
        op.add_column("ratings", sa.Column(name, sa.Double, nullable=False, server_default="0"))
    op.add_column("ratings", sa.Column("opponents", sa.Integer, nullable=False, server_default="0"))
    op.execute("UPDATE ratings SET deviation = sigma, morning = sigma")
    op.execute(_OPPONENTS)
    op.add_column(
        "attempts", sa.Column("ranked", sa.Boolean, nullable=False, server_default=sa.true())
    )
    op.create_table(
        "places",
        sa.Column("account", sa.Text, primary_key=True),
        sa.Column("place", sa.Text, nullable=False),
        sa.Column("seen", sa.Double, nullable=False),
    )


def _fill_skeletons() -> None:
    """Of kept names that look alike, the oldest account gets the skeleton; the others stay."""
    accounts = sa.table(
        "accounts", *(sa.column(name) for name in ("account", "name", "skeleton", "password",
                                                   "created")),
    )  # fmt: skip
    connection, taken = op.get_bind(), set()
    rows = connection.execute(
        sa.select(accounts.c.account, accounts.c.name)
        .where(accounts.c.password.is_not(None))
        .order_by(accounts.c.created, accounts.c.account)
    ).all()
    for row in rows:
        look = skeleton(row.name)
        if look not in taken:
            taken.add(look)
            connection.execute(
                sa.update(accounts).where(accounts.c.account == row.account).values(skeleton=look)
            )
