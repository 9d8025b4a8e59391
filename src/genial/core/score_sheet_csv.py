"""Score sheets as CSV, for spreadsheets."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import NamedTuple

from genial.core.score_sheet import SheetLine

MARK = "\ufeff"  # a byte order mark, without which spreadsheets show wrong umlauts
_FORMULA = tuple("=+-@\t\r＝＋－＠")  # spreadsheets run what begins with these


class Headings(NamedTuple):
    """The words above the columns."""

    game: str
    part: str  # of a series
    date: str
    order: str  # of turns
    winners: str
    sum: str
    wins: str


def csv_text(
    lines: Sequence[SheetLine], names: Sequence[str], dates: Sequence[str], words: Headings
) -> str:
    """Return a sheet as CSV: a row for each line, points, sums and wins for each player.

    `dates` are those of the games. No cell is a formula, whatever players call themselves.
    """
    is_series = any(line.part for line in lines)
    text = io.StringIO()
    rows = csv.writer(text)
    heads = [words.game, *([words.part] if is_series else []), words.date, words.order,
             words.winners]  # fmt: skip
    for name in names:
        heads += [name, f"{name}: {words.sum}", f"{name}: {words.wins}"]
    rows.writerow(map(safe_cell, heads))
    for line in lines:
        cells: list[str | int] = [line.game, *([line.part] if is_series else [])]
        cells += [dates[line.game - 1], _list(line.order, names), _list(line.winners, names)]
        for columns in zip(line.points, line.sums, line.wins, strict=True):
            cells += columns
        rows.writerow(map(safe_cell, cells))
    return MARK + text.getvalue()


def safe_cell(value: str | int) -> str | int:
    """Return a cell that no spreadsheet takes for a formula.

    >>> safe_cell("=1+1"), safe_cell("Ada"), safe_cell(-1)
    ("'=1+1", 'Ada', -1)
    """
    is_risky = isinstance(value, str) and value.lstrip(" ").startswith(_FORMULA)
    return f"'{value}" if is_risky else value


def _list(players: Sequence[int], names: Sequence[str]) -> str:
    return ", ".join(names[player - 1] for player in players)
