"""Which move to play: greedy styles, candidates of the search, the policy of playouts."""

from __future__ import annotations

import numpy as np

from genial.bots.model import Floats, Weights
from genial.bots.spezial.features import BYTE, reach_of, tower_points
from genial.bots.spezial.move_features import (
    EXTRA,
    N_WEIGHTS,
    OWN,
    RELIEF,
    SAME,
    SPOILT,
    describe_move,
    move_score,
    survey_edges,
)
from genial.bots.spezial.utility import MASK, best_move, unit_utility, utility_of
from genial.core import bits
from genial.core.chance import below
from genial.core.exponential import exp
from genial.core.kernel import Codes, Record, Stream, rule
from genial.games.spezial.board import WORDS
from genial.games.spezial.rules import CHOICE_POINTS, CHOICES, FULL, N_COLOURS, PASS, legal

STYLES = ("points", "lowest", "util", "deny", "wise")
POINTS, LOWEST, UTIL, DENY, WISE = range(5)

_NOISE = 0.02  # playouts choose at random between moves with similar scores
_NOISES = 1024
_LEAST = -6.0  # the lowest logarithm of a prior, relative to the best move


def hand_made_weights() -> Weights:
    """Return the weights of `deny`: own points first, and much for what it takes from opponents."""
    w = np.zeros(N_WEIGHTS, np.float32)
    for feature, weight in ((OWN, 1.0), (EXTRA, 1.0), (SAME, 0.7), (SPOILT, 0.1), (RELIEF, 0.5)):
        w[feature] = weight
    return w


_HAND_MADE_WEIGHTS = hand_made_weights()


@rule
def evaluate_moves(
    s: Record, f: Record, w: Weights, style: int, moves: Codes, values: Floats
) -> int:
    """List every legal move with its value to the seat to move in a style; return how many."""
    n = legal(s, moves)
    if s.n_free == 0:
        values[0] = 0.0
        return n
    if style == WISE:
        survey_edges(s, f, w)
    elif style == DENY:
        survey_edges(s, f, _HAND_MADE_WEIGHTS)
    seat, edge, towers = int(s.turn), -1, 0
    for k in range(n):
        if int(moves[k]) // CHOICES != edge:
            edge = int(moves[k]) // CHOICES
            towers = tower_points(f, reach_of(f, seat, edge))
            if style >= DENY:
                describe_move(s, f, edge)
        points = towers + int(CHOICE_POINTS[int(moves[k]) % CHOICES])
        if style == POINTS:
            values[k] = _total(s, points)
        elif style == LOWEST:
            values[k] = _lowest_first(s, f, points)
        elif style == UTIL:
            values[k] = utility_of(s, seat, points)
        else:
            # `describe_move` assumes the best colours; here they are part of the move.
            f.move_features[EXTRA] = (
                utility_of(s, seat, points) / unit_utility(s, seat) - f.move_features[OWN]
            )
            values[k] = move_score(f)
    return n


@rule
def _total(s: Record, points: int) -> float:
    """Return how many of these points fit on the tracks of the seat to move."""
    total = 0
    for colour in range(N_COLOURS):
        more = points >> BYTE * colour & MASK
        total += min(more, FULL - int(s.scores[s.turn, colour]))
    return float(total)


@rule
def _lowest_first(s: Record, f: Record, points: int) -> float:
    """Return a number that compares the points of the seat to move, the lowest colour first."""
    value = 0.0
    count = f.counts
    for level in range(FULL + 1):
        count[level] = 0
    for colour in range(N_COLOURS):
        count[min(FULL, int(s.scores[s.turn, colour]) + (points >> BYTE * colour & MASK))] += 1
    for level in range(FULL + 1):
        for _ in range(count[level]):
            value = value * (FULL + 1) + level
    return value


@rule
def candidates(s: Record, f: Record, w: Weights, limit: int, moves: Codes, priors: Floats) -> int:
    """List the moves with the highest scores, best first, at most `limit`; return how many."""
    if s.n_free == 0:
        moves[0] = PASS
        priors[0] = 1.0
        return 1
    survey_edges(s, f, w)
    n = 0
    for word in range(WORDS):
        free = s.free[word]
        while free != bits.ZERO:
            edge = word * 64 + bits.lowest(free)
            free = free & (free - bits.ONE)
            describe_move(s, f, edge)
            score = move_score(f)
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
        moves[k] = best_move(s, f, moves[k])
        priors[k] = exp(max(_LEAST, priors[k] - top))
        total += priors[k]
    for k in range(n):
        priors[k] /= total
    return n


@rule
def policy(s: Record, f: Record, w: Weights, stream: Stream) -> int:
    """Choose the move with the highest score, ties at random."""
    if s.n_free == 0:
        return PASS
    survey_edges(s, f, w)
    best, best_score = -1, -1.0e9
    for word in range(WORDS):
        free = s.free[word]
        while free != bits.ZERO:
            edge = word * 64 + bits.lowest(free)
            free = free & (free - bits.ONE)
            describe_move(s, f, edge)
            score = move_score(f) + _NOISE * below(stream, _NOISES) / _NOISES
            if score > best_score:
                best, best_score = edge, score
    return best_move(s, f, best)
