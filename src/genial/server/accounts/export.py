"""Export everything that is stored about an account as JSON, piece by piece."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa

from genial.core.errors import GenialError
from genial.server.live.phrases import from_stored
from genial.server.storage import schema
from genial.server.tables.records import record_of
from genial.server.tables.registry import TableRegistry
from genial.server.tables.table import Table

_encode = msgspec.json.Encoder().encode

# The exported columns of each table, and the column that names the account. Left out are secrets,
# current connections, and reports by others about the account.
_OWN: tuple[tuple[str, sa.Column[Any], tuple[str, ...]], ...] = (
    ("addresses", schema.addresses.c.account, ("address", "language", "asked")),
    ("ratings", schema.ratings.c.account, (
        "game", "variant", "shown", "mu", "sigma", "deviation", "games", "opponents", "changed",
    )),
    ("results", schema.results.c.account, (
        "table_name", "seat", "game", "variant", "at", "how", "rank", "share", "lowest", "total",
        "colours", "rated", "local", "before", "after", "weight", "place",
    )),
    ("tables", schema.tables.c.host, ("name", "game", "phase", "listed", "rated", "created")),
    ("seats", schema.players.c.account, ("table_name", "seat")),
    ("waiting", schema.waiting.c.account, ("wish", "rating", "since", "table_name")),
    ("talk", schema.talk.c.account, ("table_name", "number", "at", "seat", "text")),
    ("blocks", schema.blocks.c.account, ("blocked",)),
    ("reports", schema.reports.c.account, ("at", "about", "table_name", "line", "text")),
    ("attempts", schema.attempts.c.account, ("day", "table_name", "lowest", "at", "ranked")),
    ("places", schema.places.c.account, ("place", "seen")),
    ("tokens", schema.tokens.c.account, ("label", "created", "used")),
    ("pushes", schema.pushes.c.account, ("endpoint", "created")),
    ("uploads", schema.uploads.c.account, ("at", "text")),
    ("boards", schema.boards.c.account, ("board", "layout", "changed")),
    ("analyses", schema.analyses.c.account, ("table_name", "asked", "status")),
)  # fmt: skip


async def export_account(registry: TableRegistry, account: str) -> AsyncIterator[bytes]:
    """Yield the pieces of one JSON object: profile, settings, rows of all kinds, records."""
    accounts = schema.accounts
    (row,) = await _rows(registry, sa.select(accounts).where(accounts.c.account == account))
    profile = {
        "account": account, "name": row.name, "created": row.created, "seen": row.seen,
        "kept": row.password is not None, "codes": len((row.recovery or "").split()),
        "bot": row.bot, "admin": row.admin, "banned": row.banned,
    }  # fmt: skip
    yield b'{"profile":' + _encode(profile) + b',"settings":' + row.settings.encode()
    for title, column, names in _OWN:
        query = sa.select(*(column.table.c[name] for name in names)).where(column == account)
        rows = [dict(zip(names, one, strict=True)) for one in await _rows(registry, query)]
        if title == "talk":
            for line in rows:
                line["text"], _ = from_stored(line["text"])
        yield f',"{title}":'.encode() + _encode(rows)
    yield b',"games":['
    first = True
    for name in await _tables_of(registry, account):
        record = await asyncio.shield(asyncio.ensure_future(_record(registry, name, account)))
        if record is not None:
            yield (b"" if first else b",") + _encode({"table": name, "record": record})
            first = False
    yield b"]}"


async def _rows(registry: TableRegistry, query: sa.Select[Any]) -> Sequence[sa.Row[Any]]:
    """Return the rows of a query, even if the client disconnects meanwhile."""

    async def fetch() -> Sequence[sa.Row[Any]]:
        async with registry.store.engine.connect() as connection:
            rows: Sequence[sa.Row[Any]] = (await connection.execute(query)).all()
            return rows

    return await asyncio.shield(asyncio.ensure_future(fetch()))


async def _tables_of(registry: TableRegistry, account: str) -> list[str]:
    players, tables = schema.players, schema.tables
    query = (
        sa.select(tables.c.name)
        .join(players, players.c.table_name == tables.c.name)
        .where(players.c.account == account, tables.c.phase != "waiting")
        .order_by(tables.c.created, tables.c.name)
    )
    return [row.name for row in await _rows(registry, query)]


async def _record(registry: TableRegistry, name: str, account: str) -> str | None:
    """Return the record of a game as its player may see it; None if it never started."""
    secret = await registry.store.secret_of(name)
    entries = await registry.store.entries(name)
    now = registry.now()

    def replay() -> str:
        assert secret is not None
        table = Table(name, bytes(secret))
        for entry in entries:
            table.apply(entry)
        return record_of(table, table.seats_of(account), now)

    try:
        return await asyncio.to_thread(replay)
    except GenialError:
        return None
