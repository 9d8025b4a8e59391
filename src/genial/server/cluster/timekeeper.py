"""Keeping time: clocks that have run out, the heartbeat, and time that nobody is charged for."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable

import structlog

from genial.server.cluster.downtime import DowntimeCompensation
from genial.server.cluster.monotonic_clock import MonotonicClock
from genial.server.live.presence import Presence
from genial.server.storage.store import ALIVE
from genial.server.tables import commands
from genial.server.tables.events import Event
from genial.server.tables.registry import TableRegistry
from genial.server.tables.table import Table

log = structlog.get_logger()

_LOOK = 0.25  # seconds between looks at the clocks
_AROUND = 1.0  # seconds between looks at what others did
_TIDY = 600.0  # seconds between looks for tables that nobody came to
_EMPTY = 7 * 86400.0  # seconds after which a table that waits is closed
_JUMP = 2.0  # seconds by which the machine's clock must be off to have jumped
_LATELY = 30.0  # seconds that something may take to be stored after it happened


class Timekeeper:
    """Ends the turns of those who are out of time, and notes that this process lives."""

    def __init__(
        self, registry: TableRegistry, stand_in: str, clock: MonotonicClock | None = None,
        presence: Presence | None = None,
    ) -> None:  # fmt: skip
        self._registry, self._clock, self._presence = registry, clock, presence
        self._stand_in = stand_in  # the level of bots that play on for somebody
        self._compensation = DowntimeCompensation(registry)
        self._looked = float("inf")  # when it was last seen what others did
        self._tasks: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> Timekeeper:
        works = self._live(), self._run(), self._tidy()
        self._tasks = [asyncio.create_task(work) for work in works]
        return self

    async def __aexit__(self, *_: object) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with contextlib.suppress(Exception):
            if self._compensation.has_begun:
                await self._registry.beat()

    async def _live(self) -> None:
        """Beat, whatever else takes long."""
        while True:
            try:
                await self._follow_the_clock()
                await self._compensation.beat()
            except Exception as error:
                log.warning("heartbeat", error=str(error) or type(error).__name__)
            await asyncio.sleep(_LOOK)

    async def _run(self) -> None:
        """Give back what is not charged, see what others did, and end turns."""
        while True:
            try:
                if self._compensation.has_begun:
                    await self._compensation.give()
                    await self._look_around()
                    await self._end_turns()
            except Exception as error:
                log.warning("keeping time", error=str(error) or type(error).__name__)
            await asyncio.sleep(_LOOK)

    async def _look_around(self) -> None:
        """See what others did and no bus told us, however long we were away."""
        now = self._registry.now()
        if abs(now - self._looked) >= _AROUND:
            await self._registry.look_around(min(now, self._looked) - _LATELY)
            self._looked = now

    async def _end_turns(self) -> None:
        for name in await self._registry.store.due(self._registry.now()):
            await _try(name, self._end_turn(name))

    async def _end_turn(self, name: str) -> None:
        """End the turn of a player who is out of time, and can know it."""
        since = None
        if self._presence is not None and not self._registry.bus.is_local:
            accounts = (await self._registry.table(name)).waited_for
            since = await self._presence.cut_off_since(accounts)

        def ruling(table: Table) -> list[Event]:
            now = self._registry.now()
            if since is not None:
                return commands.waited_for(table, now, since)
            return commands.expired(table, now, self._stand_in)

        await self._registry.act(name, ruling)

    async def _follow_the_clock(self) -> None:
        """Go by the machine's clock; charge nobody for its jumps.

        After one forwards the heartbeat is late, as after a sleep, and it may have been one.
        """
        if self._clock is None:
            return
        jump = self._clock.ahead()
        if abs(jump) >= _JUMP:
            log.warning("the clock jumped", seconds=round(jump, 1))
        if jump > -_JUMP:
            self._clock.follow()
            return
        store, began = self._registry.store, self._registry.now()
        first = await store.take_lease(
            "jump", self._registry.process, began + jump, began + jump + ALIVE
        )
        if first:
            await self._compensation.shift(jump, after=float("-inf"), until=began)
        ended = self._registry.now()
        self._clock.follow()
        self._registry.set_back(jump)
        if first:
            await self._compensation.shift(jump, after=began, until=ended)
            await store.forget_beats(after=self._registry.now())

    async def _tidy(self) -> None:
        while True:
            try:
                for name in await self._registry.store.unvisited(self._registry.now() - _EMPTY):
                    await _try(name, self._registry.act(name, commands.aborted))
            except Exception as error:
                log.warning("tidying", error=str(error))
            await asyncio.sleep(_TIDY)


async def _try(name: str, work: Awaitable[object]) -> None:
    """Do something at a table; if that fails, the other tables do not suffer."""
    try:
        await work
    except Exception as error:
        log.warning("keeping time", table=name, error=str(error) or type(error).__name__)
