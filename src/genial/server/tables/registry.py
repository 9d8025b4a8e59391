"""The home of all tables: loads them, lets things happen at them, and tells who listens."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
import structlog

import genial
from genial.core.errors import BadOption
from genial.core.game import Game
from genial.server.cluster.bus import Bus
from genial.server.compilation import Compilation
from genial.server.errors import NotFound, Refusal
from genial.server.metrics import Metrics
from genial.server.storage.change import Change
from genial.server.storage.heartbeat import LATE, Beat, Downtime, lost_time
from genial.server.storage.store import Store
from genial.server.tables import commands
from genial.server.tables.events import Entry, Event, Opened, Paused, Sitter, Terms
from genial.server.tables.projection import Announcement
from genial.server.tables.table import Table

Ruling = Callable[[Table], Sequence[Event]]
Listener = Callable[[Announcement], None]
Deed = Callable[[Table, Sequence[Entry]], None]
Happened = tuple[str, Sequence[Entry]]  # events, and the name of the table where they happened

log = structlog.get_logger()

_KEPT = 2_000  # tables in memory that nobody listens to
_TRIES = 20  # how often something is tried while others are quicker
_ABSENCES = 20  # of this process, that it remembers
_OVERLAP = 60.0  # seconds for which downtimes are read again: two may come to be known out of order
_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(list[Entry]).decode


class Sequel(NamedTuple):
    """A table whose game has begun, not stored yet."""

    table: Table
    entries: list[Entry]


class TableRegistry:
    """All tables of a server, as one process sees them."""

    def __init__(
        self, store: Store, bus: Bus, now: Callable[[], float] = time.time,
        compilation: Compilation | None = None,
    ) -> None:  # fmt: skip
        self.store, self.bus, self.now = store, bus, now
        self._compilation = compilation
        self._revive: Callable[[], Awaitable[None]] | None = None
        self.process = secrets.token_hex(8)  # the name of this process among many
        self.beaten = 0.0  # when this process noted last that it lives
        self.awake = 0.0  # since when it has done so without a break
        self._downtimes: dict[float, Downtime] = {}  # those known, by when they began
        self._absences: list[Downtime] = []  # when this process hung, and others did not
        self._known = -float("inf")  # when the last of all these ended
        self._is_here: Callable[[str], bool] = lambda _: False
        self._places: OrderedDict[str, _LiveTable] = OrderedDict()
        self._moved: list[Callable[[Table], None]] = []
        self._done: list[Deed] = []
        self.metrics = Metrics()

    def on_change(self, told: Callable[[Table], None]) -> None:
        """Call a function after every event that this process brought about or heard of."""
        self._moved.append(told)

    def on_deed(self, told: Deed) -> None:
        """Call a function after events that this process brought about: no other does."""
        self._done.append(told)

    def put_first(self, revive: Callable[[], Awaitable[None]]) -> None:
        """Call a function before anything happens at a running clock while no heartbeat is fresh.

        Without one, this process does not judge anybody's time.
        """
        self._revive = revive

    def put_presence(self, is_here: Callable[[str], bool]) -> None:
        """Call a function to learn whether an account is connected to this process."""
        self._is_here = is_here

    async def prepared(self, game: str) -> None:
        """Wait until a game can be played without compiling it first; raises NotYet."""
        if self._compilation is not None:
            await self._compilation.rules_of(game)

    async def open(
        self, terms: Terms, host: str, seats: Sequence[Sitter],
        *, name: str = "", secret: bytes = b"",
    ) -> Table:  # fmt: skip
        """Open a table; raises GenialError. If there is one of this name, it is that one."""
        if name and await self.store.secret_of(name) is not None:
            return await self.table(name)
        await self.prepared(terms.game)
        game = game_of(terms.game, terms.options)
        terms = msgspec.structs.replace(terms, options=game.options)
        new_name, new_secret = commands.new_secret()
        place = _LiveTable(self, Table(name or new_name, secret or new_secret))
        is_new = False

        def ruling(table: Table) -> Sequence[Event]:
            nonlocal is_new
            is_new = table.number == 0
            return commands.opened(game, terms, host, seats) if is_new else ()

        await place.act(ruling)
        if not is_new:  # somebody else was quicker, and the deals follow from his secret
            return await self.table(name)
        self._keep(place)
        return place.table

    def sequel(self, terms: Terms, host: str, seats: Sequence[Sitter]) -> Sequel:
        """Return a table whose game has begun, to be stored by `act`; raises GenialError."""
        game, now = game_of(terms.game, terms.options), self.now()
        table, entries = Table(*commands.new_secret()), list[Entry]()

        def happen(events: Sequence[Event]) -> None:
            for event in events:
                entries.append(Entry(table.number + 1, now, event))
                table.apply(entries[-1])

        happen(commands.opened(game, terms, host, seats))
        happen(commands.started(table, host))
        return Sequel(table, entries)

    async def table(self, name: str, at_least: int = 0) -> Table:
        """A table as it stands; raises NotFound.

        Somebody knows of an event with the number `at_least`, maybe from another process.
        """
        place = await self._place(name)
        return await place.current(at_least)

    async def act(
        self, name: str, ruling: Ruling, *, at_once: bool = False,
        along: Callable[[], Sequel | None] | None = None,
    ) -> Table:  # fmt: skip
        """Let happen what a ruling says; raises GenialError. The table as it then stands.

        The ruling is asked again if somebody else was quicker. Unless it is to happen at once,
        a running clock first gets back the time in which nobody was alive. `along` is asked after
        the ruling for a table that is stored together with what happens: both are there after a
        crash, or neither.
        """
        place = await self._place(name)
        return await place.act(ruling, at_once=at_once, along=along)

    async def listen(self, name: str, listener: Listener) -> Callable[[], Awaitable[None]]:
        """Call a function after events at a table; what is returned ends that."""
        place = await self._place(name)
        return await place.listen(listener)

    async def look_around(self, since: float) -> None:
        """Catch up with what has happened since then and nobody told us: a bus may lose it."""
        for name, number in await self.store.changed(since):
            place = self._places.get(name)
            if place is not None:
                await place.current(number)

    async def _place(self, name: str) -> _LiveTable:
        place = self._places.get(name)
        if place is None:
            secret = await self.store.secret_of(name)
            if secret is None:
                raise NotFound("there is no such table", code="no-such-table")
            fresh = _LiveTable(self, Table(name, secret))
            await fresh.catch_up()
            place = self._places.get(name)
            if place is None:
                place = fresh
                self._keep(place)
        self._places.move_to_end(name)
        return place

    def _keep(self, place: _LiveTable) -> None:
        self._places[place.table.name] = place
        while len(self._places) > _KEPT:
            for name, old in self._places.items():
                if not old.is_busy:
                    del self._places[name]
                    break
            else:
                return

    def told(self, table: Table) -> None:
        """Something has happened at a table."""
        for told in self._moved:
            told(table)

    @property
    def is_late(self) -> bool:
        """Is this process's heartbeat so late that there may have been a downtime?"""
        return self.now() - self.beaten > LATE

    async def beat(self, late: float = LATE) -> Beat:
        """Note that this process lives; if no other did for longer, that was a downtime."""
        known = self._known - _OVERLAP
        beat = await self.store.beat(self.process, self.now, late=late, known=known)
        if self.awake and beat.at - self.beaten > LATE:
            self._absences = [*self._absences[-_ABSENCES:], Downtime(self.beaten, beat.at)]
            self._known = beat.at
        if beat.at - self.beaten > LATE:
            self.awake = beat.at
        self.beaten = beat.at
        for downtime in beat.downtimes:
            self._downtimes[downtime.began] = downtime
            self._known = max(self._known, downtime.ended)
        return beat

    def set_back(self, seconds: float) -> None:
        """Go by an earlier time, as the machine's clock does."""
        self.beaten += seconds
        self.awake = self.now()  # when anybody was last seen is told in the old time
        self._downtimes, self._absences, self._known = {}, [], -float("inf")

    async def revive(self, table: Table) -> bool:
        """Beat if the time of a table cannot be judged before that; no if it can."""
        if self._revive is None or not table.is_clock_running or not self.is_late:
            return False
        await self._revive()
        return True

    def due_pause(self, table: Table) -> list[Event]:
        """The time that a table's clock is to get back.

        That is the time in which no process was alive, and in which this one was not if the player
        to move is connected to it.
        """
        if table.moved_at >= self._known or not table.is_clock_running:
            return []
        lost = list(self._downtimes.values())
        if any(map(self._is_here, table.waited_for)):
            lost += self._absences
        seconds, until = lost_time(lost, table.moved_at)
        return [Paused(seconds, until)] if seconds > 0 else []

    def begin(self, sequel: Sequel) -> None:
        """Tell this process of a table that has just been stored."""
        place = _LiveTable(self, Table(sequel.table.name, sequel.table.secret))
        self._keep(place)
        place.tell(sequel.table, sequel.entries)

    async def stored(
        self, change: Change, entries: Sequence[Entry], sequel: Sequel | None = None
    ) -> bool:
        """Store what happens; no if somebody else was first."""
        began = time.perf_counter()
        more = [] if sequel is None else [Change.of(*sequel)]
        entries = entries if sequel is None else [*entries, *sequel.entries]
        first = await self.store.append(change, *more)
        self.metrics.stored(entries, time.perf_counter() - began, first=first)
        return first

    def did(self, table: Table, entries: Sequence[Entry]) -> None:
        """This process has brought something about."""
        for told in self._done:
            told(table, entries)


