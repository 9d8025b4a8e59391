"""Elo ratings: the model of Bradley and Terry, fitted to all comparisons of a match."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from genial.arena.statistics import Interval, student

ELO = 400 / math.log(10)  # points a unit of the model's scale
_PRIOR = 1.0  # drawn comparisons added to each pair that met: no bot is infinitely strong
_STEPS = 100
_LONGEST_STEP = 2.0

Matrix = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Comparisons:
    """How often each bot was ahead of each other one in a deal; ties count half."""

    ahead: Matrix  # [i, j]: how often i was ahead of j


@dataclass(frozen=True)
class EloRating:
    """Elo points above the anchor; none where nothing connects the two."""

    elo: float | None
    interval: Interval | None


def expected_share(elo: float) -> float:
    """Return the share of wins that an advantage in Elo is worth.

    >>> round(expected_share(100), 3)
    0.64
    """
    return 1 / (1 + 10 ** (-elo / 400))


def elo(share: float) -> float:
    """Return the Elo points that a share between 0 and 1 stands for.

    >>> round(elo(0.64))
    100
    """
    return -400 * math.log10(1 / share - 1)


def fit(ahead: Matrix) -> Matrix:
    """Return the likeliest strengths (natural scale, mean 0); the comparisons connect all bots."""
    count = len(ahead)
    met = ahead + ahead.T
    strength = np.zeros(count)
    for _ in range(_STEPS):
        chance = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
        gradient = (ahead - met * chance).sum(axis=1)
        step = np.linalg.lstsq(_information(met, chance), gradient, rcond=None)[0]
        step -= step.mean()
        largest = float(np.abs(step).max())
        strength += step * min(1.0, _LONGEST_STEP / max(largest, 1e-300))
        if largest < 1e-10:
            break
    return strength


def _information(met: Matrix, chance: Matrix) -> Matrix:
    weight = met * chance * (1 - chance)
    information: Matrix = np.diag(weight.sum(axis=1)) - weight
    return information


def ratings(deals: Sequence[Comparisons], count: int, *, anchor: int) -> list[EloRating]:
    """Return Elo points above the anchor, each with a 95 % interval over deals.

    The interval is the sandwich estimate: how much the deals' pulls at the strengths vary,
    between two inverses of the information. The prior's draws pull, too.
    """
    total: Matrix = sum((deal.ahead for deal in deals), np.zeros((count, count)))
    prior = np.where(total + total.T > 0, _PRIOR / 2, 0.0)
    group = [k for k in range(count) if _is_connected(total + total.T, anchor, k)]
    if len(group) < 2:
        return [EloRating(0.0 if k == anchor else None, None) for k in range(count)]
    inside = np.ix_(group, group)
    strength = fit((total + prior)[inside])
    met = (total + total.T + 2 * prior)[inside]
    chance = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
    covariance = _sandwich(
        [deal.ahead[inside] for deal in deals], prior[inside], chance, _information(met, chance)
    )
    base = group.index(anchor)
    wide = student(max(1, len(deals) - 1))
    rated = [EloRating(None, None)] * count
    for place, k in enumerate(group):
        points = ELO * float(strength[place] - strength[base])
        spread = covariance[place, place] + covariance[base, base] - 2 * covariance[place, base]
        half = ELO * wide * math.sqrt(max(0.0, float(spread)))
        rated[k] = EloRating(points, None if k == anchor else (points - half, points + half))
    return rated


def _is_connected(met: Matrix, start: int, goal: int) -> bool:
    """Is there a chain of opponents between the two?"""
    reached, frontier = {start}, [start]
    while frontier:
        for other in np.flatnonzero(met[frontier.pop()]).tolist():
            if other not in reached:
                reached.add(other)
                frontier.append(other)
    return goal in reached


def _sandwich(deals: list[Matrix], prior: Matrix, chance: Matrix, information: Matrix) -> Matrix:
    count = len(chance)
    pulls = [(ahead - (ahead + ahead.T) * chance).sum(axis=1) for ahead in deals]
    middle = sum((np.outer(pull, pull) for pull in pulls), np.zeros((count, count)))
    for i in range(count):
        for j in range(count):
            if prior[i, j] > 0:  # `prior` of a win of i over j
                pull = np.zeros(count)
                pull[i], pull[j] = 1 - chance[i, j], -(1 - chance[i, j])
                middle += prior[i, j] * np.outer(pull, pull)
    inverse = np.linalg.pinv(information)
    sandwich: Matrix = inverse @ middle @ inverse
    return sandwich
