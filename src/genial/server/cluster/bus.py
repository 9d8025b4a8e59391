"""News between the parts of a home: in this process, or by NATS between many."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Protocol

import structlog

Hearer = Callable[[bytes], None]
Worker = Callable[[bytes], Awaitable[None]]

log = structlog.get_logger()


class Bus(Protocol):
    """Carries messages by topic. They may get lost or come late: the store is the truth."""

    is_local: bool  # does nobody outside this process hear it?

    async def publish(self, topic: str, body: bytes) -> None:
        """Tell everybody who hears a topic, this process too.

        It never waits for anybody: what cannot be sent soon is lost.
        """

    async def hear(self, topic: str, hearer: Hearer) -> Callable[[], Awaitable[None]]:
        """Call a function with every message of a topic; what is returned ends that."""

    async def work(self, topic: str, worker: Worker) -> Callable[[], Awaitable[None]]:
        """Share the messages of a topic with all others who work on it: each comes to one.

        What is returned ends that, and the work in progress.
        """

    async def close(self) -> None:
        """End."""


class LocalBus:
    """A bus within this process."""

    is_local = True

    def __init__(self) -> None:
        self._hearers: dict[str, list[Hearer]] = {}
        self._crews: dict[str, list[Crew]] = {}

    async def publish(self, topic: str, body: bytes) -> None:
        """Tell everybody who hears a topic."""
        for hearer in list(self._hearers.get(topic, ())):
            hearer(body)
        crews = self._crews.get(topic)
        if crews:
            crews.append(crews.pop(0))
            crews[-1].take(body)

    async def hear(self, topic: str, hearer: Hearer) -> Callable[[], Awaitable[None]]:
        """Call a function with every message of a topic; what is returned ends that."""
        self._hearers.setdefault(topic, []).append(hearer)

        async def end() -> None:
            there = self._hearers.get(topic, [])
            if hearer in there:
                there.remove(hearer)
            if not there:
                self._hearers.pop(topic, None)

        return end

    async def work(self, topic: str, worker: Worker) -> Callable[[], Awaitable[None]]:
        """Share the messages of a topic with all others who work on it."""
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


class Crew:
    """Who works on the messages of a topic, on any number of them at a time."""

    def __init__(self, worker: Worker) -> None:
        self._worker = worker
        self._tasks: set[asyncio.Task[None]] = set()
        self._has_ended = False

    def take(self, body: bytes) -> None:
        """Begin to work on a message, unless all work has ended."""
        if self._has_ended:
            return
        task = asyncio.create_task(self._work(body))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def end(self) -> None:
        """Leave everything as it is."""
        self._has_ended = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _work(self, body: bytes) -> None:
        try:
            await self._worker(body)
        except asyncio.CancelledError:
            raise
        except Exception:
            log.exception("work failed")


async def connected(address: str, realm: str) -> Bus:
    """The bus at an address, nats://…; without one, that of this process. Raises Refusal.

    Those of one realm hear each other, and nobody else.
    """
    if not address:
        return LocalBus()
    from genial.server.cluster.nats import NatsBus

    return await NatsBus.opened(address, realm)
