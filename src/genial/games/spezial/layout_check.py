"""What a layout looks like as data, and everything that can be wrong with one.

The shape of the board, how many fields of each kind it has and how often each digit occurs are
known of the printed board; where the fields lie is not.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, Literal

import msgspec

from genial.core.errors import quote
from genial.core.shapes import shape_fault
from genial.games.spezial.board import CELL_NAMES, CELL_OF_NAME

DIGITS = (2, 3, 4)  # numbers of players
Kind = Literal["dark", "grey", "bonus"]  # of a field
DARK: Final = "dark"
GREY: Final = "grey"
BONUS: Final = "bonus"
FIELDS: dict[Kind, int] = {DARK: 10, GREY: 14}  # how many there are; bonus fields any number
DIGIT_COUNTS: dict[Kind, dict[int, int]] = {DARK: {2: 2, 3: 6, 4: 10}, GREY: {2: 4, 3: 2, 4: 0}}

LONGEST_NAME = 40
LONGEST_NOTE = 500
MOST_BYTES = 100_000
GENERATED = "generated-"  # the beginning of the names of boards that are made from a number
_NAME = re.compile(rf"[a-z][a-z0-9-]{{0,{LONGEST_NAME - 1}}}")


class Field(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A line of a layout file: one field of the board."""

    cell: str
    kind: Kind
    digits: tuple[int, ...] = ()


class LayoutFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A layout as it lies in a file."""

    name: str
    fields: tuple[Field, ...]
    note: str = ""


class Fault(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that is wrong with a layout.

    The code is stable, and with the facts all that a translation needs.
    """

    code: str
    sentence: str
    cells: tuple[str, ...] = ()  # those concerned, as far as they are on the board
    facts: dict[str, int | str] = {}  # what the sentence names beside cells


def decode(data: str | bytes | Mapping[str, object]) -> LayoutFile | Fault:
    """Return a layout from its JSON text or the same as plain data, not checked any further."""
    try:
        if isinstance(data, Mapping):
            return msgspec.convert(dict(data), LayoutFile)
        if len(data) > MOST_BYTES:
            sentence = f"a layout file has at most {MOST_BYTES} bytes"
            return Fault("too-long", sentence, facts={"most": MOST_BYTES})
        return msgspec.json.decode(data, type=LayoutFile)
    except (msgspec.DecodeError, msgspec.ValidationError, UnicodeError, RecursionError) as error:
        code, field, sentence = shape_fault(error)
        return Fault(code, sentence, facts={"field": field})


def in_order(fields: Iterable[Field]) -> tuple[Field, ...]:
    """Return the fields in the order of their cells, each with its digits in order."""
    plain = [Field(field.cell, field.kind, tuple(sorted(field.digits))) for field in fields]
    return tuple(sorted(plain, key=lambda field: CELL_OF_NAME[field.cell]))


def find_faults(file: LayoutFile, shipped: Mapping[str, object]) -> list[Fault]:
    """Return all that is wrong with a layout; the shipped ones have names that are taken."""
    faults = []
    if not _NAME.fullmatch(file.name):
        faults.append(
            Fault("bad-name",
                  f"its name must be 1 to {LONGEST_NAME} lowercase letters, digits and hyphens, "
                  "starting with a letter", facts={"most": LONGEST_NAME})
        )  # fmt: skip
    elif file.name in shipped or file.name.startswith(GENERATED):
        faults.append(
            Fault("name-taken", f"{file.name} is the name of a layout that comes with the game",
                  facts={"name": file.name})
        )  # fmt: skip
    if len(file.note) > LONGEST_NOTE or not file.note.isprintable():
        faults.append(
            Fault("bad-note", f"its note must be one line of at most {LONGEST_NOTE} characters",
                  facts={"most": LONGEST_NOTE})
        )  # fmt: skip
    return [*faults, *field_faults(file.fields)]


def field_faults(fields: tuple[Field, ...]) -> list[Fault]:
    """Return all that is wrong with the fields of a layout."""
    if len(fields) > len(CELL_NAMES):
        most = len(CELL_NAMES)
        sentence = f"a layout has at most {most} fields, not {len(fields)}"
        return [Fault("too-many-fields", sentence, facts={"most": most, "count": len(fields)})]
    return [*_faults_of_each(fields), *_faults_of_counts(fields)]


def _faults_of_each(fields: tuple[Field, ...]) -> Iterator[Fault]:
    seen: Counter[str] = Counter()
    for field in fields:
        cell = field.cell
        if cell not in CELL_OF_NAME:
            first, last = CELL_NAMES[0], CELL_NAMES[-1]
            sentence = f"{quote(cell)} is not a cell of the board, {first} to {last}"
            yield Fault("not-a-cell", sentence, facts={"name": quote(cell)})
            continue
        seen[cell] += 1
        if seen[cell] == 2:
            sentence = f"{cell} is listed twice; a bonus field is never a tower field"
            yield Fault("cell-twice", sentence, (cell,))
        if field.kind == BONUS and field.digits:
            yield Fault("bonus-digits", f"{cell} is a bonus field and has no digits", (cell,))
        elif len(set(field.digits)) < len(field.digits) or not set(field.digits) <= set(DIGITS):
            sentence = f"the digits of {cell} must be some of 2, 3 and 4, each once"
            yield Fault("bad-digits", sentence, (cell,))


def _faults_of_counts(fields: tuple[Field, ...]) -> Iterator[Fault]:
    for kind, count in FIELDS.items():
        here = [field for field in fields if field.kind == kind]
        if len(here) != count:
            yield Fault(
                "field-count",
                f"there must be {count} {kind} fields, not {len(here)}",
                _cells(here),
                {"kind": kind, "expected": count, "count": len(here)},
            )
        for digit, times in DIGIT_COUNTS[kind].items():
            showing = [field for field in here if digit in field.digits]
            if len(showing) != times:
                yield Fault(
                    "digit-count",
                    f"the {kind} fields must show the digit {digit} {times} times, "
                    f"not {len(showing)}",
                    _cells(showing),
                    {"kind": kind, "digit": digit, "expected": times, "count": len(showing)},
                )


def _cells(fields: list[Field]) -> tuple[str, ...]:
    """Return the cells of these fields that are on the board, each once."""
    return tuple(dict.fromkeys(f.cell for f in fields if f.cell in CELL_OF_NAME))
