"""What bots know of Genial Spezial: see `genial.bots.model`."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from importlib import resources
from typing import Any

import numpy as np

from genial.bots.model import Learnt, register
from genial.bots.spezial.evaluation import outlook as outlook
from genial.bots.spezial.features import MIND as MIND
from genial.bots.spezial.features import follow as follow
from genial.bots.spezial.features import prepare as prepare
from genial.bots.spezial.policy import STYLES as STYLES
from genial.bots.spezial.policy import appraise as appraise
from genial.bots.spezial.policy import candidates as candidates
from genial.bots.spezial.policy import policy as policy
from genial.games.spezial import rules

SETTINGS = {
    "explore": 1.0,
    "width": 8.0,
    "widen": 1.0,
    "plies": 0.0,
    "first": 0.1,
    "hiding": 0.0,  # everything lies open
}


def learnt(options: Mapping[str, Any]) -> Learnt:
    """The numbers that were learnt for so many players."""
    path = resources.files(__package__) / "learnt" / f"{options['players']}.npy"
    with path.open("rb") as file:
        numbers: Learnt = np.load(file, allow_pickle=False)
    return numbers


register(rules, sys.modules[__name__])
