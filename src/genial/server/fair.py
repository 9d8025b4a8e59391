"""Slots that are shared fairly: those who wait get them in turn, however much one asks for."""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class NoRoom(Exception):
    """Too much waits already in the name of one key."""


class FairSlots:
    """A number of slots. Keys that wait take turns; one key has only some slots at a time."""

    def __init__(self, slots: int, *, each: int | None = None, waiting: int = 1_000) -> None:
        self._free, self._each = slots, slots if each is None else each
        self._most_waiting = waiting  # of one key
        self._taken: Counter[str] = Counter()
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    @asynccontextmanager
    async def take(self, key: str) -> AsyncIterator[None]:
        """Hold a slot as soon as it is this key's turn; raises NoRoom."""
        await self._acquire(key)
        try:
            yield
        finally:
            self._give_back(key)

    async def _acquire(self, key: str) -> None:
        queue = self._waiting.setdefault(key, deque())
        if len(queue) >= self._most_waiting:
            raise NoRoom
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        queue.append(turn)
        self._pass_on()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.cancelled():
                self._pass_on()
            else:  # it had its turn in the same moment
                self._give_back(key)
            raise

    def _give_back(self, key: str) -> None:
        self._taken[key] -= 1
        self._taken += Counter()  # keeps what is more than zero
        self._free += 1
        self._pass_on()

    def _pass_on(self) -> None:
        """Give free slots to those who wait, one key after another."""
        for key in list(self._waiting):
            queue = self._waiting[key]
            while queue and queue[0].done():  # cancelled
                queue.popleft()
            if not queue:
                del self._waiting[key]
            elif self._free and self._taken[key] < self._each:
                queue.popleft().set_result(None)
                self._taken[key] += 1
                self._free -= 1
                self._waiting.move_to_end(key)
        if self._free and any(self._taken[key] < self._each for key in self._waiting):
            self._pass_on()
