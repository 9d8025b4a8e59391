"""How a bot thinks of a game it knows nothing about: every move may be good, playouts tell.

See `genial.bots.mind` for what each function is for.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from genial.bots.mind import Floats, Learnt
from genial.core.kernel import Codes, Record, Stream, cold, legal, sample, standing, step

STYLES: tuple[str, ...] = ()  # a single move by itself says nothing
MIND = np.dtype([("nothing", "u1")], align=True)  # a record needs a field

SETTINGS: Mapping[str, float] = {
    "explore": 0.7,
    "width": 1 << 20,
    "widen": 0.0,
    "plies": 1 << 20,
    "first": 0.0,
    "hiding": 1,
}


def learnt(options: Mapping[str, Any]) -> Learnt:
    """Nothing was learnt."""
    return np.zeros(1, np.float32)


@cold
def prepare(s: Record, m: Record) -> None:
    """There is nothing to work out."""
    m.nothing = 0


@cold
def follow(s: Record, m: Record, move: int, stream: Stream) -> None:
    """Play a move and deal what is due then."""
    step(s, move, stream)


@cold
def appraise(s: Record, m: Record, w: Learnt, style: int, moves: Codes, values: Floats) -> int:
    """List every legal move; all look alike."""
    n = legal(s, moves)
    for k in range(n):
        values[k] = 0.0
    return n


@cold
def candidates(s: Record, m: Record, w: Learnt, limit: int, moves: Codes, priors: Floats) -> int:
    """List every legal move, each as promising as the others."""
    n = min(legal(s, moves), limit)
    for k in range(n):
        priors[k] = 1.0 / n
    return n


@cold
def policy(s: Record, m: Record, w: Learnt, stream: Stream) -> int:
    """Choose any legal move."""
    return sample(s, stream)


@cold
def outlook(s: Record, m: Record, w: Learnt, out: Floats) -> None:
    """Write how things stand."""
    standing(s, out)
