"""Tile Challenge in words: moves (`draw`, `stop`, `take`) and chance (`* middle R G B`)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from genial.core.errors import BadText, one_of, quote
from genial.core.kernel import Record
from genial.core.kit import Options
from genial.games.tile_challenge.rules import DRAWN, RESHUFFLE, TO_MIDDLE
from genial.games.tile_challenge.tiles import COLOURS

MOVES = ("draw", "stop", "take")  # by code
_CODES = {text: code for code, text in enumerate(MOVES)}
_RESHUFFLED = "* reshuffle"
_TURNED_UP = re.compile(r"\* middle( [RGBOYP]){1,3}")
_TILE = re.compile(r"\* tile [RGBOYP]")


def spell(code: int) -> str:
    """The text of a move.

    >>> spell(0)
    'draw'
    """
    return MOVES[code]


def read(text: str) -> int:
    """The code of a move's text.

    >>> read("stop")
    1
    """
    code = _CODES.get(text)
    if code is not None:
        return code
    meant = text.strip().lower()
    if meant in _CODES:
        raise BadText(f"{quote(text)} must be written {meant}", code="not-canonical", spelt=meant)
    raise BadText(f"{quote(text)} is not a move; a move is {one_of(MOVES)}")


def chance_lines(trace: Sequence[int], seat: int | None, options: Options) -> list[str]:
    """A line for every draw, one for all tiles that come into the middle at one go.

    >>> chance_lines([9, 6, 0, 2, 0], 1, {})
    ['* tile G', '* reshuffle', '* middle R B R']
    """
    lines: list[str] = []
    filling = False
    for outcome in trace:
        if outcome == RESHUFFLE:
            lines.append(_RESHUFFLED)
        elif outcome >= DRAWN:
            lines.append(f"* tile {COLOURS[outcome - DRAWN]}")
        elif filling:
            lines[-1] += f" {COLOURS[outcome - TO_MIDDLE]}"
        else:
            lines.append(f"* middle {COLOURS[outcome - TO_MIDDLE]}")
        filling = outcome < RESHUFFLE
    return lines


def read_chance(line: str) -> list[int]:
    """The outcomes of a chance line.

    >>> read_chance("* middle R B R")
    [0, 2, 0]
    """
    if line == _RESHUFFLED:
        return [RESHUFFLE]
    if _TILE.fullmatch(line):
        return [DRAWN + COLOURS.index(line[-1])]
    if _TURNED_UP.fullmatch(line):
        return [TO_MIDDLE + COLOURS.index(colour) for colour in line.split()[2:]]
    examples = one_of(["'* middle R G B'", "'* tile G'", f"'{_RESHUFFLED}'"])
    raise BadText(f"{quote(line)} should look like {examples}")


def redact(line: str, seat: int | None, options: Options) -> str:
    """The line itself: all seats see what is turned up."""
    return line


def revealed_lines(record: Record, code: int) -> list[str]:
    """Nothing: no move shows what was hidden."""
    return []
