"""Store analyses of finished games: each game is analysed once, and the result is kept."""

from __future__ import annotations

import hashlib
import secrets

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from genial.core.state import State
from genial.server.analysis.grading import GradedMove
from genial.server.analysis.queue import QueuedAnalysis, admission
from genial.server.analysis.review import finished_state
from genial.server.analysis.uploads import Uploads
from genial.server.errors import Refusal
from genial.server.live.protocol import Analysed, encode
from genial.server.storage import schema
from genial.server.tables.registry import TableRegistry

TOPIC = "analyse"
UNFINISHED = ("queued", "running")

_LOCK = 7_236_128  # locks the queue: an arbitrary number, the same in every process
_LONGEST = 1_000  # moves of a game
_UPLOAD_PREFIX = "upload."  # before the name of an upload; no table is named like this


class Findings(msgspec.Struct, frozen=True, kw_only=True):
    """The graded moves of a game, the bot that graded them and its effort for each move."""

    level: str = ""
    effort: int = 0
    moves: tuple[GradedMove, ...] = ()


class Analysis(msgspec.Struct, frozen=True, kw_only=True):
    """The progress of an analysis, and what it has found so far."""

    subject: str
    status: str  # none (not requested), queued, running, done, failed
    done: int  # graded moves
    total: int
    findings: Findings


_decode = msgspec.json.Decoder(Findings).decode


def upload_subject(upload: str) -> str:
    """Return the subject that stands for an uploaded record."""
    return _UPLOAD_PREFIX + upload


def progress_topic(table: str) -> str:
    """Return the topic of a table's analysis; its messages are for sockets as they are."""
    return f"analysis.{table}"


class AnalysisJobs:
    """The analyses of all games. A subject is the name of a table, or see `upload_subject`."""

    def __init__(self, registry: TableRegistry, uploads: Uploads) -> None:
        self.registry, self._uploads = registry, uploads
        self._key = b""  # for hashing addresses

    async def state(self, subject: str) -> State:
        """Return the state in which a game ended; raise GenialError if there is none."""
        if subject.startswith(_UPLOAD_PREFIX):
            return await self._uploads.state(subject.removeprefix(_UPLOAD_PREFIX))
        return finished_state(await self.registry.table(subject))

    async def ask(self, subject: str, *, account: str = "", place: str = "") -> Analysis:
        """Queue a game unless its analysis is queued, running or done; one that failed goes on.

        Raise Refusal if too many are waiting: of this account, from this place or in all.
        """
        total = (await self.state(subject)).move_count
        if total > _LONGEST:
            raise Refusal(f"Only games of up to {_LONGEST} moves are analysed.", code="too-long")
        place = await self._hash(place)
        there, dropped = schema.analyses.c, None
        known = sa.select(there.status).where(there.table_name == subject)
        async with self.registry.store.engine.connect() as connection:
            await _lock_queue(connection)
            status = await connection.scalar(known)
            if status in (None, "failed"):
                queue = await self._queue(connection)
                due, dropped = admission(queue, account, place, self.registry.now())
                await self._write(
                    connection, subject, is_new=status is None, status="queued", total=total,
                    asked=self.registry.now(), account=account, place=place, due=due,
                )  # fmt: skip
                if dropped is not None:
                    await connection.execute(_failure(dropped))
                await connection.commit()
        if dropped is not None:
            await self._publish(dropped, "failed", 0, 0)
        await self.registry.bus.publish(TOPIC, subject.encode())
        return await self.find(subject)

    async def _hash(self, place: str) -> str:
        """Return a place as it is stored: enough to tell it from others, and no more."""
        if not self._key:
            self._key = await self.registry.store.secret("places", secrets.token_bytes(32))
        return hashlib.blake2b(place.encode(), key=self._key, digest_size=16).hexdigest()

    async def _queue(self, connection: AsyncConnection) -> list[QueuedAnalysis]:
        there = schema.analyses.c
        query = sa.select(
            there.table_name, there.account, there.place, there.due, there.status == "running"
        ).where(there.status.in_(UNFINISHED))
        return [QueuedAnalysis(*row) for row in await connection.execute(query)]

    async def _write(
        self, connection: AsyncConnection, subject: str, *, is_new: bool, **values: object
    ) -> None:
        there = schema.analyses
        if is_new:
            await connection.execute(sa.insert(there).values(table_name=subject, **values))
        else:
            again = sa.update(there).where(there.c.table_name == subject)
            await connection.execute(again.values(**values))

    async def find(self, subject: str) -> Analysis:
        """Return the analysis as far as it has come; its status is none if it was not requested."""
        there = schema.analyses
        query = sa.select(there).where(there.c.table_name == subject)
        async with self.registry.store.engine.connect() as connection:
            row = (await connection.execute(query)).first()
        if row is None:
            return Analysis(subject=subject, status="none", done=0, total=0, findings=Findings())
        return Analysis(
            subject=subject, status=row.status, done=row.done, total=row.total,
            findings=Findings() if row.body is None else _decode(row.body),
        )  # fmt: skip

    async def waiting(self) -> list[str]:
        """Return the subjects to be analysed, in the order in which they are due."""
        there = schema.analyses
        query = sa.select(there.c.table_name).where(there.c.status.in_(UNFINISHED))
        async with self.registry.store.engine.connect() as connection:
            return list(
                await connection.scalars(query.order_by(there.c.due, there.c.asked).limit(20))
            )

    async def save(self, subject: str, status: str, total: int, findings: Findings) -> None:
        """Store what was found, unless more is stored already, and publish the progress."""
        there, done = schema.analyses, len(findings.moves)
        newer = sa.update(there).where(
            there.c.table_name == subject, there.c.done <= done, there.c.status != "done"
        )
        body = msgspec.json.encode(findings).decode()
        anonymous = {"account": "", "place": ""} if status == "done" else {}
        async with self.registry.store.engine.begin() as connection:
            await connection.execute(
                newer.values(status=status, done=done, total=total, body=body, **anonymous)
            )
        await self._publish(subject, status, done, total)

    async def _publish(self, subject: str, status: str, done: int, total: int) -> None:
        progress = Analysed(table=subject, status=status, done=done, total=total)
        await self.registry.bus.publish(progress_topic(subject), encode(progress))

    async def fail(self, subject: str) -> None:
        """Mark an analysis as failed; it can be requested again."""
        async with self.registry.store.engine.begin() as connection:
            await connection.execute(_failure(subject))

    async def forget(self, subject: str) -> None:
        """Delete an analysis, if there is one."""
        there = schema.analyses
        async with self.registry.store.engine.begin() as connection:
            await connection.execute(sa.delete(there).where(there.c.table_name == subject))


def _failure(subject: str) -> sa.Update:
    """Return the update that marks a queued or running analysis as failed."""
    there = schema.analyses
    unfinished = sa.update(there).where(
        there.c.table_name == subject, there.c.status.in_(UNFINISHED)
    )
    return unfinished.values(status="failed", account="", place="")


async def _lock_queue(connection: AsyncConnection) -> None:
    """Keep other processes from changing the queue until this transaction ends."""
    if connection.dialect.name == "postgresql":
        await connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_LOCK)))
    else:
        await connection.execute(sa.text("BEGIN IMMEDIATE"))
