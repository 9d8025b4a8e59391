"""Draw a view of Phoenix: both lines, the spectrum between them, and the seat's hand."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from genial.core.drawing import PlayedMove, View
from genial.core.picture import Picture, Point
from genial.core.pieces import piece, seat_mark, square_piece
from genial.games.phoenix.rows import LINE, SPECTRUM
from genial.games.phoenix.rules import ROUNDS

_STEP = 36.0
_HIGHEST_LINE = 13  # points of one line: in order, five of a colour and one each of the others
_PILES = 5 * _STEP + 30


def draw(view: View, picture: Picture) -> None:
    """Draw seat 2's line above, seat 1's below."""
    for seat, y in ((2, 0.0), (1, 3.4 * _STEP)):
        seat_mark(picture, (-(LINE + 1.6) / 2 * _STEP, y), seat, is_turn=view["turn"] == seat)
        lane = -(LINE / 2) * _STEP, y - 17
        picture.box(lane, LINE * _STEP, 34, "cell", "cell-line", 1.5, 17)
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
        _card(picture, (at, 4.8 * _STEP), card)


def track_end(view: View) -> int:
    """Return the most points that there can be."""
    return ROUNDS * _HIGHEST_LINE


def draw_move(played: PlayedMove, picture: Picture) -> None:
    """Draw the card of a move."""
    card = played.move.removeprefix("-").partition(":")[0]
    _card(picture, (0.0, 0.0), card)


def _card(picture: Picture, at: Point, card: str) -> None:
    """Draw a card with its effect, and its name below."""
    picture.box((at[0] - 23, at[1] - 22), 46, 44, "card", "ink", corner=5)
    picture.text((at[0], at[1] + 14), card, 10, "soft")
    if card[0] == "X":  # changes places with the piece opposite
        for x in (-9.0, 0.0, 9.0):
            for y in (-16.0, 4.0):
                picture.disc((at[0] + x, at[1] + y), 3.2, "B" if x == 0 else "track", "ink", 0.8)
        _arrow(picture, [(at[0], at[1] - 10), (at[0], at[1] - 2)])
        _arrow(picture, [(at[0], at[1] - 2), (at[0], at[1] - 10)])
        return
    count = SPECTRUM if card[0] == "R" else int(card[1:] or 1) + 1
    gap = min(9.0, 34 / max(1, count - 1))
    left, right, y = at[0] - gap * (count - 1) / 2, at[0] + gap * (count - 1) / 2, at[1] + 2
    for k in range(count):
        is_moved = k == 0 or (k == count - 1 and card[0] in "SR")
        paint = "B" if is_moved else "track"
        if card[0] == "N":
            picture.square((left + k * gap, y), min(3.2, gap / 2.4), paint, "ink", 0.8)
        else:
            picture.disc((left + k * gap, y), min(3.2, gap / 2.4), paint, "ink", 0.8)
    arc = [(left, y - 6), (left, y - 13), (at[0], y - 16), (right, y - 13), (right, y - 6)]
    _arrow(picture, arc)
    if card[0] in "SR":
        _arrow(picture, arc[::-1])


def _arrow(picture: Picture, points: Sequence[Point]) -> None:
    """Draw a line along points, with a head at the last one."""
    for start, end in pairwise(points):
        picture.line(start, end, "ink", 1.6)
    (x, y), down = points[-1], 1 if points[-1][1] > points[-2][1] else -1
    for side in (-2.6, 2.6):
        picture.line((x + side, y - 2.6 * down), (x, y), "ink", 1.6)


def _pile(picture: Picture, at: tuple[float, float], count: int) -> None:
    """Draw the pile face down, with the number of its cards."""
    for shift in (4, 2, 0):
        picture.box((at[0] - 15 - shift, at[1] - 20 - shift), 30, 40, "tile", "tile-edge", 1, 4)
    picture.text(at, str(count), 14, "white")
