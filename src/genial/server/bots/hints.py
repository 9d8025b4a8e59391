"""Ask a bot for its thoughts about a position, from a view alone.

The first idle thread answers: one of this process, or a worker's.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor

import msgspec
import structlog

import genial
from genial.bots import Thought, levels, make
from genial.bots.search import Search
from genial.core.errors import GenialError
from genial.core.game import Game
from genial.core.kit import Data
from genial.core.view import View
from genial.games import kit
from genial.server.cluster.bus import Bus
from genial.server.compilation import Compilation
from genial.server.errors import Refusal
from genial.server.limits import FairSlots, QueueTooLong

log = structlog.get_logger()

TOPIC = "advise"
SECONDS = 0.8  # of thinking

_PATIENCE = 5.0  # seconds to wait for an answer
_MOST_WAITING = 50  # requests from one place
_MOST_CANDIDATES = 8  # in an answer
_DEALS = 24  # sampled, at most, for a seat that is not to move
_PLAYOUTS = 100  # in each of them


class NoBotAvailable(Refusal):
    """No thread is free for a bot, or its code is still being compiled."""

    code = "no-adviser"
    status = 503


class HintJob(msgspec.Struct, frozen=True):
    """A view that a bot is to think about for some seconds."""

    game: str
    view: msgspec.Raw  # of this game
    seconds: float
    reply: str  # the topic for the answer
    until: float  # epoch seconds; an answer after that is useless
    place: str = ""  # where it comes from: places take turns


def strongest_level(game: Game) -> str:
    """Return the highest level of a game."""
    return levels(game)[-1]


async def ask_bot(bus: Bus, view: View, seconds: float = SECONDS, *, place: str = "") -> Thought:
    """Return what the strongest level thinks of a view; raise NoBotAvailable."""
    reply = f"advice.{secrets.token_hex(8)}"
    answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()

    def receive(body: bytes) -> None:
        if not answer.done():
            answer.set_result(body)

    unsubscribe = await bus.hear(reply, receive)
    try:
        encoded = msgspec.Raw(msgspec.json.encode(view))
        job = HintJob(view.game, encoded, seconds, reply, time.time() + _PATIENCE, place)
        await bus.publish(TOPIC, msgspec.json.encode(job))
        body = await asyncio.wait_for(answer, _PATIENCE)
    except TimeoutError:
        raise NoBotAvailable("No bot has time to think now. Try again in a moment.") from None
    finally:
        await unsubscribe()
    return msgspec.json.decode(body, type=Thought)


class HintWorker:
    """Answers hint requests, in threads of this process."""

    def __init__(self, bus: Bus, compilation: Compilation, threads: int | None = None) -> None:
        self._bus, self._compilation = bus, compilation
        count = max(1, (os.cpu_count() or 2) - 1) if threads is None else threads
        self._pool = ThreadPoolExecutor(count, thread_name_prefix="hints")
        self._slots = FairSlots(count, waiting=_MOST_WAITING)
        self._unsubscribe: Callable[[], Awaitable[None]] | None = None

    async def __aenter__(self) -> HintWorker:
        self._unsubscribe = await self._bus.work(TOPIC, self._handle)
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._unsubscribe is not None:
            await self._unsubscribe()
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def _handle(self, body: bytes) -> None:
        job = msgspec.json.decode(body, type=HintJob)
        await self._compilation.wait_for_bots(job.game)
        loop = asyncio.get_running_loop()
        try:
            async with self._slots.take(job.place):
                thought = await loop.run_in_executor(self._pool, _answer, job)
        except QueueTooLong:
            return  # it would be too late anyway
        except GenialError as error:
            log.warning("hint failed", error=str(error))
            return
        if thought is not None:
            await self._bus.publish(job.reply, msgspec.json.encode(thought))


def _answer(job: HintJob) -> Thought | None:
    """Return what a bot thinks, or None if it is too late for an answer."""
    if time.time() > job.until:
        return None
    return think(msgspec.json.decode(job.view, type=kit(job.game).View), job.seconds)


def think(view: View, seconds: float) -> Thought:
    """Return what the strongest level thinks, given this view and nothing else.

    In a game with hidden information it has candidates only for the seat to move.
    """
    game, plain = genial.game(view.game, **view.options), msgspec.to_builtins(view)
    if view.turn == view.seat or not game.facts.has_hidden_information:
        thought = make(game, strongest_level(game)).think(plain, seconds=seconds)
        return msgspec.structs.replace(thought, candidates=thought.candidates[:_MOST_CANDIDATES])
    return _think_off_turn(game, plain, seconds)


def _think_off_turn(game: Game, view: Data, seconds: float) -> Thought:
    """Return what a seat can expect while another is to move: the mean over possible deals.

    Each search keeps one deal for the seat to move: its moves must be possible.
    """
    began = time.perf_counter()
    sums, deals = [0.0] * game.players, 0
    while deals < _DEALS and (deals == 0 or time.perf_counter() - began < seconds):
        bot = make(game, "search", hiding=0.0)
        assert isinstance(bot, Search)
        thought, _, _ = bot.search(view, 0.0, _PLAYOUTS, None)
        sums = [total + value for total, value in zip(sums, thought.value, strict=True)]
        deals += 1
    return Thought(
        move="",
        candidates=(),
        value=tuple(total / deals for total in sums),
        visits=deals * _PLAYOUTS,
        seconds=time.perf_counter() - began,
    )
