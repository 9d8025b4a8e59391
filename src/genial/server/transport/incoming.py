"""The messages of a socket that wait to be asked for: an `asyncio.Queue` with a single reader.

Most sockets are idle, and most messages are read at once. It keeps less for each socket than the
library's queue, which is made for many readers and writers, and wakes its reader in fewer steps.
"""

from __future__ import annotations

import asyncio
from typing import Generic, TypeVar

T = TypeVar("T")


class Incoming(Generic[T]):
    """A queue; only one task at a time may wait for its next message."""

    __slots__ = ("_loop", "_reader", "_waiting")

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._waiting: list[T] = []
        self._reader: asyncio.Future[T] | None = None  # of the task that waits for a message

    def put_nowait(self, message: T) -> None:
        """Add a message."""
        reader, self._reader = self._reader, None
        if reader is not None and not reader.done():
            reader.set_result(message)
        else:
            self._waiting.append(message)

    async def get(self) -> T:
        """Return the next message; wait for it if there is none."""
        if self._waiting:
            return self._waiting.pop(0)
        reader = self._reader = self._loop.create_future()
        try:
            message: T = await reader
        except asyncio.CancelledError:
            if reader.done() and not reader.cancelled():  # it came in the same moment
                self._waiting.insert(0, reader.result())
            raise
        return message

    def empty(self) -> bool:
        """Tell if no message waits."""
        return not self._waiting

    def qsize(self) -> int:
        """Return how many messages wait."""
        return len(self._waiting)
