"""What a bot would do, and what it thinks, for people at a table; worked out from a view alone.

Whoever has time answers: a thread of this process, or a worker's.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec
import structlog

import genial
from genial.bots import Thought, levels, make
from genial.bots.search import Search
from genial.core.errors import GenialError
from genial.core.game import Game
from genial.server.cluster.bus import Bus
from genial.server.compilation import Compilation
from genial.server.errors import Refusal
from genial.server.limits import FairSlots, QueueTooLong

log = structlog.get_logger()

TOPIC = "advise"
SECONDS = 0.8  # of thinking

_PATIENCE = 5.0  # seconds until somebody must have answered
_MOST_WAITING = 50  # questions from one place
_SHOWN = 8  # candidates
_DEALS = 24  # tried, at most, by a seat that is not to move
_PLAYOUTS = 100  # in each of them


class Nobody(Refusal):
    """No bot has the time to think, or its code is still being compiled."""

    code = "no-adviser"
    status = 503


class Question(msgspec.Struct, frozen=True):
    """What is to be thought of this view, in so many seconds?"""

    view: dict[str, Any]
    seconds: float
    reply: str  # the topic on which the answer is awaited
    until: float  # epoch seconds; nobody waits any longer then
    place: str = ""  # from where it is asked: places take turns


def strongest(game: Game) -> str:
    """The highest level of a game."""
    return levels(game)[-1]


async def ask(
    bus: Bus, view: dict[str, Any], seconds: float = SECONDS, *, place: str = ""
) -> Thought:
    """What the strongest level thinks of a view, wherever it is thought; raises Nobody."""
    reply = f"advice.{secrets.token_hex(8)}"
    answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()

    def got(body: bytes) -> None:
        if not answer.done():
            answer.set_result(body)

    end = await bus.hear(reply, got)
    try:
        question = Question(view, seconds, reply, time.time() + _PATIENCE, place)
        await bus.publish(TOPIC, msgspec.json.encode(question))
        body = await asyncio.wait_for(answer, _PATIENCE)
    except TimeoutError:
        raise Nobody("no bot has time to think about this now: try again in a moment") from None
    finally:
        await end()
    return msgspec.json.decode(body, type=Thought)


class HintWorker:
    """Answers questions, in threads of this process."""

    def __init__(self, bus: Bus, compilation: Compilation, threads: int | None = None) -> None:
        self._bus, self._compilation = bus, compilation
        count = max(1, (os.cpu_count() or 2) - 1) if threads is None else threads
        self._pool = ThreadPoolExecutor(count, thread_name_prefix="adviser")
        self._slots = FairSlots(count, waiting=_MOST_WAITING)
        self._end: Callable[[], Awaitable[None]] | None = None

    async def __aenter__(self) -> HintWorker:
        self._end = await self._bus.work(TOPIC, self._hear)
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._end is not None:
            await self._end()
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def _hear(self, body: bytes) -> None:
        question = msgspec.json.decode(body, type=Question)
        await self._compilation.bots_of(question.view["game"])
        loop = asyncio.get_running_loop()
        try:
            async with self._slots.take(question.place):
                thought = await loop.run_in_executor(self._pool, _answered, question)
        except QueueTooLong:
            return  # it would be too late anyway
        except GenialError as error:
            log.warning("advice", error=str(error))
            return
        if thought is not None:
            await self._bus.publish(question.reply, msgspec.json.encode(thought))


def _answered(question: Question) -> Thought | None:
    if time.time() > question.until:
        return None
    return thought_of(question.view, question.seconds)


def thought_of(view: dict[str, Any], seconds: float) -> Thought:
    """What the strongest level thinks, knowing what this view tells and nothing else.

    Where hidden things matter and another seat is to move, it has no moves to offer.
    """
    game = genial.game(view["game"], **view["options"])
    if view["turn"] == view["seat"] or not game.facts.has_hidden_information:
        return in_short(make(game, strongest(game)).think(view, seconds=seconds))
    return _while_waiting(game, view, seconds)


def _while_waiting(game: Game, view: dict[str, Any], seconds: float) -> Thought:
    """What a seat can expect while another is to move: the mean over deals it can imagine.

    What the seat to move holds is dealt once for a search: its moves must be possible.
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


def in_short(thought: Thought, played: str = "") -> Thought:
    """A thought with its best candidates, and the one that was played."""
    kept = thought.candidates[:_SHOWN]
    kept += tuple(c for c in thought.candidates[_SHOWN:] if c.move == played)
    return msgspec.structs.replace(thought, candidates=kept)
