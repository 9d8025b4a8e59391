"""Downtimes: no player is charged for a time in which no process was alive.

A heartbeat of any process that comes late ends a downtime, however it came about: a process or a
database that hung, a restart, a machine that slept. Downtimes are stored, and every running clock
gets them back once. A process that was away alone gives its own players their time back before the
others learn that it is alive: until then they end no turn of these players.
"""

from __future__ import annotations

import asyncio

import structlog

from genial.server.compilation import NotCompiled
from genial.server.errors import Refusal
from genial.server.storage.beats import LATE
from genial.server.storage.store import ALIVE
from genial.server.storage.writer import failure_of
from genial.server.tables import commands
from genial.server.tables.decision import Decision, decide_nothing
from genial.server.tables.registry import TableRegistry
from genial.server.tables.table import Table

log = structlog.get_logger()

_BEAT = 1.0  # seconds between heartbeats
_LOOK = 0.25  # seconds between looks for the heartbeats of others
_WAIT = 10.0  # seconds that a command waits for a heartbeat


class DowntimeCompensation:
    """Keeps the heartbeat, and gives back the time in which there was none."""

    def __init__(self, registry: TableRegistry) -> None:
        self._registry, self._heartbeat = registry, registry.heartbeat
        self._begun = asyncio.Event()
        self._reviving = asyncio.Lock()
        self._is_found = False  # is there a downtime that no other process gives back?
        self._left: set[str] = set()  # tables that may not have got it
        self._heartbeat.set_revival(self._revive)

    @property
    def has_begun(self) -> bool:
        """Tell if it is known how long no process was alive before this one began."""
        return self._begun.is_set()

    async def beat(self) -> None:
        """Beat when it is time to."""
        if not self.has_begun:
            await self._begin()
        elif self._registry.now() - self._heartbeat.last >= _BEAT:
            await self._beat()

    async def _begin(self) -> None:
        """Beat for the first time, when the games with clocks can be played here."""
        registry, store = self._registry, self._registry.store
        for game in await store.clocked_games():
            await registry.wait_for_rules(game)
        last, late = await store.last_beat(), LATE
        if last is not None and last - registry.now() > LATE:
            await self.set_back(registry.now() - last)
        elif registry.bus.is_local:
            late = 0.0  # there are no others
        else:  # do others live, or was it a short downtime?
            while last == await store.last_beat() and last is not None:
                if registry.now() - last > LATE:
                    break
                await asyncio.sleep(_LOOK)
        await self._beat(late)
        self._begun.set()

    async def _beat(self, late: float = LATE) -> None:
        awake_since = self._heartbeat.awake_since
        beat = await self._heartbeat.beat(late)
        if beat.is_finder or awake_since != self._heartbeat.awake_since:
            self._is_found = True
        if beat.is_finder:
            seconds = round(beat.at - beat.downtimes[-1].began, 1)
            log.warning("no process was alive", seconds=seconds)

    async def _revive(self) -> None:
        """Beat before anything else happens at a table with a clock; raise Refusal."""
        try:
            async with asyncio.timeout(_WAIT):
                await self._begun.wait()
                async with self._reviving:
                    while self._heartbeat.is_late:
                        await self._beat()
        except TimeoutError:
            raise Refusal(
                "The server has just restarted. Try again in a moment.", code="busy"
            ) from None

    async def compensate(self) -> None:
        """Give the time back to all tables; a command at a table gives it there first."""
        is_found = self._is_found
        if is_found:
            self._left |= set(await self._registry.store.clocked_tables())
            self._is_found = False
        for name in list(self._left):
            await self._compensate(name)
        if is_found:
            self._heartbeat.make_good()
            await self._beat()

    async def _compensate(self, name: str) -> None:
        """Give the time back to one table; a broken one must not keep it from the others."""
        try:
            await self._registry.update(name, decide_nothing)
        except Exception as error:
            log.warning("keeping time", table=name, error=str(error) or type(error).__name__)
            if failure_of(error) is not None or isinstance(error, NotCompiled):
                return  # later
        self._left.discard(name)

    async def set_back(self, seconds: float) -> None:
        """Put all clocks back with the machine's; the seconds are negative."""
        store, now = self._registry.store, self._registry.now()
        if await store.take_lease("jump", self._heartbeat.process, now, now + ALIVE):
            await self.shift(seconds, after=float("-inf"), until=float("inf"))
            await store.forget_beats(after=now)

    async def shift(self, seconds: float, *, after: float, until: float) -> None:
        """Shift the clocks that were started between two times."""

        def decide(table: Table, now: float) -> Decision:
            clocks = table.clocks
            if table.deadline is None or clocks is None or not after < clocks.since <= until:
                return decide_nothing(table, now)
            return commands.pause(table, now, seconds)

        for name in await self._registry.store.clocked_tables():
            try:
                await self._registry.update(name, decide, at_once=True)
            except Exception as error:
                log.warning("keeping time", table=name, error=str(error) or type(error).__name__)
