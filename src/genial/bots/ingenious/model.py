"""What bots know of Ingenious: see `genial.bots.model`."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from importlib import resources
from typing import Any

import numpy as np

from genial.bots.ingenious.evaluation import outlook as outlook
from genial.bots.ingenious.features import MIND as MIND
from genial.bots.ingenious.features import follow as follow
from genial.bots.ingenious.features import prepare as prepare
from genial.bots.ingenious.policy import NET
from genial.bots.ingenious.policy import (
    STYLES as STYLES,
)
from genial.bots.ingenious.policy import appraise as appraise
from genial.bots.ingenious.policy import candidates as candidates
from genial.bots.ingenious.policy import policy as policy
from genial.bots.model import Learnt, register
from genial.games.ingenious import rules

ALSO_LEARNT = (NET,)  # numbers: the policy's alone, before the value function is learnt
SETTINGS = {
    "explore": 0.45,
    "width": 8.0,
    "widen": 0.12,
    "plies": 2.0,
    "first": 0.1,
    "hiding": 1.0,
}


def learnt(options: Mapping[str, Any]) -> Learnt:
    """The numbers that were learnt for so many players."""
    path = resources.files(__package__) / "learnt" / f"{file_name(options)}.npy"
    with path.open("rb") as file:
        numbers: Learnt = np.load(file, allow_pickle=False)
    return numbers


def file_name(options: Mapping[str, Any]) -> str:
    """The name of the file with what was learnt: the players, or the variant."""
    return "teams" if options["variant"] == "teams" else str(options["players"])


register(rules, sys.modules[__name__])
