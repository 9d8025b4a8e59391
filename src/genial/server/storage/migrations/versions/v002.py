"""Chat, presence, ratings, the daily bag, and all that people leave."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "002"
down_revision = "001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add what people do beside playing."""
    op.add_column(
        "tables", sa.Column("settled", sa.Boolean, nullable=False, server_default=sa.false())
    )
    op.create_index("changed_tables", "tables", ["changed"])
    op.create_index(
        "unsettled",
        "tables",
        ["changed"],
        sqlite_where=sa.text("phase = 'over' AND NOT settled"),
        postgresql_where=sa.text("phase = 'over' AND NOT settled"),
    )
    op.add_column("accounts", sa.Column("gone", sa.Double))
    op.create_index(
        "leaving",
        "accounts",
        ["gone"],
        sqlite_where=sa.text("gone IS NOT NULL"),
        postgresql_where=sa.text("gone IS NOT NULL"),
    )
    op.create_table(
        "talk",
        sa.Column("table_name", sa.Text, sa.ForeignKey("tables.name"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("account", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("text", sa.Text, nullable=False),
    )
    op.create_table(
        "presences",
        sa.Column("account", sa.Text, primary_key=True),
        sa.Column("process", sa.Text, primary_key=True),
    )
    op.create_table(
        "blocks",
        sa.Column("account", sa.Text, primary_key=True),
        sa.Column("blocked", sa.Text, primary_key=True),
    )
    op.create_table(
        "reports",
        sa.Column("report", sa.Text, primary_key=True),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("account", sa.Text, nullable=False),
        sa.Column("about", sa.Text, nullable=False),
        sa.Column("table_name", sa.Text),
        sa.Column("line", sa.Integer),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("closed", sa.Double),
        sa.Column("note", sa.Text, nullable=False, server_default=""),
    )
    op.create_table(
        "tokens",
        sa.Column("token", sa.Text, primary_key=True),
        sa.Column("account", sa.Text, nullable=False),
        sa.Column("label", sa.Text, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("used", sa.Double),
    )
    op.create_index("tokens_of", "tokens", ["account"])
    op.create_table(
        "pushes",
        sa.Column("endpoint", sa.Text, primary_key=True),
        sa.Column("account", sa.Text, nullable=False),
        sa.Column("keys", sa.Text, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
    )
    op.create_index("pushes_of", "pushes", ["account"])
    op.create_table(
        "results",
        sa.Column("table_name", sa.Text, sa.ForeignKey("tables.name"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("account", sa.Text),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("variant", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("how", sa.Text, nullable=False),
        sa.Column("rank", sa.Integer),
        sa.Column("share", sa.Double),
        sa.Column("lowest", sa.Integer),
        sa.Column("total", sa.Integer),
        sa.Column("colours", sa.Text),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("before", sa.Double),
        sa.Column("after", sa.Double),
    )
    op.create_index("results_of", "results", ["account", "at"])
    op.create_index("solo_records", "results", ["game", "variant", "colours"])
    op.create_table(
        "ratings",
        sa.Column("account", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("variant", sa.Text, primary_key=True),
        sa.Column("mu", sa.Double, nullable=False),
        sa.Column("sigma", sa.Double, nullable=False),
        sa.Column("shown", sa.Double, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("changed", sa.Double, nullable=False),
    )
    op.create_index("best_rated", "ratings", ["game", "variant", "shown"])
    op.create_table(
        "dailies",
        sa.Column("day", sa.Text, primary_key=True),
        sa.Column("secret", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "attempts",
        sa.Column("day", sa.Text, sa.ForeignKey("dailies.day"), primary_key=True),
        sa.Column("account", sa.Text, primary_key=True),
        sa.Column("table_name", sa.Text, nullable=False),
        sa.Column("lowest", sa.Integer),
        sa.Column("colours", sa.Text),
        sa.Column("at", sa.Double),
    )
    op.create_table(
        "waiting",
        sa.Column("account", sa.Text, primary_key=True),
        sa.Column("wish", sa.Text, nullable=False),
        sa.Column("rating", sa.Double, nullable=False),
        sa.Column("since", sa.Double, nullable=False),
        sa.Column("alive", sa.Double, nullable=False),
        sa.Column("table_name", sa.Text),
    )
    op.create_table(
        "analyses",
        sa.Column("table_name", sa.Text, primary_key=True),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("asked", sa.Double, nullable=False),
        sa.Column("done", sa.Integer, nullable=False, server_default="0"),
        sa.Column("total", sa.Integer, nullable=False, server_default="0"),
        sa.Column("body", sa.Text),
    )
    op.create_table(
        "uploads",
        sa.Column("upload", sa.Text, primary_key=True),
        sa.Column("account", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
    )
    op.create_index("uploads_of", "uploads", ["account"])
    op.create_table(
        "addresses",
        sa.Column("account", sa.Text, primary_key=True),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("language", sa.Text, nullable=False),
        sa.Column("code", sa.Text),
        sa.Column("asked", sa.Double, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False, server_default="0"),
    )
