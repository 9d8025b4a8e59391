"""Time that nobody is charged for: that in which no process was alive.

A process that starts does not know at first whether others lived meanwhile. Until it does, nothing
happens at tables whose clocks run. Then they are given the time back: first where somebody does
something, and in the background everywhere else.
"""

from __future__ import annotations

import asyncio

import structlog

from genial.server.events import Event, Paused
from genial.server.home import Act, Home
from genial.server.leases import held
from genial.server.refusals import Refusal
from genial.server.storage.store import ALIVE
from genial.server.storage.writer import failure_of
from genial.server.table import Table
from genial.server.warming import NotYet

log = structlog.get_logger()

_LOOK = 0.25  # seconds between looks for the heartbeats of others
_WAIT = 10.0  # seconds that somebody who does something waits


class Amnesty:
    """Gives back the time since the last heartbeat of any process."""

    def __init__(self, home: Home) -> None:
        self._home = home
        self._began = home.now()  # its own bots may have moved since
        self._is_start = True
        self._known = asyncio.Event()  # is it known since when nobody was alive, if so?
        self._since = 0.0
        self._left: set[str] | None = None  # tables that have not got it
        self.is_over = False

    def begin_again(self) -> None:
        """This process may have been away."""
        if self.is_over:
            self.is_over = self._is_start = False
            self._left = None
            self._known.clear()

    async def reach(self, name: str, act: Act) -> None:
        """Give a table its time before anything else happens there; raises Refusal."""
        try:
            await asyncio.wait_for(self._known.wait(), _WAIT)
        except TimeoutError:
            raise Refusal("the server is only just back: try again", code="busy") from None
        left = self._left
        if left is not None and name in left:
            await act(self._pause)
            left.discard(name)

    def _pause(self, table: Table) -> list[Event]:
        """The time since the last heartbeat, or since the last event if that was later.

        It is negative if the machine's clock was set back meanwhile.
        """
        seconds = self._home.now() - max(self._since, table.moved_at)
        is_running = table.deadline is not None and table.clocks is not None
        return [Paused(seconds)] if is_running and seconds != 0 else []

    async def grant(self) -> None:
        """Give all tables their time; if that raises, it is to be tried again."""
        store = self._home.store
        while not self.is_over:
            last = await store.last_beat()
            if self._left is None and (last is None or await self._is_anybody_alive(last)):
                self._end()
                return
            async with held(self._home, "forgive", self._home.process) as is_ours:
                if is_ours and last is not None and await store.last_beat() == last:
                    await self._give(last)
            await asyncio.sleep(_LOOK)  # another process is at it

    async def _is_anybody_alive(self, last: float) -> bool:
        """Has anybody lived since the last heartbeat but us?"""
        if self._is_start and self._home.bus.is_local:
            return False  # there are no others
        while await self._home.store.last_beat() == last:
            if abs(self._home.now() - last) >= ALIVE:
                return False
            if not self._is_start:
                return True
            await asyncio.sleep(_LOOK)
        return True

    async def _give(self, last: float) -> None:
        store, now = self._home.store, self._home.now()
        if self._left is None:
            # Beats are late where much happens, but what happened was not late.
            before = self._began if self._is_start else now
            self._since = max(last, await store.last_change(before) or last)
            self._left = set(await store.clocked())
            gone = round(now - self._since, 1)
            log.warning("nobody was alive", seconds=gone, tables=len(self._left))
        self._known.set()
        for name in list(self._left):
            await self._give_to(name)
        if self._left:
            raise Refusal(f"{len(self._left)} clocks are not right yet", code="busy")
        await store.forget_beats(after=now)
        await self._home.beat()
        self._end()

    async def _give_to(self, name: str) -> None:
        """A table that is broken must not keep time from the others."""
        assert self._left is not None
        try:
            await self._home.act(name, lambda _: ())
        except Exception as error:
            log.warning("keeping time", table=name, error=str(error) or type(error).__name__)
            if failure_of(error) is None and not isinstance(error, NotYet):
                self._left.discard(name)

    def _end(self) -> None:
        self._left, self.is_over = None, True
        self._known.set()
