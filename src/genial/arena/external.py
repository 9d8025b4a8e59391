"""A program in any language as a bot: it is asked over its standard input and output.

Nothing that the program does can harm the match: it is given up and killed when it does not
answer in time, writes what is no answer, or more than it may.
"""

from __future__ import annotations

import contextlib
import os
import queue
import shlex
import signal
import subprocess
import threading
from collections.abc import Iterator, Mapping, Sequence
from typing import IO, Any, NoReturn

import msgspec
import numpy as np

from genial.arena import protocol
from genial.arena.play import OutOfTime
from genial.bots import Bot, Clock
from genial.bots.belief import from_view
from genial.core import engine
from genial.core.chance import fast_stream
from genial.core.errors import GenialError, quote
from genial.core.game import Game
from genial.core.kit import Data

_TAIL = 2_000  # bytes of what it said on standard error
_LAST_WORDS = 160  # characters of that in a reason
_UNREAD = 16  # lines that may wait before nothing more is read
_LAST_SECONDS = 1.0  # to end by itself after Quit
_DRAIN_SECONDS = 5.0  # to read what a killed program wrote; its output ends with it
_QUOTED = 80


class BrokenProgram(GenialError):
    """A program that ended, or wrote something that is not an answer."""

    code = "broken-program"


class Program(Bot):
    """A program that plays, from its start to its end; several games one after the other."""

    def __init__(
        self,
        game: Game,
        command: Sequence[str],
        *,
        name: str | None = None,
        seed: int = 0,
        told: Mapping[str, int | float | str] | None = None,
        limit: float | None = None,
    ) -> None:
        self.game = game
        self.seed = seed  # sent to it when the next game begins
        self._told, self._limit = dict(told or {}), limit
        self._seat: int | None = None
        with _naming(command):
            self._pipes = _Pipes(command)
            try:
                self._greeting = self._greet()
            except BaseException:
                self.close()
                raise
        self.name = name or self._greeting.name

    @property
    def own_name(self) -> str:
        """What it calls itself."""
        return self._greeting.name

    def _greet(self) -> protocol.Greeting:
        from genial import __version__

        self._pipes.send(protocol.Hello(protocol.PROTOCOL, f"genial {__version__}"))
        text = self._answer(protocol.START_SECONDS, "hello")
        try:
            greeting = protocol.greetings.decode(text)
        except msgspec.DecodeError as error:
            self._give_up(f"wrote {_excerpt(text)}, which is not a hello ({error})")
        if greeting.protocol != protocol.PROTOCOL:
            self._give_up(f"speaks protocol {greeting.protocol}, not {protocol.PROTOCOL}")
        return greeting

    @property
    def alive(self) -> bool:
        """Can it still be asked?"""
        return self._pipes.alive

    def begin(self, seat: int) -> None:
        """Tell it that a game begins."""
        self._seat = seat
        self._pipes.send(
            protocol.New(
                game=self.game.name,
                options=self.game.options,
                seat=seat,
                seed=self.seed,
                told=self._told,
                limit=self._limit,
            )
        )

    def end(self, view: Data, ranks: Sequence[int], reason: str | None) -> None:
        """Tell it how the game ended."""
        self._pipes.send(protocol.Over(view=view, ranks=list(ranks), reason=reason))
        self._seat = None

    def choose(self, view: Data, clock: Clock | None = None) -> str:
        """Return the move it answers with; raises OutOfTime or BrokenProgram."""
        if self._seat != view["seat"]:
            self.begin(view["seat"])
        early = self._pipes.unasked_text()
        if early is not None:
            self._give_up(f"wrote {_excerpt(early)} without being asked")
        left = None if clock is None else {"left": clock.left, "increment": clock.increment}
        legal = legal_moves(self.game, view) if self._greeting.legal else None
        self._pipes.send(protocol.Ask(view=view, legal=legal, clock=left))
        times = [self._limit, None if clock is None else clock.left]
        text = self._answer(min((t for t in times if t is not None), default=None), "move")
        try:
            answer = protocol.answers.decode(text)
        except msgspec.DecodeError as error:
            self._give_up(f"wrote {_excerpt(text)}, which is not an answer ({error})")
        if answer.error is not None:
            raise BrokenProgram(f"said: {answer.error}")
        if answer.move is None:
            self._give_up(f"wrote {_excerpt(text)}, an answer without a move")
        return answer.move

    def _answer(self, seconds: float | None, what: str) -> bytes:
        try:
            got = self._pipes.receive(seconds)
        except TimeoutError:
            unfinished = self._pipes.unfinished_line()
            self._pipes.kill()
            so_far = f" (only {_excerpt(unfinished)}, without a line break)" if unfinished else ""
            raise OutOfTime(
                f"gave no {what} within {seconds:g} s{so_far}{self._pipes.last_words()}"
            ) from None
        if isinstance(got, str):
            self._give_up(got)
        return got

    def _give_up(self, reason: str) -> NoReturn:
        self._pipes.kill()
        raise BrokenProgram(f"{reason}{self._pipes.last_words()}")

    def close(self) -> None:
        """Let it end by itself, for a moment, and see to it that it has."""
        self._pipes.close()


