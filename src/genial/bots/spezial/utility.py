"""What points are worth: the more the fewer of their colour a seat has, and so the later it is."""

from __future__ import annotations

import numpy as np

from genial.bots.spezial.features import BYTE, reach_of, tower_points
from genial.core.kernel import Record, rule
from genial.games.spezial.rules import (
    CHOICES,
    FULL,
    N_COLOURS,
    NO_BONUS,
    ONE_BONUS,
    TILES,
    TWO_BONUSES,
    first_choice,
)

MASK = (1 << BYTE) - 1

# By how much less every further point of a colour is worth, in the first round and in the last.
_FIRST_DECAY, _LAST_DECAY = 0.93, 0.7
_decays = np.linspace(_FIRST_DECAY, _LAST_DECAY, TILES)[:, None]
# For every round what having so many points of a colour is worth.
WORTH = np.cumsum(np.where(np.arange(FULL + 1) > 0, _decays ** np.arange(-1, FULL), 0), axis=1)


@rule
def worth_of(s: Record, seat: int, points: int) -> float:
    """What these points are worth to a seat."""
    worth = 0.0
    for colour in range(N_COLOURS):
        now = int(s.scores[seat, colour])
        then = min(FULL, now + (points >> BYTE * colour & MASK))
        worth += WORTH[s.rounds, then] - WORTH[s.rounds, now]
    return worth


@rule
def unit_of(s: Record, seat: int) -> float:
    """What one point in its lowest colour is worth to a seat."""
    low = FULL - 1
    for colour in range(N_COLOURS):
        low = min(low, int(s.scores[seat, colour]))
    return float(WORTH[s.rounds, low + 1] - WORTH[s.rounds, low])


@rule
def best_colour(s: Record, seat: int, points: int) -> int:
    """The colour in which one point beside these is worth most."""
    best, best_worth = 0, -1.0
    for colour in range(N_COLOURS):
        now = min(FULL, int(s.scores[seat, colour]) + (points >> BYTE * colour & MASK))
        worth = WORTH[s.rounds, min(FULL, now + 1)] - WORTH[s.rounds, now]
        if worth > best_worth:
            best, best_worth = colour, worth
    return best


@rule
def bonus_points(s: Record, seat: int, edge: int, points: int) -> int:
    """The points of the bonus fields under an edge, chosen best beside these points."""
    first = first_choice(s, edge)
    if first == NO_BONUS:
        return 0
    more = 1 << BYTE * best_colour(s, seat, points)
    if first == TWO_BONUSES:
        more += 1 << BYTE * best_colour(s, seat, points + more)
    return more


@rule
def best_move(s: Record, m: Record, edge: int) -> int:
    """The move on this edge with the best choice of colours."""
    first = first_choice(s, edge)
    if first == NO_BONUS:
        return edge * CHOICES
    seat = int(s.turn)
    points = tower_points(m, reach_of(m, seat, edge))
    one = best_colour(s, seat, points)
    if first == ONE_BONUS:
        return edge * CHOICES + ONE_BONUS + one
    two = best_colour(s, seat, points + (1 << BYTE * one))
    return edge * CHOICES + TWO_BONUSES + N_COLOURS * one + two
