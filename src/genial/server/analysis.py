"""Analyses of finished games: asked for once, worked out once, kept."""

from __future__ import annotations

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from genial.core.game import State
from genial.server.home import Home
from genial.server.judgement import Judged
from genial.server.messages import Analysed, encode
from genial.server.refusals import NotFound, Refusal
from genial.server.review import finished
from genial.server.storage import schema
from genial.server.thinking import Nobody
from genial.server.uploads import Uploads

TOPIC = "analyse"
WAITING = ("queued", "running")

_MOST_WAITING = 200  # analyses in all
_LONGEST = 1_000  # moves of a game
_UPLOADED = "upload."  # before the name of an upload; no table is named like this


class Findings(msgspec.Struct, frozen=True, kw_only=True):
    """What has been found out about a game: by which bot, with how much effort a move."""

    level: str = ""
    effort: int = 0
    moves: tuple[Judged, ...] = ()


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


class Analyses:
    """All analyses of a home. A subject is the name of a table, or see `of_upload`."""

    def __init__(self, home: Home, uploads: Uploads) -> None:
        self.home, self._uploads = home, uploads

    async def state(self, subject: str) -> State:
        """The state in which the game ended; raises GenialError if there is none."""
        if subject.startswith(_UPLOADED):
            return await self._uploads.state(subject.removeprefix(_UPLOADED))
        return finished(await self.home.table(subject))

    async def ask(self, subject: str) -> Analysis:
        """Have a game analysed, unless that is done or under way; one that failed goes on."""
        total = len((await self.state(subject))._history()) - 1
        if total > _LONGEST:
            raise Refusal(f"games of at most {_LONGEST} moves are analysed", code="too-long")
        there = schema.analyses
        waiting = sa.select(sa.func.count()).where(there.c.status.in_(WAITING))
        row = {"table_name": subject, "status": "queued", "asked": self.home.now(), "total": total}
        try:
            async with self.home.store.engine.begin() as connection:
                again = sa.update(there).where(
                    there.c.table_name == subject, there.c.status == "failed"
                )
                known = sa.select(there.c.status).where(there.c.table_name == subject)
                await connection.execute(again.values(status="queued", asked=self.home.now()))
                if await connection.scalar(known) is None:
                    if (await connection.scalar(waiting) or 0) >= _MOST_WAITING:
                        raise Nobody("too many games wait to be analysed: try again later")
                    await connection.execute(sa.insert(there).values(**row))
        except IntegrityError:
            pass  # somebody else has asked in this moment
        await self.home.bus.publish(TOPIC, subject.encode())
        return await self.find(subject)

    async def find(self, subject: str) -> Analysis:
        """An analysis that was asked for; raises NotFound."""
        there = schema.analyses
        query = sa.select(there).where(there.c.table_name == subject)
        async with self.home.store.engine.connect() as connection:
            row = (await connection.execute(query)).first()
        if row is None:
            raise NotFound("nobody has asked for this analysis", code="no-analysis")
        return Analysis(
            subject=subject, status=row.status, done=row.done, total=row.total,
            findings=Findings() if row.body is None else _decode(row.body),
        )  # fmt: skip

    async def waiting(self) -> list[str]:
        """Subjects that are to be analysed, who asked first first."""
        there = schema.analyses
        query = sa.select(there.c.table_name).where(there.c.status.in_(WAITING))
        async with self.home.store.engine.connect() as connection:
            return list(await connection.scalars(query.order_by(there.c.asked).limit(20)))

    async def save(self, subject: str, status: str, total: int, findings: Findings) -> None:
        """Keep what was found, unless more is known already, and tell who watches."""
        there, done = schema.analyses, len(findings.moves)
        newer = sa.update(there).where(
            there.c.table_name == subject, there.c.done <= done, there.c.status != "done"
        )
        body = msgspec.json.encode(findings).decode()
        async with self.home.store.engine.begin() as connection:
            await connection.execute(newer.values(status=status, done=done, total=total, body=body))
        told = Analysed(table=subject, status=status, done=done, total=total)
        await self.home.bus.publish(topic_of(subject), encode(told))

    async def fail(self, subject: str) -> None:
        """Note that an analysis came to nothing; it can be asked for again."""
        there = schema.analyses
        failed = sa.update(there).where(there.c.table_name == subject, there.c.status.in_(WAITING))
        async with self.home.store.engine.begin() as connection:
            await connection.execute(failed.values(status="failed"))

    async def forget(self, subject: str) -> None:
        """Forget an analysis; nothing if there is none."""
        there = schema.analyses
        async with self.home.store.engine.begin() as connection:
            await connection.execute(sa.delete(there).where(there.c.table_name == subject))