def legal_moves(game: Game, view: Data) -> list[str]:
    """Return the texts of all legal moves of the seat that a view is of."""
    moves = np.zeros(game.kit.rules.MAX_MOVES, np.int32)
    count = engine.moves(from_view(view, fast_stream(0)), 0, moves)
    return [game.kit.spell(code) for code in moves[:count].tolist()]


def _excerpt(text: bytes) -> str:
    return quote(text[: 4 * _QUOTED].decode(errors="replace"), _QUOTED)


@contextlib.contextmanager
def _naming(command: Sequence[str]) -> Iterator[None]:
    """Name the program in front of what is said of it."""
    try:
        yield
    except (BrokenProgram, OutOfTime) as error:
        raise type(error)(f"{shlex.join(command)} {error}") from None


class _Pipes:
    """A running program: threads carry what is written and read, so that it cannot block us."""

    def __init__(self, command: Sequence[str]) -> None:
        try:
            self._process = subprocess.Popen(
                list(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,  # Ctrl-C is for the match, and all it starts can be killed
            )
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            raise BrokenProgram(f"cannot be started: {reason}") from None
        self._lines: queue.SimpleQueue[bytes | str] = queue.SimpleQueue()  # a str says why not
        self._outbox: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._filling = threading.Lock()  # what came together is passed on together
        self._rest = b""
        self._tail = b""
        self._threads = [
            threading.Thread(target=job, daemon=True)
            for job in (self._read, self._listen, self._write)
        ]
        for thread in self._threads:
            thread.start()

    @property
    def alive(self) -> bool:
        """Does it run?"""
        return self._process.poll() is None

    def send(self, message: msgspec.Struct) -> None:
        """Pass on a message, whether or not the program reads it."""
        self._outbox.put(protocol.line(message))

    def receive(self, seconds: float | None) -> bytes | str:
        """Return the next line (bytes), or why there is none (a text); raises TimeoutError."""
        try:
            got = self._lines.get(timeout=seconds)
        except queue.Empty:
            raise TimeoutError from None
        if isinstance(got, str):
            self._lines.put(got)  # it stays true
        return got

    def unasked_text(self) -> bytes | None:
        """Return a line, or the beginning of one, that came before it was asked for."""
        with self._filling:
            if self._lines.empty():
                return self._rest or None
            got = self._lines.get()
            if isinstance(got, str):
                self._lines.put(got)
                return None
            return got

    def unfinished_line(self) -> bytes:
        """Return the beginning of a line."""
        return self._rest

    def last_words(self) -> str:
        """Return the end of what it said on standard error, for the end of a sentence."""
        self._threads[1].join(_DRAIN_SECONDS)
        words = " ".join(self._tail.decode(errors="replace").split())[-_LAST_WORDS:]
        return f"; its last words: {words}" if words else ""

    def _read(self) -> None:
        for chunk in _chunks(self._process.stdout):
            *lines, self._rest = (self._rest + chunk).split(b"\n")
            if any(len(text) > protocol.LONGEST_LINE for text in (*lines, self._rest)):
                self._lines.put(f"wrote a line of more than {protocol.LONGEST_LINE} bytes")
                return
            with self._filling:
                for text in lines:
                    if self._lines.qsize() < _UNREAD:
                        self._lines.put(text)
            if self._lines.qsize() >= _UNREAD:
                self._lines.put("wrote and wrote")
                return
        self._lines.put(self._epitaph())

    def _epitaph(self) -> str:
        """Return how it ended, now that it says nothing more."""
        half = f" after an unfinished line {_excerpt(self._rest)}" if self._rest else ""
        try:
            code = self._process.wait(1.0)
        except subprocess.TimeoutExpired:
            return f"closed its output{half}"
        if code < 0:
            return f"was killed by signal {-code}{half}"
        return f"ended with exit code {code}{half}"

    def _listen(self) -> None:
        for chunk in _chunks(self._process.stderr):
            self._tail = (self._tail + chunk)[-_TAIL:]

    def _write(self) -> None:
        pipe = self._process.stdin
        assert pipe is not None
        with contextlib.suppress(OSError, ValueError), pipe:  # it has ended: reading will tell
            while (data := self._outbox.get()) is not None:
                while data:
                    data = data[pipe.write(data) :]

    def kill(self) -> None:
        """End it and whatever it has started, at once."""
        with contextlib.suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
        self._process.wait()
        self._outbox.put(None)

    def close(self) -> None:
        """Ask it to end, and kill it if it does not."""
        self.send(protocol.Quit())
        self._outbox.put(None)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_LAST_SECONDS)
        self.kill()
        for thread in self._threads:
            thread.join(0.5)
        for pipe in (self._process.stdout, self._process.stderr):
            if pipe is not None and not any(thread.is_alive() for thread in self._threads):
                pipe.close()


def _chunks(pipe: IO[Any] | None) -> Any:
    """Yield what comes out of a pipe, as it comes."""
    assert pipe is not None
    with contextlib.suppress(OSError, ValueError):
        while chunk := os.read(pipe.fileno(), 65536):
            yield chunk
