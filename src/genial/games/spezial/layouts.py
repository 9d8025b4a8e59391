"""Layouts: where the tower fields and the bonus fields lie.

The printed board could not be found. `rebuilt` is our reconstruction; everybody can play on
another layout. It is called by its name and a hash of its contents, and travels with the game as
the option `layout`, so that a record replays anywhere. A board `generated-7` is made from its
number.

The shipped layouts and those that a program added itself stay; all others live as long as a
`Game` that uses them, so that a server can see any number of boards.
"""

from __future__ import annotations

import hashlib
import os
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

import msgspec

from genial.core.errors import BadOption, nearest, one_of, quote, shorten
from genial.games.spezial import FACTS
from genial.games.spezial.board import CELL_OF_NAME
from genial.games.spezial.generated import HIGHEST, generate
from genial.games.spezial.layout_check import (
    BONUS,
    DIGITS,
    GENERATED,
    GREY,
    MOST_BYTES,
    Fault,
    LayoutFile,
    decode,
    find_faults,
    in_order,
)

Source = str | Mapping[str, Any] | os.PathLike[str]  # JSON text, the same as data, or a file

_HASH_DIGITS = 12  # in the name of a board
_NUMBER_DIGITS = 15  # in the number of a custom layout, which fits into 63 bits


@dataclass(frozen=True, eq=False)
class Layout:
    """A checked layout; cells are numbers, in order."""

    board: str  # the value of the option: a name, with the hash if the layout is a custom one
    text: str  # a custom layout as one line of JSON, the value of the option `layout`; or empty
    file: LayoutFile  # its fields in the order of the cells
    towers: dict[int, dict[int, bool]]  # by players: the towers' cells, and is it a large one
    bonus: tuple[int, ...]
    number: int  # the hash of its contents, by which a game's record knows its layout

    @property
    def note(self) -> str:
        """What players read about it."""
        return self.file.note


_shipped: dict[str, Layout] = {}  # by name
_added: dict[str, Layout] = {}  # by name and hash
_in_use: WeakValueDictionary[str, Layout] = WeakValueDictionary()  # by text, or else by name
_by_number: WeakValueDictionary[int, Layout] = WeakValueDictionary()
_lock = threading.Lock()


def add(path: str | Path) -> str:
    """Read and check a layout file; return the value of the option `board` that stands for it.

    Afterwards this process knows the board by that name alone.
    """
    layout = custom_layout(Path(path))
    _added[layout.board] = layout
    return layout.board


def boards() -> list[str]:
    """Return the boards that this process knows by name, beside the generated ones."""
    return [*_shipped, *_added]


def faults(source: Source) -> list[Fault]:
    """Return all that is wrong with a layout, in an order that a reader can follow; none if good.

    >>> [fault.sentence for fault in faults('{"name": "mine", "fields": []}')][0]
    'there must be 10 dark fields, not 0'
    """
    file = _read(source)
    return [file] if isinstance(file, Fault) else find_faults(file, _shipped)


def _bad_layout(fault: Fault) -> BadOption:
    facts = {**fault.facts, "cells": ", ".join(fault.cells)}
    return BadOption(f"bad layout: {fault.sentence}", code="bad-layout", reason=fault.code, **facts)


def custom_layout(source: Source) -> Layout:
    """Return the layout of a file, a JSON text or plain data; raise BadOption with a fault of it.

    The same contents give the same layout while that is in use.
    """
    known = _in_use.get(source) if isinstance(source, str) else None
    if known is not None and known.text:
        return known
    file = _read(source)
    found = [file] if isinstance(file, Fault) else find_faults(file, _shipped)
    if found:
        raise _bad_layout(found[0])
    assert isinstance(file, LayoutFile)
    file = msgspec.structs.replace(file, fields=in_order(file.fields))
    text = msgspec.json.encode(file).decode()
    number = int(hashlib.sha256(text.encode()).hexdigest()[:_NUMBER_DIGITS], 16)
    return _keep(_layout(f"{file.name}@{_content_hash(file):0{_HASH_DIGITS}x}", text, file, number))


def named_layout(board: object) -> Layout:
    """Return the layout of a board that is known by name; raise BadOption."""
    names = [*boards(), "generated-N"]
    hint = ""
    if isinstance(board, str):
        known = _shipped.get(board) or _added.get(board) or _in_use.get(board)
        if known is not None and known.board == board:
            return known
        if board.startswith(GENERATED):
            return _by_name(generate(_number_of(board)))
        hint = nearest(board, names)
    raise BadOption(
        f"board must be {one_of(names)}, not {quote(board)}{hint}; "
        "a layout of your own is given as the option layout, "
        "or added with genial.games.spezial.layouts.add(path)",
        code="unknown-board", reason="not-there", board=shorten(board), allowed=", ".join(names),
    )  # fmt: skip


