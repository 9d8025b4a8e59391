"""Draw the figures of the game pages: `python docs/figures.py` writes docs/figures/*.svg.

All hexes are flat-topped: a letter (q) is a column, a number (r) a diagonal. The drawings hold
letters and numbers only, so that one file serves the English and the German page.
"""

from __future__ import annotations

from math import ceil, hypot
from pathlib import Path

from genial.core.hexes import Cell, distance, hexagon
from genial.core.palette import COLOURS
from genial.core.picture import Picture, Point
from genial.core.pieces import (
    centre,
    double_hex,
    hex_board,
    piece,
    side_tile,
    square_piece,
    symbol,
    tower_chip,
)
from genial.games.ingenious.board import NAMES as INGENIOUS
from genial.games.ingenious.board import PRINTED
from genial.games.spezial.board import CELLS as SPEZIAL_CELLS
from genial.games.spezial.board import NAMES as SPEZIAL
from genial.games.spezial.drawing import layout_cells
from genial.games.spezial.layouts import layout_of

FOLDER = Path(__file__).parent / "figures"
LAYOUT = layout_of({"board": "rebuilt"}).file

RINGS = {5: "cell", 6: "ring-3", 7: "ring-4"}  # radius -> shade of what it adds
SEATS_OF_RING = {5: "1–2", 6: "3", 7: "4"}
PRINTED_COLOURS = {cell: COLOURS[colour] for cell, colour in PRINTED.items()}
FIELDS = {SPEZIAL.cell(field.cell): field for field in LAYOUT.fields}
BONUS_CELLS = {cell for cell, field in FIELDS.items() if field.kind == "bonus"}


def shade_of(cell: Cell) -> str:
    return "bonus" if cell in BONUS_CELLS else "cell"


def has_large_tower(cell: Cell, players: int) -> bool:
    return cell in FIELDS and players in FIELDS[cell].digits


def dots(picture: Picture, start: Point, end: Point, colour: str) -> None:
    """Draw a dotted line."""
    count = ceil(hypot(end[0] - start[0], end[1] - start[1]) / 12)
    for k in range(count + 1):
        share = k / count
        at = start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])
        picture.disc(at, 3.5, colour)


# --- Ingenious --------------------------------------------------------------------------------


def ingenious_symbols() -> Picture:
    picture = Picture("R G B O Y P")
    for k, colour in enumerate(COLOURS):
        symbol(picture, colour, (k * 90, 0), 26)
        picture.text((k * 90, 48), colour, 18)
    return picture


def ingenious_board() -> Picture:
    size = 30.0
    picture = Picture("Ingenious")
    hex_board(picture, hexagon(7), lambda cell: RINGS[max(5, distance(cell, (0, 0)))], size)
    for cell in hexagon(7):
        x, y = centre(cell, size)
        if cell in PRINTED_COLOURS:
            colour = PRINTED_COLOURS[cell]
            picture.hex((x, y), 0.9 * size, "tile")
            symbol(picture, colour, (x, y - 6), 14, f"tile-{colour}")
            picture.text((x, y + 17), INGENIOUS.of(cell), 11, "white")
        else:
            picture.text((x, y), INGENIOUS.of(cell), 12.5, "on-cell")
    left, top = picture.bounds.left + 26, picture.bounds.top + 26
    for k, (ring, shade) in enumerate(RINGS.items()):
        picture.hex((left, top + 40 * k), 17, shade, "cell-line")
        picture.text((left + 40, top + 40 * k), SEATS_OF_RING[ring], 17)
    return picture


def ingenious_scoring() -> Picture:
    """The worked example of the page: `Rh8Bi8` scores 3 red and 4 blue."""
    size = 30.0
    new = ((0, 0), "R", (1, 0), "B")
    old = [
        ((0, -1), "R", (0, -2), "R"),
        ((0, -3), "G", (1, -4), "O"),
        ((-1, 0), "B", (-1, 1), "R"),
        ((-3, 3), "R", (-4, 3), "P"),
        ((2, -1), "B", (3, -2), "B"),
        ((4, -3), "B", (5, -4), "Y"),
        ((1, 1), "B", (1, 2), "R"),
    ]
    runs = [
        ((0, 0), (0, -2), "R"),
        ((0, 0), (-1, 1), "R"),
        ((1, 0), (4, -3), "B"),
        ((1, 0), (1, 1), "B"),
    ]
    picture = Picture("Rh8Bi8: R +3, B +4")
    hex_board(picture, hexagon(5), lambda _: "cell", size)
    for cell in hexagon(5):
        at = centre(cell, size)
        if cell in PRINTED_COLOURS:
            colour = PRINTED_COLOURS[cell]
            picture.hex(at, 0.9 * size, "tile")
            symbol(picture, colour, at, 18, f"tile-{colour}")
        else:
            picture.text(at, INGENIOUS.of(cell), 12.5, "on-cell")
    for a, _, b, _ in old:
        double_hex(picture, centre(a, size), centre(b, size), size)
    double_hex(picture, centre(new[0], size), centre(new[2], size), size, is_last=True)
    for start, end, colour in runs:
        dots(picture, centre(start, size), centre(end, size), f"tile-{colour}")
    for a, first, b, second in [*old, new]:
        symbol(picture, first, centre(a, size), 16, f"tile-{first}")
        symbol(picture, second, centre(b, size), 16, f"tile-{second}")
    return picture


