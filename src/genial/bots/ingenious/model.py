"""The model of Ingenious: its kernels, weights and search settings (see `genial.bots.model`)."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

from genial.bots.ingenious.evaluation import evaluate as evaluate
from genial.bots.ingenious.features import FEATURES as FEATURES
from genial.bots.ingenious.features import advance as advance
from genial.bots.ingenious.features import prepare as prepare
from genial.bots.ingenious.policy import NETWORK_START
from genial.bots.ingenious.policy import STYLES as STYLES
from genial.bots.ingenious.policy import candidates as candidates
from genial.bots.ingenious.policy import evaluate_moves as evaluate_moves
from genial.bots.ingenious.policy import policy as policy
from genial.bots.model import Weights, load_learnt, register
from genial.games.ingenious import rules

OTHER_SIZES = (NETWORK_START,)  # weights of the policy alone, before the network is trained
SETTINGS = {
    "explore": 0.45,
    "width": 8.0,
    "widen": 0.12,
    "plies": 2.0,
    "first": 0.1,
    "hiding": 1.0,
}


def load_weights(options: Mapping[str, Any]) -> Weights:
    """Load the weights for a game with these options."""
    return load_learnt(__package__, file_name(options))


def file_name(options: Mapping[str, Any]) -> str:
    """Return the name of the weights file: the number of players, or the variant."""
    return "teams" if options["variant"] == "teams" else str(options["players"])


register(rules, sys.modules[__name__])
