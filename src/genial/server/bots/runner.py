"""Bots at tables: whose turn it is, thinks; a job that a dead process left is taken over."""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor

import msgspec
import structlog

from genial.bots import Bot, make
from genial.core.errors import GenialError
from genial.server.cluster.bus import Crew
from genial.server.cluster.leases import held, to_the_end
from genial.server.compilation import Compilation
from genial.server.storage.writer import failure_of
from genial.server.tables import commands
from genial.server.tables.events import Event
from genial.server.tables.registry import TableRegistry
from genial.server.tables.table import Table

log = structlog.get_logger()

TOPIC = "think"
_SWEEP = 2.0  # seconds between looks for jobs that nobody does
_KEPT = 200  # bots that remember what they thought


class Job(msgspec.Struct, frozen=True):
    """A bot is to move at a table where this event is known."""

    table: str
    number: int


class BotRunner:
    """Lets the bots of all tables think, in threads of this process.

    With no threads it only asks others to: workers.
    """

    def __init__(
        self, registry: TableRegistry, compilation: Compilation, threads: int | None = None
    ) -> None:
        self._registry, self._compilation = registry, compilation
        self._name = f"thinker-{secrets.token_hex(4)}"
        self.threads = max(1, (os.cpu_count() or 2) - 1) if threads is None else threads
        self._pool = ThreadPoolExecutor(max(1, self.threads), thread_name_prefix="bot")
        self._slots = asyncio.Semaphore(max(1, self.threads))
        self._bots: OrderedDict[tuple[str, int, str], Bot] = OrderedDict()  # that do not think now
        self._at_work: set[str] = set()  # tables
        self._has_room = asyncio.Event()
        self._has_room.set()
        self._sweeper = Crew(self._hear)
        self._ends: list[Callable[[], Awaitable[None]]] = []
        self._tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> BotRunner:
        self._registry.on_change(self._changed)
        if self.threads:
            self._ends.append(await self._registry.bus.work(TOPIC, self._hear))
            self._start(self._sweep())
        return self

    async def __aexit__(self, *_: object) -> None:
        for end in self._ends:
            await end()
        await self._sweeper.end()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def let_pass(self, seconds: float) -> None:
        """Wait until a thread here has nothing to do, but no longer than this."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._has_room.wait(), seconds)

    @property
    def at_work(self) -> int:
        """How many bots are to move here."""
        return len(self._at_work)

    def _start(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _changed(self, table: Table) -> None:
        """Ask for a move as soon as a bot is to move."""
        if table.bot_to_move is not None:
            self._start(self._ask(Job(table.name, table.position)))

    async def _ask(self, job: Job) -> None:
        await self._registry.bus.publish(TOPIC, msgspec.json.encode(job))

    async def _hear(self, body: bytes) -> None:
        await self._do(msgspec.json.decode(body, type=Job))

    async def _sweep(self) -> None:
        """Look for bots that have been to move for long: somebody has died over it.

        Their moves are worked out here, without the bus: it may hang.
        """
        while True:
            try:
                for name, number in await self._registry.store.bots_to_move(
                    self._registry.now() - _SWEEP
                ):
                    self._sweeper.take(msgspec.json.encode(Job(name, number)))
            except Exception as error:
                log.warning("sweep", error=str(error) or type(error).__name__)
            await asyncio.sleep(_SWEEP)

    async def _do(self, job: Job) -> None:
        """Think and move, unless somebody else does: one bot at a time at each table."""
        if job.table in self._at_work:
            return  # who is at it looks again before he leaves
        self._at_work.add(job.table)
        self._count()
        try:
            while await self._move(job):
                pass
        except Exception as error:
            failure = error if isinstance(error, GenialError) else failure_of(error)
            if failure is None:
                raise
            log.warning("bot", table=job.table, error=str(failure))
        finally:
            self._at_work.discard(job.table)
            self._count()

    def _count(self) -> None:
        if len(self._at_work) < self.threads:
            self._has_room.set()
        else:
            self._has_room.clear()

    async def _move(self, job: Job) -> bool:
        """Let a bot that is to move do so; no if there is none, or somebody else sees to it."""
        table = await self._registry.table(job.table, job.number)
        if table.bot_to_move is None:
            return False
        await self._compilation.bots_of(table.terms.game)
        async with self._slots:  # only who can think at once holds a job
            table = await self._registry.table(job.table)
            if table.bot_to_move is None:
                return False
            async with held(self._registry, f"{job.table}/{table.position}", self._name) as is_ours:
                if is_ours:
                    await self._choose(table)
        return is_ours

    async def _choose(self, table: Table) -> None:
        seat, level, state, position = table.turn, table.bot_to_move, table.state, table.position
        assert seat is not None
        assert level is not None
        assert state is not None
        key = (table.name, seat, level)
        bot = self._bots.pop(key, None) or make(table.game, level)
        loop = asyncio.get_running_loop()
        began = time.perf_counter()
        move = await loop.run_in_executor(self._pool, bot.choose, state.view(seat))
        self._registry.metrics.thought(table.terms.game, time.perf_counter() - began)
        self._keep(key, bot)

        def ruling(now: Table) -> Sequence[Event]:
            is_same = now.position == position and now.bot_to_move is not None
            return commands.moved(now, seat, move) if is_same else ()

        # What may be stored already must be told, even if this process is about to end.
        await to_the_end(self._registry.act(table.name, ruling))

    def _keep(self, key: tuple[str, int, str], bot: Bot) -> None:
        """It remembers what it thought, until there are too many."""
        self._bots[key] = bot
        while len(self._bots) > _KEPT:
            self._bots.popitem(last=False)
