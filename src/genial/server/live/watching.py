"""Send a connection what happens and what is said at the tables that it watches."""

from __future__ import annotations

import contextlib
import dataclasses

import msgspec

from genial.server.analysis.jobs import progress_topic
from genial.server.errors import NotFound, Refusal
from genial.server.live import protocol
from genial.server.live.chat import Chat, may_hear
from genial.server.live.onlookers import OnlookerRegistry, Onlookers
from genial.server.live.outbox import Outbox
from genial.server.live.pointing import Pointing, is_present
from genial.server.live.presence import Presence
from genial.server.live.protocol import Line, Pointed, Present, Talked
from genial.server.lobby.feed import LobbyFeed
from genial.server.tables.events import Moved
from genial.server.tables.projection import Announcement, Audience, may_see, news, situation
from genial.server.tables.service import TableService
from genial.server.tables.table import Table

_MOST_TABLES = 64  # watched on one connection


@dataclasses.dataclass(frozen=True)
class LiveServices:
    """What connections need of the server."""

    tables: TableService
    chat: Chat
    pointing: Pointing
    presence: Presence
    onlookers: OnlookerRegistry
    lobby_feed: LobbyFeed


class _WatchedTable:
    """A table that a connection watches, and all that ends when it no longer does."""

    def __init__(self, table: Table, mine: Audience) -> None:
        self.table, self.mine = table, mine
        self.ends = contextlib.AsyncExitStack()
        self.onlookers: Onlookers | None = None  # the last that were sent
        self.later: list[Announcement] | None = None  # what happens while the situation is sent


class Watching:
    """Sends what happens at the watched tables to one connection."""

    def __init__(self, services: LiveServices, account: str | None, outbox: Outbox) -> None:
        self._registry = services.tables.registry
        self._chat, self._onlookers = services.chat, services.onlookers
        self._pointing = services.pointing
        self._account, self._outbox = account, outbox
        self._tables: dict[str, _WatchedTable] = {}
        self.blocked: frozenset[str] = frozenset()  # accounts whose chat is not passed on

    def __contains__(self, name: str) -> bool:
        return name in self._tables

    async def add(self, name: str, since: int) -> None:
        """Watch a table from an event on; raise GenialError."""
        is_new = name not in self._tables
        if is_new:
            if len(self._tables) >= _MOST_TABLES:
                raise Refusal("You watch too many tables at once.", code="too-many-tables")
            table = await self._registry.table(name)
            if not may_see(table, self._audience(table), self._registry.now()):
                raise NotFound("There is no such table.", code="no-such-table")
            self._tables[name] = _WatchedTable(table, self._audience(table))
        watched = self._tables[name]
        later: list[Announcement] = []
        watched.later = later
        try:
            if is_new:
                end = await self._registry.listen(name, self._send_announcement)
                watched.ends.push_async_callback(end)
            table = watched.table = await self._registry.table(name, since)
            watched.mine = self._audience(table)
            if since != table.number:
                await self._send_missed(table, since)
            watched.later = None
            for announcement in later:
                if announcement.table.number > table.number:
                    self._send_announcement(announcement)
            if is_new:
                await self._join(table)
        except BaseException:
            watched.later = None
            if is_new:
                del self._tables[name]
                await watched.ends.aclose()
            raise

    async def remove(self, name: str) -> None:
        """Watch a table no longer."""
        if name in self._tables:
            await self._tables.pop(name).ends.aclose()

    async def end(self) -> None:
        """Watch no table any more."""
        async with contextlib.AsyncExitStack() as ends:
            for watched in self._tables.values():
                ends.push_async_callback(watched.ends.aclose)
            self._tables.clear()

    def send_situation(self, table: Table) -> None:
        """Send a table as it stands."""
        self._send(situation(table, self._audience(table), self._registry.now()))

    def _send(self, message: msgspec.Struct) -> None:
        self._outbox.send(protocol.encode(message))

    def _audience(self, table: Table) -> Audience:
        return () if self._account is None else tuple(table.seats_of(self._account))

    # --- events

    async def _send_missed(self, table: Table, since: int) -> None:
        """Send what happened after an event: the moves, or the whole situation."""
        if 0 < since < table.number:
            entries = await self._registry.store.entries(table.name, since)
            entries = [entry for entry in entries if entry.number <= table.number]
            if all(isinstance(entry.event, Moved) for entry in entries):
                mine, now = self._audience(table), self._registry.now()
                self._send(news(table, entries, mine, now))
                return
        self.send_situation(table)

    def _send_announcement(self, announcement: Announcement) -> None:
        table = announcement.table
        watched = self._tables.get(table.name)
        if watched is None:
            return
        if watched.later is not None:
            watched.later.append(announcement)
            return
        has_new_seats = table.seats is not watched.table.seats
        if has_new_seats:
            watched.mine = self._audience(table)
        watched.table, mine = table, watched.mine
        if may_see(table, mine, announcement.now):
            self._outbox.send(announcement.text_for(mine))
        if has_new_seats and watched.onlookers is not None:
            self._send_onlookers(watched.onlookers)

    # --- chat, analysis and onlookers

    async def _join(self, table: Table) -> None:
        """Hear what is said at a table, and be seen there."""
        name, ends = table.name, self._tables[table.name].ends
        ends.push_async_callback(await self._chat.hear(name, self._send_line))
        ends.push_async_callback(
            await self._registry.bus.hear(progress_topic(name), self._outbox.send)
        )
        lines = [
            line for line in await self._chat.lines(table, self._account) if self._may_hear(line)
        ]
        if lines:
            self._send(Talked(name, lines))
        ends.push_async_callback(await self._pointing.hear(name, self._send_point))
        for pointed in self._pointing.present(table):
            self._send_point(pointed)
        ends.push_async_callback(
            await self._onlookers.enter(name, self._account, self._send_onlookers)
        )

    def _may_hear(self, line: Line) -> bool:
        watched = self._tables.get(line.table)
        return (
            watched is not None
            and line.account not in self.blocked
            and may_hear(watched.table, self._account, line)
        )

    def _send_line(self, line: Line) -> None:
        if self._may_hear(line):
            self._send(line)

    def _send_point(self, pointed: Pointed) -> None:
        watched = self._tables.get(pointed.table)
        if watched is not None and is_present(watched.table, pointed):
            table = watched.table
            if not any(pointed.seat in table.seats_of(account) for account in self.blocked):
                self._send(pointed)

    def _send_onlookers(self, onlookers: Onlookers) -> None:
        watched = self._tables.get(onlookers.table)
        if watched is not None:
            watched.onlookers = onlookers
            there = set(onlookers.accounts)
            seats = [seat for account in there for seat in watched.table.seats_of(account)]
            players = {account for account in there if watched.table.seats_of(account)}
            watchers = len(there - players) + onlookers.others
            self._send(Present(onlookers.table, tuple(sorted(seats)), watchers))
