"""What bots know of Ingenious: see `genial.bots.mind`."""

from __future__ import annotations

import functools
import sys
from collections.abc import Mapping
from typing import Any

import numpy as np

from genial.bots.ingenious.appraisal import (
    STYLES as STYLES,
)
from genial.bots.ingenious.appraisal import appraise as appraise
from genial.bots.ingenious.appraisal import candidates as candidates
from genial.bots.ingenious.appraisal import policy as policy
from genial.bots.ingenious.appraisal import util
from genial.bots.ingenious.potentials import MIND as MIND
from genial.bots.ingenious.potentials import follow as follow
from genial.bots.ingenious.potentials import prepare as prepare
from genial.bots.mind import Floats, Learnt, register
from genial.core.kernel import Record, rule, standing
from genial.games.ingenious import rules
from genial.games.ingenious.board import MAX_SEATS, N_COLOURS
from genial.games.ingenious.rules import track_of

SETTINGS = {
    "explore": 0.7,
    "width": 6.0,
    "widen": 0.3,
    "plies": 1000.0,
    "first": 0.1,
    "hiding": 1.0,
}


def learnt(options: Mapping[str, Any]) -> Learnt:
    return util()


@rule
def outlook(s: Record, m: Record, w: Learnt, out: Floats) -> None:
    """What each seat can expect."""
    standing(s, out)
    if s.players == 1:
        return
    # margin of the lowest colour
    low = np.empty(MAX_SEATS)
    total = 0.0
    for seat in range(s.players):
        track = track_of(s, seat)
        least = 100.0
        for colour in range(N_COLOURS):
            least = min(least, float(s.scores[track, colour]))
        low[seat] = least
        total += least
    for seat in range(s.players):
        others = (total - low[seat]) / (s.players - 1)
        out[seat] = 0.95 * out[seat] + 0.05 * min(1.0, max(0.0, 0.5 + (low[seat] - others) / 12.0))


register(rules, sys.modules[__name__])
