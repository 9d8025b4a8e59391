"""The model of Genial Spezial: kernels, weights and search settings (see `genial.bots.model`)."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

from genial.bots.model import Weights, load_learnt, register
from genial.bots.spezial.evaluation import evaluate as evaluate
from genial.bots.spezial.features import FEATURES as FEATURES
from genial.bots.spezial.features import advance as advance
from genial.bots.spezial.features import prepare as prepare
from genial.bots.spezial.policy import STYLES as STYLES
from genial.bots.spezial.policy import candidates as candidates
from genial.bots.spezial.policy import evaluate_moves as evaluate_moves
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


def load_weights(options: Mapping[str, Any]) -> Weights:
    """Load the weights for a game with these options."""
    return load_learnt(__package__, str(options["players"]))


register(rules, sys.modules[__name__])
