"""Layouts: where the tower fields and the bonus fields lie, as data files.

The printed board could not be found. `rebuilt` is our reconstruction; an owner of the
board can `add` its true layout. A layout that was added is called by its name and a hash of
its contents, so that a record says exactly which board it was played on.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Literal

import msgspec

from genial.core.errors import BadOption, nearest, one_of, quoted
from genial.games.spezial.board import CELL_NAMES, CELL_OF_NAME

DIGITS = (2, 3, 4)  # numbers of players
DARK, GREY, BONUS = "dark", "grey", "bonus"  # kinds of fields
FIELDS = {DARK: 10, GREY: 14}  # how many of a kind there are; bonus fields any number
DIGIT_COUNTS = {DARK: {2: 2, 3: 6, 4: 10}, GREY: {2: 4, 3: 2, 4: 0}}

_HASH_DIGITS = 12
_MOST_BYTES = 100_000
_LONGEST_NOTE = 500
_NAME = re.compile(r"[a-z][a-z0-9-]{0,39}")


class Field(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A line of a layout file: one field of the board."""

    cell: str
    kind: Literal["dark", "grey", "bonus"]
    digits: tuple[int, ...] = ()


class LayoutFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A layout as it lies in a file."""

    name: str
    fields: tuple[Field, ...]
    note: str = ""


@dataclass(frozen=True)
class Layout:
    """A checked layout; cells are numbers, in order."""

    board: str  # the value of the option: a name, with the hash if the layout was added
    note: str
    towers: dict[int, dict[int, bool]]  # by players: the towers' cells, and is it a large one
    bonus: tuple[int, ...]
    number: int  # the hash of its contents, by which a game's record knows its layout


_known: dict[str, Layout] = {}


def add(path: str | Path) -> str:
    """Read and check a layout file; the value of the option `board` that stands for it.

    The layout is known to this process only: a program that replays records of a board of
    its own adds the layout first.
    """
    layout = _check_layout(_read(Path(path)), shipped=False)
    _known[layout.board] = layout
    return layout.board


def boards() -> list[str]:
    """The values that the option `board` can have now."""
    return list(_known)


def layout_of(board: object) -> Layout:
    """The layout of this name."""
    if isinstance(board, str) and board in _known:
        return _known[board]
    hint = nearest(board, _known) if isinstance(board, str) else ""
    raise BadOption(
        f"board must be {one_of(_known)}, not {quoted(board)}{hint}; "
        "a layout file is added with genial.games.spezial.layouts.add(path)",
        code="unknown-board",
    )


def layout_by_number(number: int) -> Layout:
    """The layout that a game's record refers to."""
    for layout in _known.values():
        if layout.number == number:
            return layout
    raise BadOption("the layout of this game was not added here", code="unknown-board")


def _bad(sentence: str) -> BadOption:
    return BadOption(f"bad layout: {sentence}", code="bad-layout")


def _read(path: Path) -> LayoutFile:
    try:
        with path.open("rb") as file:
            data = file.read(_MOST_BYTES + 1)
    except OSError as error:
        raise _bad(f"cannot read {quoted(str(path))} ({error.strerror})") from None
    if len(data) > _MOST_BYTES:
        raise _bad(f"a layout file has at most {_MOST_BYTES} bytes")
    return _decode(data)


def _decode(data: bytes) -> LayoutFile:
    try:
        return msgspec.json.decode(data, type=LayoutFile)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise _bad(str(error).replace("`", "")) from None


def _check_layout(file: LayoutFile, *, shipped: bool) -> Layout:
    """The layout of a file, if its contents agree with what is known of the printed board."""
    if not _NAME.fullmatch(file.name):
        raise _bad("its name must be 1 to 40 small letters, digits and hyphens, a letter first")
    if not shipped and file.name in _known:
        raise _bad(f"{file.name} is the name of a layout that comes with the game")
    if len(file.note) > _LONGEST_NOTE or not file.note.isprintable():
        raise _bad(f"its note must be one line of at most {_LONGEST_NOTE} characters")
    _check_fields(file.fields)
    fields = sorted(file.fields, key=lambda field: CELL_OF_NAME[field.cell])
    number = _content_hash(file.name, fields)
    return Layout(
        board=file.name if shipped else f"{file.name}@{number:0{_HASH_DIGITS}x}",
        note=file.note,
        towers={players: _towers(fields, players) for players in DIGITS},
        bonus=tuple(CELL_OF_NAME[field.cell] for field in fields if field.kind == BONUS),
        number=number,
    )


def _towers(fields: list[Field], players: int) -> dict[int, bool]:
    """A large tower stands on every field with the digit of the number of players, a small
    one on every other grey blue field.
    """
    return {
        CELL_OF_NAME[field.cell]: players in field.digits
        for field in fields
        if players in field.digits or field.kind == GREY
    }


def _check_fields(fields: tuple[Field, ...]) -> None:
    seen: set[str] = set()
    for field in fields:
        if field.cell not in CELL_OF_NAME:
            first, last = CELL_NAMES[0], CELL_NAMES[-1]
            raise _bad(f"{quoted(field.cell)} is not a cell of the board, {first} to {last}")
        if field.cell in seen:
            raise _bad(f"{field.cell} is listed twice; a bonus field is never a tower field")
        seen.add(field.cell)
        if field.kind == BONUS and field.digits:
            raise _bad(f"{field.cell} is a bonus field and has no digits")
        if len(set(field.digits)) < len(field.digits) or not set(field.digits) <= set(DIGITS):
            raise _bad(f"the digits of {field.cell} must be some of 2, 3 and 4, each once")
    for kind, count in FIELDS.items():
        here = [field for field in fields if field.kind == kind]
        if len(here) != count:
            raise _bad(f"there must be {count} {kind} fields, not {len(here)}")
        digits = Counter(digit for field in here for digit in field.digits)
        for digit, times in DIGIT_COUNTS[kind].items():
            if digits[digit] != times:
                raise _bad(
                    f"the {kind} fields must show the digit {digit} {times} times, "
                    f"not {digits[digit]}"
                )


def _content_hash(name: str, fields: list[Field]) -> int:
    """A hash of the canonical JSON of a name and its fields; the note may be reworded."""
    plain = [
        {"cell": field.cell, "digits": sorted(field.digits), "kind": field.kind} for field in fields
    ]
    canonical = msgspec.json.encode({"fields": plain, "name": name}, order="sorted")
    return int(hashlib.sha256(canonical).hexdigest()[:_HASH_DIGITS], 16)


def _load_shipped() -> None:
    folder = resources.files(__package__) / "layouts"
    for file in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if file.name.endswith(".json"):
            layout = _check_layout(_decode(file.read_bytes()), shipped=True)
            _known[layout.board] = layout


_load_shipped()
