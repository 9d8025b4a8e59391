"""Run the bots whose turn it is, and take over the turns that a dead process left."""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor

import msgspec
import structlog

from genial.bots import Bot, make
from genial.core.errors import GenialError
from genial.server.cluster.bus import Crew
from genial.server.cluster.leases import run_to_end
from genial.server.cluster.periodic import Periodic
from genial.server.compilation import Compilation
from genial.server.storage.writer import failure_of
from genial.server.tables import commands
from genial.server.tables.decision import Decision, decide_nothing
from genial.server.tables.registry import TableRegistry
from genial.server.tables.table import Table

log = structlog.get_logger()

TOPIC = "think"
_SWEEP = 2.0  # seconds between looks for turns that no process works on
_KEPT = 200  # bots that remember what they thought


class BotTurn(msgspec.Struct, frozen=True):
    """A bot is to move at a table where this event is known."""

    table: str
    number: int


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(BotTurn).decode


class BotRunner:
    """Lets the bots of all tables think, in threads of this process.

    A single process keeps its bots' turns to itself. Among many each turn goes over the bus to one
    of them; a process without threads only hands out turns, to workers.
    """

    def __init__(
        self, registry: TableRegistry, compilation: Compilation, threads: int | None = None
    ) -> None:
        self._registry, self._compilation = registry, compilation
        self._name = f"thinker-{secrets.token_hex(4)}"
        self.threads = max(1, (os.cpu_count() or 2) - 1) if threads is None else threads
        self._pool = ThreadPoolExecutor(max(1, self.threads), thread_name_prefix="bot")
        self._slots = asyncio.Semaphore(max(1, self.threads))
        self._bots: OrderedDict[tuple[str, int, str], Bot] = OrderedDict()  # idle ones
        self._at_work: set[str] = set()  # tables
        self._has_room = asyncio.Event()
        self._has_room.set()
        self._crew = Crew(self._play)
        self._publications = Crew(self._publish)
        self._sweep = Periodic("sweep", self._take_over, every=_SWEEP, at_once=True)
        self._end_work: Callable[[], Awaitable[None]] | None = None

    async def __aenter__(self) -> BotRunner:
        self._registry.on_change(self._look_for_turn)
        if self.threads:
            if not self._registry.bus.is_local:
                self._end_work = await self._registry.bus.work(TOPIC, self._hear)
            self._sweep.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._end_work is not None:
            await self._end_work()
        await self._crew.end()
        await self._sweep.stop()
        await self._publications.end()
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def wait_for_idle_thread(self, seconds: float) -> None:
        """Wait until a thread here has nothing to do, but no longer than this."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._has_room.wait(), seconds)

    @property
    def at_work(self) -> int:
        """Return how many bots are to move here."""
        return len(self._at_work)

    # --- handing out turns

    def _look_for_turn(self, table: Table) -> None:
        """Hand out a turn as soon as a bot is to move."""
        if table.bot_to_move is None:
            return
        turn = BotTurn(table.name, table.position)
        if not self._registry.bus.is_local:
            self._publications.take(turn)
        elif self.threads:
            self._crew.take(turn)

    async def _publish(self, turn: BotTurn) -> None:
        await self._registry.bus.publish(TOPIC, _encode(turn))

    async def _hear(self, body: bytes) -> None:
        await self._play(_decode(body))

    async def _take_over(self) -> None:
        """Take bots' turns that have lasted for long: the process that had them may be dead.

        They are played here, without the bus: it may hang.
        """
        before = self._registry.now() - _SWEEP
        for name, number in await self._registry.store.bots_to_move(before):
            self._crew.take(BotTurn(name, number))

    # --- playing turns

    async def _play(self, turn: BotTurn) -> None:
        """Move until no bot is to move at the table, unless another task or process does."""
        if turn.table in self._at_work:
            return  # the work in progress looks again before it ends
        self._at_work.add(turn.table)
        self._update_room()
        try:
            while await self._move(turn):
                pass
        except Exception as error:
            failure = error if isinstance(error, GenialError) else failure_of(error)
            if failure is None:
                raise
            log.warning("bot", table=turn.table, error=str(failure))
        finally:
            self._at_work.discard(turn.table)
            self._update_room()

    def _update_room(self) -> None:
        if len(self._at_work) < self.threads:
            self._has_room.set()
        else:
            self._has_room.clear()

    async def _move(self, turn: BotTurn) -> bool:
        """Let the bot to move play one move; no if there is none, or another process plays it."""
        table = await self._registry.table(turn.table, turn.number)
        if table.bot_to_move is None:
            return False
        await self._compilation.wait_for_bots(table.terms.game)
        async with self._slots:  # a turn is held only by a thread that can think at once
            table = await self._registry.table(turn.table)
            if table.bot_to_move is None:
                return False
            job = f"{turn.table}/{table.position}"
            async with self._registry.leases.hold(job, self._name) as is_ours:
                if is_ours:
                    await self._choose_and_move(table)
        return is_ours

    async def _choose_and_move(self, table: Table) -> None:
        seat, level, state, position = table.turn, table.bot_to_move, table.state, table.position
        assert seat is not None
        assert level is not None
        assert state is not None
        key = (table.name, seat, level)
        bot = self._bots.pop(key, None) or make(table.game, level)
        loop = asyncio.get_running_loop()
        began = time.perf_counter()
        move = await loop.run_in_executor(self._pool, bot.choose, state.view(seat))
        self._registry.metrics.note_thinking(table.terms.game, time.perf_counter() - began)
        self._keep(key, bot)

        def decide(current: Table, now: float) -> Decision:
            if current.position != position or current.bot_to_move is None:
                return decide_nothing(current, now)
            return commands.move(current, now, seat, move)

        # What may be stored already must be published, even if this process is about to end.
        await run_to_end(self._registry.update(table.name, decide))

    def _keep(self, key: tuple[str, int, str], bot: Bot) -> None:
        """Keep a bot with its memory, until there are too many."""
        self._bots[key] = bot
        while len(self._bots) > _KEPT:
            self._bots.popitem(last=False)
