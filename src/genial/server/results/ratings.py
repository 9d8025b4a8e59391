"""Ratings of players, separate for each game and variant.

The model is Bradley and Terry's over all pairs of sides, by openskill, with ties and teams. A
rating is an estimate of strength with a mean `mu` and a deviation `sigma`.

It is shown on the scale of Elo ratings: a newcomer has 1500, and a player with 400 more wins ten
games for each one lost, once both ratings are certain. The uncertainty is one deviation on the same
scale: it starts at 246 and is about 140 after 30 games for two.

A game may count in part (see `rating_weights`). The shown deviation falls slower than the model's
on a day with many games: a burst of results says less than the same results over a week.
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
STEADIEST = 0.9  # a day leaves at least this part of the deviation in the morning


class Rating(msgspec.Struct, frozen=True):
    """An estimate of a player's strength."""

    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma

    @property
    def shown(self) -> float:
        """The rating as it is shown.

        >>> Rating().shown
        1500.0
        """
        return _START + _SCALE * (self.mu - _MODEL.mu)

    @property
    def uncertainty(self) -> float:
        """One standard deviation on the same scale.

        >>> round(Rating().uncertainty)
        246
        """
        return _SCALE * self.sigma


def update_ratings(
    before: Sequence[Rating],
    tracks: Sequence[int],
    ranks: Sequence[int],
    weights: Sequence[float] | None = None,
) -> list[Rating]:
    """Return the ratings by seat after a game; seats of the same track are a team.

    >>> [round(r.shown) for r in update_ratings([Rating()] * 3, tracks=(0, 1, 2), ranks=(1, 1, 3))]
    [1578, 1578, 1345]
    >>> [round(r.shown) for r in update_ratings([Rating()] * 2, (0, 1), (1, 2), weights=(0.5, 1.0))]
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
    return [_apply_weight(*three) for three in zip(before, after, weights, strict=True)]


def _apply_weight(before: Rating, after: Rating, weight: float) -> Rating:
    """Return a part of an update: of the step of the mean, and of the information gained."""
    gained = after.sigma**-2 - before.sigma**-2
    return Rating(
        before.mu + weight * (after.mu - before.mu),
        (before.sigma**-2 + weight * gained) ** -0.5,
    )


def variant_of(game: Game) -> str:
    """Return the variant for ratings: solo, the number of players, or teams.

    Teams whose partners are not silent have ratings of their own: teams-open and teams-shared.
    """
    if game.players == 1:
        return SOLO
    if len(set(game.tracks)) == game.players:
        return str(game.players)
    partners = game.options.get("partners")
    return f"{TEAMS}-{partners}" if partners else TEAMS
