r"""Draw hexagons with letters: flat on top, columns of cells side by side.

        ____
       / R✹ \____
       \_h3_/    \
       /    \_i3_/
       \_h4_/

A cell has two lines: what lies on it, and its name on the lower edge.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rich.text import Text

from genial.cli.terminal.boards.palette import DIM, STRONG

Hex = tuple[int, int]  # axial coordinates (q, r)

PLAIN = ""  # a cell that is not marked
_LETTERED = 3  # a pitch too narrow for whole names: the letters stand above the columns


@dataclass(frozen=True)
class Look:
    """The look of a cell."""

    name: str
    content: str = ""
    style: str = ""  # of the content
    name_style: str = DIM
    sides: str = PLAIN  # two characters, such as [ and ], that mark the cell
    sides_style: str = STRONG
    tall: bool = False  # do these reach down to the name?


def honeycomb(cells: Mapping[Hex, Look], *, pitch: int) -> list[Text]:
    """Return the lines of a board; each column takes `pitch` characters, the board one more."""
    canvas = _Canvas()
    lowest_q = min(q for q, _ in cells)
    lettered = pitch == _LETTERED
    top = min(_row(cell) for cell in cells) - 1 - lettered  # a line for the upper edges
    for cell in cells:
        canvas.write(_row(cell) - top - 1, (cell[0] - lowest_q) * pitch + 1, "_" * (pitch - 1), DIM)
    places = {cell: (_row(cell) - top, (cell[0] - lowest_q) * pitch) for cell in cells}
    for cell, look in cells.items():
        _draw_cell(canvas, *places[cell], look, pitch)
    for cell, look in cells.items():  # afterwards, because neighbours share their sides
        if look.sides != PLAIN:
            _draw_marks(canvas, *places[cell], look, pitch)
    if lettered:
        _draw_letters(canvas, cells, top, lowest_q, pitch)
    return canvas.lines()


def _row(cell: Hex) -> int:
    return 2 * cell[1] + cell[0]


def _draw_cell(canvas: _Canvas, row: int, column: int, look: Look, pitch: int) -> None:
    inside = pitch - 1
    name = look.name[1:].rjust(inside, "_") if pitch == _LETTERED else look.name
    for line, (left, right) in enumerate((("/", "\\"), ("\\", "/"))):
        canvas.write(row + line, column, left, DIM)
        canvas.write(row + line, column + pitch, right, DIM)
    canvas.write(row, column + 1, look.content.center(inside), look.style)
    canvas.write(row + 1, column + 1, name.center(inside, "_"), look.name_style)


def _draw_marks(canvas: _Canvas, row: int, column: int, look: Look, pitch: int) -> None:
    for line in range(2 if look.tall else 1):
        canvas.write(row + line, column, look.sides[0], look.sides_style)
        canvas.write(row + line, column + pitch, look.sides[1], look.sides_style)


def _draw_letters(
    canvas: _Canvas, cells: Mapping[Hex, Look], top: int, lowest_q: int, pitch: int
) -> None:
    """Write the letters of the columns above and below them."""
    for q in {q for q, _ in cells}:
        rows = [_row(cell) - top for cell in cells if cell[0] == q]
        letter = next(look.name[0] for cell, look in cells.items() if cell[0] == q)
        column = (q - lowest_q) * pitch + 1
        canvas.write(min(rows) - 2, column, letter, STRONG)
        canvas.write(max(rows) + 2, column, letter, STRONG)


class _Canvas:
    """Characters with styles at rows and columns."""

    def __init__(self) -> None:
        self._places: dict[tuple[int, int], tuple[str, str]] = {}

    def write(self, row: int, column: int, text: str, style: str) -> None:
        for place, letter in enumerate(text):
            self._places[row, column + place] = letter, style

    def lines(self) -> list[Text]:
        height = 1 + max(row for row, _ in self._places)
        lines = []
        for row in range(height):
            line = Text()
            width = 1 + max((column for r, column in self._places if r == row), default=-1)
            for column in range(width):
                letter, style = self._places.get((row, column), (" ", ""))
                line.append(letter, style)
            lines.append(line)
        return lines
