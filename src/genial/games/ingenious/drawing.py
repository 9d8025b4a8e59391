"""Draw a view of Ingenious: the board with its tiles, and the racks that the seat sees."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from genial.core.drawing import View, last_moves
from genial.core.hexes import hexagon
from genial.core.picture import Picture
from genial.core.pieces import HEX, centre, double_hex, hex_board, symbol, symbol_tile
from genial.games.ingenious.board import COLOURS, NAMES, PRINTED, RADIUS
from genial.games.ingenious.notation import cells_of

_SYMBOL = HEX * 0.6
_RACK_STEP = 62.0


def draw(view: View, picture: Picture) -> None:
    """Draw the board, and the racks below it."""
    cells = hexagon(RADIUS[int(view["options"]["players"])])
    hex_board(picture, cells, lambda _: "cell")
    board = dict(view["board"])
    for cell, colour in PRINTED.items():
        board.pop(NAMES.of(cell), None)
        picture.hex(centre(cell), 0.9 * HEX, "tile")
        symbol(picture, COLOURS[colour], centre(cell), _SYMBOL, f"tile-{COLOURS[colour]}")
    placements = list(_placements(view))
    known = {name for pair in placements for name in pair}
    for name in board:  # laid before the position that the game began from
        if name not in known:
            at = centre(NAMES.cell(name))
            double_hex(picture, at, at, HEX)
    for k, pair in enumerate(placements):
        a, b = (centre(NAMES.cell(name)) for name in pair)
        double_hex(picture, a, b, HEX, is_last=k == len(placements) - 1)
    for name, colour in board.items():
        symbol(picture, colour, centre(NAMES.cell(name)), _SYMBOL, f"tile-{colour}")
    below = max(y for _, y in map(centre, cells)) + 2.5 * HEX
    for rack in (view["rack"], view.get("partner_rack")):
        if rack:
            _rack(picture, rack, below)
            below += 2.2 * HEX


def track_end(view: View) -> int:
    """Return where the score tracks end."""
    return int(view["full"][-1])


def _placements(view: View) -> Iterator[tuple[str, str]]:
    """Yield the cells of every tile that was laid, the latest last."""
    for move in last_moves(view):
        cells = cells_of(move)
        if cells is not None:
            yield cells


def _rack(picture: Picture, rack: Sequence[str], y: float) -> None:
    for k, tile in enumerate(rack):
        symbol_tile(picture, tile, ((k - (len(rack) - 1) / 2) * _RACK_STEP, y), HEX * 0.88)
