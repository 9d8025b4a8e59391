"""What bots know of Tile Challenge: see `genial.bots.model`.

The mind of a turn is its plan, worked out when it is first asked for.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from importlib import resources
from typing import Any

import numpy as np

from genial.bots.model import Floats, Learnt, register
from genial.bots.tile_challenge.policy import appraise as appraise
from genial.bots.tile_challenge.policy import candidates as candidates
from genial.bots.tile_challenge.policy import plan
from genial.bots.tile_challenge.policy import policy as policy
from genial.bots.tile_challenge.styles import STYLES as STYLES
from genial.bots.tile_challenge.turn_solver import PLAN, set_of
from genial.bots.tile_challenge.utility import ending
from genial.core.kernel import Record, Stream, rule, step
from genial.games.tile_challenge import rules
from genial.games.tile_challenge.rules import OVER
from genial.games.tile_challenge.tiles import NONE

MIND = PLAN
SETTINGS = {
    "explore": 0.3,
    "width": 2.0,
    "widen": 0.0,
    "plies": 0.0,
    "first": 0.0,
    "hiding": 0.0,
}


def learnt(options: Mapping[str, Any]) -> Learnt:
    """The numbers that were learnt for so many players."""
    path = resources.files(__package__) / "learnt" / f"{file_name(options)}.npy"
    with path.open("rb") as file:
        numbers: Learnt = np.load(file, allow_pickle=False)
    return numbers


def file_name(options: Mapping[str, Any]) -> str:
    """The name of the file with what was learnt: the players, and whether in a series."""
    return f"{options['players']}{'-series' if options['games'] > 1 else ''}"


@rule
def prepare(s: Record, m: Record) -> None:
    """Forget the plan of another turn."""
    m.is_solved = False


@rule
def follow(s: Record, m: Record, move: int, stream: Stream) -> None:
    """Play a move and deal; a plan lasts as long as its turn."""
    step(s, move, stream)
    if s.staging == NONE:
        m.is_solved = False


@rule
def outlook(s: Record, m: Record, w: Learnt, out: Floats) -> None:
    """What each seat can expect of a turn that is played as planned."""
    if s.phase == OVER:
        got = m.turn.leaf
        ending(s, False, got)
        for seat in range(s.players):
            out[seat] = got[seat]
        return
    plan(s, m, w)
    staged = set_of(s.staging)
    for seat in range(s.players):
        out[seat] = m.value[staged, seat]


register(rules, sys.modules[__name__])
