"""A model for games without one of their own: all moves look alike, and playouts decide.

See `genial.bots.model` for what each function is for.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from genial.bots.model import Floats, Weights
from genial.core.kernel import Codes, Record, Stream, cold, legal, sample, standing, step

STYLES: tuple[str, ...] = ()  # a single move by itself says nothing
FEATURES = np.dtype([("nothing", "u1")], align=True)  # a record needs a field

SETTINGS: Mapping[str, float] = {
    "explore": 0.7,
    "width": 1 << 20,
    "widen": 0.0,
    "plies": 1 << 20,
    "first": 0.0,
    "hiding": 1,
}


def load_weights(options: Mapping[str, Any]) -> Weights:
    """Return no weights: nothing was learnt."""
    return np.zeros(1, np.float32)


@cold
def prepare(s: Record, f: Record) -> None:
    """Do nothing: there are no features."""
    f.nothing = 0


@cold
def advance(s: Record, f: Record, move: int, stream: Stream) -> None:
    """Play a move and deal what is due then."""
    step(s, move, stream)


@cold
def evaluate_moves(
    s: Record, f: Record, w: Weights, style: int, moves: Codes, values: Floats
) -> int:
    """List every legal move; all look alike."""
    n = legal(s, moves)
    for k in range(n):
        values[k] = 0.0
    return n


@cold
def candidates(s: Record, f: Record, w: Weights, limit: int, moves: Codes, priors: Floats) -> int:
    """List every legal move, each as promising as the others."""
    n = min(legal(s, moves), limit)
    for k in range(n):
        priors[k] = 1.0 / n
    return n


@cold
def policy(s: Record, f: Record, w: Weights, stream: Stream) -> int:
    """Choose any legal move."""
    return sample(s, stream)


@cold
def evaluate(s: Record, f: Record, w: Weights, out: Floats) -> None:
    """Write the standing of each seat."""
    standing(s, out)
