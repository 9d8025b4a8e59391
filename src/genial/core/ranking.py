"""Lowest first comparison: the weakest colour decides, then the next weakest."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from genial.core.kernel import rule


@rule
def is_ahead(mine: Any, theirs: Any, colours: int) -> int:
    """1 if `mine` wins the lowest first comparison, -1 if `theirs` does, 0 if all is equal.

    Sorted ascending, the first difference decides. Walking up the values does the same
    without sorting: the one with more entries at the lowest value where they differ is behind.
    """
    low = 0
    while True:
        following = -1
        my_count, their_count = 0, 0
        for colour in range(colours):
            my_points, their_points = int(mine[colour]), int(theirs[colour])
            if my_points == low:
                my_count += 1
            elif my_points > low and (following < 0 or my_points < following):
                following = my_points
            if their_points == low:
                their_count += 1
            elif their_points > low and (following < 0 or their_points < following):
                following = their_points
        if my_count != their_count:
            return 1 if my_count < their_count else -1
        if following < 0:
            return 0
        low = following


@rule
def compare_tracks(scores: Any, tracks: int, colours: int, out: Any) -> None:
    """Write the share of the others that each track is ahead of, lowest first; ties half."""
    for track in range(tracks):
        out[track] = 0.0
    for mine in range(tracks):
        for theirs in range(mine):
            share = 0.5 + 0.5 * is_ahead(scores[mine], scores[theirs], colours)
            out[mine] += share
            out[theirs] += 1.0 - share
    for track in range(tracks):
        out[track] /= tracks - 1


def ranks(utilities: Sequence[float], track_of_seat: Sequence[int]) -> tuple[int, ...]:
    """Ranks by seat, 1 2 2 4 style: counted per track, then given to the track's seats.

    >>> ranks([0.5, 0.0, 0.5, 1.0], [0, 1, 2, 3])
    (2, 4, 2, 1)
    >>> ranks([1.0, 0.0, 1.0, 0.0], [0, 1, 0, 1])
    (1, 2, 1, 2)
    """
    by_track = dict(zip(track_of_seat, utilities, strict=True))
    return tuple(
        1 + sum(other > by_track[track] for other in by_track.values()) for track in track_of_seat
    )