def game_of(name: str, options: Mapping[str, Any]) -> Game:
    """The rules with the options somebody sent; raises BadOption, whatever they are called."""
    if "name" in options:
        raise BadOption("there is no option 'name'")
    return genial.game(name, **options)


class _LiveTable:
    """A table in the memory of this process, and who listens to it here."""

    def __init__(self, registry: TableRegistry, table: Table) -> None:
        self._registry = registry
        self.table = table
        self._lock = asyncio.Lock()
        self._listeners: list[Listener] = []
        self._deaf: Callable[[], Awaitable[None]] | None = None  # ends hearing the bus
        self._failed = False  # did storing fail last, so that we do not know what was stored?
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def is_busy(self) -> bool:
        """Must it stay in memory?"""
        return bool(self._listeners) or self._lock.locked()

    @property
    def _is_unsure(self) -> bool:
        """May more have happened than this process knows?"""
        unheard = self._deaf is None and not self._registry.bus.is_local and self.table.number > 0
        return self._failed or unheard

    async def current(self, at_least: int = 0) -> Table:
        """The table as it stands in the store, where events up to a number are known to be."""
        if self._is_unsure or self.table.number < at_least:
            async with self._lock:
                if self._is_unsure or self.table.number < at_least:
                    await self.catch_up()
        return self.table

    async def act(
        self, ruling: Ruling, *, at_once: bool = False,
        along: Callable[[], Sequel | None] | None = None,
    ) -> Table:  # fmt: skip
        """Let happen what a ruling says, and be told; see `TableRegistry.act`.

        Who asks must not be cancelled meanwhile, unless the whole process ends.
        """
        happened: list[Happened] = []
        try:
            async with self._lock:
                return await self._act(ruling, at_once, along, happened)
        finally:  # without the lock: no bus may hold up a table
            if not self._registry.bus.is_local:  # otherwise everybody knows
                for name, entries in happened:
                    await self._registry.bus.publish(f"table.{name}", _encode(entries))

    async def _act(
        self, ruling: Ruling, at_once: bool, along: Callable[[], Sequel | None] | None,
        happened: list[Happened],
    ) -> Table:  # fmt: skip
        if self._is_unsure:
            await self.catch_up()
        for _ in range(_TRIES):
            events, pause = ruling(self.table), list[Event]()
            if not at_once:
                # Asked after the ruling: what it went by must not be older than a heartbeat.
                if await self._registry.revive(self.table):
                    continue
                pause = self._registry.due_pause(self.table)
            entries = self._entries(pause or events)
            if not entries:
                return self.table
            sequel = None if pause or along is None else along()
            if not await self._store(entries, sequel):
                await self.catch_up()
                continue
            if sequel is not None:
                happened.append((sequel.table.name, sequel.entries))
            happened.append((self.table.name, entries))
            if not pause:
                return self.table
        raise Refusal("this table is too busy", code="busy")

    async def _store(self, entries: list[Entry], sequel: Sequel | None) -> bool:
        """Let events happen; no if somebody else was quicker."""
        after = self.table.copy()
        for entry in entries:
            after.apply(entry)
        self._failed = True
        is_stored = await self._registry.stored(Change.of(after, entries), entries, sequel)
        self._failed = False
        if is_stored:
            if sequel is not None:
                self._registry.begin(sequel)
            self.tell(after, entries)
        return is_stored

    def tell(self, after: Table, entries: Sequence[Entry]) -> None:
        """Tell this process of events that it has stored."""
        if self.table.number < after.number:
            self._happened(after, entries)
        self._registry.did(after, entries)

    def _entries(self, events: Sequence[Event]) -> list[Entry]:
        now, number = self._registry.now(), self.table.number
        return [Entry(number + k, now, event) for k, event in enumerate(events, 1)]

    async def catch_up(self) -> None:
        """Read what others have done."""
        entries = await self._registry.store.entries(self.table.name, self.table.number)
        if self.table.number == 0 and entries and isinstance(entries[0].event, Opened):
            await self._registry.prepared(entries[0].event.terms.game)
        self._failed = False
        self._learn([entry for entry in entries if entry.number > self.table.number])

    def _learn(self, entries: Sequence[Entry]) -> None:
        if entries:
            after = self.table.copy()
            for entry in entries:
                after.apply(entry)
            self._happened(after, entries)

    def _happened(self, after: Table, entries: Sequence[Entry]) -> None:
        self.table = after
        announcement = Announcement(after, entries, entries[-1].at)
        for listener in list(self._listeners):
            listener(announcement)
        self._registry.told(after)

    def _hear(self, body: bytes) -> None:
        """News from the bus: mostly our own, which we know."""
        entries = [entry for entry in _decode(body) if entry.number > self.table.number]
        if not entries:
            return
        if entries[0].number == self.table.number + 1 and not self._lock.locked():
            self._learn(entries)
        else:
            task = asyncio.create_task(self._catch_up_later(entries[-1].number))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _catch_up_later(self, number: int) -> None:
        try:
            await self.current(number)
        except Exception as error:
            log.warning("catching up", error=str(error))

    async def listen(self, listener: Listener) -> Callable[[], Awaitable[None]]:
        """Call a function after events; what is returned ends that."""

        async def end() -> None:
            if listener in self._listeners:
                self._listeners.remove(listener)
            if not self._listeners and self._deaf is not None:
                deaf, self._deaf = self._deaf, None
                await deaf()

        self._listeners.append(listener)
        try:
            async with self._lock:
                if self._deaf is None:
                    self._deaf = await self._registry.bus.hear(
                        f"table.{self.table.name}", self._hear
                    )
                    await self.catch_up()
        except BaseException:
            await end()
            raise
        return end
