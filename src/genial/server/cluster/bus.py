"""Messages between the parts of a server: within this process, or by NATS between many."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Generic, Protocol, TypeVar

import structlog

T = TypeVar("T")
Hearer = Callable[[bytes], None]
Worker = Callable[[T], Awaitable[None]]

log = structlog.get_logger()


class Bus(Protocol):
    """Carries messages by topic. They may get lost or come late: the store is the truth."""

    is_local: bool  # does it end at this process?

    async def publish(self, topic: str, body: bytes) -> None:
        """Send a message to all subscribers of a topic, in this process too.

        It never waits for a receiver: what cannot be sent soon is lost.
        """

    async def hear(self, topic: str, hearer: Hearer) -> Callable[[], Awaitable[None]]:
        """Call a function with every message of a topic; the returned function ends that."""

    async def work(self, topic: str, worker: Worker[bytes]) -> Callable[[], Awaitable[None]]:
        """Share the messages of a topic with all its other workers: each goes to one of them.

        The returned function ends that, and the work in progress.
        """

    async def close(self) -> None:
        """End all work, and disconnect."""


class LocalBus:
    """A bus within this process."""

    is_local = True

    def __init__(self) -> None:
        self._hearers: dict[str, list[Hearer]] = {}
        self._crews: dict[str, list[Crew[bytes]]] = {}

    async def publish(self, topic: str, body: bytes) -> None:
        """Send a message to all subscribers of a topic."""
        for hearer in list(self._hearers.get(topic, ())):
            hearer(body)
        crews = self._crews.get(topic)
        if crews:
            crews.append(crews.pop(0))
            crews[-1].take(body)

    async def hear(self, topic: str, hearer: Hearer) -> Callable[[], Awaitable[None]]:
        """Call a function with every message of a topic; the returned function ends that."""
        self._hearers.setdefault(topic, []).append(hearer)

        async def end() -> None:
            hearers = self._hearers.get(topic, [])
            if hearer in hearers:
                hearers.remove(hearer)
            if not hearers:
                self._hearers.pop(topic, None)

        return end

    async def work(self, topic: str, worker: Worker[bytes]) -> Callable[[], Awaitable[None]]:
        """Share the messages of a topic with all its other workers."""
        crew = Crew(worker)
        self._crews.setdefault(topic, []).append(crew)

        async def end() -> None:
            if crew in self._crews.get(topic, []):
                self._crews[topic].remove(crew)
            await crew.end()

        return end

    async def close(self) -> None:
        """End all work."""
        for crews in self._crews.values():
            for crew in crews:
                await crew.end()


class Crew(Generic[T]):
    """Works on messages or jobs, on any number of them at a time."""

    def __init__(self, worker: Worker[T]) -> None:
        self._worker = worker
        self._tasks: set[asyncio.Task[None]] = set()
        self._has_ended = False

    def take(self, job: T) -> None:
        """Begin to work on a job, unless all work has ended."""
        if self._has_ended:
            return
        task = asyncio.create_task(self._work(job))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def end(self) -> None:
        """Cancel all work, and take no more."""
        self._has_ended = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _work(self, job: T) -> None:
        try:
            await self._worker(job)
        except asyncio.CancelledError:
            raise
        except Exception:
            log.exception("work failed")


async def connect(address: str, realm: str) -> Bus:
    """Return the bus at an address, nats://…; without one, that of this process. Raise Refusal.

    Servers of one realm hear each other, and no others.
    """
    if not address:
        return LocalBus()
    from genial.server.cluster.nats import NatsBus

    return await NatsBus.connect(address, realm)
