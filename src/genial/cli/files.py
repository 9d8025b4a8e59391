"""Reading records from files and standard input, writing them, and the folder of saved games."""

from __future__ import annotations

import itertools
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import platformdirs

from genial.core.errors import BadRecord, GenialError
from genial.core.record import RecordText, split

if TYPE_CHECKING:
    from genial.core.game import State

STANDARD_INPUT = "<standard input>"  # what `-` stands for
MOST_BYTES = 16 * 1024 * 1024
SUFFIX = ".record"

_BOM = "\ufeff"
_START = "game:"


class BadFile(GenialError):
    """A file that cannot be read or written; the sentence names it."""

    code = "bad-file"


def read_text(name: str) -> str:
    """The text of a file or of standard input; raises BadFile."""
    try:
        if name == STANDARD_INPUT:
            data = sys.stdin.buffer.read(MOST_BYTES + 1)
        else:
            with open(name, "rb") as file:
                data = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:  # ValueError: a name that cannot be one
        reason = error.strerror if isinstance(error, OSError) else error
        raise BadFile(f"{name}: {reason}") from None
    if len(data) > MOST_BYTES:
        raise BadFile(f"{name}: larger than {MOST_BYTES // 1024**2} MB")
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise BadFile(f"{name}: not a text in UTF-8") from None


@dataclass(frozen=True)
class Entry:
    """One record of a file: its text, or what is wrong with it."""

    file: str
    number: int  # in the file, from 1
    count: int  # records in the file
    record: RecordText | BadRecord

    @property
    def label(self) -> str:
        """The file, and which record of it if there are several."""
        return self.file if self.count == 1 else f"{self.file} #{self.number}"


def entries(name: str) -> Iterator[Entry]:
    """The records of a file one by one, so that a bad one does not spoil the others."""
    lines = read_text(name).removeprefix(_BOM).split("\n")
    starts = [place for place, line in enumerate(lines) if line.startswith(_START)]
    bounds = [0, *starts[1:], len(lines)]
    count = max(len(starts), 1)
    for number, (first, last) in enumerate(itertools.pairwise(bounds), 1):
        yield Entry(name, number, count, _one("\n".join(lines[first:last]), first))


def _one(text: str, lines_before: int) -> RecordText | BadRecord:
    try:
        record = split(text)[0]
    except BadRecord as error:
        sentence = str(error).removeprefix(f"line {error.line}: ")
        return BadRecord(sentence, line=error.line + lines_before, code=error.code)
    return replace(
        record,
        header_lines={key: line + lines_before for key, line in record.header_lines.items()},
        body_lines=tuple(line + lines_before for line in record.body_lines),
        last_line=record.last_line + lines_before,
    )


def replayed(record: RecordText | BadRecord) -> State:
    """The state that a record ends in; raises BadRecord."""
    from genial.core.replay import replay
    from genial.games import make

    if isinstance(record, BadRecord):
        raise record
    return replay(record, make)


def write_text(path: Path, text: str) -> None:
    """Write a file whole or not at all; raises BadFile."""
    try:
        target = path.resolve()
        if target.exists() and not target.is_file():  # a device, a pipe: nothing to be replaced
            target.write_text(text, encoding="utf-8", newline="\n")
            return
        temporary = target.with_name(f".{target.name[:40]}-{os.getpid()}")
        try:
            temporary.write_text(text, encoding="utf-8", newline="\n")
            os.replace(temporary, target)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
    except (OSError, ValueError, RuntimeError) as error:  # RuntimeError: links in a circle
        reason = error.strerror if isinstance(error, OSError) else error
        raise BadFile(f"{path}: {reason}") from None


def make_folder(path: Path) -> None:
    """See to it that a folder is there; raises BadFile."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise BadFile(f"{path}: {reason}") from None


def saved_games() -> Path:
    """The folder of the games played in the terminal."""
    return platformdirs.user_state_path("genial", appauthor=False) / "games"


def new_saved_game(name: str) -> Path:
    """A file of its own for a game that starts now."""
    moment = datetime.now().strftime("%Y-%m-%d-%H%M%S")
    for number in range(1, 1000):
        path = saved_games() / f"{moment}-{name}{f'-{number}' if number > 1 else ''}{SUFFIX}"
        if not path.exists():
            return path
    raise BadFile(f"{saved_games()}: too many games were started in this second")


def last_saved_game() -> Path | None:
    """The game that was played last and has not ended, if there is one."""
    try:
        files = [path for path in saved_games().iterdir() if path.suffix == SUFFIX]
        files.sort(key=lambda path: path.stat().st_mtime, reverse=True)
    except OSError:
        return None
    for path in files:
        try:
            record = split(read_text(str(path)))[0]
        except GenialError:
            continue
        if not {"result", "ended"} & set(record.headers):
            return path
    return None
