"""Estimates with their 95 % intervals, from deals as the independent units.

The games of a deal share its luck, so they do not count one by one: what is averaged, and what
varies, are the means of the deals.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist

import numpy as np

LEVEL = 0.95
Interval = tuple[float, float]


def student(freedom: int, level: float = LEVEL) -> float:
    """Return how many standard errors to each side make an interval of this level.

    >>> [round(student(freedom), 2) for freedom in (4, 30, 10**6)]
    [2.78, 2.04, 1.96]
    """
    z = NormalDist().inv_cdf((1 + level) / 2)
    if freedom == 1:
        return math.tan(math.pi * level / 2)
    if freedom == 2:
        return level * math.sqrt(2 / (1 - level**2))
    terms = (  # Cornish and Fisher's expansion
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum(term / float(freedom) ** k for k, term in enumerate(terms, 1))


def share_interval(means: Sequence[float]) -> Interval:
    """Return the 95 % interval of a share between 0 and 1 from the means of independent deals.

    Wilson's interval, with as many tosses of a coin as would vary like these means. How they
    vary is not quite believed: one deal of a plain coin is added to what was seen, so that a few
    deals that all end alike do not look like certainty.

    >>> low, high = share_interval([1.0] * 100)
    >>> round(low, 3), high
    (0.962, 1.0)
    """
    count = len(means)
    if count < 2:
        return 0.0, 1.0
    values = np.asarray(means, float)
    mean = float(values.mean())
    coin = mean * (1 - mean)
    seen = float(values.var(ddof=1)) / coin if coin > 1e-12 else 1.0
    tosses = count / (((count - 1) * seen + 1) / count)
    square = student(count - 1) ** 2
    centre = (mean + square / (2 * tosses)) / (1 + square / tosses)
    half = math.sqrt(square * (coin / tosses + square / (4 * tosses**2))) / (1 + square / tosses)
    return max(0.0, min(mean, centre - half)), min(1.0, max(mean, centre + half))


def mean_interval(means: Sequence[float]) -> Interval | None:
    """Return the 95 % interval of a mean of anything, from the means of independent deals."""
    if len(means) < 2:
        return None
    values = np.asarray(means, float)
    half = student(len(means) - 1) * float(values.std(ddof=1)) / math.sqrt(len(means))
    return float(values.mean()) - half, float(values.mean()) + half


def superiority(means: Sequence[float]) -> float:
    """Return how likely it is that the truth is above one half, given the means of the deals."""
    if len(means) < 2:
        return 0.5
    values, freedom = np.asarray(means, float), len(means) - 1
    error = math.sqrt((float(values.var(ddof=1)) * freedom + 0.25) / len(means) ** 2)
    student_t = (float(values.mean()) - 0.5) / error
    # Wallace's approximation of Student's distribution by the normal one.
    z = math.sqrt(freedom * math.log1p(student_t**2 / freedom))
    z *= (8 * freedom + 1) / (8 * freedom + 3)
    return NormalDist().cdf(math.copysign(z, student_t))
