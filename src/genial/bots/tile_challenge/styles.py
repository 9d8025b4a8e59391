"""Greedy styles: when to draw on, by a rule of thumb.

A style says how eager it is to draw: above 0 it draws, otherwise it stops or takes.
"""

from __future__ import annotations

import numpy as np

from genial.core.bits import total
from genial.core.kernel import Record, rule
from genial.games.tile_challenge.rules import DRAW, TAKE, quota_of, second_move
from genial.games.tile_challenge.tiles import N_COLOURS, NONE, of_colour, of_other_colours

STYLES = ("daring", "bold", "steady", "count", "feel", "risk", "haul", "exact")
DARING, BOLD, STEADY, COUNT, FEEL, RISK, HAUL, EXACT = range(len(STYLES))

_ENOUGH = np.array([4, 3, 2, 2])  # tiles in the staging row, for the styles that count them
_RISK = 0.35  # the highest acceptable chance to fail
_NEVER = 2.0  # higher than any chance to fail
_TAKE = np.array([_NEVER, _NEVER, _NEVER, 0.3, 0.3, 0.3, 0.3])  # take from this chance to fail on
_TURN = 0.75  # tiles that a failed turn costs besides those staged
_FULL = 1.0  # extra tiles for filling a colour, which earns a bonus turn


@rule
def fail_chance(s: Record) -> float:
    """Return the probability that the next draw fails."""
    joining, tiles = of_other_colours(s.middle, s.staging), 0
    for colour in range(N_COLOURS):
        if of_colour(joining, colour) > 0:
            tiles += of_colour(s.stack, colour)
    return 1.0 - tiles / total(s.stack)


@rule
def fail_chance_by_colours(s: Record) -> float:
    """Return the same without counting the stack: as if every colour were equally likely."""
    joining, colours = of_other_colours(s.middle, s.staging), 0
    for colour in range(N_COLOURS):
        if of_colour(joining, colour) > 0:
            colours += 1
    return 1.0 - colours / N_COLOURS


@rule
def haul_of(s: Record, colour: int) -> float:
    """Return the value of the tiles that a staged colour brings to the seat to move."""
    lacking = quota_of(s) - of_colour(s.collections[s.turn], colour)
    tiles = of_colour(s.middle, colour) + 1
    return lacking + _FULL if tiles >= lacking > 0 else float(min(tiles, lacking))


@rule
def expected_gain(s: Record) -> float:
    """Return the mean gain of the next draw minus its mean loss."""
    joining = of_other_colours(s.middle, s.staging)
    won, at_stake = 0.0, _TURN
    for colour in range(N_COLOURS):
        if of_colour(joining, colour) > 0:
            won += haul_of(s, colour) * of_colour(s.stack, colour) / total(s.stack)
        if of_colour(s.staging, colour) > 0:
            at_stake += haul_of(s, colour)
    return won - fail_chance(s) * at_stake


@rule
def eagerness(s: Record, style: int) -> float:
    """Return how eager a style other than EXACT is to draw; 0 where there is no choice."""
    other = second_move(s)
    if s.stack == NONE or other == DRAW:
        return 0.0
    chance = fail_chance_by_colours(s) if style == FEEL else fail_chance(s)
    if other == TAKE:
        return float(_TAKE[style]) - chance
    if chance == 1.0:
        return -1.0
    if style <= COUNT:
        return float(_ENOUGH[style]) - 0.5 - total(s.staging)
    return expected_gain(s) if style == HAUL else _RISK - chance
