"""How a bot thinks of Phoenix (see `genial.bots.model`)."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from importlib import resources
from typing import Any

import numpy as np

from genial.bots.model import Learnt, register
from genial.bots.phoenix import network
from genial.bots.phoenix.evaluation import outlook as outlook
from genial.bots.phoenix.features import look
from genial.bots.phoenix.policy import STYLES as STYLES
from genial.bots.phoenix.policy import appraise as appraise
from genial.bots.phoenix.policy import candidates as candidates
from genial.bots.phoenix.policy import policy as policy
from genial.core.kernel import Record, Stream, cold, step
from genial.games.phoenix import rules
from genial.games.phoenix.rules import SEATS

MIND = np.dtype(
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


def learnt(options: Mapping[str, Any]) -> Learnt:
    """The numbers that were learnt, see `network`."""
    path = resources.files(__package__) / "learnt" / "2.npy"
    with path.open("rb") as file:
        numbers: Learnt = np.load(file, allow_pickle=False)
    return numbers


@cold
def prepare(s: Record, m: Record) -> None:
    """Rank both lines."""
    look(s, m)


@cold
def follow(s: Record, m: Record, move: int, stream: Stream) -> None:
    """Play a move, deal what is due then, and rank both lines."""
    step(s, move, stream)
    look(s, m)


register(rules, sys.modules[__name__])
