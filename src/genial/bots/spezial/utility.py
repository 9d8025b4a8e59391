"""The utility of points: higher in colours with few points, and more so late in the game."""

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

# The factor for every further point of a colour, in the first round and in the last.
_FIRST_DECAY, _LAST_DECAY = 0.93, 0.7
_decays = np.linspace(_FIRST_DECAY, _LAST_DECAY, TILES)
# The utility of points in a colour, by round and points. Powers are products here, because the
# last bit of NumPy's own differs from one processor to the next.
_steps = np.array([np.zeros(TILES), np.ones(TILES), *[_decays] * (FULL - 1)])
UTILITY = np.cumsum(
    np.concatenate([_steps[:1], np.multiply.accumulate(_steps[1:])]), axis=0
).T.copy()


@rule
def utility_of(s: Record, seat: int, points: int) -> float:
    """Return the utility of gaining these points."""
    utility = 0.0
    for colour in range(N_COLOURS):
        now = int(s.scores[seat, colour])
        then = min(FULL, now + (points >> BYTE * colour & MASK))
        utility += UTILITY[s.rounds, then] - UTILITY[s.rounds, now]
    return utility


@rule
def unit_utility(s: Record, seat: int) -> float:
    """Return the utility of one point in a seat's lowest colour."""
    low = FULL - 1
    for colour in range(N_COLOURS):
        low = min(low, int(s.scores[seat, colour]))
    return float(UTILITY[s.rounds, low + 1] - UTILITY[s.rounds, low])


@rule
def best_colour(s: Record, seat: int, points: int) -> int:
    """Return the colour in which one point besides these has the highest utility."""
    best, best_utility = 0, -1.0
    for colour in range(N_COLOURS):
        now = min(FULL, int(s.scores[seat, colour]) + (points >> BYTE * colour & MASK))
        utility = UTILITY[s.rounds, min(FULL, now + 1)] - UTILITY[s.rounds, now]
        if utility > best_utility:
            best, best_utility = colour, utility
    return best


@rule
def bonus_points(s: Record, seat: int, edge: int, points: int) -> int:
    """Return the best choice of points for the bonus fields under an edge, besides these points."""
    first = first_choice(s, edge)
    if first == NO_BONUS:
        return 0
    more = 1 << BYTE * best_colour(s, seat, points)
    if first == TWO_BONUSES:
        more += 1 << BYTE * best_colour(s, seat, points + more)
    return more


@rule
def best_move(s: Record, f: Record, edge: int) -> int:
    """Return the move on this edge with the best choice of colours."""
    first = first_choice(s, edge)
    if first == NO_BONUS:
        return edge * CHOICES
    seat = int(s.turn)
    points = tower_points(f, reach_of(f, seat, edge))
    one = best_colour(s, seat, points)
    if first == ONE_BONUS:
        return edge * CHOICES + ONE_BONUS + one
    two = best_colour(s, seat, points + (1 << BYTE * one))
    return edge * CHOICES + TWO_BONUSES + N_COLOURS * one + two
