"""Chat at tables: players among themselves, spectators among themselves, until the game is over.

Silent partners say set phrases only. Open partners are heard by spectators, too.
"""

from __future__ import annotations

import re
import unicodedata
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from genial.server.accounts.accounts import Account
from genial.server.cluster.periodic import Periodic
from genial.server.errors import Refusal
from genial.server.limits import Limit
from genial.server.live.phrases import check_phrase, from_stored, stored_text
from genial.server.live.protocol import Line
from genial.server.storage import schema
from genial.server.tables.events import Person
from genial.server.tables.partners import are_silent, partners_of
from genial.server.tables.registry import TableRegistry
from genial.server.tables.table import Table

_SHOWN = 100  # lines that a newcomer gets to read
_OF_PLAYERS = 2_000  # lines that players share evenly at one table
_OF_SPECTATORS = 1_000  # lines of all spectators there
_OF_SPECTATOR = 100  # lines of one spectator
_REMEMBERED = 1_000  # commands, so that a repeated one is recognised
_TRIES = 20
_LOOK = 3.0  # seconds between looks for what the bus did not carry
_CHUNK = 500  # tables in a query
# Control characters, and those that change the direction of what follows.
_UNSEEN = re.compile(
    r"[\x00-\x08\x0e-\x1f\x7f-\x9f\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]"
)

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Line).decode


