"""Draw a view of Genial Spezial, and boards of it without a game."""

from __future__ import annotations

from genial.core.drawing import PlayedMove, View, last_moves
from genial.core.hexes import Cell
from genial.core.picture import Picture, Point
from genial.core.pieces import HEX, centre, hex_board, side_tile, symbol, tower_chip
from genial.games.spezial.board import CELLS, NAMES
from genial.games.spezial.layout_check import BONUS, DARK, LayoutFile

_BELOW = max(centre(cell)[1] for cell in CELLS) + 2.2 * HEX


def draw(view: View, picture: Picture) -> None:
    """Draw the board with towers, bonus fields and tiles."""
    bonus = {NAMES.cell(name) for name in view["bonus"]}
    hex_board(picture, CELLS, lambda cell: "bonus" if cell in bonus else "cell")
    for cell in sorted(bonus):
        picture.text(centre(cell), "+1", 0.6 * HEX, "on-cell")
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


def draw_move(played: PlayedMove, picture: Picture) -> None:
    """Draw a tile of the seat's colour, and the colours chosen for bonus fields."""
    place, _, bonus = played.move.partition("+")
    if place == "pass":
        return
    side_tile(picture, (-0.8 * HEX, 0.0), (0.8 * HEX, 0.0), played.seat, HEX)
    for k, colour in enumerate(bonus):
        symbol(picture, colour, (HEX * (2.3 + 1.2 * k), 0.0), 0.5 * HEX)


def _latest(view: View) -> str:
    """Return the tile that was laid last."""
    laid = [move.partition("+")[0] for move in last_moves(view) if move != "pass"]
    return laid[-1] if laid else ""


def _tower(picture: Picture, tower: View) -> None:
    at, chip = centre(NAMES.cell(tower["cell"])), (tower["colour"], tower["value"])
    tower_chip(picture, at, HEX, chip, large=tower["large"], black=tower["black"])


def _tile(picture: Picture, tile: str, seat: int, *, is_last: bool) -> None:
    a, b = _ends(tile)
    side_tile(picture, a, b, seat, HEX, is_last=is_last)


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
    shades = {BONUS: "bonus", DARK: "stone"}

    def fill(cell: Cell) -> str:
        field = fields.get(NAMES.of(cell))
        return "cell" if field is None else shades.get(field.kind, "ring-4")

    hex_board(picture, CELLS, fill, size)
    for cell in CELLS:
        at, name = centre(cell, size), NAMES.of(cell)
        upper, lower = (at[0], at[1] - 0.2 * size), (at[0], at[1] + 0.52 * size)
        field = fields.get(name)
        if field is None:
            picture.text(at, name, 0.45 * size, "on-cell")
        elif field.kind == BONUS:
            picture.text(upper, "+1", 0.6 * size, "on-cell")
            picture.text(lower, name, 0.4 * size, "on-cell")
        else:
            letters = "on-stone" if field.kind == DARK else "on-cell"
            picture.text(upper, " ".join(map(str, field.digits)) or "–", 0.58 * size, letters)
            picture.text(lower, name, 0.4 * size, letters)
