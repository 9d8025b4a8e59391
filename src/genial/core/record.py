"""Reading and writing records: headers, an empty line, then chance and moves, a line each."""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import msgspec

from genial.core.errors import BadRecord, GenialError, quote

LONGEST_LINE = 2_000  # characters
LONGEST_HEADER = 16_384  # a position or a layout as JSON fits
LONGEST_RECORD = 200_000  # lines
POSITION = "position"  # the header of a game that began from one

_KEY = re.compile(r"[a-z][a-z0-9 _-]{0,39}")
_ENDED = re.compile(r"(resigned|time) [1-9]|agreed|aborted|abandoned")
_OF_THE_PROOF = re.compile(r"dealer|commitment|key|nonce \d")
_OF_THE_END = ("result", "ended")
# A control character or an unpaired surrogate; a line break in a value would forge lines.
_UNWRITABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")

Notes = Mapping[int, tuple[str, ...]]  # annotations by the number of lines before them


@dataclass(frozen=True)
class RecordText:
    """A record as text: nothing is known yet about whether its game can be replayed."""

    headers: Mapping[str, str]
    body: tuple[str, ...]
    header_notes: Notes = field(default_factory=dict)
    body_notes: Notes = field(default_factory=dict)
    header_lines: Mapping[str, int] = field(default_factory=dict, compare=False)  # line numbers
    body_lines: tuple[int, ...] = field(default=(), compare=False)
    last_line: int = field(default=0, compare=False)

    @staticmethod
    def of(
        name: str,
        options: Mapping[str, Any],
        body: list[str],
        *,
        position: Mapping[str, Any] | None = None,
    ) -> RecordText:
        """A record of a game with these options, which began from a position if one is given."""
        headers = {"game": name} | {key: str(value) for key, value in options.items()}
        if headers.get("start") == "1":
            del headers["start"]
        if position is not None:
            headers[POSITION] = msgspec.json.encode(position).decode()
        return RecordText(headers, tuple(body))

    def with_headers(self, extra: Mapping[str, str]) -> RecordText:
        """The same with headers added or replaced."""
        for key, value in extra.items():
            fault = _header_fault(key, value)
            if fault:
                raise GenialError(fault, code="bad-header")
        return replace(self, headers={**self.headers, **extra})

    def with_annotations_of(self, source: RecordText) -> RecordText:
        """The same with what another record of this game's beginning says beside its moves.

        Its result and its proof are of another body, and are left out.
        """
        kept = {
            key: value
            for key, value in source.headers.items()
            if key not in _OF_THE_END and not _OF_THE_PROOF.fullmatch(key)
        }
        notes = {place: lines for place, lines in source.body_notes.items()
                 if place <= len(self.body)}  # fmt: skip
        return replace(
            self,
            headers={**kept, **self.headers},
            header_notes=source.header_notes,
            body_notes=notes,
        )

    def text(self) -> str:
        """The record as it is written to a file."""
        heads = [f"{key}: {value}".rstrip() for key, value in self.headers.items()]
        lines = [*_weave(heads, self.header_notes), "", *_weave(self.body, self.body_notes)]
        return "\n".join(lines) + "\n"


def _weave(lines: list[str] | tuple[str, ...], notes: Notes) -> list[str]:
    woven: list[str] = []
    for place, line in enumerate(lines):
        woven += [*notes.get(place, ()), line]
    return woven + list(notes.get(len(lines), ()))


def _header_fault(key: object, value: object) -> str | None:
    if not isinstance(key, str) or not _KEY.fullmatch(key) or key.strip() != key:
        return f"{quote(key)} is not a header name: use lower-case letters, digits, spaces, - and _"
    if not isinstance(value, str):
        return f"the header {key} needs a text, not {quote(value)}"
    if _UNWRITABLE.search(value) or value.strip() != value:
        return f"the header {key} has a control character or blanks at an end"
    if len(key) + len(value) + 2 > LONGEST_HEADER:
        return f"the header {key} is longer than {LONGEST_HEADER} characters"
    if key == "ended" and not _ENDED.fullmatch(value):
        return "ended is 'resigned N', 'time N', 'agreed', 'aborted' or 'abandoned'"
    return None


def split(text: str) -> list[RecordText]:
    """The records of a file, each starting with a `game:` line; raises BadRecord."""
    if not isinstance(text, str):
        raise BadRecord(f"a record is a text, not {quote(text)}", line=1)
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    if len(lines) > LONGEST_RECORD:
        raise BadRecord(f"more than {LONGEST_RECORD} lines", line=LONGEST_RECORD + 1)
    starts = [place for place, line in enumerate(lines) if line.startswith("game:")]
    if not starts:
        raise BadRecord("a record starts with 'game: …'", line=1)
    for place, line in enumerate(lines[: starts[0]]):
        if line.strip() and not line.startswith("#"):
            raise BadRecord("a record starts with 'game: …'", line=place + 1)
    bounds = [0, *(_with_notes(lines, start) for start in starts[1:]), len(lines)]
    return [_one(lines[first:last], first + 1) for first, last in itertools.pairwise(bounds)]


def _with_notes(lines: list[str], start: int) -> int:
    """Where a record begins: with the annotations before `game:` that an empty line sets apart."""
    first = start
    while lines[first - 1].startswith("#"):
        first -= 1
    return start if lines[first - 1].strip() else first


def _one(lines: list[str], first_number: int) -> RecordText:
    headers: dict[str, str] = {}
    body: list[str] = []
    header_notes: dict[int, tuple[str, ...]] = {}
    body_notes: dict[int, tuple[str, ...]] = {}
    header_lines: dict[str, int] = {}
    body_lines: list[int] = []
    in_body = False
    while lines and not lines[-1].strip():
        lines = lines[:-1]
    for number, line in enumerate(lines, first_number):
        longest = LONGEST_LINE if in_body or line.startswith("#") else LONGEST_HEADER
        if len(line) > longest:
            raise BadRecord(f"longer than {longest} characters", line=number)
        if _UNWRITABLE.search(line):
            raise BadRecord("a control character", line=number)
        if line.startswith("#"):
            notes, place = (body_notes, len(body)) if in_body else (header_notes, len(headers))
            notes[place] = (*notes.get(place, ()), line)
        elif not line.strip():
            if in_body:
                raise BadRecord("an empty line among the moves", line=number)
            in_body = bool(headers)
        elif in_body:
            body.append(line)
            body_lines.append(number)
        else:
            key, colon, value = line.partition(":")
            fault = _header_fault(key, value.strip())
            if not colon:
                fault = (
                    f"{quote(line)} is not a 'key: value' line, and no empty line came before it"
                )
            if key in headers:
                fault = f"the header {key} stands twice"
            if fault:
                raise BadRecord(fault, line=number)
            headers[key] = value.strip()
            header_lines[key] = number
    return RecordText(
        headers, tuple(body), header_notes, body_notes, header_lines, tuple(body_lines),
        first_number + len(lines),
    )  # fmt: skip
