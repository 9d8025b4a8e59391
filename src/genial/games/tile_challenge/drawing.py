"""Draw a view of Tile Challenge: the stack, the middle and the row of the seat to move."""

from __future__ import annotations

from genial.core.drawing import PlayedMove, View
from genial.core.picture import Picture
from genial.core.pieces import seat_mark, square_piece, symbol
from genial.games.tile_challenge.tiles import COLOURS

_STEP = 62.0
_HALF = 25.0
_MIDDLE, _STAGING = 68.0, 152.0  # where the rows are


def draw(view: View, picture: Picture) -> None:
    """Draw the stack with what is left of each colour, the middle, and the row being collected."""
    left = -_STEP * 2.5
    for k, colour in enumerate(COLOURS):
        x = left + _STEP * k
        symbol(picture, colour, (x - 11, 0), 9)
        picture.text((x + 12, 0), str(view["stack"][colour]), 15)
    edge = _HALF + 12
    picture.box(
        (left - edge, _MIDDLE - edge), _STEP * 5 + 2 * edge, 2 * edge, "cell", "cell-line", 1.5, 16
    )
    picture.box(
        (left - edge, _STAGING - edge), _STEP * 5 + 2 * edge, 2 * edge, "cell", "cell-line", 1.5, 16
    )
    for k, colour in enumerate(COLOURS):
        x = left + _STEP * k
        if view["middle"][colour]:
            _tile(picture, colour, x, _MIDDLE, view["middle"][colour])
        if colour in view["staging"]:
            _tile(picture, colour, x, _STAGING, 1)
        else:
            corner = x - _HALF, _STAGING - _HALF
            picture.box(corner, 2 * _HALF, 2 * _HALF, "cell", "cell-line", 1.5, _HALF * 0.42)
    if view["turn"]:
        seat_mark(picture, (left - edge - 4, _STAGING), view["turn"], is_turn=True)


def track_end(view: View) -> int:
    """Return how many tiles of a colour complete a collection."""
    return int(view["quota"])


def draw_move(played: PlayedMove, picture: Picture) -> None:
    """Draw the tile that a move turned up."""
    if played.drawn:
        _tile(picture, played.drawn, 0.0, 0.0, 1)


def _tile(picture: Picture, colour: str, x: float, y: float, count: int) -> None:
    for k in range(min(count, 3) - 1, 0, -1):  # those below
        corner = x - _HALF + 3 * k, y - _HALF + 4 * k
        picture.box(corner, 2 * _HALF, 2 * _HALF, "stone", "cell-line", 1, _HALF * 0.42)
    square_piece(picture, (x, y), colour, _HALF)
    if count > 1:
        picture.disc((x + 19, y + 19), 10, "card", "ink")
        picture.text((x + 19, y + 19), str(count), 12)
