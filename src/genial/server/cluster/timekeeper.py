"""Keep time: the heartbeat, clocks that have run out, and tables that were never started."""

from __future__ import annotations

import contextlib
from collections.abc import Awaitable, Callable, Iterable

import structlog

from genial.server.cluster.downtime import DowntimeCompensation
from genial.server.cluster.monotonic_clock import MonotonicClock
from genial.server.cluster.periodic import Periodic, stop_all
from genial.server.storage.store import ALIVE
from genial.server.tables import commands
from genial.server.tables.decision import Decision
from genial.server.tables.registry import TableRegistry
from genial.server.tables.table import Table

# Tells since when all of these accounts have been connected only to processes that hang.
CutOffSince = Callable[[Iterable[str]], Awaitable[float | None]]

log = structlog.get_logger()

_LOOK = 0.25  # seconds between looks at the clocks
_CATCH_UP = 1.0  # seconds between looks at what other processes did
_TIDY = 600.0  # seconds between looks for tables that were never started
_EMPTY = 7 * 86400.0  # seconds after which a table that waits is closed
_JUMP = 2.0  # seconds by which the machine's clock must be off to have jumped
_LATELY = 30.0  # seconds that an event may take to be stored


class Timekeeper:
    """Ends the turns of players who are out of time, and notes that this process is alive."""

    def __init__(
        self, registry: TableRegistry, stand_in: str, clock: MonotonicClock | None = None,
        cut_off_since: CutOffSince | None = None,
    ) -> None:  # fmt: skip
        self._registry, self._clock, self._cut_off_since = registry, clock, cut_off_since
        self._stand_in = stand_in  # the level of bots that play on for a player
        self._compensation = DowntimeCompensation(registry)
        self._caught_up = float("inf")  # when it was last looked at what other processes did
        self._works = (
            Periodic("heartbeat", self._beat, every=_LOOK, at_once=True),
            Periodic("keeping time", self._keep_time, every=_LOOK, at_once=True),
            Periodic("tidying", self._tidy, every=_TIDY, at_once=True),
        )

    async def __aenter__(self) -> Timekeeper:
        for work in self._works:
            work.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await stop_all(*self._works)
        with contextlib.suppress(Exception):
            if self._compensation.has_begun:
                await self._registry.heartbeat.beat()

    async def _beat(self) -> None:
        """Beat, whatever else takes long."""
        await self._follow_the_clock()
        await self._compensation.beat()

    async def _keep_time(self) -> None:
        """Give back the time of downtimes, see what other processes did, and end turns."""
        if self._compensation.has_begun:
            await self._compensation.compensate()
            await self._catch_up()
            await self._end_turns()

    async def _catch_up(self) -> None:
        """Learn what other processes did and the bus did not carry, however long we were away."""
        now = self._registry.now()
        if abs(now - self._caught_up) >= _CATCH_UP:
            await self._registry.catch_up(min(now, self._caught_up) - _LATELY)
            self._caught_up = now

    async def _end_turns(self) -> None:
        for name in await self._registry.store.expired_tables(self._registry.now()):
            await _try(name, self._end_turn(name))

    async def _end_turn(self, name: str) -> None:
        """End the turn of a player who is out of time, unless the server has cut them off."""
        since = None
        if self._cut_off_since is not None and not self._registry.bus.is_local:
            accounts = (await self._registry.table(name)).accounts_to_move
            since = await self._cut_off_since(accounts)

        def decide(table: Table, now: float) -> Decision:
            if since is not None:
                return commands.wait_for_reconnection(table, now, since)
            return commands.expire(table, now, self._stand_in)

        await self._registry.update(name, decide)

    async def _follow_the_clock(self) -> None:
        """Follow the machine's clock, without charging players for its jumps.

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
        store, heartbeat = self._registry.store, self._registry.heartbeat
        began = self._registry.now()
        is_first = await store.take_lease(
            "jump", heartbeat.process, began + jump, began + jump + ALIVE
        )
        if is_first:
            await self._compensation.shift(jump, after=float("-inf"), until=began)
        ended = self._registry.now()
        self._clock.follow()
        heartbeat.set_back(jump)
        if is_first:
            await self._compensation.shift(jump, after=began, until=ended)
            await store.forget_beats(after=self._registry.now())

    async def _tidy(self) -> None:
        for name in await self._registry.store.unstarted_tables(self._registry.now() - _EMPTY):
            await _try(name, self._registry.update(name, commands.abort))


async def _try(name: str, work: Awaitable[object]) -> None:
    """Try something at a table; if that fails, the other tables do not suffer."""
    try:
        await work
    except Exception as error:
        log.warning("keeping time", table=name, error=str(error) or type(error).__name__)
