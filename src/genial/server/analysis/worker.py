"""Analyse games: one at a time in a process, with low priority; bots at tables go first.

An analysis that a dead process has left unfinished is continued at its next move.
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
from genial.server.analysis.grading import grade, with_outcome
from genial.server.analysis.jobs import TOPIC, UNFINISHED, AnalysisJobs, Findings
from genial.server.analysis.queue import SHARE
from genial.server.bots.hints import strongest_level
from genial.server.bots.runner import BotRunner
from genial.server.cluster.periodic import Periodic
from genial.server.compilation import Compilation, NotCompiled

log = structlog.get_logger()

_SWEEP = 2.0  # seconds between looks for work
_SAVE = 1.0  # seconds between saves of what has been found
_LONGEST = 4.0  # seconds for a move, at most
_PATIENCE = 5.0  # seconds that bots at tables can make a move's analysis wait
_NICE = 19  # the lowest priority


class AnalysisWorker:
    """Analyses games, in one thread of this process."""

    def __init__(
        self, analyses: AnalysisJobs, bot_runner: BotRunner, compilation: Compilation, effort: int
    ) -> None:
        self._analyses, self._bot_runner, self._compilation = analyses, bot_runner, compilation
        self._effort = effort
        self._name = f"analysis-{secrets.token_hex(4)}"
        self._pool = ThreadPoolExecutor(
            1, thread_name_prefix="analysis", initializer=_lower_priority
        )
        self._sweep = Periodic("analyses", self._analyse_all, every=_SWEEP)
        self._unsubscribe: Callable[[], Awaitable[None]] | None = None

    async def __aenter__(self) -> AnalysisWorker:
        self._unsubscribe = await self._analyses.registry.bus.work(TOPIC, self._wake)
        self._sweep.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._unsubscribe is not None:
            await self._unsubscribe()
        await self._sweep.stop()
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def _wake(self, _: bytes) -> None:
        self._sweep.wake()

    async def _analyse_all(self) -> None:
        """Analyse all waiting games that no other process works on."""
        while await self._analyse_next():
            pass

    async def _analyse_next(self) -> bool:
        """Analyse the game that is due first; return False if there is none.

        The queue is read again for every game: an earlier one may have come meanwhile.
        """
        for subject in await self._analyses.waiting():
            if await self._analyse(subject):
                return True
        return False

    async def _analyse(self, subject: str) -> bool:
        """Analyse a game; return False if another process does, or it is done."""
        leases = self._analyses.registry.leases
        async with leases.hold(f"analysis/{subject}", self._name) as is_ours:
            if not is_ours:
                return False
            analysis = await self._analyses.find(subject)
            if analysis.status not in UNFINISHED:
                return False
            try:
                state = await self._analyses.state(subject)
                await self._compilation.wait_for_bots(state.game.name)
                await self._grade_moves(subject, state, analysis.findings)
            except (NotCompiled, OSError, sa.exc.SQLAlchemyError):
                raise  # the next sweep tries again
            except Exception:
                log.exception("analysis failed", subject=subject)
                await self._analyses.fail(subject)
            return True

    async def _grade_moves(self, subject: str, state: State, found: Findings) -> None:
        """Grade the moves that have no grade yet."""
        states = state.history
        total = len(states) - 1
        level = found.level or strongest_level(state.game)
        effort = found.effort or self._effort
        bot = make(state.game, level, seed=0)
        moves, saved = list(found.moves), time.monotonic()

        async def save(status: str) -> None:
            findings = Findings(level=level, effort=effort, moves=tuple(moves))
            await self._analyses.save(subject, status, total, findings)

        async def think(number: int) -> Thought:
            return await self._think(bot, states[number], effort, SHARE / max(1, total))

        await save("running")
        for number in range(len(moves) + 1, total + 1):
            thought = await think(number - 1)
            if moves:
                moves[-1] = with_outcome(moves[-1], thought.value)
            seat, move = states[number].mover, states[number].last_move
            assert seat is not None
            assert move is not None
            graded = grade(number, seat, move, thought)
            if number == total:
                graded = with_outcome(
                    graded, state.utilities if state.over else (await think(total)).value
                )
            moves.append(graded)
            if number < total and time.monotonic() - saved >= _SAVE:
                await save("running")
                saved = time.monotonic()
        await save("done")

    async def _think(self, bot: Bot, state: State, effort: int, seconds: float) -> Thought:
        """Let the bot think about a position as the seat to move sees it."""
        await self._bot_runner.wait_for_idle_thread(_PATIENCE)
        loop, stop = asyncio.get_running_loop(), threading.Event()

        def think() -> Thought:
            return bot.think(state.view(state.turn), effort=effort, stop=stop)

        limit = loop.call_later(min(_LONGEST, seconds), stop.set)
        try:
            return await loop.run_in_executor(self._pool, think)
        finally:
            limit.cancel()
            stop.set()


def _lower_priority() -> None:
    """Let this thread run only when no other wants to; Linux has priorities of threads."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICE)
