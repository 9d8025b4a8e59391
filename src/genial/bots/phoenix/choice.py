"""Which moves a search tries, in which order; and which one a playout plays."""

from __future__ import annotations

import numpy as np

from genial.bots.mind import Floats, Learnt
from genial.bots.phoenix import judge
from genial.bots.phoenix.foresight import foresee
from genial.core.chance import below
from genial.core.kernel import Codes, Record, Stream, cold, rule

_FORESEEN = 14  # moves that `wise` likes best
_WARMTH = 0.03  # of a probability to win: by so much worse is a move tried e times less
_LEAST = 0.001  # what every prior gets, beside
_NOISE = 0.3  # in a playout, of the bred weights


@rule
def bring_forward(moves: Codes, values: Floats, n: int, first: int) -> None:
    """Let the best ones of n moves come first, in order."""
    for k in range(first):
        top = k
        for j in range(k + 1, n):
            if values[j] > values[top]:
                top = j
        moves[k], moves[top] = moves[top], moves[k]
        values[k], values[top] = values[top], values[k]


@cold
def propose(s: Record, m: Record, w: Learnt, limit: int, moves: Codes, priors: Floats) -> int:
    """The most promising moves, best first, with priors that add up to 1."""
    n = judge.judge(s, m, w, judge.WISE, moves, priors)
    few = min(n, _FORESEEN)
    bring_forward(moves, priors, n, few)
    foresee(s, m, w, moves, priors, few)
    limit = min(few, limit)
    bring_forward(moves, priors, few, limit)
    best = priors[0]
    total = 0.0
    for k in range(limit):
        priors[k] = np.exp((priors[k] - best) / _WARMTH) + _LEAST
        total += priors[k]
    for k in range(limit):
        priors[k] /= total
    return limit


@cold
def habit(s: Record, m: Record, w: Learnt, stream: Stream) -> int:
    """A move that the judge likes."""
    moves, values = m.scratch.moves, m.scratch.values
    n = judge.judge(s, m, w, judge.WISE, moves, values)
    best, best_value = 0, -1.0e9
    for k in range(n):
        value = values[k] + _NOISE * below(stream, 1 << 16) / (1 << 16)
        if value > best_value:
            best, best_value = k, value
    return int(moves[best])
