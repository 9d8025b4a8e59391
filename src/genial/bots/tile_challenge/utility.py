"""The utility of the end of a game to each seat, also within a series."""

from __future__ import annotations

import numpy as np

from genial.bots.model import Weights
from genial.core.exponential import exp
from genial.core.kernel import Record, cold, rule
from genial.games.tile_challenge.rules import OVER, result
from genial.games.tile_challenge.tiles import fewest

SPREAD = 3.0  # the standard deviation of the difference that one game of a series makes
_STEEP = 1.7  # fits the logistic curve to the normal distribution
FIRST = 0.5  # the share of a single game's utility for being first


@rule
def lead_probability(lead: int, games: int) -> float:
    """Return the probability that a lead lasts for `games` more games; a tie is half."""
    if games == 0:
        return 1.0 if lead > 0 else (0.5 if lead == 0 else 0.0)
    return float(1.0 / (1.0 + exp(-_STEEP * lead / (SPREAD * np.sqrt(float(games))))))


@rule
def series_sum(s: Record, seat: int, is_running: bool) -> int:
    """Return the points of a seat in the series if the current game ended now."""
    return int(s.series[seat]) + (fewest(s.collections[seat]) if is_running else 0)


@cold
def end_utilities(s: Record, is_running: bool, out: Weights) -> None:
    """Write the utility of each seat if the current game ends as it stands, or has just ended.

    It is the share of opponents that the seat is ahead of, and a bonus for being first; in a
    series, the share that it is likely to end ahead of.
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
                ahead += lead_probability(lead, 0)
                level += lead == 0
                is_first = is_first and lead >= 0
            else:
                lead = series_sum(s, seat, is_running) - series_sum(s, other, is_running)
                ahead += lead_probability(lead, left)
        share = ahead / (players - 1)
        if s.games == 1:
            share = (1.0 - FIRST) * share + (FIRST / level if is_first else 0.0)
        out[seat] = share


@rule
def has_ended(s: Record, finished: int) -> bool:
    """Tell whether the game after `finished` games of the series has ended."""
    return bool(s.finished > finished or s.phase == OVER)
