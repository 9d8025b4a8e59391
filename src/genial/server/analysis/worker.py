"""Working on analyses: one at a time in a process, with low priority, bots at tables first.

What a dead process left is taken over, from the moves on that it had looked at.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import sys
import threading
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor

import sqlalchemy as sa
import structlog

from genial.bots import Bot, Thought, make
from genial.core.state import State
from genial.server.analysis.grading import judged, settled
from genial.server.analysis.jobs import TOPIC, WAITING, AnalysisJobs, Findings
from genial.server.analysis.queue import SHARE
from genial.server.bots.hints import strongest
from genial.server.bots.runner import BotRunner
from genial.server.cluster.periodic import Periodic
from genial.server.compilation import Compilation, NotYet

log = structlog.get_logger()

_SWEEP = 2.0  # seconds between looks for work
_SAVED = 1.0  # seconds after which what was found is saved
_LONGEST = 4.0  # seconds for a move, at most
_PATIENCE = 5.0  # seconds that bots at tables can make a move's analysis wait
_NICE = 19  # the lowest priority


class AnalysisWorker:
    """Analyses games, in one thread of this process."""

    def __init__(
        self, analyses: AnalysisJobs, thinkers: BotRunner, compilation: Compilation, effort: int
    ) -> None:
        self._analyses, self._thinkers, self._compilation = analyses, thinkers, compilation
        self._effort = effort
        self._name = f"analyst-{secrets.token_hex(4)}"
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="analyst", initializer=_step_back)
        self._works = Periodic("analyses", self._do_all, every=_SWEEP)
        self._end: Callable[[], Awaitable[None]] | None = None

    async def __aenter__(self) -> AnalysisWorker:
        self._end = await self._analyses.registry.bus.work(TOPIC, self._hear)
        self._works.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._end is not None:
            await self._end()
        await self._works.stop()
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def _hear(self, _: bytes) -> None:
        self._works.wake()

    async def _do_all(self) -> None:
        """Analyse all games that wait for it and that no other process works on."""
        while await self._do_next():
            pass

    async def _do_next(self) -> bool:
        """Analyse the game that is due first; no if there is none. Others may ask meanwhile."""
        for subject in await self._analyses.waiting():
            if await self._do(subject):
                return True
        return False

    async def _do(self, subject: str) -> bool:
        """Analyse a game; no if another process does, or it is done."""
        leases = self._analyses.registry.leases
        async with leases.hold(f"analysis/{subject}", self._name) as is_ours:
            if not is_ours:
                return False
            analysis = await self._analyses.find(subject)
            if analysis.status not in WAITING:
                return False
            try:
                state = await self._analyses.state(subject)
                await self._compilation.bots_of(state.game.name)
                await self._go_on(subject, state, analysis.findings)
            except (NotYet, OSError, sa.exc.SQLAlchemyError):
                raise  # later
            except Exception:
                log.exception("analysis", subject=subject)
                await self._analyses.fail(subject)
            return True

    async def _go_on(self, subject: str, state: State, found: Findings) -> None:
        """Look at the moves that nobody has looked at."""
        states = state.history
        total = len(states) - 1
        level = found.level or strongest(state.game)
        effort = found.effort or self._effort
        bot = make(state.game, level, seed=0)
        moves, saved = list(found.moves), time.monotonic()

        async def save(status: str) -> None:
            findings = Findings(level=level, effort=effort, moves=tuple(moves))
            await self._analyses.save(subject, status, total, findings)

        async def thought(number: int) -> Thought:
            return await self._thought(bot, states[number], effort, SHARE / max(1, total))

        await save("running")
        for number in range(len(moves) + 1, total + 1):
            before = await thought(number - 1)
            if moves:
                moves[-1] = settled(moves[-1], before.value)
            seat, move = states[number].mover, states[number].last_move
            assert seat is not None
            assert move is not None
            judgement = judged(number, seat, move, before)
            if number == total:
                judgement = settled(
                    judgement, state.utilities if state.over else (await thought(total)).value
                )
            moves.append(judgement)
            if number < total and time.monotonic() - saved >= _SAVED:
                await save("running")
                saved = time.monotonic()
        await save("done")

    async def _thought(self, bot: Bot, state: State, effort: int, seconds: float) -> Thought:
        """What the bot thinks of a position as the seat to move sees it."""
        await self._thinkers.wait_for_idle_thread(_PATIENCE)
        loop, stop = asyncio.get_running_loop(), threading.Event()

        def think() -> Thought:
            return bot.think(state.view(state.turn), effort=effort, stop=stop)

        limit = loop.call_later(min(_LONGEST, seconds), stop.set)
        try:
            return await loop.run_in_executor(self._pool, think)
        finally:
            limit.cancel()
            stop.set()


def _step_back() -> None:
    """Let this thread run when nothing else wants to; where the system knows that of threads."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICE)
