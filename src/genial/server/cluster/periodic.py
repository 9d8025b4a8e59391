"""Periodic background work: run it again and again, whatever goes wrong, until it is stopped."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import structlog

log = structlog.get_logger()


class Periodic:
    """Work that runs at a fixed interval, or as soon as it is woken.

    A round that fails is logged, and the next one comes as usual. Rounds never overlap.
    """

    def __init__(
        self,
        name: str,
        work: Callable[[], Awaitable[object]],
        *,
        every: float | None,
        at_once: bool = False,
        gather: float = 0.0,
    ) -> None:
        """Prepare work by its name in the log.

        `every` is the seconds between rounds, None if it only runs when woken. With `at_once` the
        first round comes at the start. `gather` is the seconds from waking it to the round, in
        which more may come together.
        """
        self._name, self._work = name, work
        self._every, self._at_once, self._gather = every, at_once, gather
        self._woken = asyncio.Event()
        self._is_finishing = False
        self._task: asyncio.Task[None] | None = None

    def start(self) -> Periodic:
        """Run it from now on."""
        self._task = asyncio.create_task(self._run(), name=self._name)
        return self

    def wake(self) -> None:
        """Let the next round come now."""
        self._woken.set()

    async def stop(self) -> None:
        """Stop at once: a round in progress is cancelled."""
        await stop_all(self)

    async def finish(self) -> None:
        """Stop after the round in progress."""
        self._is_finishing = True
        self.wake()
        if self._task is not None:
            await asyncio.gather(self._task, return_exceptions=True)

    def cancel(self) -> asyncio.Task[None] | None:
        """Cancel it without waiting for the end; return the task that ends, if there is one."""
        if self._task is not None:
            self._task.cancel()
        return self._task

    async def _run(self) -> None:
        if not self._at_once:
            await self._pause()
        while not self._is_finishing:
            try:
                await self._work()
            except Exception as error:
                log.warning(self._name, error=str(error) or type(error).__name__)
            await self._pause()

    async def _pause(self) -> None:
        """Wait for the next round."""
        try:
            async with asyncio.timeout(self._every):
                await self._woken.wait()
        except TimeoutError:
            return
        if self._gather and not self._is_finishing:
            await asyncio.sleep(self._gather)
        if not self._is_finishing:
            self._woken.clear()


async def stop_all(*works: Periodic) -> None:
    """Stop several works together: each is cancelled before any is waited for."""
    tasks = [task for work in works if (task := work.cancel()) is not None]
    await asyncio.gather(*tasks, return_exceptions=True)
