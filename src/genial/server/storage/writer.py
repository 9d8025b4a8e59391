"""Store changes of tables: many changes a commit, each with its own answer."""

from __future__ import annotations

import asyncio
import sqlite3
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterable
from typing import Any, TypeVar

import asyncpg
from sqlalchemy import exc

from genial.server.errors import Refusal
from genial.server.storage.beats import Beat, Exchange
from genial.server.storage.change import Change

BATCH = 512  # changes a commit, at most

T = TypeVar("T")
Job = tuple[tuple[Change, ...], "asyncio.Future[bool]"]  # changes that are stored together


class StorageFailure(Refusal):
    """The database could not store something; nothing of it is stored.

    The reason is for the log: clients learn nothing of the database.
    """

    code = "storage-failure"
    status = 503

    def __init__(self, error: BaseException) -> None:
        super().__init__("The database does not answer. Try again in a moment.")
        self.why = str(getattr(error, "orig", None) or error) or type(error).__name__


_AWAY = (OSError, sqlite3.Error, asyncpg.PostgresError, asyncpg.InterfaceError, exc.DBAPIError,
         exc.TimeoutError)  # fmt: skip
_OUR_FAULT = (exc.IntegrityError, exc.ProgrammingError, exc.DataError, exc.NotSupportedError)


def failure_of(error: BaseException) -> StorageFailure | None:
    """Return an error as a refusal, if it means that the database is away or full."""
    if isinstance(error, StorageFailure):
        return error
    if not isinstance(error, _AWAY) or isinstance(error, _OUR_FAULT):
        return None
    return StorageFailure(error)


class Writer(ABC):
    """Stores changes by one task, which commits all that has come in since its last commit."""

    def __init__(self) -> None:
        self._waiting: deque[Job] = deque()
        self._beats: deque[tuple[Exchange, asyncio.Future[Beat]]] = deque()
        self._wake = asyncio.Event()
        self._closing = False
        self._task = asyncio.create_task(self._run())

    @property
    def waiting(self) -> int:
        """Return how many changes wait."""
        return len(self._waiting)

    def write(self, *changes: Change) -> asyncio.Future[bool]:
        """Store changes, all or none; no if the first event of one is stored already."""
        future: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append((changes, future))
        self._wake.set()
        return future

    async def beat(self, exchange: Exchange) -> Beat:
        """Store a heartbeat, before all changes that wait."""
        future: asyncio.Future[Beat] = asyncio.get_running_loop().create_future()
        self._beats.append((exchange, future))
        self._wake.set()
        return await future

    async def close(self) -> None:
        """Store what waits, and end."""
        self._closing = True
        self._wake.set()
        await asyncio.shield(self._task)

    async def _run(self) -> None:
        while not (self._closing and not self._waiting):
            await self._wake.wait()
            self._wake.clear()
            while self._waiting or self._beats:
                if self._beats:
                    await self._beat(*self._beats.popleft())
                else:
                    await self._commit()

    async def _beat(self, exchange: Exchange, future: asyncio.Future[Beat]) -> None:
        try:
            beat = await self._exchange(exchange)
        except Exception as error:
            fail([future], StorageFailure(error))
            await self._recover()
            return
        answer(future, beat)

    @abstractmethod
    async def _exchange(self, exchange: Exchange) -> Beat:
        """Run the statements of a heartbeat."""

    @abstractmethod
    async def _commit(self) -> None:
        """Store the next changes that wait, and answer them."""

    @abstractmethod
    async def _recover(self) -> None:
        """Prepare for the next attempt after a failure."""


def answer(future: asyncio.Future[T], value: T) -> None:
    """Give a result to a task, unless it has stopped waiting."""
    if not future.done():
        future.set_result(value)


def fail(futures: Iterable[asyncio.Future[Any]], failure: StorageFailure) -> None:
    """Raise a failure in those tasks that still wait."""
    for future in futures:
        if not future.done():
            future.set_exception(failure)
