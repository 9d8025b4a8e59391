"""Genial Spezial in words: moves (`m11m12`, `m10m11+O`, `pass`) and chance (`* chips …`)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from genial.core.errors import BadText, quote
from genial.core.kit import Options
from genial.games.spezial.board import CELL_NAMES, CELL_OF_NAME, EDGES
from genial.games.spezial.layouts import layout_of
from genial.games.spezial.rules import CHOICES, CHOSEN, COLOURS, KINDS, PASS

PASSING = "pass"
EDGE_NAMES = tuple(CELL_NAMES[low] + CELL_NAMES[high] for low, high in EDGES)
EDGE_OF_NAME = {name: edge for edge, name in enumerate(EDGE_NAMES)}
CHIP_NAMES = tuple(f"{COLOURS[kind // 2]}{kind % 2 + 1}" for kind in range(KINDS))
CHIP_OF_NAME = {name: kind for kind, name in enumerate(CHIP_NAMES)}

_CHOICE_NAMES = tuple(
    "+" + "".join(COLOURS[colour] for colour in chosen) if chosen else "" for chosen in CHOSEN
)
_CHOICE_OF_NAME = {name: choice for choice, name in enumerate(_CHOICE_NAMES)}
_PLACEMENT = re.compile(r"([a-z][0-9]{1,2})([a-z][0-9]{1,2})(\+.*)?")
_CHIPS = re.compile(r"\* chips((?: [a-y][0-9]{1,2}:[OPBG][12]){1,24})")  # at most MAX_TOWERS


def spell(code: int) -> str:
    """The text of a move.

    >>> spell(0), spell(1), spell(PASS)
    ('a13a14', 'a13a14+O', 'pass')
    """
    if code == PASS:
        return PASSING
    edge, choice = divmod(code, CHOICES)
    return EDGE_NAMES[edge] + _CHOICE_NAMES[choice]


def read(text: str) -> int:
    """The code of a move's text.

    >>> spell(read("m10m11+O"))
    'm10m11+O'
    """
    tile, plus, colours = text.partition("+")
    edge = EDGE_OF_NAME.get(tile)
    choice = _CHOICE_OF_NAME.get(plus + colours)
    if edge is not None and choice is not None:
        return edge * CHOICES + choice
    if text == PASSING:
        return PASS
    raise _text_refusal(text)


def _text_refusal(text: str) -> BadText:
    """Why this is not the text of a move."""
    parts = _PLACEMENT.fullmatch(text)
    if parts is None:
        return BadText(f"{quote(text)} is not a move; moves look like m11m12, m10m11+O or pass")
    first, second, colours = parts[1], parts[2], parts[3] or ""
    for name in (first, second):
        if name not in CELL_OF_NAME:
            return BadText(f"there is no cell {name}", code="no-such-cell", cell=name)
    if colours not in _CHOICE_OF_NAME:
        return BadText(
            f"{quote(colours)} should be + and one or two of {', '.join(COLOURS)}",
            code="no-such-colour",
        )
    if second + first not in EDGE_OF_NAME:
        return BadText(f"{first} and {second} are not next to each other", code="not-adjacent")
    spelt = second + first + colours[:1] + colours[:0:-1]
    return BadText(f"{text} must be written {spelt}", code="not-canonical", spelt=spelt)


def chance_lines(trace: Sequence[int], seat: int | None, options: Options) -> list[str]:
    """One line at set-up: the chip on every tower, towers in the order of the cells."""
    if not trace:
        return []
    towers = layout_of(options).towers[options["players"]]
    chips = [
        f"{CELL_NAMES[cell]}:{CHIP_NAMES[kind]}" for cell, kind in zip(towers, trace, strict=False)
    ]
    return [f"* chips {' '.join(chips)}"]


def read_chance(line: str) -> list[int]:
    """The kinds of the chips in a `* chips` line.

    >>> read_chance("* chips d13:O1 d16:G2")
    [0, 7]
    """
    parts = _CHIPS.fullmatch(line)
    if parts is None:
        raise BadText(f"{quote(line)} should look like '* chips d13:O1 d16:P2 …'")
    return [CHIP_OF_NAME[chip[-2:]] for chip in parts[1].split()]


def redact(line: str, seat: int | None, options: Options) -> str:
    """A chance line as a seat may see it: nothing is hidden."""
    return line
