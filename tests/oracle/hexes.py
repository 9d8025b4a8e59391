"""Hexagonal cells in axial coordinates (q, r), as plain tuples and sets."""

Cell = tuple[int, int]
Pair = tuple[Cell, Cell]  # two adjacent cells, the lower one (by q, then by r) first

DIRECTIONS = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]


def step(cell: Cell, direction: Cell) -> Cell:
    """The next cell in a direction."""
    return cell[0] + direction[0], cell[1] + direction[1]


def neighbours(cell: Cell) -> set[Cell]:
    """The six cells that share an edge with `cell`, on the board or off it."""
    return {step(cell, direction) for direction in DIRECTIONS}


def distance(a: Cell, b: Cell) -> int:
    """How many steps lead from one cell to the other.

    >>> distance((0, 0), (5, -5)), distance((0, 0), (2, 1))
    (5, 3)
    """
    q, r = a[0] - b[0], a[1] - b[1]
    return max(abs(q), abs(r), abs(q + r))


def hexagon(centre: Cell, radius: int) -> set[Cell]:
    """All cells within `radius` of `centre`.

    >>> len(hexagon((0, 0), 5)), len(hexagon((0, 0), 7))
    (91, 169)
    """
    reach = range(-radius, radius + 1)
    square = {(centre[0] + q, centre[1] + r) for q in reach for r in reach}
    return {cell for cell in square if distance(cell, centre) <= radius}


def adjacent_pairs(cells: set[Cell]) -> set[Pair]:
    """Every two adjacent cells of `cells`, once each."""
    return {(a, b) for a in cells for b in neighbours(a) if b in cells and a < b}
