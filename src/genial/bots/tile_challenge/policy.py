"""Which move to play: greedy styles, the search's candidates, the policy of playouts.

All follow from the plan of the turn, worked out when it is first asked for.
"""

from __future__ import annotations

import numpy as np

from genial.bots.model import Floats, Learnt
from genial.bots.tile_challenge.styles import EXACT, eagerness
from genial.bots.tile_challenge.turn_solver import planned, set_of, solve
from genial.core.kernel import Codes, Record, Stream, rule
from genial.games.tile_challenge.rules import legal

_DOUBT = 0.02  # a move that is worth so much less is e times less likely to be the better one


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
