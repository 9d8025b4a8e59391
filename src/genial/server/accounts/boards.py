"""Boards of Genial Spezial that accounts have saved: only good ones, seen by their owners only."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from genial.games.spezial import layouts
from genial.server.errors import NotFound, Refusal
from genial.server.storage import schema
from genial.server.storage.store import Store, insert_into

MOST = 50  # boards of one account


class KeptBoard(msgspec.Struct, frozen=True, kw_only=True):
    """A board in the list of its owner."""

    kept: str  # its id
    board: str  # its name and the hash of its contents, as games name it
    layout: str  # its canonical JSON, the option `layout` of games
    changed: float


class KeptBoards:
    """The boards of all accounts."""

    def __init__(self, store: Store, now: Callable[[], float]) -> None:
        self._store, self._now = store, now

    async def add(self, account: str, text: str) -> KeptBoard:
        """Keep a board; raise BadOption, or Refusal if there are too many.

        An account has no board twice: one with the same fields replaces the old one, with its note.
        """
        layout, there = layouts.custom_layout(text), schema.boards
        own = there.c.account == account
        fresh = KeptBoard(
            kept=secrets.token_urlsafe(12), board=layout.board, layout=layout.text,
            changed=self._now(),
        )  # fmt: skip
        async with self._store.engine.begin() as connection:
            others = sa.select(sa.func.count()).where(own, there.c.board != layout.board)
            if (await connection.scalar(others) or 0) >= MOST:
                raise Refusal(f"You have {MOST} saved boards already. Delete one first.",
                              code="too-many-boards", most=MOST)  # fmt: skip
            insert = insert_into(connection, there).values(
                account=account, **msgspec.structs.asdict(fresh)
            )
            again = {"layout": fresh.layout, "changed": fresh.changed}
            await connection.execute(
                insert.on_conflict_do_update(index_elements=["account", "board"], set_=again)
            )
            same = sa.select(there.c.kept).where(own, there.c.board == layout.board)
            kept = (await connection.execute(same)).scalar_one()
        return msgspec.structs.replace(fresh, kept=kept)

    async def change(self, account: str, kept: str, text: str) -> KeptBoard:
        """Keep a board in place of another; raise BadOption or NotFound.

        If the account has a board with these contents already, that one goes.
        """
        layout, there = layouts.custom_layout(text), schema.boards
        fresh = KeptBoard(kept=kept, board=layout.board, layout=layout.text, changed=self._now())
        twice = sa.delete(there).where(
            there.c.account == account, there.c.board == layout.board, there.c.kept != kept
        )
        own = sa.update(there).where(there.c.account == account, there.c.kept == kept)
        values = {"board": fresh.board, "layout": fresh.layout, "changed": fresh.changed}
        try:
            async with self._store.engine.begin() as connection:
                await connection.execute(twice)
                if (await connection.execute(own.values(**values))).rowcount == 0:
                    raise _missing()
        except IntegrityError:
            raise Refusal("This board was changed elsewhere. Try again.", code="busy") from None
        return fresh

    async def of(self, account: str) -> list[KeptBoard]:
        """Return all boards of an account, the last changed first."""
        there = schema.boards
        query = sa.select(there).where(there.c.account == account)
        query = query.order_by(there.c.changed.desc(), there.c.kept)
        async with self._store.engine.connect() as connection:
            return [_board_of(row) for row in (await connection.execute(query)).all()]

    async def find(self, account: str, kept: str) -> KeptBoard:
        """Return a board of an account; raise NotFound."""
        there = schema.boards
        query = sa.select(there).where(there.c.account == account, there.c.kept == kept)
        async with self._store.engine.connect() as connection:
            row = (await connection.execute(query)).first()
        if row is None:
            raise _missing()
        return _board_of(row)

    async def delete(self, account: str, kept: str) -> None:
        """Delete a board; raise NotFound."""
        there = schema.boards
        gone = sa.delete(there).where(there.c.account == account, there.c.kept == kept)
        async with self._store.engine.begin() as connection:
            if (await connection.execute(gone)).rowcount == 0:
                raise _missing()


def _board_of(row: Any) -> KeptBoard:
    return KeptBoard(kept=row.kept, board=row.board, layout=row.layout, changed=row.changed)


def _missing() -> NotFound:
    return NotFound("You have no such board.", code="no-such-board")
