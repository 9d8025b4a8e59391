"""All tables as one process sees them: it loads them, and carries out decisions at them."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

import msgspec

import genial
from genial.core.errors import BadOption
from genial.core.game import Game
from genial.server.cluster.bus import Bus
from genial.server.cluster.heartbeat import Heartbeat
from genial.server.cluster.leases import leases_for
from genial.server.compilation import Compilation
from genial.server.errors import NotFound
from genial.server.metrics import Metrics
from genial.server.storage.store import Store
from genial.server.tables import commands
from genial.server.tables.decision import Decide, Decision
from genial.server.tables.events import Entry, Sitter, Terms
from genial.server.tables.live_table import Listener, LiveTable
from genial.server.tables.table import Table

ChangeListener = Callable[[Table], None]
StoreListener = Callable[[Table, Sequence[Entry]], None]

_KEPT = 2_000  # tables in memory that have no listeners


class TableRegistry:
    """All tables of a server, as one process sees them."""

    def __init__(
        self, store: Store, bus: Bus, now: Callable[[], float] = time.time,
        compilation: Compilation | None = None,
    ) -> None:  # fmt: skip
        self.store, self.bus, self.now = store, bus, now
        self.heartbeat = Heartbeat(store, now)
        self.leases = leases_for(bus, store, now)
        self.metrics = Metrics()
        self._compilation = compilation
        self._live: OrderedDict[str, LiveTable] = OrderedDict()
        self._change_listeners: list[ChangeListener] = []
        self._store_listeners: list[StoreListener] = []

    # --- tables

    async def open(
        self, terms: Terms, host: str, seats: Sequence[Sitter],
        *, name: str = "", secret: bytes = b"", beginning: str = "",
    ) -> Table:  # fmt: skip
        """Open a table, or return the one that has this name already; raise GenialError.

        `beginning` is the position from which its game begins, as JSON.
        """
        if name and await self.store.secret_of(name) is not None:
            return await self.table(name)
        await self.wait_for_rules(terms.game)
        game = game_of(terms.game, terms.options)
        terms = msgspec.structs.replace(terms, options=game.options)
        new_name, new_secret = commands.new_secret()
        live = LiveTable(self, Table(name or new_name, secret or new_secret))
        decision = await live.update(
            lambda table, now: commands.open_table(table, now, game, terms, host, seats, beginning)
        )
        if not decision.entries:  # another process was quicker, and its secret counts
            return await self.table(name)
        self._keep(live)
        return decision.after

    async def table(self, name: str, at_least: int = 0) -> Table:
        """Return a table as it stands; raise NotFound.

        `at_least` is the number of an event that is known to be stored, maybe by another process.
        """
        live = self._known(name) or await self._load(name)
        return await live.current(at_least)

    async def update(
        self, name: str, decide: Decide, *, at_once: bool = False, at_least: int = 0
    ) -> Decision:
        """Carry out a decision at a table and return it; raise GenialError.

        The decision is asked for again if another process was quicker. Unless it is to happen at
        once, a running clock first gets back the time in which no process was alive. A decision
        that refuses what was asked for raises its refusal as soon as its events are stored.
        """
        live = self._known(name) or await self._load(name)
        decision = await live.update(decide, at_once=at_once, at_least=at_least)
        if decision.refusal is not None:
            raise decision.refusal
        return decision

    async def listen(self, name: str, listener: Listener) -> Callable[[], Awaitable[None]]:
        """Call a function after events at a table; the returned function ends that."""
        live = self._known(name) or await self._load(name)
        return await live.listen(listener)

    async def catch_up(self, since: float) -> None:
        """Learn what has happened since a time at tables in memory: a bus may lose messages."""
        for name, number in await self.store.changed_tables(since):
            live = self._live.get(name)
            if live is not None:
                await live.current(number)

    def _known(self, name: str) -> LiveTable | None:
        """Return a table in memory, which stays there for longer than those not asked for."""
        live = self._live.get(name)
        if live is not None:
            self._live.move_to_end(name)
        return live

    async def _load(self, name: str) -> LiveTable:
        """Read a table into memory; raise NotFound."""
        secret = await self.store.secret_of(name)
        if secret is None:
            raise NotFound("There is no such table.", code="no-such-table")
        fresh = LiveTable(self, Table(name, secret))
        await fresh.catch_up()
        live = self._known(name)
        if live is None:
            live = fresh
            self._keep(live)
        return live

    def _keep(self, live: LiveTable) -> None:
        self._live[live.table.name] = live
        while len(self._live) > _KEPT:
            for name, old in self._live.items():
                if not old.is_busy:
                    del self._live[name]
                    break
            else:
                return

    # --- listeners of all tables

    def on_change(self, listener: ChangeListener) -> None:
        """Call a function after every change that this process stored or heard of."""
        self._change_listeners.append(listener)

    def on_stored(self, listener: StoreListener) -> None:
        """Call a function after events that this process stored: no other process does."""
        self._store_listeners.append(listener)

    # --- what live tables need

    async def wait_for_rules(self, game: str) -> None:
        """Wait until a game can be played without compiling it first; raise NotCompiled."""
        if self._compilation is not None:
            await self._compilation.wait_for_rules(game)

    def add(self, decision: Decision) -> None:
        """Take a table that has just been stored into the memory of this process."""
        live = LiveTable(self, Table(decision.after.name, decision.after.secret))
        self._keep(live)
        live.take(decision)

    def notify_change(self, table: Table) -> None:
        """Call the listeners for changes at any table."""
        for listener in self._change_listeners:
            listener(table)

    def notify_stored(self, table: Table, entries: Sequence[Entry]) -> None:
        """Call the listeners for events that this process has stored."""
        for listener in self._store_listeners:
            listener(table, entries)


def game_of(name: str, options: Mapping[str, Any]) -> Game:
    """Return the rules with the options of a request; raise BadOption, whatever their names."""
    if "name" in options:
        raise BadOption("there is no option 'name'")
    return genial.game(name, **options)
