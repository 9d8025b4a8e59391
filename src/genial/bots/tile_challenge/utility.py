"""What the end of a game is worth to each seat, in a series too."""

from __future__ import annotations

import numpy as np

from genial.bots.model import Learnt
from genial.core.kernel import Record, cold, rule
from genial.games.tile_challenge.rules import OVER, result
from genial.games.tile_challenge.tiles import fewest

SPREAD = 3.0  # of the difference that one game makes in the sums of a series
_STEEP = 1.7  # makes the logistic curve look like the normal distribution's
FIRST = 0.5  # the part of a single game's utility that only the first get


@rule
def likely_ahead(lead: int, games: int) -> float:
    """How likely a lead in a series lasts for so many more games; half for none."""
    if games == 0:
        return 1.0 if lead > 0 else (0.5 if lead == 0 else 0.0)
    return float(1.0 / (1.0 + np.exp(-_STEEP * lead / (SPREAD * np.sqrt(float(games))))))


@rule
def sum_of(s: Record, seat: int, is_running: bool) -> int:
    """The points of a seat in the series, if the game that is running ended now."""
    return int(s.series[seat]) + (fewest(s.collections[seat]) if is_running else 0)


@cold
def ending(s: Record, is_running: bool, out: Learnt) -> None:
    """What each seat gets if the game that is running ends as it stands, or has just ended.

    The share of the others it is ahead of, and something for being first; in a series, the share
    it is likely to be ahead of.
    """
    players = int(s.players)
    left = int(s.games) - int(s.finished) - int(is_running)
    for seat in range(players):
        ahead, level, is_first = 0.0, 1, True
        for other in range(players):
            if other == seat:
                continue
            if s.games == 1:
                lead = result(s, seat) - result(s, other)
                ahead += likely_ahead(lead, 0)
                level += lead == 0
                is_first = is_first and lead >= 0
            else:
                lead = sum_of(s, seat, is_running) - sum_of(s, other, is_running)
                ahead += likely_ahead(lead, left)
        share = ahead / (players - 1)
        if s.games == 1:
            share = (1.0 - FIRST) * share + (FIRST / level if is_first else 0.0)
        out[seat] = share


@rule
def has_ended(s: Record, finished: int) -> bool:
    """Has the game ended that was running when so many of the series were finished?"""
    return bool(s.finished > finished or s.phase == OVER)
