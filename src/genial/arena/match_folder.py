"""A folder that keeps a match: every finished game at once, so that it can be resumed.

`match.json` says what is played, `games.jsonl` has a line for each game, and `games-1.records` and
so on have their records. A line is written after its record and tells where the record ends.
A game that one of our own bots forfeited does not count; its record is in `failed-7.record` or the
like.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

import msgspec

from genial.arena.host import Setup
from genial.arena.play import Played
from genial.core.errors import GenialError, quote

_LARGEST = 8 * 1024 * 1024  # bytes of a file of records; `genial check` reads 16 MB
_ABOUT, _GAMES = "match.json", "games.jsonl"


class BadFolder(GenialError):
    """A folder that cannot keep this match."""

    code = "bad-folder"


class _Line(msgspec.Struct):
    """A line of `games.jsonl`."""

    file: int  # the number of the file with its record
    end: int  # where the record ends in it
    played: Played


class MatchFolder:
    """The folder of one match."""

    def __init__(self, folder: Path, setup: Setup, plans: object) -> None:
        """Open or make the folder; raises BadFolder if it keeps another match or cannot be used."""
        self._folder = folder
        with contextlib.ExitStack() as opened:
            try:
                folder.mkdir(parents=True, exist_ok=True)
                self._lines = opened.enter_context(open(folder / _GAMES, "ab"))
                self._lock()
                self._compare(setup, plans)
                self._done, self._file = self._repair()
                self._records = self._open_records()
            except OSError as error:
                raise BadFolder(f"{folder}: {error.strerror or error}") from None
            opened.pop_all()

    @staticmethod
    def seed(folder: Path) -> int | None:
        """Return the seed of the match that a folder keeps, if it keeps one."""
        try:
            about = msgspec.json.decode((folder / _ABOUT).read_bytes())
            return int(about["setup"]["seed"])
        except (OSError, msgspec.DecodeError, KeyError, TypeError, ValueError):
            return None

    @property
    def done(self) -> list[Played]:
        """The games that were played before."""
        return self._done

    def keep(self, played: Played) -> None:
        """Write down a game; it is on its way to the disk when this returns."""
        if self._records.tell() > _LARGEST:
            self._records.close()
            self._file += 1
            self._records = self._open_records()
        start = "\n" if self._records.tell() else ""
        self._records.write(f"{start}{played.record}".encode())
        self._records.flush()
        bare = msgspec.structs.replace(played, record="")
        line = _Line(self._file, self._records.tell(), bare)
        self._lines.write(msgspec.json.encode(line) + b"\n")
        self._lines.flush()

    def write_failure(self, played: Played) -> Path:
        """Write the record of a game that does not count to a file of its own; which one."""
        path = self._folder / failure_file(played)
        path.write_text(played.record, encoding="utf-8")
        return path

    def close(self) -> None:
        """Close the files; nothing more is written."""
        for file in (self._records, self._lines):
            os.fsync(file.fileno())
            file.close()

    def _open_records(self) -> IO[bytes]:
        return open(self._folder / f"games-{self._file}.records", "ab")

    def _lock(self) -> None:
        with contextlib.suppress(ImportError):
            import fcntl

            try:
                fcntl.flock(self._lines, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise BadFolder(f"{self._folder} is in use by another match") from None

    def _compare(self, setup: Setup, plans: object) -> None:
        """Raise BadFolder if the folder keeps another match."""
        written = msgspec.json.encode({"setup": setup, "plans": plans})
        asked: dict[str, Any] = msgspec.json.decode(written)
        path = self._folder / _ABOUT
        if not path.exists():
            if self._lines.tell():
                raise BadFolder(f"{self._folder} has games, but no {_ABOUT}")
            path.write_bytes(msgspec.json.format(written) + b"\n")
            return
        try:
            kept = msgspec.json.decode(path.read_bytes(), type=dict[str, Any])
        except msgspec.DecodeError:
            raise BadFolder(f"{path} cannot be read") from None
        was, now = kept.get("setup", {}), asked["setup"]
        for key in now:
            if was.get(key) != now[key]:
                difference = f"{key} {_describe(was.get(key))}, not {_describe(now[key])}"
                raise BadFolder(f"{self._folder} keeps another match: {difference}")
        if kept.get("plans") != asked["plans"]:
            raise BadFolder(f"{self._folder} keeps another match: the bots are paired otherwise")

    def _repair(self) -> tuple[list[Played], int]:
        """Cut off what a crash has left behind; return the games that are complete."""
        path = self._folder / _GAMES
        done: list[Played] = []
        ends: dict[int, int] = {}
        good = 0
        for line, size in _whole_lines(path):
            done.append(line.played)
            ends[line.file] = line.end
            good += size
        os.truncate(path, good)
        for records in self._folder.glob("games-*.records"):
            number = records.stem.removeprefix("games-")
            end = ends.get(int(number), 0) if number.isdecimal() else records.stat().st_size
            if records.stat().st_size < end:
                raise BadFolder(f"{records} is shorter than {path} says")
            os.truncate(records, end)
        return done, max(ends, default=1)


def failure_file(played: Played) -> str:
    """Return the name of the file with the record of a game in which one of our own bots failed."""
    return f"failed-{played.number}.record"


def _whole_lines(path: Path) -> Iterator[tuple[_Line, int]]:
    decoder = msgspec.json.Decoder(_Line)
    with open(path, "rb") as file:
        for number, text in enumerate(file, 1):
            if not text.endswith(b"\n"):
                return
            try:
                yield decoder.decode(text), len(text)
            except msgspec.DecodeError as error:
                raise BadFolder(f"{path}, line {number}: {error}") from None


def _describe(value: object) -> str:
    if isinstance(value, list):
        return " ".join(str(one["written"]) if "written" in one else str(one) for one in value)
    return quote(value) if isinstance(value, str) else str(value)
