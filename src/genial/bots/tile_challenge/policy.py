"""Which move to play: greedy styles, candidates of the search, the policy of playouts.

All but the rules of thumb follow the plan of the turn, solved when it is first needed.
"""

from __future__ import annotations

from genial.bots.model import Floats, Weights
from genial.bots.tile_challenge.styles import EXACT, eagerness
from genial.bots.tile_challenge.turn_solver import planned_move, set_of, solve
from genial.core.exponential import exp
from genial.core.kernel import Codes, Record, Stream, rule
from genial.games.tile_challenge.rules import legal

_DOUBT = 0.02  # a value lower by this much divides the odds of a move by e


@rule
def solve_once(s: Record, f: Record, w: Weights) -> None:
    """Solve the turn unless it is solved."""
    if not f.is_solved:
        solve(s, w, f)


@rule
def evaluate_moves(
    s: Record, f: Record, w: Weights, style: int, moves: Codes, values: Floats
) -> int:
    """List every legal move; the value of drawing is relative to the other move."""
    n = legal(s, moves)
    for k in range(n):
        values[k] = 0.0
    if n > 1:
        if style == EXACT:
            solve_once(s, f, w)
            staged = set_of(s.staging)
            values[0] = f.draw[staged]
            values[1] = f.stop[staged]
        else:
            values[0] = eagerness(s, style)
    return n


@rule
def candidates(s: Record, f: Record, w: Weights, limit: int, moves: Codes, priors: Floats) -> int:
    """List the legal moves, the planned one first; return how many."""
    n = legal(s, moves)
    priors[0] = 1.0
    if n == 1:
        return 1
    solve_once(s, f, w)
    staged = set_of(s.staging)
    lead = float(f.draw[staged] - f.stop[staged])
    if lead <= 0.0:
        moves[0], moves[1] = moves[1], moves[0]
    if limit == 1:
        return 1
    priors[0] = 1.0 / (1.0 + exp(-abs(lead) / _DOUBT))
    priors[1] = 1.0 - priors[0]
    return 2


@rule
def policy(s: Record, f: Record, w: Weights, stream: Stream) -> int:
    """Return the planned move."""
    solve_once(s, f, w)
    return planned_move(s, f)
