"""The model of Phoenix: its kernels, weights and search settings (see `genial.bots.model`)."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

import numpy as np

from genial.bots.model import Weights, load_learnt, register
from genial.bots.phoenix import network
from genial.bots.phoenix.evaluation import evaluate as evaluate
from genial.bots.phoenix.features import rank_lines
from genial.bots.phoenix.policy import STYLES as STYLES
from genial.bots.phoenix.policy import candidates as candidates
from genial.bots.phoenix.policy import evaluate_moves as evaluate_moves
from genial.bots.phoenix.policy import policy as policy
from genial.core.kernel import Record, Stream, cold, step
from genial.games.phoenix import rules
from genial.games.phoenix.rules import SEATS

FEATURES = np.dtype(
    [
        ("line", "i8", SEATS),  # ranked, see `features`
        ("scratch", network.SCRATCH),
    ],
    align=True,
)

SETTINGS: Mapping[str, float] = {
    "explore": 0.6,
    "width": 10,
    "widen": 0.5,
    "plies": 0,
    "first": 0.2,
    "hiding": 1,
}


def load_weights(options: Mapping[str, Any]) -> Weights:
    """Load the weights; `network` explains their layout."""
    return load_learnt(__package__, "2")


@cold
def prepare(s: Record, f: Record) -> None:
    """Rank both lines."""
    rank_lines(s, f)


@cold
def advance(s: Record, f: Record, move: int, stream: Stream) -> None:
    """Play a move, draw what is due, and rank both lines."""
    step(s, move, stream)
    rank_lines(s, f)


register(rules, sys.modules[__name__])
