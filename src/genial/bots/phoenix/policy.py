"""Which moves the search tries, in which order, and which move a playout plays."""

from __future__ import annotations

from genial.bots.model import Floats, Weights
from genial.bots.phoenix import evaluation, features, network, styles
from genial.core.chance import below
from genial.core.exponential import exp
from genial.core.kernel import Codes, Record, Stream, cold, rule
from genial.games.phoenix.cards import DEED, EXCHANGE, KIND, MODIFY
from genial.games.phoenix.rules import legal

STYLES = (*styles.STYLES, "learnt")
LEARNT = len(styles.STYLES)  # the style that evaluates moves by the network

_SHORTLIST = 14  # moves that `wise` likes best
_TEMPERATURE = 0.03  # a probability of winning lower by this much divides the prior by e
_LEAST = 0.001  # added to every prior
_NOISE = 0.3  # added to values in a playout


@rule
def partial_sort(moves: Codes, values: Floats, n: int, first: int) -> None:
    """Bring the best of n moves to the front, in order."""
    for k in range(first):
        top = k
        for j in range(k + 1, n):
            if values[j] > values[top]:
                top = j
        moves[k], moves[top] = moves[top], moves[k]
        values[k], values[top] = values[top], values[k]


@cold
def candidates(s: Record, f: Record, w: Weights, limit: int, moves: Codes, priors: Floats) -> int:
    """List the moves that `wise` likes best, in the order of the network, with priors."""
    n = styles.evaluate_by_style(s, f, w, styles.WISE, moves, priors)
    few = min(n, _SHORTLIST)
    partial_sort(moves, priors, n, few)
    evaluate_afterstates(s, f, w, moves, priors, few)
    limit = min(few, limit)
    partial_sort(moves, priors, few, limit)
    best = priors[0]
    total = 0.0
    for k in range(limit):
        priors[k] = exp((priors[k] - best) / _TEMPERATURE) + _LEAST
        total += priors[k]
    for k in range(limit):
        priors[k] /= total
    return limit


@cold
def policy(s: Record, f: Record, w: Weights, stream: Stream) -> int:
    """Choose a move that `wise` likes."""
    moves, values = f.scratch.moves, f.scratch.values
    n = styles.evaluate_by_style(s, f, w, styles.WISE, moves, values)
    best, best_value = 0, -1.0e9
    for k in range(n):
        value = values[k] + _NOISE * below(stream, 1 << 16) / (1 << 16)
        if value > best_value:
            best, best_value = k, value
    return int(moves[best])


@cold
def evaluate_afterstates(
    s: Record, f: Record, w: Weights, moves: Codes, values: Floats, n: int
) -> None:
    """Write the probability of winning after each of n moves.

    Of the opponent's hand and of the card to be drawn, only what the seat to move knows is used.
    """
    turn, other = s.turn, 1 - s.turn  # after a move the opponent is side 0
    own_line, other_line = f.line[turn], f.line[other]
    lead = s.points[other] - s.points[turn]
    begins = evaluation.begins_next(s, other)
    scratch = f.scratch
    shares, rows, times = scratch.shares, scratch.rows, scratch.times
    base, sums = scratch.base, scratch.sums
    first, second, gains = scratch.first, scratch.second, scratch.gains
    network.estimate_cards(s, other, False, shares)
    known = network.append_card_rows(0, shares, rows, times, 0)
    known = network.append_card_rows(1, shares, rows, times, known)
    known = network.append_course_rows(s.left - 1, s.finished, lead, rows, times, known)
    known = network.append_line_rows(0, other_line, rows, times, known)
    network.start_sums(w, base)
    network.add_rows(w, base, rows, times, known)
    for k in range(n):
        kind = KIND[moves[k]]
        mine, theirs = features.lines_after(own_line, other_line, moves[k])
        if s.left == 1 or features.is_sorted(mine) or features.is_sorted(theirs):
            gain = features.points_now(mine) - features.points_now(theirs)
            values[k] = 1.0 - w[evaluation.lead_index(s.finished + 1, begins, lead - gain)]
            continue
        for j in range(network.FIRST):
            sums[j] = base[j]
        rows_of_move = 0
        if DEED[moves[k]] == EXCHANGE or DEED[moves[k]] == MODIFY:
            rows_of_move = network.append_line_rows(0, other_line, rows, times, 0)
            for j in range(rows_of_move):
                times[j] = -1.0
            rows_of_move = network.append_line_rows(0, theirs, rows, times, rows_of_move)
        shares[1, kind] -= 1.0
        rows_of_move = network.append_line_rows(1, mine, rows, times, rows_of_move)
        rows_of_move = network.append_finish_rows(
            0, theirs, mine, shares, rows, times, rows_of_move
        )
        rows_of_move = network.append_finish_rows(
            1, mine, theirs, shares, rows, times, rows_of_move
        )
        shares[1, kind] += 1.0
        network.add_rows(w, sums, rows, times, rows_of_move)
        network.add_row(w, sums, network.card_row(1, kind), -1.0)
        network.gain_probabilities(w, sums, first, second, gains)
        values[k] = 1.0 - evaluation.win_probability(w, gains, s.finished, begins, lead)


@cold
def evaluate_moves(
    s: Record, f: Record, w: Weights, style: int, moves: Codes, values: Floats
) -> int:
    """List every legal move with its value in a style; return how many."""
    if style == LEARNT:
        n = legal(s, moves)
        evaluate_afterstates(s, f, w, moves, values, n)
        return n
    return styles.evaluate_by_style(s, f, w, style, moves, values)
