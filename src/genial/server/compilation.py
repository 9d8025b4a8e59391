"""Compiling the games while the server already serves: in a process of its own, with progress.

Run as a program it compiles, the most needed first, and says a JSON line for every step.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import numpy as np
import structlog

import genial
from genial.bots import warm as bots
from genial.core.cache import cache_folder
from genial.core.game import Game
from genial.core.kernel import JIT
from genial.core.warm import PLAY, Step, marker, marking, pending
from genial.server.errors import Refusal
from genial.server.tables import choices

log = structlog.get_logger()

RULES, BOTS = "rules", "bots"
_FAILED = "compiling failed; the games compile when they are first played"
_PATIENCE = 10.0  # seconds that somebody waits for a game


class Stage(msgspec.Struct, frozen=True):
    """A part of a game's compiled code, and how many of all steps are done once it is there."""

    game: str
    part: str
    done: int
    total: int


def stages() -> list[tuple[str, str, list[Step]]]:
    """What is still to be compiled: first the rules of all games, then their bots."""
    games = [genial.game(name) for name in genial.games()]
    found = [(game.name, RULES, [*pending(game, parts=[PLAY]), *_choices(game)]) for game in games]
    return found + [(game.name, BOTS, bots.pending(game)) for game in games]


def _choices(game: Game) -> Iterator[Step]:
    if not JIT or game.name != "ingenious":
        return
    done = marker(cache_folder("bots"), "choices", [Path(choices.__file__)])
    if not done.exists():
        # Even to start a game compiles something: not before the step is run.
        step = Step(game.name, "choices", lambda: choices.choices(game.start(seed=0)))
        yield marking(step, done)


class Compilation:
    """What is compiled already. Without a compiler, all is."""

    def __init__(self) -> None:
        self._ready: set[tuple[str, str]] = set()
        self._changed = asyncio.Event()
        self._looked = asyncio.Event()  # is it known what must be compiled?
        self.done, self.total = 0, 0
        self._process: asyncio.subprocess.Process | None = None
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Compilation:
        self._task = asyncio.create_task(self._run())
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        if self._process is not None and self._process.returncode is None:
            self._process.kill()
            await self._process.wait()

    async def _run(self) -> None:
        try:
            left = await asyncio.to_thread(stages)
            self.total = sum(len(steps) for _, _, steps in left)
            self._mark(*((game, part) for game, part, steps in left if not steps))
            self._looked.set()
            if self.total:
                await self._compile()
        except Exception as error:
            log.error(_FAILED, error=str(error) or type(error).__name__)
        finally:
            self._looked.set()
        self._mark(*((game, part) for game in genial.games() for part in (RULES, BOTS)))
        log.info("compiled", steps=self.total)

    async def _compile(self) -> None:
        log.info("compiling", steps=self.total)
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", __name__, stdout=asyncio.subprocess.PIPE,
            start_new_session=True,  # Ctrl-C is for the server, which then ends this
        )  # fmt: skip
        assert self._process.stdout is not None
        async for line in self._process.stdout:
            stage = msgspec.json.decode(line, type=Stage)
            self.done = stage.done
            if stage.part:
                self._mark((stage.game, stage.part))
        if await self._process.wait() != 0:
            log.error(_FAILED)

    def _mark(self, *parts: tuple[str, str]) -> None:
        self._ready.update(parts)
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    async def look(self) -> None:
        """Wait until it is known what is compiled: a moment after the start."""
        await self._looked.wait()

    async def ready(self, game: str) -> None:
        """Raise Refusal while the rules of a game are not compiled, as soon as that is known."""
        await self.look()
        self.check(game)

    def check(self, game: str) -> None:
        """Raise Refusal while the rules of a game are not compiled."""
        if game in genial.games() and (game, RULES) not in self._ready:
            share = int(100 * self.done / max(1, self.total))
            raise NotYet("This game is still being prepared. Try again in a minute.", percent=share)

    async def rules_of(self, game: str) -> None:
        """Wait until the rules of a game are compiled; raises Refusal if that takes long."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_PATIENCE):
                while game in genial.games() and (game, RULES) not in self._ready:
                    await self._changed.wait()
        self.check(game)

    async def bots_of(self, game: str) -> None:
        """Wait until the bots of a game can think."""
        while (game, BOTS) not in self._ready:
            await self._changed.wait()


class NotYet(Refusal):
    """Something that will be there in a moment."""

    code = "not-yet"
    status = 503


def main(say: Callable[[bytes], object]) -> None:
    """Compile everything, and say how far it is."""
    left = stages()
    total = sum(len(steps) for _, _, steps in left)
    done = 0
    for game, part, steps in left:
        for step in steps:
            step.run()
            done += 1
            say(msgspec.json.encode(Stage(game, "", done, total)) + b"\n")
        say(msgspec.json.encode(Stage(game, part, done, total)) + b"\n")


if __name__ == "__main__":
    np.seterr(all="ignore")

    def _say(line: bytes) -> None:
        sys.stdout.buffer.write(line)
        sys.stdout.buffer.flush()

    try:
        main(_say)
    except BrokenPipeError:  # the server was killed, and there is nobody to tell
        os._exit(1)
