"""A process that only thinks: for the bots at tables, for people who ask, and about old games."""

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
from genial.server.analysis import Analyses
from genial.server.analysts import Analysts
from genial.server.bus import connected
from genial.server.home import Home
from genial.server.logs import set_up_log
from genial.server.notices import noticing
from genial.server.presence import Presence
from genial.server.review import Desk
from genial.server.settings import Settings, strangers
from genial.server.storage.store import Store
from genial.server.thinkers import Thinkers
from genial.server.thinking import Advisers
from genial.server.uploads import Uploads
from genial.server.warming import Warming

log = structlog.get_logger()

_NICE = 10  # how far this process steps back behind others


def run(settings: Settings) -> int:
    """Think until somebody stops it; the exit code. Raises GenialError if it cannot begin."""
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
    for sentence in strangers():
        log.warning(sentence)
    _step_back()
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as loop:
        loop.run(_work(settings))
    return 0


def _step_back() -> None:
    """Use only time that nobody else needs."""
    with contextlib.suppress(OSError):
        os.nice(_NICE)
        if sys.platform == "linux":
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


async def _work(settings: Settings) -> None:
    stopped = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stopped.set)
    async with AsyncExitStack() as stack:
        store = await Store.opened(settings.database)
        stack.push_async_callback(store.close)
        bus = await connected(settings.bus, await store.realm())
        stack.push_async_callback(bus.close)
        warming = await stack.enter_async_context(Warming())
        home, desk = Home(store, bus, warming=warming), Desk()
        stack.callback(desk.close)
        threads = settings.thinkers or os.cpu_count() or 1
        thinkers = Thinkers(home, warming, threads)
        analyses = Analyses(home, Uploads(store, desk, warming, home.now))
        # After a bot's move somebody else is to move, and nobody but us knows first.
        await stack.enter_async_context(noticing(settings, home, Presence(home)))
        await stack.enter_async_context(thinkers)
        await stack.enter_async_context(Advisers(bus, warming, threads))
        await stack.enter_async_context(
            Analysts(analyses, thinkers, warming, settings.analysis_effort)
        )
        print("Thinking for the bots of all tables  (Ctrl-C ends it)", flush=True)
        await stopped.wait()
