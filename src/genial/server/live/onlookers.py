"""The onlookers of a table, through any process; each connection there learns of changes."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import msgspec

from genial.server.cluster.periodic import Periodic
from genial.server.tables.registry import TableRegistry

_AGAIN = 20.0  # seconds after which other processes are told again
_FORGET = 50.0  # seconds after which a silent process is forgotten


class Onlookers(msgspec.Struct, frozen=True):
    """The accounts that look at a table, and the number of visitors without an account."""

    table: str
    accounts: tuple[str, ...]
    others: int


OnlookersListener = Callable[[Onlookers], None]


class _OnlookersHere(msgspec.Struct, frozen=True):
    """The onlookers of a table at one process."""

    process: str
    accounts: tuple[str, ...]
    others: int


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(_OnlookersHere).decode


class OnlookerRegistry:
    """Knows the onlookers of every table."""

    def __init__(self, registry: TableRegistry) -> None:
        self._registry = registry
        self._rooms: dict[str, _Room] = {}
        self._repeats = Periodic("onlookers", self._tell_others_again, every=_AGAIN)

    async def __aenter__(self) -> OnlookerRegistry:
        if not self._registry.bus.is_local:
            self._repeats.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._repeats.stop()

    async def enter(
        self, table: str, account: str | None, listener: OnlookersListener
    ) -> Callable[[], Awaitable[None]]:
        """Look at a table, and learn of all onlookers there; the returned function ends that."""
        room = self._rooms.get(table)
        if room is None:
            room = self._rooms[table] = _Room(self._registry, table)
            await room.open()
        await room.enter(account, listener)

        async def leave() -> None:
            await room.leave(account, listener)
            if room.is_empty and self._rooms.get(table) is room:
                del self._rooms[table]
                await room.close()

        return leave

    async def _tell_others_again(self) -> None:
        for room in list(self._rooms.values()):
            await room.tell_others()


class _Room:
    """The onlookers of one table."""

    def __init__(self, registry: TableRegistry, table: str) -> None:
        self._registry, self._table = registry, table
        self._here: list[tuple[str | None, OnlookersListener]] = []
        self._elsewhere: dict[str, tuple[_OnlookersHere, float]] = {}  # by process, with the time
        self._last: Onlookers | None = None

    @property
    def is_empty(self) -> bool:
        """Tell if no connection of this process looks at the table."""
        return not self._here

    async def open(self) -> None:
        """Listen to other processes."""
        self._unsubscribe = await self._registry.bus.hear(f"company.{self._table}", self._hear)

    async def close(self) -> None:
        """Listen no more."""
        await self._unsubscribe()

    async def enter(self, account: str | None, listener: OnlookersListener) -> None:
        """Add a connection."""
        self._here.append((account, listener))
        onlookers = self._onlookers()
        if onlookers == self._last:
            listener(onlookers)
        await self._announce()

    async def leave(self, account: str | None, listener: OnlookersListener) -> None:
        """Remove a connection."""
        self._here.remove((account, listener))
        await self._announce()

    async def _announce(self) -> None:
        self._tell()
        await self.tell_others()

    async def tell_others(self) -> None:
        """Tell other processes which onlookers the table has here."""
        if not self._registry.bus.is_local:
            await self._registry.bus.publish(f"company.{self._table}", _encode(self._own()))

    def _own(self) -> _OnlookersHere:
        accounts = sorted({account for account, _ in self._here if account is not None})
        others = sum(account is None for account, _ in self._here)
        return _OnlookersHere(self._registry.heartbeat.process, tuple(accounts), others)

    def _hear(self, body: bytes) -> None:
        there = _decode(body)
        if there.process == self._registry.heartbeat.process:
            return
        is_new = there.process not in self._elsewhere
        self._elsewhere[there.process] = there, self._registry.now()
        self._tell()
        if is_new:
            task = asyncio.create_task(self.tell_others())
            task.add_done_callback(lambda done: done.cancelled() or done.exception())

    def _onlookers(self) -> Onlookers:
        now = self._registry.now()
        fresh = [there for there, at in self._elsewhere.values() if now - at < _FORGET]
        everywhere = [self._own(), *fresh]
        accounts = sorted({account for there in everywhere for account in there.accounts})
        return Onlookers(self._table, tuple(accounts), sum(there.others for there in everywhere))

    def _tell(self) -> None:
        onlookers = self._onlookers()
        if onlookers != self._last:
            self._last = onlookers
            for _, listener in list(self._here):
                listener(onlookers)
