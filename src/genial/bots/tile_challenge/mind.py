"""What bots know of Tile Challenge: see `genial.bots.mind`.

The mind of a turn is its plan, worked out when it is first asked for.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from importlib import resources
from typing import Any

import numpy as np

from genial.bots.mind import Floats, Learnt, register
from genial.bots.tile_challenge.habits import EXACT, eagerness
from genial.bots.tile_challenge.habits import STYLES as STYLES
from genial.bots.tile_challenge.stopping import PLAN, planned, set_of, solve
from genial.bots.tile_challenge.utility import ending
from genial.core.kernel import Codes, Record, Stream, rule, step
from genial.games.tile_challenge import rules
from genial.games.tile_challenge.rules import OVER, legal
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
_DOUBT = 0.02  # a move that is worth so much less is e times less likely to be the better one


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
def plan(s: Record, m: Record, w: Learnt) -> None:
    """Solve the turn unless that is done."""
    if not m.is_solved:
        solve(s, w, m)


@rule
def appraise(s: Record, m: Record, w: Learnt, style: int, moves: Codes, values: Floats) -> int:
    """Every legal move; of drawing what a style thinks of it compared with the other move."""
    n = legal(s, moves)
    for k in range(n):
        values[k] = 0.0
    if n > 1:
        if style == EXACT:
            plan(s, m, w)
            staged = set_of(s.staging)
            values[0] = m.draw[staged]
            values[1] = m.stop[staged]
        else:
            values[0] = eagerness(s, style)
    return n


@rule
def candidates(s: Record, m: Record, w: Learnt, limit: int, moves: Codes, priors: Floats) -> int:
    """The legal moves, the planned one first."""
    n = legal(s, moves)
    priors[0] = 1.0
    if n == 1:
        return 1
    plan(s, m, w)
    staged = set_of(s.staging)
    lead = float(m.draw[staged] - m.stop[staged])
    if lead <= 0.0:
        moves[0], moves[1] = moves[1], moves[0]
    if limit == 1:
        return 1
    priors[0] = 1.0 / (1.0 + np.exp(-abs(lead) / _DOUBT))
    priors[1] = 1.0 - priors[0]
    return 2


@rule
def policy(s: Record, m: Record, w: Learnt, stream: Stream) -> int:
    """The planned move."""
    plan(s, m, w)
    return planned(s, m)


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
