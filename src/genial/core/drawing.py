"""Draw games: score tracks, and whole pictures made of a board and the tracks.

Everything is drawn from a view and nothing else, so that a picture never shows more than the view.
A game's own part is its kit's `draw(view, picture)`; `track_end(view)` says where its tracks end,
and `draw_move(played, picture)` draws what a player laid, played or turned up.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from genial.core.palette import COLOURS, on_paint, seat_colour
from genial.core.picture import Picture, Point
from genial.core.pieces import seat_mark, symbol
from genial.core.view import View as BaseView

View = Mapping[str, Any]  # of any game, as plain data

CARD = 1200, 630  # the size that link previews are shown in

_BAR, _BAR_STEP = 62.0, 70.0
_GAP = 26.0  # between a board and the tracks


def last_moves(view: View) -> list[str]:
    """Return the moves in a view's log without the seats, the first one first."""
    return [line.split(" ", 1)[1] for line in view["log"] if not line.startswith("*")]


class PlayedMove(NamedTuple):
    """A move, and what all saw of it."""

    seat: int
    move: str
    drawn: str = ""  # the tile that was turned up after it


def draw_move(played: PlayedMove, kit: object) -> Picture:
    """Draw the tile or card of a move; the picture is empty if there is nothing to see."""
    picture = Picture(played.move)
    own = getattr(kit, "draw_move", None)
    if own is not None:
        own(played, picture)
    return picture


# --- score tracks


def tracks(view: View, end: int, high: float = 16.0) -> Picture:
    """Draw the points of all tracks: a row for each, a bar of this height for each colour."""
    picture = Picture("")
    rows: Sequence[Mapping[str, int]] = view["scores"]
    names = list(rows[0]) if rows else []
    left, step = -_BAR_STEP * len(names) / 2, high + 8
    has_symbols = all(name in COLOURS for name in names)
    for column, name in enumerate(names if has_symbols else ()):
        symbol(picture, name, (left + _BAR_STEP * column + _BAR / 2, -step), high / 2)
    for number, points in enumerate(rows):
        y = step * number
        _track_marks(picture, view, number, (left - 16, y))
        for column, (name, value) in enumerate(points.items()):
            paint = name if has_symbols else seat_colour(number + 1)
            at = left + _BAR_STEP * column, y - high / 2
            _bar(picture, at, paint, value, value / end, high)
        _rank(picture, view, number, (left + _BAR_STEP * len(names) + 6, y), high)
    return picture


def _bar(picture: Picture, at: Point, paint: str, value: int, share: float, high: float) -> None:
    """Draw how far a colour has come; the number is where it can be read."""
    filled = min(1.0, share) * _BAR
    picture.box(at, _BAR, high, "track", "track-line", corner=4)
    if value:
        picture.box(at, max(8.0, filled), high, paint, corner=4)
    y, letters = at[1] + high / 2, 0.75 * high
    if filled > 0.6 * _BAR:
        on = on_paint(paint) if paint in COLOURS else "white"
        picture.text((at[0] + 0.3 * _BAR, y), str(value), letters, on)
    else:
        picture.text((at[0] + 0.8 * _BAR, y), str(value), letters, "ink")


def _track_marks(picture: Picture, view: View, track: int, at: Point) -> None:
    count, players = len(view["scores"]), int(view["options"]["players"])
    seats = range(track + 1, players + 1, count)  # partners share a track
    for k, seat in enumerate(reversed(seats)):
        seat_mark(picture, (at[0] - 22 * k, at[1]), seat, is_turn=seat == view["turn"])


def _rank(picture: Picture, view: View, track: int, at: Point, high: float) -> None:
    ranks = view["ranks"]
    if ranks and len(ranks) > 1:
        picture.text(at, f"{ranks[track]}.", 0.85 * high, "ink", "start")


# --- whole pictures


def draw(view: View, kit: object) -> Picture:
    """Draw a view: the board, what the seat holds, and below it the tracks."""
    picture, below = _parts(view, kit)
    if below.shapes:
        top = picture.bounds.bottom + _GAP - below.bounds.top
        picture.place(below, (0.0, top))
    return picture


def draw_card(view: View, kit: object) -> Picture:
    """Draw a view as wide as the pictures of link previews: the tracks beside the board."""
    board, beside = _parts(view, kit, high=36.0)
    picture = Picture(board.title)
    wide, high = CARD
    margin = 30.0
    picture.box((12, 12), wide - 24, high - 24, "paper")  # the paper adds a margin of 12
    share = 0.58 if beside.shapes else 1.0
    _fit(picture, board, (margin, margin), wide * share - 2 * margin, high - 2 * margin)
    if beside.shapes:
        room = wide * (1 - share) - margin
        _fit(picture, beside, (wide * share, margin), room, high - 2 * margin, most=1.6)
    return picture


def _parts(view: View, kit: object, high: float = 16.0) -> tuple[Picture, Picture]:
    """Return the board, and the tracks with bars of this height."""
    picture = Picture(title(view))
    own = getattr(kit, "draw", None)
    if own is None:
        _draw_plain(view, picture)
    else:
        own(view, picture)
    end = getattr(kit, "track_end", None)
    highest = max((max(points.values()) for points in view["scores"] if points), default=0)
    return picture, tracks(view, max(1, highest) if end is None else end(view), high)


def _fit(
    picture: Picture, part: Picture, at: Point, wide: float, high: float, most: float = 9.0
) -> None:
    """Draw a part as large as fits into a rectangle, in its middle."""
    bounds = part.bounds
    scale = min(most, wide / bounds.width, high / bounds.height)
    x = at[0] + wide / 2 - scale * (bounds.left + bounds.right) / 2
    y = at[1] + high / 2 - scale * (bounds.top + bounds.bottom) / 2
    picture.place(part, (x, y), scale)


def title(view: View) -> str:
    """Return what a picture is called: the game, and how it stands."""
    if "heading" in view:  # something that only an environment knows
        return f"{view['game']}: {view['heading']}"
    if view["over"]:
        return f"{view['game']}: over, ranks {' '.join(map(str, view['ranks']))}"
    return f"{view['game']}: seat {view['turn']} to move"


def plain_lines(view: View) -> list[str]:
    """Return the fields that only this game's views have, a line each."""
    return [f"{name}: {view[name]}" for name in view if name not in BaseView.__struct_fields__]


def _draw_plain(view: View, picture: Picture) -> None:
    """Draw a game that does not draw itself."""
    for number, line in enumerate(plain_lines(view)):
        picture.text((0, number * 20), line, 14)
