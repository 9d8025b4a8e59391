"""Analyses of finished games: asked for once, worked out once, kept."""

from __future__ import annotations

import hashlib
import secrets

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from genial.core.game import State
from genial.server.analysis.grading import GradedMove
from genial.server.analysis.queue import Waiting, admission
from genial.server.analysis.review import finished
from genial.server.analysis.uploads import Uploads
from genial.server.errors import NotFound, Refusal
from genial.server.live.protocol import Analysed, encode
from genial.server.storage import schema
from genial.server.tables.registry import TableRegistry

TOPIC = "analyse"
WAITING = ("queued", "running")

_LOCK = 7_236_128  # of the queue: any number, the same in every process
_LONGEST = 1_000  # moves of a game
_UPLOADED = "upload."  # before the name of an upload; no table is named like this


class Findings(msgspec.Struct, frozen=True, kw_only=True):
    """What has been found out about a game: by which bot, with how much effort a move."""

    level: str = ""
    effort: int = 0
    moves: tuple[GradedMove, ...] = ()


class Analysis(msgspec.Struct, frozen=True, kw_only=True):
    """How far an analysis is, and what it has found so far."""

    subject: str
    status: str  # queued, running, done, failed
    done: int  # moves looked at
    total: int
    findings: Findings


_decode = msgspec.json.Decoder(Findings).decode


def of_upload(upload: str) -> str:
    """The subject that an uploaded record is."""
    return _UPLOADED + upload


def topic_of(table: str) -> str:
    """Where the progress of a table's analysis is told, as messages for sockets."""
    return f"analysis.{table}"


class AnalysisJobs:
    """All analyses of a home. A subject is the name of a table, or see `of_upload`."""

    def __init__(self, registry: TableRegistry, uploads: Uploads) -> None:
        self.registry, self._uploads = registry, uploads
        self._key = b""  # with which addresses are hashed

    async def state(self, subject: str) -> State:
        """The state in which the game ended; raises GenialError if there is none."""
        if subject.startswith(_UPLOADED):
            return await self._uploads.state(subject.removeprefix(_UPLOADED))
        return finished(await self.registry.table(subject))

    async def ask(self, subject: str, *, account: str = "", place: str = "") -> Analysis:
        """Have a game analysed, unless that is done or under way; one that failed goes on.

        Raises Refusal if too many wait: of this account, from this place or in all.
        """
        total = len((await self.state(subject))._history()) - 1
        if total > _LONGEST:
            raise Refusal(f"Only games of up to {_LONGEST} moves are analysed.", code="too-long")
        place = await self._hashed(place)
        there, dropped = schema.analyses.c, None
        known = sa.select(there.status).where(there.table_name == subject)
        async with self.registry.store.engine.connect() as connection:
            await _one_at_a_time(connection)
            status = await connection.scalar(known)
            if status in (None, "failed"):
                waiting = await self._queue(connection)
                due, dropped = admission(waiting, account, place, self.registry.now())
                await self._enter(
                    connection, subject, is_new=status is None, status="queued", total=total,
                    asked=self.registry.now(), account=account, place=place, due=due,
                )  # fmt: skip
                if dropped is not None:
                    await connection.execute(_ended(dropped))
                await connection.commit()
        if dropped is not None:
            await self._tell(dropped, "failed", 0, 0)
        await self.registry.bus.publish(TOPIC, subject.encode())
        return await self.find(subject)

    async def _hashed(self, place: str) -> str:
        """A place as it is kept: enough to tell it from others, and no more."""
        if not self._key:
            self._key = await self.registry.store.secret("places", secrets.token_bytes(32))
        return hashlib.blake2b(place.encode(), key=self._key, digest_size=16).hexdigest()

    async def _queue(self, connection: AsyncConnection) -> list[Waiting]:
        there = schema.analyses.c
        query = sa.select(
            there.table_name, there.account, there.place, there.due, there.status == "running"
        ).where(there.status.in_(WAITING))
        return [Waiting(*row) for row in await connection.execute(query)]

    async def _enter(
        self, connection: AsyncConnection, subject: str, *, is_new: bool, **values: object
    ) -> None:
        there = schema.analyses
        if is_new:
            await connection.execute(sa.insert(there).values(table_name=subject, **values))
        else:
            again = sa.update(there).where(there.c.table_name == subject)
            await connection.execute(again.values(**values))

    async def find(self, subject: str) -> Analysis:
        """An analysis that was asked for; raises NotFound."""
        there = schema.analyses
        query = sa.select(there).where(there.c.table_name == subject)
        async with self.registry.store.engine.connect() as connection:
            row = (await connection.execute(query)).first()
        if row is None:
            raise NotFound("This analysis has not been requested.", code="no-analysis")
        return Analysis(
            subject=subject, status=row.status, done=row.done, total=row.total,
            findings=Findings() if row.body is None else _decode(row.body),
        )  # fmt: skip

    async def waiting(self) -> list[str]:
        """Subjects that are to be analysed, in the order in which they are due."""
        there = schema.analyses
        query = sa.select(there.c.table_name).where(there.c.status.in_(WAITING))
        async with self.registry.store.engine.connect() as connection:
            return list(
                await connection.scalars(query.order_by(there.c.due, there.c.asked).limit(20))
            )

    async def save(self, subject: str, status: str, total: int, findings: Findings) -> None:
        """Keep what was found, unless more is known already, and tell who watches."""
        there, done = schema.analyses, len(findings.moves)
        newer = sa.update(there).where(
            there.c.table_name == subject, there.c.done <= done, there.c.status != "done"
        )
        body = msgspec.json.encode(findings).decode()
        nameless = {"account": "", "place": ""} if status == "done" else {}
        async with self.registry.store.engine.begin() as connection:
            await connection.execute(
                newer.values(status=status, done=done, total=total, body=body, **nameless)
            )
        await self._tell(subject, status, done, total)

    async def _tell(self, subject: str, status: str, done: int, total: int) -> None:
        told = Analysed(table=subject, status=status, done=done, total=total)
        await self.registry.bus.publish(topic_of(subject), encode(told))

    async def fail(self, subject: str) -> None:
        """Note that an analysis came to nothing; it can be asked for again."""
        async with self.registry.store.engine.begin() as connection:
            await connection.execute(_ended(subject))

    async def forget(self, subject: str) -> None:
        """Forget an analysis; nothing if there is none."""
        there = schema.analyses
        async with self.registry.store.engine.begin() as connection:
            await connection.execute(sa.delete(there).where(there.c.table_name == subject))


def _ended(subject: str) -> sa.Update:
    """An analysis that waits or is under way comes to nothing."""
    there = schema.analyses
    waits = sa.update(there).where(there.c.table_name == subject, there.c.status.in_(WAITING))
    return waits.values(status="failed", account="", place="")


async def _one_at_a_time(connection: AsyncConnection) -> None:
    """Let nobody else enter the queue until this transaction ends."""
    if connection.dialect.name == "postgresql":
        await connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_LOCK)))
    else:
        await connection.execute(sa.text("BEGIN IMMEDIATE"))
