"""Keeping time: clocks that have run out, the heartbeat, and time that nobody is charged for."""

from __future__ import annotations

import asyncio
import contextlib

import structlog

from genial.server import rulings
from genial.server.amnesty import Amnesty
from genial.server.events import Event, Paused
from genial.server.home import Home, Ruling
from genial.server.steady import Steady
from genial.server.storage.store import ALIVE
from genial.server.table import Table

log = structlog.get_logger()

_BEAT = 1.0  # seconds between heartbeats
_LOOK = 0.25  # seconds between looks at the clocks
_TIDY = 600.0  # seconds between looks for tables that nobody came to
_EMPTY = 7 * 86400.0  # seconds after which a table that waits is closed
_JUMP = 2.0  # seconds by which the machine's clock must be off to have jumped
_LATELY = 30.0  # seconds for which what happened is looked for, if nobody told us


class Keeper:
    """Ends the turns of those who are out of time, and notes that this process lives."""

    def __init__(self, home: Home, stand_in: str, steady: Steady | None = None) -> None:
        self._home, self._steady = home, steady
        self._stand_in = stand_in  # the level of bots that play on for somebody
        self._amnesty = Amnesty(home)
        home.put_first(self._amnesty.reach)
        self._tasks: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> Keeper:
        self._tasks = [asyncio.create_task(work) for work in (self._run(), self._tidy())]
        return self

    async def __aexit__(self, *_: object) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with contextlib.suppress(Exception):
            if self._amnesty.is_over:
                await self._home.beat()

    async def _run(self) -> None:
        """In this order: nobody's time ends before all that is not charged is given back."""
        while True:
            try:
                await self._follow_the_clock()
                await self._amnesty.grant()
                if self._home.now() - self._home.beaten >= _BEAT:
                    await self._home.beat()
                    await self._home.look_around(self._home.now() - _LATELY)
                await self._end_turns()
            except Exception as error:
                self._amnesty.begin_again()
                log.warning("keeping time", error=str(error) or type(error).__name__)
            await asyncio.sleep(_LOOK)

    async def _end_turns(self) -> None:
        for name in await self._home.store.due(self._home.now()):
            await self._act(
                name, lambda table: rulings.expired(table, self._home.now(), self._stand_in)
            )

    async def _act(self, name: str, ruling: Ruling, *, at_once: bool = False) -> None:
        """Let something happen at a table; if that fails, the other tables do not suffer."""
        try:
            await self._home.act(name, ruling, at_once=at_once)
        except Exception as error:
            log.warning("keeping time", table=name, error=str(error) or type(error).__name__)

    async def _follow_the_clock(self) -> None:
        """Charge nobody for a jump of the machine's clock, forwards or backwards."""
        if self._steady is None:
            return
        jump = self._steady.ahead()
        if abs(jump) < _JUMP:
            self._steady.follow()
            return
        log.warning("the clock jumped", seconds=round(jump, 1))
        store, began = self._home.store, self._home.now()
        first = await store.take_lease(
            "jump", self._home.process, began + jump, began + jump + ALIVE
        )
        if first:
            await self._shift(jump, after=float("-inf"), until=began)
        ended = self._home.now()
        self._steady.follow()
        self._home.beaten += jump
        self._home.awake = self._home.now()  # when anybody was last seen is told in the old time
        if first:
            await self._shift(jump, after=began, until=ended)
            await store.forget_beats(after=self._home.now())

    async def _shift(self, seconds: float, *, after: float, until: float) -> None:
        """Shift the clocks that were started between two times."""

        def ruling(table: Table) -> list[Event]:
            clocks = table.clocks
            if table.deadline is None or clocks is None or not after < clocks.since <= until:
                return []
            return [Paused(seconds)]

        for name in await self._home.store.clocked():
            await self._act(name, ruling, at_once=True)

    async def _tidy(self) -> None:
        while True:
            try:
                for name in await self._home.store.unvisited(self._home.now() - _EMPTY):
                    await self._act(name, rulings.aborted)
            except Exception as error:
                log.warning("tidying", error=str(error))
            await asyncio.sleep(_TIDY)
