"""The sequential probability ratio test: stop a match of two as soon as it is decided.

As on fishtest: the generalised test (GSPRT), on the scores of whole deals, so that for two players
the five scores of a pair of games count (pentanomial), not the three of single games.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal

import msgspec
import numpy as np
import numpy.typing as npt

from genial.arena.ratings import expected_share
from genial.core.errors import BadOption

_UNSEEN = 1e-3  # how often a score that was not seen is taken to have been seen
_HALVINGS = 40

Floats = npt.NDArray[np.float64]
Verdict = Literal["accept-h0", "accept-h1"]


class Sprt(msgspec.Struct, frozen=True):
    """A test of `elo0` against `elo1`, with the probabilities of deciding wrongly."""

    elo0: float
    elo1: float
    alpha: float = 0.05  # of accepting elo1 when elo0 is true
    beta: float = 0.05  # of accepting elo0 when elo1 is true

    def __post_init__(self) -> None:
        if not -2000 <= self.elo0 < self.elo1 <= 2000:
            raise BadOption(f"sprt needs elo0 below elo1, not {self.elo0:g} and {self.elo1:g}")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise BadOption("alpha and beta must be between 0 and 0.5")

    @property
    def bounds(self) -> tuple[float, float]:
        """The test ends when the ratio leaves these.

        >>> [round(bound, 3) for bound in Sprt(0, 5).bounds]
        [-2.944, 2.944]
        """
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def ratio(self, counts: Sequence[float]) -> float:
        """Return the log-likelihood ratio of elo1 to elo0.

        `counts` says how many deals had each score; the scores are equally far apart, from 0 to 1.
        """
        seen = np.maximum(np.asarray(counts, float), _UNSEEN)
        if sum(counts) == 0:
            return 0.0
        scores = np.linspace(0.0, 1.0, len(counts))
        shares = seen / seen.sum()
        under0 = _tilt(scores - expected_share(self.elo0), shares)
        under1 = _tilt(scores - expected_share(self.elo1), shares)
        return float((seen * (np.log(under0) - np.log(under1))).sum())

    def verdict(self, ratio: float) -> Verdict | None:
        """Return which hypothesis the ratio accepts, if it does."""
        low, high = self.bounds
        if ratio <= low:
            return "accept-h0"
        return "accept-h1" if ratio >= high else None


def _tilt(apart: Floats, shares: Floats) -> Floats:
    """Return by what to divide the shares to get the most likely ones whose mean is 0 `apart`.

    They are `shares / (1 + x * apart)` for the x where their mean is right; it falls with x.
    """
    low, high = -1 / float(apart.max()), -1 / float(apart.min())
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        if (shares * apart / (1 + middle * apart)).sum() > 0:
            low = middle
        else:
            high = middle
    return 1 + (low + high) / 2 * apart
