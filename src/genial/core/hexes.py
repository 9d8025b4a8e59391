"""Hex geometry in axial coordinates: cells, neighbours, names.

A cell is a pair (q, r). Cells are ordered by q, then by r; a cell's name is a letter for q
and a number for r.
"""

from __future__ import annotations

from collections.abc import Iterable

Cell = tuple[int, int]

# Round the clock. The first three lead to a higher cell (by q, then r), the last three back.
DIRECTIONS: tuple[Cell, ...] = ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1))
FORWARD = 3


def distance(a: Cell, b: Cell) -> int:
    """Steps from one cell to another.

    >>> distance((0, 0), (2, -1))
    2
    """
    q, r = a[0] - b[0], a[1] - b[1]
    return max(abs(q), abs(r), abs(q + r))


def hexagon(radius: int, centre: Cell = (0, 0)) -> list[Cell]:
    """All cells within this distance of the centre, in order.

    >>> len(hexagon(5))
    91
    """
    span = range(-radius, radius + 1)
    near = [(centre[0] + q, centre[1] + r) for q in span for r in span if abs(q + r) <= radius]
    return sorted(near)


def neighbour(cell: Cell, direction: int) -> Cell:
    """The next cell in this direction."""
    step = DIRECTIONS[direction]
    return cell[0] + step[0], cell[1] + step[1]


def adjacent_pairs(cells: Iterable[Cell]) -> list[tuple[Cell, Cell, int]]:
    """Every pair of neighbours once, lower cell first, with the direction between them."""
    among = set(cells)
    return [
        (cell, neighbour(cell, direction), direction)
        for cell in sorted(among)
        for direction in range(FORWARD)
        if neighbour(cell, direction) in among
    ]


class Names:
    """The spelling of cells: letters from `a` for the lowest q, numbers from an offset.

    >>> Names(lowest_q=-7, number_of_zero=8).of((0, 0))
    'h8'
    """

    def __init__(self, *, lowest_q: int, number_of_zero: int) -> None:
        self._lowest_q = lowest_q
        self._number_of_zero = number_of_zero

    def of(self, cell: Cell) -> str:
        """The name of a cell."""
        return f"{chr(ord('a') + cell[0] - self._lowest_q)}{cell[1] + self._number_of_zero}"

    def cell(self, name: str) -> Cell:
        """The cell of a name that is a letter and a number."""
        return ord(name[0]) - ord("a") + self._lowest_q, int(name[1:]) - self._number_of_zero
