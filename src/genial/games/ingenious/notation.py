"""Ingenious in words: moves (`Rh8Bi8`, `swap`, `keep`) and chance (`* rack 1 RG BB`)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from genial.core.errors import BadText, quote
from genial.core.kit import Options
from genial.games.ingenious.board import (
    COLOURS,
    EDGES,
    N_COLOURS,
    NAMES,
    RACK,
    TYPE_NAMES,
    TYPE_OF_NAME,
    WAYS,
)
from genial.games.ingenious.rules import KEEP, SWAP

_EDGE_NAMES = tuple((NAMES.of(low), NAMES.of(high)) for low, high, _ in EDGES)
_EDGE_OF_NAMES = {names: edge for edge, names in enumerate(_EDGE_NAMES)}
_CELL_NAMES = {name for names in _EDGE_NAMES for name in names}
_PLACEMENT = re.compile(r"([RGBOYP])([a-o][0-9]{1,2})([RGBOYP])([a-o][0-9]{1,2})")
_RACK = re.compile(r"\* rack ([1-4])((?: [RGBOYP]{2}){1,6})")
_HIDDEN = "??"


def spell(code: int) -> str:
    """The text of a move.

    >>> spell(0), spell(SWAP)
    ('Rc8Rc9', 'swap')
    """
    if code >= KEEP:
        return "swap" if code == SWAP else "keep"
    edge, way = divmod(code, WAYS)
    low, high = _EDGE_NAMES[edge]
    on_low, on_high = divmod(way, N_COLOURS)
    if on_low <= on_high:
        return f"{COLOURS[on_low]}{low}{COLOURS[on_high]}{high}"
    return f"{COLOURS[on_high]}{high}{COLOURS[on_low]}{low}"


def read(text: str) -> int:
    """The code of a move's text.

    >>> read("keep") == KEEP
    True
    """
    parts = _PLACEMENT.fullmatch(text)
    if parts is None:
        if text in ("keep", "swap"):
            return KEEP if text == "keep" else SWAP
        raise BadText(f"{quote(text)} is not a move; moves look like Rh8Bi8, swap or keep")
    first, cell, second, other = parts.groups()
    edge = _EDGE_OF_NAMES.get((cell, other))
    a, b = COLOURS.index(first), COLOURS.index(second)
    if edge is not None and a <= b:
        return edge * WAYS + a * N_COLOURS + b
    reverse = _EDGE_OF_NAMES.get((other, cell))
    if reverse is not None and a < b:
        return reverse * WAYS + b * N_COLOURS + a
    for name in (cell, other):
        if name not in _CELL_NAMES:
            raise BadText(f"there is no cell {name}", code="no-such-cell", cell=name)
    if edge is None and reverse is None:
        raise BadText(f"{cell} and {other} are not next to each other", code="not-adjacent")
    spelt = f"{second}{other}{first}{cell}"
    raise BadText(f"{text} must be written {spelt}", code="not-canonical", spelt=spelt)


def cells_of(text: str) -> tuple[str, str] | None:
    """The cells that a move covers; none if it lays no tile.

    >>> cells_of("Rh8Bi8"), cells_of("keep")
    (('h8', 'i8'), None)
    """
    parts = _PLACEMENT.fullmatch(text)
    return None if parts is None else (parts[2], parts[4])


def chance_lines(trace: Sequence[int], seat: int | None, options: Options) -> list[str]:
    """One line for the tiles a seat drew; at set-up one for each seat."""
    if seat is not None:
        return [_rack_line(seat, trace)] if trace else []
    each = 1 if options["players"] == 1 else RACK
    return [
        _rack_line(number, trace[each * (number - 1) : each * number])
        for number in range(1, options["players"] + 1)
        if trace
    ]


def _rack_line(seat: int, kinds: Sequence[int]) -> str:
    return f"* rack {seat} {' '.join(TYPE_NAMES[kind] for kind in kinds)}"


def read_chance(line: str) -> list[int]:
    """The types of the tiles in a `* rack` line."""
    parts = _RACK.fullmatch(line)
    if parts is None:
        raise BadText(f"{quote(line)} should look like '* rack 1 RG BB'")
    tiles = parts[2].split()
    for tile in tiles:
        if tile not in TYPE_OF_NAME:
            spelt = tile[::-1]
            raise BadText(
                f"the tile {tile} must be written {spelt}", code="not-canonical", spelt=spelt
            )
    return [TYPE_OF_NAME[tile] for tile in tiles]


def partner_of(seat: int) -> int:
    """The seat opposite, of four from 1.

    >>> [partner_of(seat) for seat in (1, 2, 3, 4)]
    [3, 4, 1, 2]
    """
    return (seat + 1) % 4 + 1


def redact(line: str, seat: int | None, options: Options) -> str:
    """A `* rack` line as a seat may see it; the solo player's tile is public.

    >>> redact("* rack 2 RG BB", 1, {"players": 2})
    '* rack 2 ?? ??'
    >>> redact("* rack 2 RG BB", 4, {"players": 4, "variant": "teams", "partners": "shared"})
    '* rack 2 RG BB'
    """
    star, word, owner, *tiles = line.split()
    if options["players"] == 1 or owner == str(seat):
        return line
    if seat is not None and options.get("partners") == "shared" and int(owner) == partner_of(seat):
        return line
    return " ".join([star, word, owner, *[_HIDDEN] * len(tiles)])
