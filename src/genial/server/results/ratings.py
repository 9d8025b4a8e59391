"""Ratings: what results say about the strength of people, a game and a kind of table apart.

The model is Bradley and Terry's over all pairs of sides, by openskill: ties and teams are a part
of it. A rating is what a strength is believed to be, a mean `mu` and a deviation `sigma`.

People see it on the scale they know from Elo's numbers: a newcomer has 1500, and whoever has 400
more wins ten games for one that is lost, as soon as both are well known. The uncertainty is one
deviation on the same scale: it begins at 246 and is about 140 after 30 games of two.

A game may count in part (see `rating_weights`), and the deviation that people see falls slower than
the model's on a day with many games: a burst of results says less than the same over a week.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec
from openskill.models import BradleyTerryFull

from genial.core.game import Game

_MODEL = BradleyTerryFull()
_START = 1500.0
_SCALE = 400 / (math.log(10) * math.sqrt(2) * _MODEL.beta)

SOLO, TEAMS = "solo", "teams"
STEADIEST = 0.9  # of the deviation in the morning is the least that a day leaves of it


class Rating(msgspec.Struct, frozen=True):
    """What a player's strength is believed to be."""

    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma

    @property
    def shown(self) -> float:
        """The number people see.

        >>> Rating().shown
        1500.0
        """
        return _START + _SCALE * (self.mu - _MODEL.mu)

    @property
    def uncertainty(self) -> float:
        """How far off that may well be.

        >>> round(Rating().uncertainty)
        246
        """
        return _SCALE * self.sigma


def updated(
    before: Sequence[Rating],
    tracks: Sequence[int],
    ranks: Sequence[int],
    weights: Sequence[float] | None = None,
) -> list[Rating]:
    """The ratings by seat after a game; seats of the same track are a team.

    >>> [round(r.shown) for r in updated([Rating()] * 3, tracks=(0, 1, 2), ranks=(1, 1, 3))]
    [1578, 1578, 1345]
    >>> [round(r.shown) for r in updated([Rating()] * 2, (0, 1), (1, 2), weights=(0.5, 1.0))]
    [1539, 1422]
    """
    sides = sorted(set(tracks))
    seats = [[k for k, track in enumerate(tracks) if track == side] for side in sides]
    teams = [
        [_MODEL.rating(mu=before[k].mu, sigma=before[k].sigma) for k in team] for team in seats
    ]
    rated = _MODEL.rate(teams, ranks=[float(ranks[team[0]]) for team in seats])
    after = list(before)
    for team, results in zip(seats, rated, strict=True):
        for k, result in zip(team, results, strict=True):
            after[k] = Rating(result.mu, result.sigma)
    if weights is None:
        return after
    return [_in_part(*three) for three in zip(before, after, weights, strict=True)]


def _in_part(before: Rating, after: Rating, weight: float) -> Rating:
    """A part of an update: of the step of the mean, and of the information gained."""
    gained = after.sigma**-2 - before.sigma**-2
    return Rating(
        before.mu + weight * (after.mu - before.mu),
        (before.sigma**-2 + weight * gained) ** -0.5,
    )


def variant_of(game: Game) -> str:
    """The kind of table as ratings are told apart: solo, teams, or the number of players."""
    if game.players == 1:
        return SOLO
    return TEAMS if len(set(game.tracks)) < game.players else str(game.players)
