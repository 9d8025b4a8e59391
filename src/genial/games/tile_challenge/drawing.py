"""Draw a view of Tile Challenge: the stack, the middle and the row of the seat to move."""

from __future__ import annotations

from genial.core.drawing import View, seat_mark, square_piece, symbol
from genial.core.picture import Picture
from genial.games.tile_challenge.tiles import COLOURS

_STEP = 62.0
_HALF = 25.0
_MIDDLE, _STAGING = 88.0, 176.0  # where the rows are


def draw(view: View, picture: Picture) -> None:
    """Draw the stack with what is left of each colour, the middle, and the row being collected."""
    left = -_STEP * 2.5
    for k, colour in enumerate(COLOURS):
        x = left + _STEP * k
        square_piece(picture, (x, 0), colour, 13, str(view["stack"][colour]))
    edge = _HALF + 12
    picture.box(
        (left - edge, _MIDDLE - edge), _STEP * 5 + 2 * edge, 2 * edge, "ring-4", "cell-line", 1, 24
    )
    for k, colour in enumerate(COLOURS):
        x = left + _STEP * k
        if view["middle"][colour]:
            _tile(picture, colour, x, _MIDDLE, view["middle"][colour])
        if colour in view["staging"]:
            _tile(picture, colour, x, _STAGING, 1)
        else:
            picture.square((x, _STAGING), _HALF, "cell", "cell-line")
    if view["turn"]:
        seat_mark(picture, (left - edge - 4, _STAGING), view["turn"], is_turn=True)


def track_end(view: View) -> int:
    """Return how many tiles of a colour complete a collection."""
    return int(view["quota"])


def _tile(picture: Picture, colour: str, x: float, y: float, count: int) -> None:
    for k in range(min(count, 3) - 1, 0, -1):  # those below
        picture.square((x - 3 * k, y - 3 * k), _HALF, "tile", "cell-line")
    picture.square((x, y), _HALF, "tile", "tile-edge")
    symbol(picture, colour, (x, y), 15, f"tile-{colour}")
    if count > 1:
        picture.disc((x + 19, y + 19), 10, "card", "ink")
        picture.text((x + 19, y + 19), str(count), 12)