def _number_of(board: str) -> int:
    """Return the number of a generated board; raise BadOption."""
    digits = board.removeprefix(GENERATED)
    if digits.isascii() and digits.isdigit() and len(digits) <= len(str(HIGHEST)):
        number = int(digits)
        if number <= HIGHEST and digits == str(number):
            return number
    raise BadOption(
        f"a generated board is called {GENERATED}N with a number N from 0 to {HIGHEST}, "
        f"not {quote(board)}",
        code="unknown-board", reason="generated", board=shorten(board), most=HIGHEST,
    )  # fmt: skip


def layout_of(options: Mapping[str, Any]) -> Layout:
    """Return the layout that a game's options choose; raise BadOption."""
    source = options.get("layout", "")
    if source == "":
        return named_layout(options.get("board", FACTS.options[0].default))
    if not isinstance(source, str | Mapping | os.PathLike):
        raise BadOption(f"bad layout: {quote(source)} is not the text of one", code="bad-layout",
                        reason="unreadable", field="", cells="")  # fmt: skip
    layout = custom_layout(source)
    board = options.get("board", layout.board)
    if board != layout.board:
        raise BadOption(
            f"the layout given is the board {layout.board}, not {quote(board)}",
            code="wrong-layout", board=layout.board, value=shorten(board),
        )  # fmt: skip
    return layout


def layout_by_number(number: int) -> Layout:
    """Return the layout that a game's record refers to."""
    layout = _by_number.get(number)
    if layout is None:
        raise BadOption("no game on the board of this record is in use", code="unknown-board")
    return layout


def _keep(layout: Layout) -> Layout:
    """Return the layout in use that has the same contents, or else this one."""
    key = layout.text or layout.board
    with _lock:
        known = _in_use.get(key)
        if known is not None:
            return known
        if layout.number in _by_number:
            raise BadOption(
                f"the board {layout.board} cannot be told from another one that is in use; "
                "change its note",
                code="bad-layout",
            )
        _in_use[key] = _by_number[layout.number] = layout
    return layout


def _read(source: Source) -> LayoutFile | Fault:
    if not isinstance(source, os.PathLike):
        return decode(source)
    try:
        with Path(source).open("rb") as file:
            return decode(file.read(MOST_BYTES + 1))
    except (OSError, ValueError) as error:  # ValueError: not a valid file name
        reason = error.strerror if isinstance(error, OSError) else error
        sentence = f"cannot read {quote(str(source))} ({reason})"
        return Fault("cannot-read", sentence, facts={"file": shorten(str(source))})


def _layout(board: str, text: str, file: LayoutFile, number: int) -> Layout:
    return Layout(
        board=board,
        text=text,
        file=file,
        towers={players: _towers(file, players) for players in DIGITS},
        bonus=tuple(CELL_OF_NAME[field.cell] for field in file.fields if field.kind == BONUS),
        number=number,
    )


def _towers(file: LayoutFile, players: int) -> dict[int, bool]:
    """A large tower stands on every field with the digit of the number of players, a small
    one on every other grey blue field.
    """
    return {
        CELL_OF_NAME[field.cell]: players in field.digits
        for field in file.fields
        if players in field.digits or field.kind == GREY
    }


def _content_hash(file: LayoutFile) -> int:
    """A hash of the canonical JSON of a name and its fields; the note may be reworded."""
    plain = [{"cell": f.cell, "digits": f.digits, "kind": f.kind} for f in file.fields]
    canonical = msgspec.json.encode({"fields": plain, "name": file.name}, order="sorted")
    return int(hashlib.sha256(canonical).hexdigest()[:_HASH_DIGITS], 16)


def _by_name(file: LayoutFile) -> Layout:
    """Return the layout of a board that its name alone stands for."""
    file = msgspec.structs.replace(file, fields=in_order(file.fields))
    return _keep(_layout(file.name, "", file, _content_hash(file)))


def _load_shipped() -> None:
    folder = resources.files(__package__) / "layouts"
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.name.endswith(".json"):
            file = decode(entry.read_bytes())
            assert isinstance(file, LayoutFile)
            assert not find_faults(file, _shipped)
            _shipped[file.name] = _by_name(file)


_load_shipped()