class Chat:
    """The chat of all tables."""

    def __init__(self, registry: TableRegistry) -> None:
        self._registry = registry
        self._limit = Limit(5, 0.5)
        self._commands: OrderedDict[tuple[str, str, str], Line] = OrderedDict()
        self._hearers: dict[str, list[_Hearer]] = {}  # by table
        self._looks = Periodic("talk", self._catch_up_all, every=_LOOK)

    async def __aenter__(self) -> Chat:
        if not self._registry.bus.is_local:
            self._looks.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._looks.stop()

    async def say(
        self, speaker: Account, name: str, text: str | None, command: str = "",
        *, phrase: str | None = None,
    ) -> Line:  # fmt: skip
        """Say a text or a set phrase at a table; raise Refusal.

        A client that got no answer says it again: a command that this process knows is not
        carried out twice.
        """
        table = await self._registry.table(name)
        seats = table.seats_of(speaker.account)
        said = _checked_text(text, phrase)
        if phrase is None and seats and are_silent(table):
            raise Refusal(
                "Partners are silent here: say one of the set phrases until the game is over.",
                code="phrases-only",
            )
        self._limit.use(speaker.account)
        key = (table.name, speaker.account, command)
        if command and key in self._commands:
            return self._commands[key]
        speaks_as = await self._name_of(speaker, table)
        for _ in range(_TRIES):
            number = 1 + await self._last(table.name)
            await self._check_budget(table, speaker.account, plays=bool(seats))
            line = Line(
                table=table.name, number=number, at=self._registry.now(),
                account=speaker.account, name=speaks_as, text=said,
                seat=seats[0] if seats else None, phrase=phrase,
            )  # fmt: skip
            if await self._store(line):
                if command:
                    self._commands[key] = line
                    if len(self._commands) > _REMEMBERED:
                        self._commands.popitem(last=False)
                await self._publish(line)
                return line
        raise Refusal("Too many messages at once. Try again.", code="busy")

    async def _name_of(self, speaker: Account, table: Table) -> str:
        """Return the name that a line shows: the account's now, or that of a silent partner's seat.

        Names may have changed since the socket was opened, but silent partners could tell
        something by a new one.
        """
        if are_silent(table):
            for sitter in table.seats:
                if isinstance(sitter, Person) and sitter.account == speaker.account:
                    return sitter.name
        accounts = schema.accounts
        query = sa.select(accounts.c.name).where(accounts.c.account == speaker.account)
        async with self._registry.store.engine.connect() as connection:
            name: str | None = await connection.scalar(query)
        return name or speaker.name

    async def _publish(self, line: Line) -> None:
        """Pass a line on to the connections here, and to other processes."""
        for hearer in list(self._hearers.get(line.table, ())):
            hearer.take(line)
        if not self._registry.bus.is_local:
            await self._registry.bus.publish(f"talk.{line.table}", _encode(line))

    async def _last(self, name: str) -> int:
        talk = schema.talk
        query = sa.select(sa.func.max(talk.c.number)).where(talk.c.table_name == name)
        async with self._registry.store.engine.connect() as connection:
            return await connection.scalar(query) or 0

    async def _check_budget(self, table: Table, account: str, *, plays: bool) -> None:
        """Raise Refusal if an account, or all spectators together, have said too much."""
        talk = schema.talk
        lines = sa.select(sa.func.count()).where(talk.c.table_name == table.name)
        lines = lines.where(talk.c.seat.is_not(None) if plays else talk.c.seat.is_(None))
        share = _OF_PLAYERS // max(1, len(table.accounts())) if plays else _OF_SPECTATOR
        async with self._registry.store.engine.connect() as connection:
            own = await connection.scalar(lines.where(talk.c.account == account)) or 0
            if own >= share:
                raise Refusal("You have said enough at this table.", code="too-much-talk")
            if not plays and (await connection.scalar(lines) or 0) >= _OF_SPECTATORS:
                raise Refusal("Spectators have said enough at this table.", code="spectators-full")

    async def _store(self, line: Line) -> bool:
        values = msgspec.structs.asdict(line)
        values["table_name"] = values.pop("table")
        values["text"] = stored_text(values["text"], values.pop("phrase"))
        try:
            async with self._registry.store.engine.begin() as connection:
                await connection.execute(sa.insert(schema.talk).values(**values))
        except IntegrityError:
            return False
        return True

    async def lines(self, table: Table, account: str | None) -> list[Line]:
        """Return the last lines that an account may hear, without accounts it has blocked."""
        talk = schema.talk
        query = sa.select(talk).where(talk.c.table_name == table.name)
        if account is not None:
            blocks = schema.blocks
            unheard = sa.select(blocks.c.blocked).where(blocks.c.account == account)
            query = query.where(talk.c.account.not_in(unheard))
        if table.phase != "over":
            plays = account is not None and bool(table.seats_of(account))
            if plays:
                query = query.where(talk.c.seat.is_not(None))
            elif partners_of(table) != "open":
                query = query.where(talk.c.seat.is_(None))
        query = query.order_by(talk.c.number.desc()).limit(_SHOWN)
        async with self._registry.store.engine.connect() as connection:
            rows = (await connection.execute(query)).all()
        return [line_from(row) for row in reversed(rows)]

    async def hear(
        self, name: str, listener: Callable[[Line], None]
    ) -> Callable[[], Awaitable[None]]:
        """Call a function with every line at a table; the returned function ends that."""
        hearer = _Hearer(listener, await self._last(name))
        unsubscribe: Callable[[], Awaitable[None]] | None = None
        if not self._registry.bus.is_local:
            unsubscribe = await self._registry.bus.hear(
                f"talk.{name}", lambda body: hearer.take(_decode(body))
            )
        self._hearers.setdefault(name, []).append(hearer)

        async def end() -> None:
            self._hearers[name].remove(hearer)
            if not self._hearers[name]:
                del self._hearers[name]
            if unsubscribe is not None:
                await unsubscribe()

        return end

    async def _catch_up_all(self) -> None:
        """Look for what was said through other processes and the bus did not carry."""
        names = list(self._hearers)
        for first in range(0, len(names), _CHUNK):
            await self._catch_up(names[first : first + _CHUNK])

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
    """A connection that hears the chat at a table, each line once, in whatever order."""

    def __init__(self, listener: Callable[[Line], None], since: int) -> None:
        self._listener = listener
        self._since = since  # all up to this line are known
        self._later: set[int] = set()  # lines that came before others

    def take(self, line: Line) -> None:
        """Pass a line on, unless it was before."""
        if line.number <= self._since or line.number in self._later:
            return
        self._later.add(line.number)
        while self._since + 1 in self._later:
            self._since += 1
            self._later.discard(self._since)
        self._listener(line)

    def first_missed(self, last: int) -> int:
        """Return the number of the first line up to this one that it has missed, or of the next."""
        return min(self._since, last) + 1


def line_from(row: sa.Row[Any]) -> Line:
    """Return a line of the database."""
    text, phrase = from_stored(row.text)
    return Line(
        table=row.table_name, number=row.number, at=row.at, account=row.account, name=row.name,
        text=text, seat=row.seat, phrase=phrase,
    )  # fmt: skip


def may_hear(table: Table, account: str | None, line: Line) -> bool:
    """Tell if an account may hear a line: during a game players and spectators are apart.

    But spectators hear players whose partners are open.
    """
    if table.phase == "over":
        return True
    plays = account is not None and bool(table.seats_of(account))
    is_of_player = line.seat is not None
    return plays == is_of_player or (is_of_player and partners_of(table) == "open")


def _checked_text(text: str | None, phrase: str | None) -> str:
    """Return what is said, without what cannot be seen; raise Refusal."""
    if phrase is not None:
        if text is not None:
            raise Refusal("Say a text or a phrase, not both.", code="bad-text")
        return check_phrase(phrase)
    clean = " ".join(_UNSEEN.sub("", unicodedata.normalize("NFC", text or "")).split())
    if not clean:
        raise Refusal("This text is empty.", code="bad-text")
    return clean
