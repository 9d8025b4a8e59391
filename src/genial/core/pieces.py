"""Draw what games are made of: boards of hexes, tiles, towers' chips, pawns and cards.

They look like those of the browser client on its default board, which is made of wood.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import cos, pi, sin, sqrt

from genial.core.hexes import DIRECTIONS, Cell, neighbour
from genial.core.palette import seat_colour
from genial.core.picture import NONE, Picture, Point, ring

HEX = 18.0  # the size of a hex on a board


def centre(cell: Cell, size: float = HEX) -> Point:
    """Return the middle of a flat-topped hex.

    >>> centre((2, -1), 10)
    (30.0, 0.0)
    """
    return size * 1.5 * cell[0], size * sqrt(3) * (cell[1] + cell[0] / 2)


def hex_board(
    picture: Picture, cells: Iterable[Cell], fill: Callable[[Cell], str], size: float = HEX
) -> None:
    """Draw a board with a raised rim; `fill` says the colour of a cell."""
    every = set(cells)
    steps = range(len(DIRECTIONS))
    edge = [cell for cell in every if any(neighbour(cell, k) not in every for k in steps)]
    for shift, paint in ((0.15 * size, "board-side"), (0.0, "rim")):
        for cell in sorted(edge):
            x, y = centre(cell, size)
            picture.hex((x, y + shift), 1.17 * size, paint)
    for cell in sorted(every):
        picture.hex(centre(cell, size), size, fill(cell), "cell-line", 0.09 * size)


def symbol(picture: Picture, colour: str, at: Point, size: float, paint: str = "") -> None:
    """Draw one of the six symbols, distinct in shape and in colour, in our own drawing."""
    paint = paint or colour
    match colour:
        case "R":
            picture.polygon(ring(at, (size, size * 0.45) * 12, pi / 24), paint)
        case "G":
            picture.disc(at, size * 0.78, paint)
        case "B":
            picture.polygon(ring(at, (size, size * 0.5) * 6, pi / 6), paint)
        case "O":
            _cube(picture, at, size, paint)
        case "Y":
            picture.disc(at, size * 0.5, paint)
            for k in range(12):
                x, y = cos(k * pi / 6), sin(k * pi / 6)
                start = at[0] + 0.68 * size * x, at[1] + 0.68 * size * y
                end = at[0] + 0.92 * size * x, at[1] + 0.92 * size * y
                picture.line(start, end, paint, size * 0.16)
        case "P":
            picture.disc(at, size * 0.7, NONE, paint, size * 0.4)
        case _:
            picture.text(at, colour, 1.4 * size, paint)


def _cube(picture: Picture, at: Point, size: float, paint: str) -> None:
    """Draw a hexagon of three rhombi with gaps, which does not resemble a disc."""
    gap = 0.14
    rhombus = (gap, 0.0), (0.5 + gap / 2, 0.866 * (1 - gap)), (1.0, 0.0)
    corners = *rhombus, (rhombus[1][0], -rhombus[1][1])
    for k in range(3):
        c, s = size * cos(k * 2 * pi / 3), size * sin(k * 2 * pi / 3)
        picture.polygon(
            [
                (round(at[0] + x * c - y * s, 6), round(at[1] + x * s + y * c, 6))
                for x, y in corners
            ],
            paint,
        )


def double_hex(
    picture: Picture, a: Point, b: Point, size: float, *, is_last: bool = False, turn: float = 0.0
) -> None:
    """Draw the body of a tile that covers two hexes, with a ring around it if it is the last."""
    layers = [(0.95, 0.1, "tile-side"), (0.95, 0.0, "tile-edge"), (0.9, 0.0, "tile")]
    if is_last:
        layers[1:] = [(1.0, 0.0, "ring"), (0.86, 0.0, "tile")]
    for share, shift, paint in layers:
        reach, down = share * size, shift * size
        ends = [(x, y + down) for x, y in (a, b)]
        picture.line(ends[0], ends[1], paint, reach)
        for end in ends:
            picture.polygon(ring(end, (reach,) * 6, turn), paint)


def symbol_tile(picture: Picture, tile: str, at: Point, size: float) -> None:
    """Draw a tile of two symbols that lies beside the board."""
    a, b = (at[0] - size * sqrt(3) / 2, at[1]), (at[0] + size * sqrt(3) / 2, at[1])
    double_hex(picture, a, b, size, turn=pi / 6)
    for half, colour in zip((a, b), tile, strict=True):
        symbol(picture, colour, half, size * 0.62, f"tile-{colour}")


def side_tile(
    picture: Picture, a: Point, b: Point, seat: int, size: float, *, is_last: bool = False
) -> None:
    """Draw a tile of a player, with the mark of the seat: disc, bar, triangle or cross."""
    unit = size / 20
    if is_last:
        picture.line(a, b, "ring", 34 * unit)
    shifted = [(x, y + 2 * unit) for x, y in (a, b)]
    picture.line(shifted[0], shifted[1], "tile-side", 27.5 * unit)
    picture.line(a, b, "on-cell", 27.5 * unit)
    picture.line(a, b, seat_colour(seat), 25 * unit)
    x, y = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
    reach = 8 * unit
    match (seat - 1) % 4:
        case 0:
            picture.disc((x, y), 0.65 * reach, "white")
        case 1:
            picture.line((x - reach, y), (x + reach, y), "white", 0.65 * reach)
        case 2:
            picture.polygon(ring((x, y), (reach,) * 3, -pi / 2), "white")
        case _:
            picture.line((x - 0.7 * reach, y), (x + 0.7 * reach, y), "white", 0.6 * reach)
            picture.line((x, y - 0.7 * reach), (x, y + 0.7 * reach), "white", 0.6 * reach)


def tower_chip(
    picture: Picture, at: Point, size: float, chip: tuple[str, int], *, large: bool, black: bool
) -> None:
    """Draw a tower from above: a large one has battlements, a turned chip is black."""
    unit, (colour, value) = size / 20, chip
    if large:
        for x, y in ring(at, (18.2 * unit,) * 12):
            picture.disc((x, y), 2.7 * unit, "stone")
    picture.disc(at, 16.8 * unit, "stone")
    picture.disc(at, 14.8 * unit, "chip-black" if black else "chip")
    paint = f"tile-{colour}" if black else f"chip-{colour}"
    symbol(picture, colour, (at[0] - 5.6 * unit, at[1]), 6.6 * unit, paint)
    letters = "chip" if black else "chip-black"
    picture.text((at[0] + 6.5 * unit, at[1]), str(value), 15 * unit, letters)


def piece(picture: Picture, at: Point, colour: str, radius: float = 14.0) -> None:
    """Draw a round piece with a symbol."""
    picture.disc((at[0], at[1] + 0.14 * radius), 1.03 * radius, "tile-side")
    picture.disc(at, radius, "tile", "tile-edge", 0.08 * radius)
    symbol(picture, colour, at, 0.66 * radius, f"tile-{colour}")


def square_piece(picture: Picture, at: Point, colour: str, half: float = 14.0) -> None:
    """Draw a square piece with a symbol, or an empty one."""
    picture.box(
        (at[0] - half, at[1] - 0.9 * half), 2 * half, 2 * half, "tile-side", corner=0.42 * half
    )
    picture.box(
        (at[0] - half, at[1] - half), 2 * half, 1.92 * half, "tile", "tile-edge", 0.08 * half,
        corner=0.42 * half,
    )  # fmt: skip
    symbol(picture, colour, (at[0], at[1] - 0.04 * half), 0.7 * half, f"tile-{colour}")


def seat_mark(picture: Picture, at: Point, seat: int, *, is_turn: bool = False) -> None:
    """Draw a seat's number on its colour; a rim and an arrow say that it is to move."""
    if is_turn:
        picture.disc(at, 11.5, "glow")
        tip = at[0] - 14, at[1]
        picture.polygon([tip, (tip[0] - 8, at[1] - 6), (tip[0] - 8, at[1] + 6)], "glow")
    picture.disc(at, 9, seat_colour(seat))
    picture.text(at, str(seat), 11, "white")
