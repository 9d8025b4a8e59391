"""Simple ways to play Tile Challenge: when to draw on, by a rule of thumb.

A habit tells how eager a player is to draw: above 0 he draws, otherwise he stops or takes.
"""

from __future__ import annotations

import numpy as np

from genial.core.bits import total
from genial.core.kernel import Record, rule
from genial.games.tile_challenge.rules import DRAW, TAKE, quota_of, second_move
from genial.games.tile_challenge.tiles import N_COLOURS, NONE, of_colour, of_other_colours

STYLES = ("daring", "bold", "steady", "count", "feel", "risk", "haul", "exact")
DARING, BOLD, STEADY, COUNT, FEEL, RISK, HAUL, EXACT = range(len(STYLES))

_ENOUGH = np.array([4, 3, 2, 2])  # tiles in the staging row, for those who count them
_RISK = 0.35  # the chance of failing that is put up with
_NEVER = 2.0  # no chance to fail is as high
_TAKE = np.array([_NEVER, _NEVER, _NEVER, 0.3, 0.3, 0.3, 0.3])  # take at such a chance to fail
_TURN = 0.75  # tiles that a failed turn costs beside those staged
_FULL = 1.0  # tiles that filling a colour is worth beside: it earns a bonus turn


@rule
def failing(s: Record) -> float:
    """How likely the next draw fails."""
    joining, tiles = of_other_colours(s.middle, s.staging), 0
    for colour in range(N_COLOURS):
        if of_colour(joining, colour) > 0:
            tiles += of_colour(s.stack, colour)
    return 1.0 - tiles / total(s.stack)


@rule
def failing_by_feel(s: Record) -> float:
    """The same for somebody who does not count the stack: every colour is as likely."""
    joining, colours = of_other_colours(s.middle, s.staging), 0
    for colour in range(N_COLOURS):
        if of_colour(joining, colour) > 0:
            colours += 1
    return 1.0 - colours / N_COLOURS


@rule
def haul_of(s: Record, colour: int) -> float:
    """What the tiles are worth that a staged colour would bring to the player in turn."""
    lacking = quota_of(s) - of_colour(s.collections[s.turn], colour)
    tiles = of_colour(s.middle, colour) + 1
    return lacking + _FULL if tiles >= lacking > 0 else float(min(tiles, lacking))


@rule
def weigh(s: Record) -> float:
    """What the next draw wins on average, less what it loses."""
    joining = of_other_colours(s.middle, s.staging)
    won, at_stake = 0.0, _TURN
    for colour in range(N_COLOURS):
        if of_colour(joining, colour) > 0:
            won += haul_of(s, colour) * of_colour(s.stack, colour) / total(s.stack)
        if of_colour(s.staging, colour) > 0:
            at_stake += haul_of(s, colour)
    return won - failing(s) * at_stake


@rule
def eagerness(s: Record, style: int) -> float:
    """How eager a style, other than EXACT, is to draw; 0 where there is no choice."""
    other = second_move(s)
    if s.stack == NONE or other == DRAW:
        return 0.0
    chance = failing_by_feel(s) if style == FEEL else failing(s)
    if other == TAKE:
        return float(_TAKE[style]) - chance
    if chance == 1.0:
        return -1.0
    if style <= COUNT:
        return float(_ENOUGH[style]) - 0.5 - total(s.staging)
    return weigh(s) if style == HAUL else _RISK - chance
