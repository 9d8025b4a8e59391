"""The model of Tile Challenge: kernels, weights and search settings (see `genial.bots.model`).

The features are the plan of the turn, solved when it is first needed.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

from genial.bots.model import Floats, Weights, load_learnt, register
from genial.bots.tile_challenge.policy import candidates as candidates
from genial.bots.tile_challenge.policy import evaluate_moves as evaluate_moves
from genial.bots.tile_challenge.policy import policy as policy
from genial.bots.tile_challenge.policy import solve_once
from genial.bots.tile_challenge.styles import STYLES as STYLES
from genial.bots.tile_challenge.turn_solver import PLAN, set_of
from genial.bots.tile_challenge.utility import end_utilities
from genial.core.kernel import Record, Stream, rule, step
from genial.games.tile_challenge import rules
from genial.games.tile_challenge.rules import OVER
from genial.games.tile_challenge.tiles import NONE

FEATURES = PLAN
SETTINGS = {
    "explore": 0.3,
    "width": 2.0,
    "widen": 0.0,
    "plies": 0.0,
    "first": 0.0,
    "hiding": 0.0,
}


def load_weights(options: Mapping[str, Any]) -> Weights:
    """Load the weights for a game with these options."""
    return load_learnt(__package__, file_name(options))


def file_name(options: Mapping[str, Any]) -> str:
    """Return the name of the weights file: the number of players, and whether it is a series."""
    return f"{options['players']}{'-series' if options['games'] > 1 else ''}"


@rule
def prepare(s: Record, f: Record) -> None:
    """Discard the plan of another turn."""
    f.is_solved = False


@rule
def advance(s: Record, f: Record, move: int, stream: Stream) -> None:
    """Play a move and draw what is due; discard the plan when the turn ends."""
    step(s, move, stream)
    if s.staging == NONE:
        f.is_solved = False


@rule
def evaluate(s: Record, f: Record, w: Weights, out: Floats) -> None:
    """Write the utility that each seat can expect if the turn is played as planned."""
    if s.phase == OVER:
        got = f.turn.leaf
        end_utilities(s, False, got)
        for seat in range(s.players):
            out[seat] = got[seat]
        return
    solve_once(s, f, w)
    staged = set_of(s.staging)
    for seat in range(s.players):
        out[seat] = f.value[staged, seat]


register(rules, sys.modules[__name__])
