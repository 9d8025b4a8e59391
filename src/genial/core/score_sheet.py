"""Score sheets: the games that the same people play one after the other, with points and sums.

What a game adds is the lowest colour, in Phoenix the points, and in a series of Tile Challenge the
points of each of its games.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

import msgspec

from genial.core.kernel import as_record
from genial.core.state import State


class CountedGame(NamedTuple):
    """A game that is counted by itself: a whole one, or one of a series."""

    points: tuple[int, ...]  # by seat
    start: int  # the seat that began, from 1


class Score(NamedTuple):
    """What a game adds to a sheet, by seat."""

    parts: tuple[CountedGame, ...]  # one, unless it is a series
    is_series: bool
    ranks: tuple[int, ...] | None  # none while a series is being played

    def move_seats(self, by: int) -> Score:
        """Return the score as players see it who sat this many seats further in the first game.

        >>> score = Score((CountedGame((7, 3, 5), 1),), is_series=False, ranks=(1, 3, 2))
        >>> score.move_seats(1)
        Score(parts=(CountedGame(points=(5, 7, 3), start=2),), is_series=False, ranks=(2, 1, 3))
        """
        parts = tuple(
            CountedGame(_shift(part.points, by), (part.start - 1 + by) % len(part.points) + 1)
            for part in self.parts
        )
        return Score(parts, self.is_series, self.ranks and _shift(self.ranks, by))


class SheetLine(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A line of a score sheet: a game, or one game of a series."""

    game: int  # of the evening, from 1
    part: int = 0  # of the series, from 1; 0 if it is none
    points: tuple[int, ...]  # by player
    sums: tuple[int, ...]  # of the points up to here, by player
    order: tuple[int, ...]  # the players, from 1, in the order of their turns
    winners: tuple[int, ...] = ()  # players; on the last line of a game, none if it was a draw
    wins: tuple[int, ...]  # up to here, by player


def score_of(state: State, ranks: Sequence[int] | None) -> Score:
    """Return what a game adds to a sheet: without ranks, a series whose last game is not over.

    A game that ended early counts as it stood.

    >>> import genial
    >>> state = genial.game("phoenix").start(seed=1)
    >>> score_of(state, (2, 1))
    Score(parts=(CountedGame(points=(0, 0), start=1),), is_series=False, ranks=(2, 1))
    """
    final = None if ranks is None else tuple(ranks)
    if state.game.series_length > 1:
        return Score(_series(state, is_ended=ranks is not None), is_series=True, ranks=final)
    start = state.history[0].turn or 1
    return Score((CountedGame(_points(state), start),), is_series=False, ranks=final)


def _points(state: State) -> tuple[int, ...]:
    """Return the points of the game being played, by seat."""
    lowest = [min(points.values()) for points in state.scores]
    return tuple(lowest[track] for track in state.game.tracks)


def _series(state: State, *, is_ended: bool) -> tuple[CountedGame, ...]:
    """Return the games of a series that ended in the history, and one that was broken off."""
    kit = state.game.kit
    count, sums = kit.finished_games, kit.series  # type: ignore[attr-defined]
    states = state.history
    parts = []
    start = states[0].turn or 1
    for before, after in pairwise(states):
        had, has = as_record(before.array), as_record(after.array)
        if count(has) > count(had):
            gains = zip(sums(had), sums(has), strict=True)
            parts.append(CountedGame(tuple(now - then for then, now in gains), start))
            start = after.turn or 1
    if is_ended and not state.over:
        parts.append(CountedGame(_points(state), start))
    return tuple(parts)


def sheet_lines(scores: Iterable[Score], players: int) -> list[SheetLine]:
    """Return the lines of a sheet. The scores are by player, not by seat (see `move_seats`).

    >>> won = Score((CountedGame((7, 3), 1),), is_series=False, ranks=(1, 2))
    >>> draw = Score((CountedGame((4, 4), 2),), is_series=False, ranks=(1, 1))
    >>> for line in sheet_lines([won, draw], 2):
    ...     print(line.game, line.points, line.sums, line.order, line.winners, line.wins)
    1 (7, 3) (7, 3) (1, 2) (1,) (1, 0)
    2 (4, 4) (11, 7) (2, 1) () (1, 0)
    """
    lines = []
    sums, wins = (0,) * players, (0,) * players
    for game, score in enumerate(scores, 1):
        for number, part in enumerate(score.parts, 1):
            is_last = score.ranks is not None and number == len(score.parts)
            winners = _winners(score.ranks) if is_last else ()
            sums = tuple(sum(pair) for pair in zip(sums, part.points, strict=True))
            wins = tuple(n + (player in winners) for player, n in enumerate(wins, 1))
            lines.append(
                SheetLine(
                    game=game, part=number if score.is_series else 0, points=part.points,
                    sums=sums, order=_order(part.start, players), winners=winners, wins=wins,
                )
            )  # fmt: skip
    return lines


def _winners(ranks: Sequence[int] | None) -> tuple[int, ...]:
    """Return the seats with the first rank; where all have it, it is a draw."""
    first = tuple(seat for seat, rank in enumerate(ranks or (), 1) if rank == 1)
    return () if len(first) == len(ranks or ()) else first


def _order(start: int, players: int) -> tuple[int, ...]:
    return tuple((start - 1 + k) % players + 1 for k in range(players))


def _shift(values: tuple[int, ...], by: int) -> tuple[int, ...]:
    """Return the values, each this many places further.

    >>> _shift((7, 3, 5), 1)
    (5, 7, 3)
    """
    count = len(values)
    return tuple(values[(place - by) % count] for place in range(count))
