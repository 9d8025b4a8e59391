"""Worker processes that play games side by side. One that dies or hangs costs one game."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnContext
from typing import NoReturn

from genial.arena.host import Host, Setup, forfeit_game
from genial.arena.play import Forfeit, Played
from genial.arena.protocol import START_SECONDS
from genial.arena.schedule import Fixture
from genial.core.errors import GenialError

_GRACE = 3.0  # seconds after which a hanging bot is no longer waited for
_LOOK = 0.5  # seconds between looks at the clocks
_READY = "ready"


class WorkerFailure(GenialError):
    """A worker that could not begin to play."""

    code = "worker-failure"


def cores() -> int:
    """Return how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def run(setup: Setup, fixtures: Sequence[Fixture], workers: int) -> Iterator[Played]:
    """Play all games, as many at a time as there are workers; they come as they end.

    Closing the iterator stops the games that are being played.
    """
    context = multiprocessing.get_context("spawn")
    waiting = list(reversed(fixtures))
    count = min(workers, len(waiting))
    busy: list[_Worker] = []
    try:
        busy += [_Worker(context, setup) for _ in range(count)]
        while busy:
            wait([worker.pipe for worker in busy], timeout=_LOOK)
            for worker in list(busy):
                played = worker.look()
                if played is not None:
                    yield played
                if not worker.alive:
                    worker.stop()
                    busy.remove(worker)
                    if waiting:
                        busy.append(_Worker(context, setup))
                elif worker.is_free and waiting:
                    worker.give(waiting.pop())
                elif worker.is_free:
                    worker.stop()
                    busy.remove(worker)
    finally:
        for worker in busy:
            worker.ask_to_stop()
        for worker in busy:
            worker.stop()


class _Worker:
    """A worker process as its parent sees it."""

    def __init__(self, context: SpawnContext, setup: Setup) -> None:
        self.pipe, theirs = context.Pipe()
        self._setup = setup
        self._process = context.Process(target=_work, args=(theirs, setup), daemon=True)
        self._process.start()
        theirs.close()
        self._ready = False
        self._fixture: Fixture | None = None
        self._moves: list[tuple[str, float]] = []
        self._seat = 0  # the seat that is asked; negative while its bot is being made
        self._since = 0.0
        self.alive = True

    @property
    def is_free(self) -> bool:
        """Is it waiting for a game?"""
        return self._ready and self._fixture is None

    def give(self, fixture: Fixture) -> None:
        """Let it play a game."""
        self._fixture, self._moves, self._seat = fixture, [], 0
        self._since = time.monotonic()
        with contextlib.suppress(OSError):  # it has died, which the next look shows
            self.pipe.send(fixture)

    def look(self) -> Played | None:
        """Hear what it says; a game that has ended, however it did."""
        try:
            while self.pipe.poll():
                said = self.pipe.recv()
                self._since = time.monotonic()
                if isinstance(said, Played):
                    self._fixture = None
                    return said
                self._note(said)
        except (EOFError, OSError):
            self.alive = False
            self._process.join()
            return self._forfeit("crash", f"its process died{_exit(self._process.exitcode)}")
        allowed = self._setup.limit if self._seat > 0 else START_SECONDS
        if self._fixture is not None and time.monotonic() > self._since + allowed + _GRACE:
            self.alive = False
            self.stop()
            return self._forfeit("time", f"did not answer within {allowed:g} s")
        return None

    def _note(self, said: object) -> None:
        if said == _READY:
            self._ready = True
        elif isinstance(said, GenialError):
            self.alive = False
            raise WorkerFailure(str(said))
        else:
            assert isinstance(said, tuple)
            self._seat, last, seconds = said
            if last is not None:
                self._moves.append((last, seconds))

    def _forfeit(self, why: str, reason: str) -> Played:
        if self._fixture is None or self._seat == 0:
            raise WorkerFailure(f"a worker {reason.removeprefix('its process ')}")
        forfeit = Forfeit(abs(self._seat), "time" if why == "time" else "crash", reason)
        return forfeit_game(self._setup, self._fixture, self._moves, forfeit)

    def ask_to_stop(self) -> None:
        """Let the process end, and with it the programs it runs."""
        self._process.terminate()

    def stop(self) -> None:
        """See to it that the process ends."""
        self.ask_to_stop()
        self._process.join(3.0)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()
        self.pipe.close()


def _exit(code: int | None) -> str:
    if code is None or code == 0:
        return ""
    return f" (signal {-code})" if code < 0 else f" (exit code {code})"


def _work(pipe: Connection, setup: Setup) -> None:
    """Play games as a worker until there are no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides what Ctrl-C means
    signal.signal(signal.SIGTERM, _leave)
    sys.stdout.flush()
    os.dup2(2, 1)  # what bots print must not end up among results
    with contextlib.suppress(EOFError, OSError), Host(setup) as host:
        try:
            host.prepare()
        except GenialError as error:
            pipe.send(error)
            return
        pipe.send(_READY)
        while True:
            fixture = pipe.recv()
            pipe.send(host.play(fixture, lambda *said: pipe.send(said)))


def _leave(number: int, frame: object) -> NoReturn:
    sys.exit(0)
