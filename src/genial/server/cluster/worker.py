"""A process that only thinks: for bots at tables, for hints, and for analyses of games."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
from contextlib import AsyncExitStack

import structlog
import uvloop

from genial.core.errors import BadOption
from genial.server.analysis.jobs import AnalysisJobs
from genial.server.analysis.review import ReviewThread
from genial.server.analysis.uploads import Uploads
from genial.server.analysis.worker import AnalysisWorker
from genial.server.bots.hints import HintWorker
from genial.server.bots.runner import BotRunner
from genial.server.cluster.bus import connect
from genial.server.compilation import Compilation
from genial.server.live.presence import Presence
from genial.server.logs import set_up_log
from genial.server.notifications.turns import turn_notifications
from genial.server.settings import Settings, unknown_variables
from genial.server.storage.store import Store
from genial.server.tables.registry import TableRegistry

log = structlog.get_logger()

_NICE = 10  # by how much the priority of this process is lowered


def run(settings: Settings) -> int:
    """Think until the process is stopped; return the exit code. Raise GenialError at the start."""
    if not settings.bus:
        raise BadOption(
            "a worker needs a bus (--bus nats://…): without one, only the server itself can think"
        )
    if settings.database.startswith("sqlite"):
        raise BadOption(
            "a worker needs PostgreSQL (--database postgresql://…): SQLite is for one process"
        )
    if settings.thinkers == 0:
        raise BadOption("a worker thinks in at least one thread: the setting thinkers cannot be 0")
    set_up_log(as_json=settings.log_json, level=settings.log_level)
    for sentence in unknown_variables():
        log.warning(sentence)
    _lower_priority()
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as loop:
        loop.run(_work(settings))
    return 0


def _lower_priority() -> None:
    """Use only time that no other process needs."""
    with contextlib.suppress(OSError):
        os.nice(_NICE)
        if sys.platform == "linux":
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


async def _work(settings: Settings) -> None:
    stopped = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stopped.set)
    async with AsyncExitStack() as stack:
        store = await Store.open(settings.database)
        stack.push_async_callback(store.close)
        bus = await connect(settings.bus, await store.realm())
        stack.push_async_callback(bus.close)
        compilation = await stack.enter_async_context(Compilation())
        registry = TableRegistry(store, bus, compilation=compilation)
        review_thread = ReviewThread()
        stack.callback(review_thread.close)
        threads = settings.thinkers or os.cpu_count() or 1
        bot_runner = BotRunner(registry, compilation, threads)
        analyses = AnalysisJobs(registry, Uploads(store, review_thread, compilation, registry.now))
        # After a bot's move a player is to move, and this process knows it first.
        await stack.enter_async_context(turn_notifications(settings, registry, Presence(registry)))
        await stack.enter_async_context(bot_runner)
        await stack.enter_async_context(HintWorker(bus, compilation, threads))
        await stack.enter_async_context(
            AnalysisWorker(analyses, bot_runner, compilation, settings.analysis_effort)
        )
        print("Thinking for the bots of all tables  (press Ctrl-C to stop)", flush=True)
        await stopped.wait()
