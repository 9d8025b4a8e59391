"""Chat at tables: players among themselves, spectators among themselves, until the game is over."""

from __future__ import annotations

import asyncio
import re
import unicodedata
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import sqlalchemy as sa
import structlog
from sqlalchemy.exc import IntegrityError

from genial.server.accounts.accounts import Account
from genial.server.errors import Refusal
from genial.server.limits import Limit
from genial.server.live.protocol import Line
from genial.server.storage import schema
from genial.server.tables.registry import TableRegistry
from genial.server.tables.table import Table

_SHOWN = 100  # lines that somebody who comes gets to read
_OF_PLAYERS = 2_000  # lines that players share evenly at one table
_OF_SPECTATORS = 1_000  # lines of all spectators there
_OF_SPECTATOR = 100  # lines of one of them
_REMEMBERED = 1_000  # commands, so that a repeated one is recognised
_TRIES = 20
_LOOK = 3.0  # seconds between looks for what the bus did not carry
_CHUNK = 500  # tables in a query
# Control characters, and those that turn the direction of what follows.
_UNSEEN = re.compile(
    r"[\x00-\x08\x0e-\x1f\x7f-\x9f\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]"
)


log = structlog.get_logger()

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Line).decode


class Chat:
    """All that is said, at all tables."""

    def __init__(self, registry: TableRegistry) -> None:
        self._registry = registry
        self._limit = Limit(5, 0.5)
        self._named: OrderedDict[tuple[str, str, str], Line] = OrderedDict()
        self._hearers: dict[str, list[_Hearer]] = {}  # by table
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Chat:
        if not self._registry.bus.is_local:
            self._task = asyncio.create_task(self._look_around())
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def say(self, table: Table, who: Account, text: str, command: str = "") -> Line:
        """Say something; raises Refusal.

        Who got no answer says it again: a command that this process knows is not said twice.
        """
        text = " ".join(_UNSEEN.sub("", unicodedata.normalize("NFC", text)).split())
        if not text:
            raise Refusal("there is nothing to say in this", code="bad-text")
        self._limit.use(who.account)
        named = (table.name, who.account, command)
        if command and named in self._named:
            return self._named[named]
        seats = table.seats_of(who.account)
        for _ in range(_TRIES):
            number = 1 + await self._last(table.name)
            await self._check_budget(table, who.account, plays=bool(seats))
            line = Line(
                table=table.name, number=number, at=self._registry.now(), account=who.account,
                name=who.name, text=text, seat=seats[0] if seats else None,
            )  # fmt: skip
            if await self._store(line):
                if command:
                    self._named[named] = line
                    if len(self._named) > _REMEMBERED:
                        self._named.popitem(last=False)
                await self._registry.bus.publish(f"talk.{table.name}", _encode(line))
                return line
        raise Refusal("too many talk at once", code="busy")

    async def _last(self, name: str) -> int:
        talk = schema.talk
        query = sa.select(sa.func.max(talk.c.number)).where(talk.c.table_name == name)
        async with self._registry.store.engine.connect() as connection:
            return await connection.scalar(query) or 0

    async def _check_budget(self, table: Table, account: str, *, plays: bool) -> None:
        """Raise Refusal if enough was said: by an account, or by all spectators."""
        talk = schema.talk
        lines = sa.select(sa.func.count()).where(talk.c.table_name == table.name)
        lines = lines.where(talk.c.seat.is_not(None) if plays else talk.c.seat.is_(None))
        share = _OF_PLAYERS // max(1, len(table.people())) if plays else _OF_SPECTATOR
        async with self._registry.store.engine.connect() as connection:
            own = await connection.scalar(lines.where(talk.c.account == account)) or 0
            if own >= share:
                raise Refusal("you have said enough at this table", code="too-much-talk")
            if not plays and (await connection.scalar(lines) or 0) >= _OF_SPECTATORS:
                raise Refusal("spectators have said enough at this table", code="spectators-full")

    async def _store(self, line: Line) -> bool:
        values = msgspec.structs.asdict(line)
        values["table_name"] = values.pop("table")
        try:
            async with self._registry.store.engine.begin() as connection:
                await connection.execute(sa.insert(schema.talk).values(**values))
        except IntegrityError:
            return False
        return True

    async def lines(self, table: Table, account: str | None) -> list[Line]:
        """The last that was said, as far as somebody may and wants to hear it."""
        talk = schema.talk
        query = sa.select(talk).where(talk.c.table_name == table.name)
        if account is not None:
            blocks = schema.blocks
            unheard = sa.select(blocks.c.blocked).where(blocks.c.account == account)
            query = query.where(talk.c.account.not_in(unheard))
        if table.phase != "over":
            plays = account is not None and bool(table.seats_of(account))
            query = query.where(talk.c.seat.is_not(None) if plays else talk.c.seat.is_(None))
        query = query.order_by(talk.c.number.desc()).limit(_SHOWN)
        async with self._registry.store.engine.connect() as connection:
            rows = (await connection.execute(query)).all()
        return [line_from(row) for row in reversed(rows)]

    async def hear(self, name: str, heard: Callable[[Line], None]) -> Callable[[], Awaitable[None]]:
        """Call a function with everything said at a table; what is returned ends that."""
        hearer = _Hearer(heard, await self._last(name))
        end = await self._registry.bus.hear(f"talk.{name}", lambda body: hearer.take(_decode(body)))
        self._hearers.setdefault(name, []).append(hearer)

        async def leave() -> None:
            self._hearers[name].remove(hearer)
            if not self._hearers[name]:
                del self._hearers[name]
            await end()

        return leave

    async def _look_around(self) -> None:
        """Look for what was said elsewhere and no bus told us."""
        while True:
            await asyncio.sleep(_LOOK)
            try:
                names = list(self._hearers)
                for first in range(0, len(names), _CHUNK):
                    await self._catch_up(names[first : first + _CHUNK])
            except Exception as error:
                log.warning("talk", error=str(error) or type(error).__name__)

    async def _catch_up(self, names: list[str]) -> None:
        talk = schema.talk
        numbers = sa.select(talk.c.table_name, sa.func.max(talk.c.number).label("last"))
        numbers = numbers.where(talk.c.table_name.in_(names)).group_by(talk.c.table_name)
        async with self._registry.store.engine.connect() as connection:
            for name, last in (await connection.execute(numbers)).all():
                hearers = self._hearers.get(name, [])
                first = min((hearer.first_missed(last) for hearer in hearers), default=last + 1)
                if first <= last:
                    missed = sa.select(talk).where(
                        talk.c.table_name == name, talk.c.number >= first
                    )
                    for row in await connection.execute(missed.order_by(talk.c.number)):
                        for hearer in list(hearers):
                            hearer.take(line_from(row))


class _Hearer:
    """A connection that hears what is said at a table, each line once, in whatever order."""

    def __init__(self, heard: Callable[[Line], None], since: int) -> None:
        self._heard = heard
        self._since = since  # all up to this line are known
        self._later: set[int] = set()  # lines that came before others

    def take(self, line: Line) -> None:
        """Hear a line, unless it is known."""
        if line.number <= self._since or line.number in self._later:
            return
        self._later.add(line.number)
        while self._since + 1 in self._later:
            self._since += 1
            self._later.discard(self._since)
        self._heard(line)

    def first_missed(self, last: int) -> int:
        """The first line up to this one that it has not heard, or the next."""
        return min(self._since, last) + 1


def line_from(row: sa.Row[Any]) -> Line:
    """A line as the database has it."""
    return Line(
        table=row.table_name, number=row.number, at=row.at, account=row.account, name=row.name,
        text=row.text, seat=row.seat,
    )  # fmt: skip


def hears(table: Table, account: str | None, line: Line) -> bool:
    """May somebody hear this? While a game is on, players and spectators are apart."""
    plays = account is not None and bool(table.seats_of(account))
    return table.phase == "over" or plays == (line.seat is not None)
