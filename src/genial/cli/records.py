"""Records in files: read them one by one, and replay them."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from genial.cli.files import read_text
from genial.core.errors import BadRecord
from genial.core.record import RecordText, split

if TYPE_CHECKING:
    from genial.core.state import State

SUFFIX = ".record"

_BOM = "\ufeff"
_START = "game:"
_WITH_MOVE = re.compile(r"(.+):(\d{1,6})", re.DOTALL)


@dataclass(frozen=True)
class FileRecord:
    """A record of a file: its text, or the error in it."""

    file: str
    number: int  # its place in the file, from 1
    count: int  # how many records the file has
    record: RecordText | BadRecord

    @property
    def label(self) -> str:
        """The name of the file, with the number of the record if there are several."""
        return self.file if self.count == 1 else f"{self.file} #{self.number}"


def file_and_move(name: str) -> tuple[str, int | None]:
    """Split FILE:MOVE, unless there is a file with just that name.

    >>> file_and_move("game.record:20"), file_and_move("game.record")
    (('game.record', 20), ('game.record', None))
    """
    parts = _WITH_MOVE.fullmatch(name)
    if parts is None or Path(name).is_file():
        return name, None
    return parts[1], int(parts[2])


def read_records(name: str) -> Iterator[FileRecord]:
    """Yield the records of a file one by one, so that a bad one does not spoil the others."""
    lines = read_text(name).removeprefix(_BOM).split("\n")
    starts = [place for place, line in enumerate(lines) if line.startswith(_START)]
    bounds = [0, *starts[1:], len(lines)]
    count = max(len(starts), 1)
    for number, (first, last) in enumerate(itertools.pairwise(bounds), 1):
        yield FileRecord(name, number, count, _parse("\n".join(lines[first:last]), first))


def _parse(text: str, lines_before: int) -> RecordText | BadRecord:
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


def replay_record(record: RecordText | BadRecord) -> State:
    """Return the final state of a record; raises BadRecord."""
    from genial.core.replay import replay
    from genial.games import make

    if isinstance(record, BadRecord):
        raise record
    return replay(record, make)
