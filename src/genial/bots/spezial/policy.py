"""Which move to play: greedy styles, the search's candidates, the policy of playouts."""

from __future__ import annotations

import numpy as np

from genial.bots.model import Floats, Learnt
from genial.bots.spezial.features import BYTE, reach_of, tower_points
from genial.bots.spezial.move_features import (
    EXTRA,
    OWN,
    RELIEF,
    SAME,
    SPOILT,
    WEIGHTS,
    appeal,
    say,
    survey,
)
from genial.bots.spezial.utility import MASK, best_move, unit_of, worth_of
from genial.core import bits
from genial.core.chance import below
from genial.core.kernel import Codes, Record, Stream, rule
from genial.games.spezial.board import WORDS
from genial.games.spezial.rules import CHOICE_POINTS, CHOICES, FULL, N_COLOURS, PASS, legal

STYLES = ("points", "lowest", "util", "deny", "wise")
POINTS, LOWEST, UTIL, DENY, WISE = range(5)

_NOISE = 0.02  # between moves that look alike, playouts choose at random
_NOISES = 1024
_LEAST = -6.0  # priors' logarithms, against that of the best move


def hand_made() -> Learnt:
    """The weights of `deny`: own points first, and much for what it takes from the others."""
    w = np.zeros(WEIGHTS, np.float32)
    for said, weight in ((OWN, 1.0), (EXTRA, 1.0), (SAME, 0.7), (SPOILT, 0.1), (RELIEF, 0.5)):
        w[said] = weight
    return w


_HAND_MADE = hand_made()


@rule
def appraise(s: Record, m: Record, w: Learnt, style: int, moves: Codes, values: Floats) -> int:
    """Every legal move with its worth to the seat to move in a greedy style; how many."""
    n = legal(s, moves)
    if s.n_free == 0:
        values[0] = 0.0
        return n
    if style == WISE:
        survey(s, m, w)
    elif style == DENY:
        survey(s, m, _HAND_MADE)
    seat, edge, towers = int(s.turn), -1, 0
    for k in range(n):
        if int(moves[k]) // CHOICES != edge:
            edge = int(moves[k]) // CHOICES
            towers = tower_points(m, reach_of(m, seat, edge))
            if style >= DENY:
                say(s, m, edge)
        points = towers + int(CHOICE_POINTS[int(moves[k]) % CHOICES])
        if style == POINTS:
            values[k] = _total(s, points)
        elif style == LOWEST:
            values[k] = _lowest_first(s, m, points)
        elif style == UTIL:
            values[k] = worth_of(s, seat, points)
        else:
            # `say` takes the colours to be chosen well; here they are chosen already.
            m.said[EXTRA] = worth_of(s, seat, points) / unit_of(s, seat) - m.said[OWN]
            values[k] = appeal(m)
    return n


@rule
def _total(s: Record, points: int) -> float:
    """How many of these points fit on the tracks of the seat to move."""
    total = 0
    for colour in range(N_COLOURS):
        more = points >> BYTE * colour & MASK
        total += min(more, FULL - int(s.scores[s.turn, colour]))
    return float(total)


@rule
def _lowest_first(s: Record, m: Record, points: int) -> float:
    """A number that compares the seat to move's points then, the lowest colour first."""
    value = 0.0
    count = m.counts
    for level in range(FULL + 1):
        count[level] = 0
    for colour in range(N_COLOURS):
        count[min(FULL, int(s.scores[s.turn, colour]) + (points >> BYTE * colour & MASK))] += 1
    for level in range(FULL + 1):
        for _ in range(count[level]):
            value = value * (FULL + 1) + level
    return value


@rule
def candidates(s: Record, m: Record, w: Learnt, limit: int, moves: Codes, priors: Floats) -> int:
    """The most promising legal moves, best first, at most `limit` of them; how many."""
    if s.n_free == 0:
        moves[0] = PASS
        priors[0] = 1.0
        return 1
    survey(s, m, w)
    n = 0
    for word in range(WORDS):
        free = s.free[word]
        while free != bits.ZERO:
            edge = word * 64 + bits.lowest(free)
            free = free & (free - bits.ONE)
            say(s, m, edge)
            score = appeal(m)
            if n < limit or score > priors[n - 1]:
                n += n < limit
                k = n - 1
                while k > 0 and priors[k - 1] < score:
                    priors[k] = priors[k - 1]
                    moves[k] = moves[k - 1]
                    k -= 1
                priors[k] = score
                moves[k] = edge
    top, total = priors[0], 0.0
    for k in range(n):
        moves[k] = best_move(s, m, moves[k])
        priors[k] = np.exp(max(_LEAST, priors[k] - top))
        total += priors[k]
    for k in range(n):
        priors[k] /= total
    return n


@rule
def policy(s: Record, m: Record, w: Learnt, stream: Stream) -> int:
    """The move with the most appeal, of equal ones any."""
    if s.n_free == 0:
        return PASS
    survey(s, m, w)
    best, best_score = -1, -1.0e9
    for word in range(WORDS):
        free = s.free[word]
        while free != bits.ZERO:
            edge = word * 64 + bits.lowest(free)
            free = free & (free - bits.ONE)
            say(s, m, edge)
            score = appeal(m) + _NOISE * below(stream, _NOISES) / _NOISES
            if score > best_score:
                best, best_score = edge, score
    return best_move(s, m, best)
