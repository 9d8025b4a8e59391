"""Compile the games while the server is already running: in a process of its own, with progress.

Run as a program, this module compiles, the most needed first, and prints a JSON line for each step.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from collections.abc import Callable

import msgspec
import numpy as np
import structlog

import genial
from genial.bots import compilation as bots
from genial.core.compilation import PLAY, Step, pending_steps
from genial.server.errors import Refusal

log = structlog.get_logger()

RULES, BOTS = "rules", "bots"
_FAILED = "compilation failed; games compile when they are first played"
_PATIENCE = 10.0  # seconds to wait for the rules of a game


class Stage(msgspec.Struct, frozen=True):
    """A part of a game that has been compiled, and how many of all steps are done by then."""

    game: str
    part: str
    done: int
    total: int


def stages() -> list[tuple[str, str, list[Step]]]:
    """Return what is still to be compiled: first the rules of all games, then their bots."""
    games = [genial.game(name) for name in genial.games()]
    found = [(game.name, RULES, pending_steps(game, parts=[PLAY])) for game in games]
    return found + [(game.name, BOTS, bots.pending_steps(game)) for game in games]


class Compilation:
    """Knows what is compiled already, and compiles the rest while it is entered."""

    def __init__(self) -> None:
        self._ready: set[tuple[str, str]] = set()
        self._changed = asyncio.Event()
        self._known = asyncio.Event()  # set once it is known what must be compiled
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
            self._mark_ready(*((game, part) for game, part, steps in left if not steps))
            self._known.set()
            if self.total:
                await self._compile()
        except Exception as error:
            log.error(_FAILED, error=str(error) or type(error).__name__)
        finally:
            self._known.set()
        self._mark_ready(*((game, part) for game in genial.games() for part in (RULES, BOTS)))
        log.info("compiled", steps=self.total)

    async def _compile(self) -> None:
        log.info("compiling", steps=self.total)
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", __name__, stdout=asyncio.subprocess.PIPE,
            start_new_session=True,  # Ctrl-C goes to the server, which then ends this process
        )  # fmt: skip
        assert self._process.stdout is not None
        async for line in self._process.stdout:
            stage = msgspec.json.decode(line, type=Stage)
            self.done = stage.done
            if stage.part:
                self._mark_ready((stage.game, stage.part))
        if await self._process.wait() != 0:
            log.error(_FAILED)

    def _mark_ready(self, *parts: tuple[str, str]) -> None:
        self._ready.update(parts)
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    async def wait_until_known(self) -> None:
        """Wait until it is known what is compiled: a moment after the start."""
        await self._known.wait()

    async def require(self, game: str) -> None:
        """Wait until it is known what is compiled, then `check` a game."""
        await self.wait_until_known()
        self.check(game)

    def check(self, game: str) -> None:
        """Raise NotCompiled while the rules of a game are not compiled."""
        self._check_part(game, RULES)

    def check_bots(self, game: str) -> None:
        """Raise NotCompiled while the bots of a game are not compiled."""
        self._check_part(game, BOTS)

    def _check_part(self, game: str, part: str) -> None:
        if game in genial.games() and (game, part) not in self._ready:
            share = int(100 * self.done / max(1, self.total))
            raise NotCompiled(
                "This game is still being prepared. Try again in a minute.", percent=share
            )

    async def wait_for_rules(self, game: str) -> None:
        """Wait until the rules of a game are compiled; raise NotCompiled if that takes long."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_PATIENCE):
                while game in genial.games() and (game, RULES) not in self._ready:
                    await self._changed.wait()
        self.check(game)

    async def wait_for_bots(self, game: str) -> None:
        """Wait until the bots of a game are compiled."""
        while (game, BOTS) not in self._ready:
            await self._changed.wait()


class NotCompiled(Refusal):
    """The code of a game is still being compiled."""

    code = "not-yet"
    status = 503


def main(write: Callable[[bytes], object]) -> None:
    """Compile everything, and write a line of progress after each step."""
    left = stages()
    total = sum(len(steps) for _, _, steps in left)
    done = 0
    for game, part, steps in left:
        for step in steps:
            step.run()
            done += 1
            write(msgspec.json.encode(Stage(game, "", done, total)) + b"\n")
        write(msgspec.json.encode(Stage(game, part, done, total)) + b"\n")


if __name__ == "__main__":
    np.seterr(all="ignore")

    def _write(line: bytes) -> None:
        sys.stdout.buffer.write(line)
        sys.stdout.buffer.flush()

    try:
        main(_write)
    except BrokenPipeError:  # the server was killed, and no one reads the progress
        os._exit(1)
