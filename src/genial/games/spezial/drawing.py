"""Draw a view of Genial Spezial, and boards of it without a game."""

from __future__ import annotations

from genial.core.drawing import HEX, View, centre, double_hex, last_moves
from genial.core.palette import on_paint, seat_colour
from genial.core.picture import Picture, Point
from genial.games.spezial.board import CELLS, NAMES
from genial.games.spezial.layout_check import BONUS, DARK, LayoutFile

_BELOW = max(centre(cell)[1] for cell in CELLS) + 1.8 * HEX


def draw(view: View, picture: Picture) -> None:
    """Draw the board with towers, bonus fields and tiles."""
    for cell in CELLS:
        fill = "bonus" if NAMES.of(cell) in view["bonus"] else "cell"
        picture.hex(centre(cell), HEX, fill, "cell-line")
    for tower in view["towers"]:
        _tower(picture, tower)
    latest = _latest(view)
    for seat, tiles in enumerate(view["tiles"], 1):
        for tile in tiles:
            _tile(picture, tile, seat, is_last=tile == latest)
    note = str(view["note"]).partition(":")[0]  # the rest would be wider than the board
    picture.text((0, _BELOW), f"{view['layout']}: {note}", 12, "soft")


def track_end(view: View) -> int:
    """Return where the score tracks end."""
    return int(view["full"][-1])


def _latest(view: View) -> str:
    """Return the tile that was laid last."""
    laid = [move.partition("+")[0] for move in last_moves(view) if move != "pass"]
    return laid[-1] if laid else ""


def _tower(picture: Picture, tower: View) -> None:
    at, colour = centre(NAMES.cell(tower["cell"])), tower["colour"]
    if tower["large"]:
        picture.square(at, 14.5, "tower", "cell-line")
    else:
        picture.disc(at, 12.5, "base", "tower", 1.5)
    picture.disc(at, 10.5, colour)
    letters = on_paint(colour)
    if tower["black"]:
        picture.disc(at, 8, "black")
        letters = "white"
    picture.text(at, str(tower["value"]), 12, letters)


def _tile(picture: Picture, tile: str, seat: int, *, is_last: bool) -> None:
    a, b = _ends(tile)
    glow = "glow" if is_last else ""
    double_hex(picture, a, b, HEX * 0.92, seat_colour(seat), "black", glow)
    picture.text(((a[0] + b[0]) / 2, (a[1] + b[1]) / 2), str(seat), 13, "white")


def _ends(tile: str) -> tuple[Point, Point]:
    """Return the middles of a tile's cells.

    >>> _ends("m11m12")[0]
    (0.0, 31.2)
    """
    cut = next(k for k in range(1, len(tile)) if tile[k].isalpha())
    first, second = (centre(NAMES.cell(name)) for name in (tile[:cut], tile[cut:]))
    return (round(first[0], 1), round(first[1], 1)), (round(second[0], 1), round(second[1], 1))


def draw_board(name: str, file: LayoutFile) -> Picture:
    """Draw a layout without a game: tower fields with their digits, and bonus fields."""
    picture = Picture(f"{name}: {file.note}" if file.note else name)
    layout_cells(picture, file)
    picture.text((0, _BELOW), name, 14, "soft")
    return picture


def layout_cells(picture: Picture, file: LayoutFile, size: float = HEX) -> None:
    """Draw the fields of a layout, with the names of all cells."""
    fields = {field.cell: field for field in file.fields}
    for cell in CELLS:
        at, name = centre(cell, size), NAMES.of(cell)
        upper, lower = (at[0], at[1] - 0.2 * size), (at[0], at[1] + 0.52 * size)
        field = fields.get(name)
        if field is None:
            picture.hex(at, size, "cell", "cell-line")
            picture.text(at, name, 0.45 * size, "soft")
        elif field.kind == BONUS:
            picture.hex(at, size, "bonus", "cell-line")
            picture.text(upper, "+1", 0.6 * size)
            picture.text(lower, name, 0.4 * size, "soft")
        else:
            is_dark = field.kind == DARK
            picture.hex(at, size, "tower" if is_dark else "base", "cell-line")
            letters = "white" if is_dark else "ink"
            picture.text(upper, " ".join(map(str, field.digits)) or "–", 0.58 * size, letters)
            picture.text(lower, name, 0.4 * size, letters)
