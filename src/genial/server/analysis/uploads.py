"""Records that people upload to look at them."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import lru_cache

import msgspec
import sqlalchemy as sa

import genial
from genial.core.game import State
from genial.core.record import split
from genial.server.analysis.review import Desk
from genial.server.compilation import Compilation
from genial.server.errors import NotAllowed, NotFound, Refusal
from genial.server.storage import schema
from genial.server.storage.store import Store

LARGEST = 64 * 1024  # bytes of a record

_MOST = 100  # records of one account


class Upload(msgspec.Struct, frozen=True, kw_only=True):
    """A record that somebody uploaded; who has its name has the link."""

    upload: str
    account: str
    at: float
    text: str


class Uploads:
    """All uploaded records of a home."""

    def __init__(
        self, store: Store, desk: Desk, compilation: Compilation, now: Callable[[], float]
    ) -> None:
        self._store, self._desk, self._compilation, self._now = store, desk, compilation, now

    async def add(self, account: str, text: str) -> Upload:
        """Keep a record; raises BadRecord with the line that is wrong."""
        await self.read(text)
        there = schema.uploads
        upload = Upload(
            upload=secrets.token_urlsafe(12), account=account, at=self._now(), text=text
        )
        count = sa.select(sa.func.count()).where(there.c.account == account)
        async with self._store.engine.begin() as connection:
            if (await connection.scalar(count) or 0) >= _MOST:
                raise Refusal(
                    f"you have {_MOST} records here already: delete one first", code="too-many"
                )
            values = msgspec.structs.asdict(upload)
            await connection.execute(sa.insert(there).values(**values))
        return upload

    async def find(self, name: str) -> Upload:
        """A record by its name; raises NotFound."""
        there = schema.uploads
        async with self._store.engine.connect() as connection:
            row = (await connection.execute(sa.select(there).where(there.c.upload == name))).first()
        if row is None:
            raise NotFound("There is no such record.", code="no-such-upload")
        return Upload(upload=row.upload, account=row.account, at=row.at, text=row.text)

    async def state(self, name: str) -> State:
        """The state that a record ends in."""
        return await self.read((await self.find(name)).text)

    async def read(self, text: str) -> State:
        """The state that a record ends in; raises Refusal if it is too long, or BadRecord."""
        if len(text.encode("utf-8", "surrogatepass")) > LARGEST:
            raise Refusal(f"A record has at most {LARGEST // 1024} kB.", code="too-large")
        await self._compilation.look()
        return await self._desk.do(self._read, text)

    def _read(self, text: str) -> State:
        for record in split(text):
            self._compilation.check(record.headers["game"])
        return _replayed(text)

    async def of(self, account: str) -> list[Upload]:
        """All records of somebody, the newest first."""
        there = schema.uploads
        query = sa.select(there).where(there.c.account == account).order_by(there.c.at.desc())
        async with self._store.engine.connect() as connection:
            rows = (await connection.execute(query)).all()
        return [Upload(upload=r.upload, account=r.account, at=r.at, text=r.text) for r in rows]

    async def delete(self, name: str, account: str) -> None:
        """Forget a record, as its owner."""
        if (await self.find(name)).account != account:
            raise NotAllowed("This record is not yours.", code="not-yours")
        there = schema.uploads
        async with self._store.engine.begin() as connection:
            await connection.execute(sa.delete(there).where(there.c.upload == name))


@lru_cache(maxsize=8)
def _replayed(text: str) -> State:
    """Kept for a while: who looks at one position looks at the next, too."""
    return genial.replay(text)
