"""Draw a view of Phoenix: both lines, the spectrum between them, and the seat's hand."""

from __future__ import annotations

from genial.core.drawing import View, paper_card, piece, seat_mark, square_piece
from genial.core.picture import Picture
from genial.games.phoenix.rows import LINE, SPECTRUM
from genial.games.phoenix.rules import ROUNDS

_STEP = 36.0
_HIGHEST_LINE = 13  # points of one line: in order, five of a colour and one each of the others
_PILES = 5 * _STEP + 30


def draw(view: View, picture: Picture) -> None:
    """Draw seat 2's line above, seat 1's below."""
    for seat, y in ((2, 0.0), (1, 3.4 * _STEP)):
        seat_mark(picture, (-(LINE + 1.6) / 2 * _STEP, y), seat, is_turn=view["turn"] == seat)
        for place, colour in enumerate(view["lines"][seat - 1]):
            piece(picture, ((place - (LINE - 1) / 2) * _STEP, y), colour)
    middle = 1.7 * _STEP
    for place, colour in enumerate(view["spectrum"]):
        square_piece(picture, ((place - (SPECTRUM - 1) / 2) * _STEP, middle), colour)
    rounds = f"{view['round']}/{ROUNDS}"
    picture.text((-(LINE + 1.6) / 2 * _STEP, middle), rounds, 13, "soft")
    _pile(picture, (_PILES, middle), view["pile"])
    for k, card in enumerate(view["hand"] or ()):
        at = (k - (len(view["hand"]) - 1) / 2) * 1.4 * _STEP
        paper_card(picture, (at, 4.8 * _STEP), card)


def track_end(view: View) -> int:
    """Return the most points that there can be."""
    return ROUNDS * _HIGHEST_LINE


def _pile(picture: Picture, at: tuple[float, float], count: int) -> None:
    """Draw the pile face down, with the number of its cards."""
    for shift in (4, 2, 0):
        picture.box((at[0] - 15 - shift, at[1] - 20 - shift), 30, 40, "tower", "cell", 1, 4)
    picture.text(at, str(count), 14, "white")
