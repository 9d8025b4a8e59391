"""A table in the memory of this process: decide, store, publish, and call its listeners."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol

import msgspec
import structlog

from genial.server.cluster.bus import Bus
from genial.server.cluster.heartbeat import Heartbeat
from genial.server.errors import Refusal
from genial.server.metrics import Metrics
from genial.server.storage.change import Change
from genial.server.storage.store import Store
from genial.server.tables import commands
from genial.server.tables.decision import Decide, Decision
from genial.server.tables.events import Entry, Opened
from genial.server.tables.projection import Announcement
from genial.server.tables.table import Table

Listener = Callable[[Announcement], None]

log = structlog.get_logger()

_TRIES = 20  # attempts while other processes are quicker
_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(list[Entry]).decode


class Surroundings(Protocol):
    """What a live table needs of its process; the registry provides it."""

    store: Store
    bus: Bus
    now: Callable[[], float]
    heartbeat: Heartbeat
    metrics: Metrics

    async def wait_for_rules(self, game: str) -> None:
        """Wait until a game can be played without compiling it first."""

    def add(self, decision: Decision) -> None:
        """Take a table that has just been stored into the memory of this process."""

    def notify_change(self, table: Table) -> None:
        """Call the listeners for changes at any table."""

    def notify_stored(self, table: Table, entries: Sequence[Entry]) -> None:
        """Call the listeners for events that this process has stored."""


class LiveTable:
    """A table as this process knows it, and its listeners here."""

    def __init__(self, process: Surroundings, table: Table) -> None:
        self._process = process
        self.table = table
        self._lock = asyncio.Lock()
        self._listeners: list[Listener] = []
        self._unsubscribe: Callable[[], Awaitable[None]] | None = None  # from the bus
        self._has_failed = False  # did storing fail last, so that we do not know what was stored?
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def is_busy(self) -> bool:
        """Tell if it must stay in memory."""
        return bool(self._listeners) or self._lock.locked()

    def _is_behind(self, at_least: int = 0) -> bool:
        """Tell if more may have happened than this process knows."""
        if self._has_failed or self.table.number < at_least:
            return True
        return (
            self._unsubscribe is None
            and not self._process.bus.is_local
            and self.table.number > 0
        )  # fmt: skip

    async def current(self, at_least: int = 0) -> Table:
        """Return the table as it is stored, where events up to a number are known to be."""
        if self._is_behind(at_least):
            async with self._lock:
                if self._is_behind(at_least):
                    await self.catch_up()
        return self.table

    # --- changes by this process

    async def update(self, decide: Decide, *, at_once: bool = False, at_least: int = 0) -> Decision:
        """Carry out a decision, see `TableRegistry.update`.

        It must not be cancelled meanwhile, unless the whole process ends.
        """
        stored: list[Decision] = []
        try:
            async with self._lock:
                return await self._update(decide, stored, at_once, at_least)
        finally:  # without the lock: no bus may hold up a table
            if not self._process.bus.is_local:  # otherwise all listeners know
                for decision in stored:
                    await self._publish(decision)

    async def _update(
        self, decide: Decide, stored: list[Decision], at_once: bool, at_least: int
    ) -> Decision:
        if self._is_behind(at_least):
            await self.catch_up()
        heartbeat = self._process.heartbeat
        for _ in range(_TRIES):
            now = self._process.now()
            decision = decide(self.table, now)
            seconds = until = 0.0
            if not at_once:
                # After the decision: what it went by must not be older than a heartbeat.
                if heartbeat.must_revive(self.table):
                    await heartbeat.revive()
                    continue
                seconds, until = heartbeat.lost_time(self.table)
            is_paused = seconds > 0
            if is_paused:
                decision = commands.pause(self.table, now, seconds, until)
            if not decision.entries:
                return decision
            if not await self._store(decision):
                await self.catch_up()
                continue
            stored.append(decision)
            if not is_paused:
                return decision
        raise Refusal("This table is too busy.", code="busy")

    async def _store(self, decision: Decision) -> bool:
        """Store a decision and call the listeners here; no if another process was quicker."""
        decisions = [decision] if decision.sequel is None else [decision, decision.sequel]
        changes = [Change.of(one.after, one.entries) for one in decisions]
        began = time.perf_counter()
        self._has_failed = True
        is_stored = await self._process.store.append(*changes)
        self._has_failed = False
        self._process.metrics.note_commit(
            [entry for one in decisions for entry in one.entries],
            time.perf_counter() - began,
            is_first=is_stored,
        )
        if is_stored:
            if decision.sequel is not None:
                self._process.add(decision.sequel)
            self.take(decision)
        return is_stored

    def take(self, decision: Decision) -> None:
        """Take over a decision that this process has stored."""
        if self.table.number < decision.after.number:
            self._change(decision.after, decision.entries)
        self._process.notify_stored(decision.after, decision.entries)

    async def _publish(self, decision: Decision) -> None:
        for one in (decision.sequel, decision):
            if one is not None:
                await self._process.bus.publish(f"table.{one.after.name}", _encode(one.entries))

    # --- changes by others

    async def catch_up(self) -> None:
        """Read what other processes have stored."""
        entries = await self._process.store.entries(self.table.name, self.table.number)
        if self.table.number == 0 and entries and isinstance(entries[0].event, Opened):
            await self._process.wait_for_rules(entries[0].event.terms.game)
        self._has_failed = False
        self._learn([entry for entry in entries if entry.number > self.table.number])

    def _learn(self, entries: Sequence[Entry]) -> None:
        if entries:
            after = self.table.copy()
            for entry in entries:
                after.apply(entry)
            self._change(after, entries)

    def _change(self, after: Table, entries: Sequence[Entry]) -> None:
        self.table = after
        announcement = Announcement(after, entries, entries[-1].at)
        for listener in list(self._listeners):
            listener(announcement)
        self._process.notify_change(after)

    def _hear(self, body: bytes) -> None:
        """Take events from the bus: mostly our own, which we know."""
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
        """Call a function after events; the returned function ends that."""

        async def end() -> None:
            if listener in self._listeners:
                self._listeners.remove(listener)
            if not self._listeners and self._unsubscribe is not None:
                unsubscribe, self._unsubscribe = self._unsubscribe, None
                await unsubscribe()

        self._listeners.append(listener)
        try:
            async with self._lock:
                if self._unsubscribe is None:
                    self._unsubscribe = await self._process.bus.hear(
                        f"table.{self.table.name}", self._hear
                    )
                    await self.catch_up()
        except BaseException:
            await end()
            raise
        return end
