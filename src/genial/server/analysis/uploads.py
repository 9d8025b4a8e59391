"""Store the records that players upload for review."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import lru_cache

import msgspec
import sqlalchemy as sa

import genial
from genial.core.record import split
from genial.core.state import State
from genial.server.analysis.review import ReviewThread
from genial.server.compilation import Compilation
from genial.server.errors import NotAllowed, NotFound, Refusal
from genial.server.storage import schema
from genial.server.storage.store import Store

LARGEST = 64 * 1024  # bytes of a record

_MOST = 100  # records of one account


class Upload(msgspec.Struct, frozen=True, kw_only=True):
    """An uploaded record. Its name is a secret link: everyone who knows it can read the record."""

    upload: str
    account: str
    at: float
    text: str


class Uploads:
    """The uploaded records of all accounts."""

    def __init__(
        self,
        store: Store,
        thread: ReviewThread,
        compilation: Compilation,
        now: Callable[[], float],
    ) -> None:
        self._store, self._thread, self._compilation, self._now = store, thread, compilation, now

    async def add(self, account: str, text: str) -> Upload:
        """Store a record; raise BadRecord with the line that is wrong."""
        await self.read(text)
        there = schema.uploads
        upload = Upload(
            upload=secrets.token_urlsafe(12), account=account, at=self._now(), text=text
        )
        count = sa.select(sa.func.count()).where(there.c.account == account)
        async with self._store.engine.begin() as connection:
            if (await connection.scalar(count) or 0) >= _MOST:
                raise Refusal(
                    f"You already have {_MOST} records here. Delete one first.", code="too-many"
                )
            values = msgspec.structs.asdict(upload)
            await connection.execute(sa.insert(there).values(**values))
        return upload

    async def find(self, name: str) -> Upload:
        """Return a record by its name; raise NotFound."""
        there = schema.uploads
        async with self._store.engine.connect() as connection:
            row = (await connection.execute(sa.select(there).where(there.c.upload == name))).first()
        if row is None:
            raise NotFound("There is no such record.", code="no-such-upload")
        return Upload(upload=row.upload, account=row.account, at=row.at, text=row.text)

    async def state(self, name: str) -> State:
        """Return the state that a stored record ends in."""
        return await self.read((await self.find(name)).text)

    async def read(self, text: str) -> State:
        """Return the state that a record ends in; raise Refusal if it is too long, or BadRecord."""
        if len(text.encode("utf-8", "surrogatepass")) > LARGEST:
            raise Refusal(f"A record can have up to {LARGEST // 1024} kB.", code="too-large")
        await self._compilation.wait_until_known()
        return await self._thread.run(self._read, text)

    def _read(self, text: str) -> State:
        for record in split(text):
            self._compilation.check(record.headers["game"])
        return _replay(text)

    async def by_account(self, account: str) -> list[Upload]:
        """Return all records of an account, the newest first."""
        there = schema.uploads
        query = sa.select(there).where(there.c.account == account).order_by(there.c.at.desc())
        async with self._store.engine.connect() as connection:
            rows = (await connection.execute(query)).all()
        return [Upload(upload=r.upload, account=r.account, at=r.at, text=r.text) for r in rows]

    async def delete(self, name: str, account: str) -> None:
        """Delete a record; raise NotAllowed unless the account owns it."""
        if (await self.find(name)).account != account:
            raise NotAllowed("This record belongs to another account.", code="not-yours")
        there = schema.uploads
        async with self._store.engine.begin() as connection:
            await connection.execute(sa.delete(there).where(there.c.upload == name))


@lru_cache(maxsize=8)
def _replay(text: str) -> State:
    """Replay a record, and cache it: a review asks for one position after another."""
    return genial.replay(text)
