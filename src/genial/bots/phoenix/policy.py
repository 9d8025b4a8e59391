"""Which moves a search tries, in which order; and which one a playout plays."""

from __future__ import annotations

import numpy as np

from genial.bots.model import Floats, Learnt
from genial.bots.phoenix import evaluation, features, network, styles
from genial.core.chance import below
from genial.core.kernel import Codes, Record, Stream, cold, rule
from genial.games.phoenix.cards import DEED, EXCHANGE, KIND, MODIFY
from genial.games.phoenix.rules import legal

STYLES = (*styles.STYLES, "learnt")
LEARNT = len(styles.STYLES)  # the style that evaluates moves by the network

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
def candidates(s: Record, m: Record, w: Learnt, limit: int, moves: Codes, priors: Floats) -> int:
    """The most promising moves, best first, with priors that add up to 1."""
    n = styles.judge(s, m, w, styles.WISE, moves, priors)
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
def policy(s: Record, m: Record, w: Learnt, stream: Stream) -> int:
    """A move that the judge likes."""
    moves, values = m.scratch.moves, m.scratch.values
    n = styles.judge(s, m, w, styles.WISE, moves, values)
    best, best_value = 0, -1.0e9
    for k in range(n):
        value = values[k] + _NOISE * below(stream, 1 << 16) / (1 << 16)
        if value > best_value:
            best, best_value = k, value
    return int(moves[best])


@cold
def foresee(s: Record, m: Record, w: Learnt, moves: Codes, values: Floats, n: int) -> None:
    """The mover's probability to win after each of n moves.

    Of the other's hand, and of the card to be drawn, no more is used than what the mover knows.
    """
    turn, other = s.turn, 1 - s.turn  # after a move the other is side 0
    own_line, other_line = m.line[turn], m.line[other]
    lead = s.points[other] - s.points[turn]
    begins = evaluation.begins_next(s, other)
    scratch = m.scratch
    shares, rows, times = scratch.shares, scratch.rows, scratch.times
    base, sums = scratch.base, scratch.sums
    first, second, gains = scratch.first, scratch.second, scratch.gains
    network.share_out(s, other, False, shares)
    known = network.put_cards(0, shares, rows, times, 0)
    known = network.put_cards(1, shares, rows, times, known)
    known = network.put_course(s.left - 1, s.finished, lead, rows, times, known)
    known = network.put_side(0, other_line, rows, times, known)
    network.clear(w, base)
    network.add_rows(w, base, rows, times, known)
    for k in range(n):
        kind = KIND[moves[k]]
        mine, theirs = features.after(own_line, other_line, moves[k])
        if s.left == 1 or features.is_sorted(mine) or features.is_sorted(theirs):
            gain = features.points_of(mine) - features.points_of(theirs)
            values[k] = 1.0 - w[evaluation.lead_place(s.finished + 1, begins, lead - gain)]
            continue
        for j in range(network.FIRST):
            sums[j] = base[j]
        rows_of_move = 0
        if DEED[moves[k]] == EXCHANGE or DEED[moves[k]] == MODIFY:
            rows_of_move = network.put_side(0, other_line, rows, times, 0)
            for j in range(rows_of_move):
                times[j] = -1.0
            rows_of_move = network.put_side(0, theirs, rows, times, rows_of_move)
        shares[1, kind] -= 1.0
        rows_of_move = network.put_side(1, mine, rows, times, rows_of_move)
        rows_of_move = network.put_finish(0, theirs, mine, shares, rows, times, rows_of_move)
        rows_of_move = network.put_finish(1, mine, theirs, shares, rows, times, rows_of_move)
        shares[1, kind] += 1.0
        network.add_rows(w, sums, rows, times, rows_of_move)
        network.add_row(w, sums, network.card_row(1, kind), -1.0)
        network.chances(w, sums, first, second, gains)
        values[k] = 1.0 - evaluation.expected(w, gains, s.finished, begins, lead)


@cold
def appraise(s: Record, m: Record, w: Learnt, style: int, moves: Codes, values: Floats) -> int:
    """Every legal move with its worth in a style."""
    if style == LEARNT:
        n = legal(s, moves)
        foresee(s, m, w, moves, values, n)
        return n
    return styles.judge(s, m, w, style, moves, values)