# --- Genial Spezial ---------------------------------------------------------------------------


def reconstruction_mark(picture: Picture) -> None:
    bounds = picture.bounds
    at = (bounds.left + bounds.right) / 2, bounds.bottom + 18
    picture.text(at, "reconstruction · Rekonstruktion", 16, "soft")


def spezial_board() -> Picture:
    picture = Picture("Genial Spezial (reconstruction · Rekonstruktion)")
    layout_cells(picture, LAYOUT, 26.0)
    reconstruction_mark(picture)
    return picture


def spezial_towers() -> Picture:
    """Where the towers stand with 2, 3 and 4 players."""
    size, step = 8.0, 8.0 * 41
    picture = Picture("2 · 3 · 4")
    for panel, players in enumerate([2, 3, 4]):
        part = Picture("")
        hex_board(part, SPEZIAL_CELLS, shade_of, size)
        for cell, field in FIELDS.items():
            at = centre(cell, size)
            if has_large_tower(cell, players):
                part.square(at, size * 0.85, "stone")
            elif field.kind == "grey":
                part.disc(at, size * 0.5, "stone")
        part.text((0, -size * 11.6), str(players), 24)
        picture.place(part, (panel * step, 0))
    reconstruction_mark(picture)
    return picture


def spezial_chain() -> Picture:
    """The worked example of the page: two chains, joined by a third tile, and a bonus field."""
    size = 30.0
    middle = SPEZIAL.cell("p11")
    chips = {"m13": "P2", "p7": "B2", "p10": "O2", "s7": "G2", "s10": "B1"}
    tiles = [("n12", "o11"), ("q10", "r10"), ("p11", "p12"), ("p13", "q12")]
    picture = Picture(", ".join(a + b for a, b in tiles))
    shift = centre(middle, size)

    def place(name: str) -> Point:
        x, y = centre(SPEZIAL.cell(name), size)
        return x - shift[0], y - shift[1]

    near = [cell for cell in SPEZIAL_CELLS if distance(cell, middle) <= 4]
    part = Picture("")
    hex_board(part, near, shade_of, size)
    picture.place(part, (-shift[0], -shift[1]))
    for name in map(SPEZIAL.of, near):
        if name not in chips:
            picture.text(place(name), name, 12.5, "on-cell")
    for name, (colour, value) in chips.items():
        large = has_large_tower(SPEZIAL.cell(name), 2)
        tower_chip(picture, place(name), size, (colour, int(value)), large=large, black=False)
    for number, (a, b) in enumerate(tiles, start=1):
        start, end = place(a), place(b)
        side_tile(picture, start, end, 1, size)
        at = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
        picture.disc(at, 11, "seat-1")  # a number instead of the seat's mark
        picture.text(at, str(number), 24, "white")
    return picture


# --- Phoenix ----------------------------------------------------------------------------------


def phoenix_table() -> Picture:
    step = 54.0
    lines = {1: "YRBOGPYRBO", 2: "GPOYRBGOPR"}
    spectrum = "OYBPRG"
    picture = Picture("Phoenix")
    for seat, y in ((2, 0.0), (1, 190.0)):
        picture.text((0, y), str(seat), 24)
        picture.box((0.5 * step, y - 25), 10 * step, 50, "cell", "cell-line", 1.5, 25)
        for place, colour in enumerate(lines[seat], start=1):
            piece(picture, (place * step, y), colour, 20)
            picture.text((place * step, y + (-32 if seat == 2 else 34)), str(place), 14, "soft")
    for place, colour in enumerate(spectrum, start=1):
        square_piece(picture, ((place + 2) * step, 88), colour, 19)
        picture.text(((place + 2) * step, 122), str(place), 14, "soft")
    return picture


FIGURES = (
    ingenious_symbols,
    ingenious_board,
    ingenious_scoring,
    spezial_board,
    spezial_towers,
    spezial_chain,
    phoenix_table,
)


def write_all(folder: Path) -> None:
    """Write all figures into a folder."""
    for figure in FIGURES:
        path = folder / f"{figure.__name__.replace('_', '-')}.svg"
        path.write_text(figure().svg(), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    write_all(FOLDER)
