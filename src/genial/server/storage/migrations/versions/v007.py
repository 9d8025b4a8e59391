"""Evenings: which tables the same players have played at, one after the other."""

from __future__ import annotations

import json

import sqlalchemy as sa
from alembic import op

revision = "007"
down_revision = "006"
branch_labels = None
depends_on = None

_LONGEST = 100  # tables of an evening

_events = sa.table("events", *map(sa.column, ("table_name", "number", "body")))
_tables = sa.table("tables", *map(sa.column, ("name", "evening", "earlier")))


def upgrade() -> None:
    """Add the columns, and find the evenings of rematches that are there.

    All is read before the first change, because that locks the tables of a running server.
    """
    followers = {
        name: str(body["table"])
        for name, body in _bodies("followed")
        if body.get("type") == "followed"
    }
    parted = {name for name, body in _bodies("replaced") if body.get("type") == "replaced"}
    op.add_column("tables", sa.Column("evening", sa.Text))
    op.add_column("tables", sa.Column("earlier", sa.Integer, nullable=False, server_default="0"))
    op.create_index(
        "evenings",
        "tables",
        ["evening"],
        sqlite_where=sa.text("evening IS NOT NULL"),
        postgresql_where=sa.text("evening IS NOT NULL"),
    )
    for first in followers.keys() - set(followers.values()):
        evening, earlier, name = first, 0, first
        while name in followers:
            is_over = name in parted or earlier + 1 >= _LONGEST
            name, earlier = followers[name], earlier + 1
            if is_over:
                evening, earlier = name, 0
            else:
                _continue(name, evening, earlier)


def _bodies(tag: str) -> list[tuple[str, dict[str, object]]]:
    """Return the events that have a tag, with their tables; and maybe a few others."""
    query = sa.select(_events.c.table_name, _events.c.body).where(
        _events.c.body.like(f'%"type":"{tag}"%')
    )
    return [(row.table_name, json.loads(row.body)) for row in op.get_bind().execute(query)]


def _continue(name: str, evening: str, earlier: int) -> None:
    """Write into the row of a table, and into its first event, which evening it continues."""
    connection = op.get_bind()
    row = sa.and_(_events.c.table_name == name, _events.c.number == 1)
    body = connection.scalar(sa.select(_events.c.body).where(row))
    if body is None:
        return
    opened = json.loads(body) | {"evening": evening, "earlier": earlier}
    text = json.dumps(opened, ensure_ascii=False, separators=(",", ":"))
    connection.execute(sa.update(_events).where(row).values(body=text))
    connection.execute(
        sa.update(_tables).where(_tables.c.name == name).values(evening=evening, earlier=earlier)
    )
