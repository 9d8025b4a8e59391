"""The score tracks of Ingenious: what a tile scores, bonus moves, and the comparison at the end."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from genial.core.kernel import Record, rule
from genial.core.ranking import compare_tracks
from genial.games.ingenious.board import N_COLOURS, STEPS

FULL = 18  # a colour's track ends here; a double-length one at twice that

STANDARD, TEAMS = 0, 1  # variants: in teams, partners share a track


@rule
def track_of(s: Record, seat: int) -> int:
    """The score track of a seat: partners share one."""
    return seat % 2 if s.variant == TEAMS else seat


@rule
def track_count(s: Record) -> int:
    """How many score tracks there are."""
    return 2 if s.variant == TEAMS else int(s.players)


@rule
def track_end(s: Record) -> int:
    """Where a colour stops for good."""
    return 2 * FULL if s.variant == TEAMS or s.players == 1 else FULL


# --- what a tile scores --------------------------------------------------------------------


@rule
def run_length(
    board: npt.NDArray[np.uint8], square: int, step: int, colour: int, before: int = 0
) -> int:
    """The unbroken straight run of symbols of `colour` next to a square, in one direction.

    It is added to what was counted `before`.
    """
    length = before
    square += step
    while board[np.uintp(square)] == colour:
        length += 1
        square += step
    return length


@rule
def symbols_around(board: npt.NDArray[np.uint8], square: int, colour: int) -> int:
    """Symbols of `colour` in unbroken lines from a square.

    It is what a half scores there as long as the tile does not lie: the cell of its other half
    is empty.
    """
    points = 0
    for direction in range(6):
        points = run_length(board, square, STEPS[direction], colour, points)
    return points


@rule
def advance_track(points: int, gain: int, end: int) -> int:
    """Where a colour stands after a gain: it stops at 18, and on a double track again at 36."""
    stop = FULL if points < FULL else end
    return min(points + gain, stop)


@rule
def bonuses(before: int, after: int) -> int:
    """Bonus moves earned on the way from one score to another."""
    if after < FULL:  # mostly
        return 0
    earned = 0
    if before < FULL <= after:
        earned += 1
    if before < 2 * FULL <= after:
        earned += 1
    return earned


@rule
def add_score(s: Record, colour_low: int, gain_low: int, colour_high: int, gain_high: int) -> int:
    """Score both halves of a tile; how many bonus moves they earn.

    Where a double passes a stop, the halves are scored in the order that gives more.
    """
    track, end = track_of(s, s.turn), track_end(s)
    before = int(s.scores[track, colour_low])
    if end > FULL:
        one_way = advance_track(advance_track(before, gain_low, end), gain_high, end)
        other_way = advance_track(advance_track(before, gain_high, end), gain_low, end)
        if colour_low == colour_high and one_way < other_way:
            gain_low, gain_high = gain_high, gain_low
    after = advance_track(before, gain_low, end)
    s.scores[track, colour_low] = after
    earned = bonuses(before, after)
    before = int(s.scores[track, colour_high])
    after = advance_track(before, gain_high, end)
    s.scores[track, colour_high] = after
    earned += bonuses(before, after)
    return 0 if s.players == 1 else earned


# --- how a track stands --------------------------------------------------------------------


@rule
def all_full(s: Record, track: int) -> bool:
    """Does the track stand at its end in all six colours?"""
    end = track_end(s)
    for colour in range(N_COLOURS):
        if s.scores[track, colour] != end:
            return False
    return True


@rule
def lowest_points(s: Record, track: int) -> int:
    """The points of a track's lowest colour."""
    low: int = s.scores[track, 0]
    for colour in range(1, N_COLOURS):
        low = min(low, s.scores[track, colour])
    return low


@rule
def lowest_colours(s: Record, track: int) -> int:
    """The set of the colours that are lowest on a track, as a mask."""
    low = lowest_points(s, track)
    mask = 0
    for colour in range(N_COLOURS):
        if s.scores[track, colour] == low:
            mask |= 1 << colour
    return mask


@rule
def standing(s: Record, out: npt.NDArray[np.float64]) -> None:
    """Solo: the lowest colour's share of the track. Otherwise lowest first comparison."""
    if s.players == 1:
        out[0] = lowest_points(s, 0) / track_end(s)
        return
    tracks = track_count(s)
    compare_tracks(s.scores, tracks, N_COLOURS, out)
    for seat in range(tracks, s.players):
        out[seat] = out[seat - tracks]
