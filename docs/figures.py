"""Draw the figures of the game pages: `python docs/figures.py` writes docs/figures/*.svg.

All hexes are flat-topped: a letter (q) is a column, a number (r) a diagonal. The drawings hold
letters and numbers only, so that one file serves the English and the German page.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from math import cos, pi, sin, sqrt
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parent / "figures"
LAYOUT = Path(__file__).parents[1] / "src/genial/games/spezial/layouts/rebuilt.json"

INK, PAPER, LINE, FAINT = "#22262b", "#f7f5f0", "#8d8f93", "#6b6f75"
PAINT = {
    "R": "#c8322b",
    "G": "#2e8b45",
    "B": "#2563b8",
    "O": "#e57f17",
    "Y": "#dfb610",
    "P": "#7b3fa0",
}
ON_PAINT = {colour: INK if colour in "OY" else "#ffffff" for colour in PAINT}


class Cell(NamedTuple):
    q: int
    r: int


class Point(NamedTuple):
    x: float
    y: float


# --- the boards -------------------------------------------------------------------------------

PRINTED = {
    Cell(0, -5): "R",
    Cell(5, -5): "G",
    Cell(5, 0): "B",
    Cell(0, 5): "O",
    Cell(-5, 5): "Y",
    Cell(-5, 0): "P",
}
RINGS = {5: "#ffffff", 6: "#e2e4e6", 7: "#c6cacd"}  # radius -> shade of what it adds
SEATS_OF_RING = {5: "1–2", 6: "3", 7: "4"}

LEFT, RIGHT = Cell(-6, 3), Cell(6, -3)  # the middles of the two hexagons


def distance(a: Cell, b: Cell) -> int:
    dq, dr = a.q - b.q, a.r - b.r
    return max(abs(dq), abs(dr), abs(dq + dr))


def hexagon(middle: Cell, radius: int) -> list[Cell]:
    reach = range(-radius, radius + 1)
    around = (Cell(middle.q + dq, middle.r + dr) for dq in reach for dr in reach)
    return [cell for cell in around if distance(cell, middle) <= radius]


def double_hexagon() -> list[Cell]:
    return sorted({*hexagon(LEFT, 6), *hexagon(RIGHT, 6)})


def ingenious_name(cell: Cell) -> str:
    return f"{'abcdefghijklmno'[cell.q + 7]}{cell.r + 8}"


def spezial_name(cell: Cell) -> str:
    return f"{'abcdefghijklmnopqrstuvwxy'[cell.q + 12]}{cell.r + 10}"


def spezial_cell(name: str) -> Cell:
    return Cell("abcdefghijklmnopqrstuvwxy".index(name[0]) - 12, int(name[1:]) - 10)


def fields_of_layout(kind: str) -> dict[Cell, str]:
    """The fields of one kind with their digits."""
    fields = json.loads(LAYOUT.read_text(encoding="utf-8"))["fields"]
    return {
        spezial_cell(field["cell"]): "".join(map(str, field.get("digits", [])))
        for field in fields
        if field["kind"] == kind
    }


DARK, GREY, BONUS = (fields_of_layout(kind) for kind in ("dark", "grey", "bonus"))


def has_large_tower(cell: Cell, players: int) -> bool:
    return str(players) in DARK.get(cell, "") + GREY.get(cell, "")


# --- drawing ----------------------------------------------------------------------------------


def centre(cell: Cell, size: float) -> Point:
    return Point(size * 1.5 * cell.q, size * sqrt(3) * (cell.r + cell.q / 2))


def ring_of_points(at: Point, radii: Iterable[float], turn: float = 0.0) -> str:
    """The corners of a polygon round `at`, one corner per radius, as an SVG point list."""
    steps = list(radii)
    angles = (turn + 2 * pi * i / len(steps) for i in range(len(steps)))
    corners = [(at.x + r * cos(a), at.y + r * sin(a)) for r, a in zip(steps, angles, strict=True)]
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)


class Drawing:
    """A list of SVG elements with a bounding box that grows with them."""

    def __init__(self, title: str) -> None:
        self.title = title
        self.parts: list[str] = []
        self.low, self.high = Point(0, 0), Point(0, 0)

    def cover(self, at: Point, reach: float) -> None:
        self.low = Point(min(self.low.x, at.x - reach), min(self.low.y, at.y - reach))
        self.high = Point(max(self.high.x, at.x + reach), max(self.high.y, at.y + reach))

    def polygon(self, points: str, fill: str, stroke: str = "none", width: float = 1) -> None:
        self.parts.append(
            f'<polygon points="{points}" fill="{fill}" stroke="{stroke}" stroke-width="{width}"/>'
        )

    def hex(self, at: Point, size: float, fill: str, stroke: str = LINE, width: float = 1) -> None:
        self.cover(at, size)
        self.polygon(ring_of_points(at, [size] * 6), fill, stroke, width)

    def circle(
        self, at: Point, radius: float, fill: str, stroke: str = "none", width: float = 1
    ) -> None:
        self.cover(at, radius)
        self.parts.append(
            f'<circle cx="{at.x:.1f}" cy="{at.y:.1f}" r="{radius:.1f}" fill="{fill}" '
            f'stroke="{stroke}" stroke-width="{width:.1f}"/>'
        )

    def square(
        self, at: Point, half: float, fill: str, stroke: str = "none", width: float = 1
    ) -> None:
        self.cover(at, half)
        self.parts.append(
            f'<rect x="{at.x - half:.1f}" y="{at.y - half:.1f}" width="{2 * half:.1f}" '
            f'height="{2 * half:.1f}" rx="{half / 5:.1f}" fill="{fill}" stroke="{stroke}" '
            f'stroke-width="{width}"/>'
        )

    def line(self, a: Point, b: Point, stroke: str, width: float, dashes: str = "none") -> None:
        self.parts.append(
            f'<line x1="{a.x:.1f}" y1="{a.y:.1f}" x2="{b.x:.1f}" y2="{b.y:.1f}" stroke="{stroke}" '
            f'stroke-width="{width:.1f}" stroke-linecap="round" stroke-dasharray="{dashes}"/>'
        )

    def text(self, at: Point, words: str, size: float, fill: str = INK, bold: bool = False) -> None:
        self.cover(at, size)
        weight = ' font-weight="bold"' if bold else ""
        self.parts.append(
            f'<text x="{at.x:.1f}" y="{at.y + size * 0.35:.1f}" font-size="{size:.1f}" '
            f'fill="{fill}"{weight}>{words}</text>'
        )

    def symbol(self, colour: str, at: Point, size: float) -> None:
        """The six symbols of Ingenious, in our own drawing."""
        paint = PAINT[colour]
        match colour:
            case "R":
                self.polygon(ring_of_points(at, [size, size * 0.62] * 12, pi / 24), paint)
            case "G":
                self.circle(at, size * 0.85, paint)
            case "B":
                self.polygon(ring_of_points(at, [size, size * 0.52] * 6, pi / 6), paint)
            case "O":
                self.polygon(ring_of_points(at, [size] * 6), paint)
            case "Y":
                self.circle(at, size * 0.5, paint)
                for i in range(12):
                    x, y = cos(i * pi / 6), sin(i * pi / 6)
                    start = Point(at.x + 0.64 * size * x, at.y + 0.64 * size * y)
                    end = Point(at.x + 0.94 * size * x, at.y + 0.94 * size * y)
                    self.line(start, end, paint, size * 0.16)
            case "P":
                self.circle(at, size * 0.66, "none", paint, size * 0.36)

    def tile(
        self, a: Point, b: Point, width: float, fill: str, stroke: str, edge: float = 2.0
    ) -> None:
        """The shape of a two-cell tile: a thick line with round ends."""
        self.line(a, b, stroke, width + 2 * edge)
        self.line(a, b, fill, width)

    def save(self, name: str, margin: float = 8) -> None:
        x, y = self.low.x - margin, self.low.y - margin
        width, height = self.high.x - x + margin, self.high.y - y + margin
        box = f"{x:.0f} {y:.0f} {width:.0f} {height:.0f}"
        text = "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{width:.0f}" '
                f'height="{height:.0f}" font-family="Helvetica, Arial, sans-serif" '
                f'text-anchor="middle" role="img">',
                f"<title>{self.title}</title>",
                f'<rect x="{x:.0f}" y="{y:.0f}" width="{width:.0f}" height="{height:.0f}" '
                f'rx="10" fill="{PAPER}"/>',
                *self.parts,
                "</svg>",
                "",
            ]
        )
        (FOLDER / f"{name}.svg").write_text(text, encoding="utf-8", newline="\n")


# --- Ingenious --------------------------------------------------------------------------------


def ingenious_symbols() -> None:
    drawing = Drawing("R G B O Y P")
    for i, colour in enumerate(PAINT):
        at = Point(i * 90, 0)
        drawing.symbol(colour, at, 26)
        drawing.cover(at, 36)
        drawing.text(Point(at.x, 48), colour, 18, bold=True)
    drawing.save("ingenious-symbols")


def ingenious_board() -> None:
    size = 30.0
    middle = Cell(0, 0)
    drawing = Drawing("Ingenious")
    for cell in hexagon(middle, 7):
        at = centre(cell, size)
        ring = max(5, distance(cell, middle))
        drawing.hex(at, size, RINGS[ring])
        if cell in PRINTED:
            drawing.symbol(PRINTED[cell], Point(at.x, at.y - 6), 14)
            drawing.text(Point(at.x, at.y + 17), ingenious_name(cell), 11, FAINT)
        else:
            drawing.text(at, ingenious_name(cell), 12.5, FAINT)
    corner = Point(drawing.low.x + 26, drawing.low.y + 26)
    for i, (ring, shade) in enumerate(RINGS.items()):
        at = Point(corner.x, corner.y + i * 40)
        drawing.hex(at, 17, shade)
        drawing.text(Point(at.x + 40, at.y), SEATS_OF_RING[ring], 17, bold=True)
    drawing.save("ingenious-board")


def ingenious_scoring() -> None:
    """The worked example of the page: `Rh8Bi8` scores 3 red and 4 blue."""
    size = 30.0
    new = (Cell(0, 0), "R", Cell(1, 0), "B")
    old = [
        (Cell(0, -1), "R", Cell(0, -2), "R"),
        (Cell(0, -3), "G", Cell(1, -4), "O"),
        (Cell(-1, 0), "B", Cell(-1, 1), "R"),
        (Cell(-3, 3), "R", Cell(-4, 3), "P"),
        (Cell(2, -1), "B", Cell(3, -2), "B"),
        (Cell(4, -3), "B", Cell(5, -4), "Y"),
        (Cell(1, 1), "B", Cell(1, 2), "R"),
    ]
    runs = [
        (Cell(0, 0), Cell(0, -2), "R"),
        (Cell(0, 0), Cell(-1, 1), "R"),
        (Cell(1, 0), Cell(4, -3), "B"),
        (Cell(1, 0), Cell(1, 1), "B"),
    ]
    drawing = Drawing("Rh8Bi8: R +3, B +4")
    for cell in hexagon(Cell(0, 0), 5):
        at = centre(cell, size)
        drawing.hex(at, size, RINGS[5])
        if cell in PRINTED:
            drawing.symbol(PRINTED[cell], at, 15)
        else:
            drawing.text(at, ingenious_name(cell), 12.5, FAINT)
    for a, _, b, _ in old:
        drawing.tile(centre(a, size), centre(b, size), size * 1.42, "#fffdf4", INK, 1.2)
    drawing.tile(centre(new[0], size), centre(new[2], size), size * 1.42, "#ffe9a8", INK, 3)
    for start, end, colour in runs:
        drawing.line(centre(start, size), centre(end, size), PAINT[colour], 7, "1 11")
    for a, first, b, second in [*old, new]:
        drawing.symbol(first, centre(a, size), 15)
        drawing.symbol(second, centre(b, size), 15)
    drawing.save("ingenious-scoring")


# --- Genial Spezial ---------------------------------------------------------------------------

DARK_BLUE, GREY_BLUE, SAND = "#1f3a6e", "#9fb4cb", "#fbe6a2"


def reconstruction_mark(drawing: Drawing) -> None:
    middle = (drawing.low.x + drawing.high.x) / 2
    drawing.text(Point(middle, drawing.high.y + 18), "reconstruction · Rekonstruktion", 16, FAINT)


def spezial_board() -> None:
    size = 26.0
    drawing = Drawing("Genial Spezial (reconstruction · Rekonstruktion)")
    for cell in double_hexagon():
        at = centre(cell, size)
        upper, lower = Point(at.x, at.y - 6), Point(at.x, at.y + 13)
        name = spezial_name(cell)
        if cell in DARK:
            drawing.hex(at, size, DARK_BLUE)
            drawing.text(upper, " ".join(DARK[cell]), 15, "#ffffff", bold=True)
            drawing.text(lower, name, 11, "#d5def0")
        elif cell in GREY:
            drawing.hex(at, size, GREY_BLUE)
            drawing.text(upper, GREY[cell] or "–", 15, bold=True)
            drawing.text(lower, name, 11, INK)
        elif cell in BONUS:
            drawing.hex(at, size, SAND)
            drawing.text(upper, "+1", 15, "#8a5a00", bold=True)
            drawing.text(lower, name, 11, INK)
        else:
            drawing.hex(at, size, "#ffffff")
            drawing.text(at, name, 12, FAINT)
    reconstruction_mark(drawing)
    drawing.save("spezial-board")


def spezial_towers() -> None:
    """Where the towers stand with 2, 3 and 4 players."""
    size, step = 8.0, 8.0 * 41
    drawing = Drawing("2 · 3 · 4")
    drawing.parts.append('<g id="grid">')
    for cell in double_hexagon():
        fill = SAND if cell in BONUS else "#ffffff"
        drawing.hex(centre(cell, size), size, fill, "#b9bcc0", 0.7)
    drawing.parts.append("</g>")
    for panel, players in enumerate([2, 3, 4]):
        shift = panel * step
        if panel:
            drawing.parts.append(f'<use href="#grid" x="{shift:.0f}"/>')
        for cell in [*DARK, *GREY]:
            plain = centre(cell, size)
            at = Point(plain.x + shift, plain.y)
            if has_large_tower(cell, players):
                drawing.square(at, size * 0.85, DARK_BLUE)
            elif cell in GREY:
                drawing.circle(at, size * 0.5, DARK_BLUE)
        drawing.text(Point(shift, -size * 11.6), str(players), 24, bold=True)
    reconstruction_mark(drawing)
    drawing.save("spezial-towers")


def spezial_chain() -> None:
    """The worked example of the page: two chains, joined by a third tile, and a bonus field."""
    size = 30.0
    middle = spezial_cell("p11")
    chips = {"m13": "P2", "p7": "B2", "p10": "O2", "s7": "G2", "s10": "B1"}
    tiles = [("n12", "o11"), ("q10", "r10"), ("p11", "p12"), ("p13", "q12")]
    drawing = Drawing(", ".join(a + b for a, b in tiles))
    shift = centre(middle, size)

    def place(cell: Cell) -> Point:
        plain = centre(cell, size)
        return Point(plain.x - shift.x, plain.y - shift.y)

    for cell in double_hexagon():
        if distance(cell, middle) > 4:
            continue
        drawing.hex(place(cell), size, SAND if cell in BONUS else "#ffffff")
        if spezial_name(cell) not in chips:
            drawing.text(place(cell), spezial_name(cell), 12.5, FAINT)
    for name, chip in chips.items():
        cell = spezial_cell(name)
        at = place(cell)
        if has_large_tower(cell, 2):
            drawing.square(at, size * 0.68, DARK_BLUE)
        else:
            drawing.circle(at, size * 0.6, GREY_BLUE, DARK_BLUE, 1.5)
        drawing.circle(at, size * 0.45, PAINT[chip[0]])
        drawing.text(at, chip, 14, ON_PAINT[chip[0]], bold=True)
    for number, (a, b) in enumerate(tiles, start=1):
        start, end = place(spezial_cell(a)), place(spezial_cell(b))
        drawing.tile(start, end, size * 1.3, "#7d6a58", INK, 2)
        drawing.text(
            Point((start.x + end.x) / 2, (start.y + end.y) / 2), str(number), 24, "#fff", True
        )
    drawing.save("spezial-chain")


# --- Phoenix ----------------------------------------------------------------------------------


def phoenix_table() -> None:
    step = 54.0
    lines = {1: "YRBOGPYRBO", 2: "GPOYRBGOPR"}
    spectrum = "OYBPRG"
    drawing = Drawing("Phoenix")
    for seat, y in ((2, 0.0), (1, 190.0)):
        drawing.text(Point(0, y), str(seat), 24, bold=True)
        for place, colour in enumerate(lines[seat], start=1):
            at = Point(place * step, y)
            drawing.circle(at, 20, PAINT[colour], INK, 1.2)
            drawing.text(at, colour, 18, ON_PAINT[colour], bold=True)
            drawing.text(Point(at.x, y + (-32 if seat == 2 else 34)), str(place), 14, FAINT)
    for place, colour in enumerate(spectrum, start=1):
        at = Point((place + 2) * step, 88)
        drawing.square(at, 19, PAINT[colour], INK, 1.2)
        drawing.text(at, colour, 18, ON_PAINT[colour], bold=True)
        drawing.text(Point(at.x, 122), str(place), 14, FAINT)
    drawing.save("phoenix-table", margin=16)


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    ingenious_symbols()
    ingenious_board()
    ingenious_scoring()
    spezial_board()
    spezial_towers()
    spezial_chain()
    phoenix_table()


if __name__ == "__main__":
    main()
