"""The network of Phoenix: how likely every difference of the round's points is.

Few of its inputs are active at a time: the rank on every place of both lines, the features of the
lines, the cards, the cards left, the lead. So the first layer is a sum of rows, each with a factor.
The network sees the round from the seat to move: side 0 is that seat, side 1 the opponent.

All weights are one array: those of `styles`, the value of a lead between rounds, the network. Loops
run over slices, because compilers cannot tell that an index into the whole array is not negative,
and over four inputs at a time, because only then do they use wide registers.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from genial.bots.model import Weights
from genial.bots.phoenix import features
from genial.bots.phoenix.styles import END_OF_WEIGHTS
from genial.core import bits
from genial.core.kernel import Codes, Record, cold, rule
from genial.games.phoenix.cards import HAND, N_CARDS, N_KINDS
from genial.games.phoenix.rows import LINE, N_COLOURS
from genial.games.phoenix.rules import MAX_MOVES, ROUNDS, SEATS

MOST_GAIN = 13  # the largest difference of points in a round
GAINS = 2 * MOST_GAIN + 1
MOST_LEAD = MOST_GAIN * ROUNDS
LEADS = 2 * MOST_LEAD + 1

# The rows of a side: ranks by place, then the features of its line.
_LIFTED = LINE * N_COLOURS
_OUTSIDE = _LIFTED + LINE
_AWAY = _OUTSIDE + LINE + 1
_AWAY_STEP = 4
_COLOURS = _AWAY + 13
_RUNS = _COLOURS + N_COLOURS + 1
_PROSPECT = _RUNS + 10
_FINISHERS = _PROSPECT + MOST_GAIN + 1
_CAN_FINISH = _FINISHERS + N_KINDS
_IF_FINISHED = _CAN_FINISH + 1
_CARDS = _IF_FINISHED + GAINS
_SIDE_ROWS = _CARDS + N_KINDS
# The rows of both sides together.
_LEFT = SEATS * _SIDE_ROWS
_LEADS = _LEFT + N_CARDS
ROWS = _LEADS + ROUNDS * GAINS
# Rows that `append_all_rows` writes at most: for each line its places and six features, two for how
# it can be finished and one for each kind of card that does so, one for each kind in the hand; two
# for the course of the game. `evaluate_afterstates` writes no more for a move: both lines, one of
# them twice, and how they can be finished.
_LINE_ROWS, _FINISH_ROWS = LINE + 6, N_KINDS + 2
MOST_ROWS = SEATS * (_LINE_ROWS + _FINISH_ROWS + N_KINDS) + 2
assert MOST_ROWS >= (SEATS + 1) * _LINE_ROWS + SEATS * _FINISH_ROWS

FIRST, SECOND = 64, 32  # sizes of the layers

# Where each part of the weights begins.
LEAD_TABLE = END_OF_WEIGHTS
LAYER_1 = LEAD_TABLE + ROUNDS * SEATS * LEADS
BIAS_1 = LAYER_1 + ROWS * FIRST
LAYER_2 = BIAS_1 + FIRST
BIAS_2 = LAYER_2 + FIRST * SECOND
LAYER_3 = BIAS_2 + SECOND
BIAS_3 = LAYER_3 + SECOND * GAINS
SIZE = BIAS_3 + GAINS

Sums = npt.NDArray[np.float32]  # numbers of a layer, or the factors of rows
Shares = npt.NDArray[np.float32]  # the cards of both sides by kind; averages, if unknown

# Scratch for evaluating a position; means nothing between two calls.
SCRATCH = np.dtype(
    [
        ("shares", "f4", (SEATS, N_KINDS)),
        ("rows", "i4", MOST_ROWS),
        ("times", "f4", MOST_ROWS),
        ("base", "f4", FIRST),  # sums that all moves share
        ("sums", "f4", FIRST),
        ("first", "f4", FIRST),
        ("second", "f4", SECOND),
        ("gains", "f4", GAINS),
        ("moves", "i4", MAX_MOVES),
        ("values", "f8", MAX_MOVES),
    ],
    align=True,
)


# --- active rows ---------------------------------------------------------------------------


@rule
def append_row(rows: Codes, times: Sums, n: int, row: int) -> int:
    """Append a row to n others; return the new number of rows."""
    rows[n] = row
    times[n] = 1.0
    return n + 1


@cold
def append_line_rows(side: int, line: int, rows: Codes, times: Sums, n: int) -> int:
    """Append the rows of a side's ranked line; return the new number of rows."""
    first = side * _SIDE_ROWS
    counts = features.rank_counts(line)
    outside, away = features.displacement(line, counts)
    for place in range(LINE):
        n = append_row(rows, times, n, first + place * N_COLOURS + ((line >> 4 * place) & 15))
    n = append_row(rows, times, n, first + _LIFTED + features.pawns_to_lift(line))
    n = append_row(rows, times, n, first + _OUTSIDE + outside)
    n = append_row(rows, times, n, first + _AWAY + away // _AWAY_STEP)
    n = append_row(rows, times, n, first + _COLOURS + features.colour_count(counts))
    n = append_row(rows, times, n, first + _RUNS + features.points_for_runs(line))
    return append_row(rows, times, n, first + _PROSPECT + features.points_if_matched(counts))


@cold
def append_finish_rows(
    side: int, own: int, other: int, shares: Shares, rows: Codes, times: Sums, n: int
) -> int:
    """Append the rows for how a side can finish the round, and with which gain."""
    first = side * _SIDE_ROWS
    gain = features.points_if_matched(features.rank_counts(own)) - features.points_unmatched(
        other, features.rank_counts(other)
    )
    n = append_row(rows, times, n, first + _IF_FINISHED + MOST_GAIN + gain)
    kinds = features.finishing_kinds(own, other)
    if kinds != 0:
        held = 0.0
        for kind in range(N_KINDS):
            if kinds >> kind & 1:
                n = append_row(rows, times, n, first + _FINISHERS + kind)
                held += shares[side, kind]
        n = append_row(rows, times, n, first + _CAN_FINISH)
        times[n - 1] = min(held, 1.0)
    return n


@cold
def append_card_rows(side: int, shares: Shares, rows: Codes, times: Sums, n: int) -> int:
    """Append the rows of a side's cards."""
    for kind in range(N_KINDS):
        if shares[side, kind] != 0.0:
            n = append_row(rows, times, n, card_row(side, kind))
            times[n - 1] = shares[side, kind]
    return n


@rule
def card_row(side: int, kind: int) -> int:
    """Return the row of a side's cards of a kind."""
    return side * _SIDE_ROWS + _CARDS + kind


@rule
def append_course_rows(
    left: int, finished: int, lead: int, rows: Codes, times: Sums, n: int
) -> int:
    """Append the rows for the cards left in the pile, the rounds finished and the lead."""
    near = max(-MOST_GAIN, min(MOST_GAIN, lead))
    n = append_row(rows, times, n, _LEFT + left)
    return append_row(rows, times, n, _LEADS + finished * GAINS + MOST_GAIN + near)


@rule
def count_of(words: npt.NDArray[np.uint64], kind: int) -> int:
    """Return how many cards of a kind these words count."""
    return bits.byte(words[kind >> 3], kind & 7)


@cold
def estimate_cards(s: Record, seat: int, is_open: bool, shares: Shares) -> None:
    """Write the cards of both sides, with `seat` as side 0.

    Unless its hand is open, the cards of side 0 are averages over what the opponent cannot see:
    that hand and the pile.
    """
    part = HAND / (s.left + HAND)
    for kind in range(N_KINDS):
        shares[1, kind] = count_of(s.hand[1 - seat], kind)
        shares[0, kind] = count_of(s.hand[seat], kind)
        if not is_open:
            shares[0, kind] = part * (shares[0, kind] + count_of(s.pile, kind))


@cold
def append_all_rows(
    own: int,
    other: int,
    shares: Shares,
    left: int,
    finished: int,
    lead: int,
    rows: Codes,
    times: Sums,
) -> int:
    """Write all rows of a position; return how many."""
    n = append_line_rows(0, own, rows, times, 0)
    n = append_line_rows(1, other, rows, times, n)
    n = append_finish_rows(0, own, other, shares, rows, times, n)
    n = append_finish_rows(1, other, own, shares, rows, times, n)
    n = append_card_rows(0, shares, rows, times, n)
    n = append_card_rows(1, shares, rows, times, n)
    return append_course_rows(left, finished, lead, rows, times, n)


# --- layers --------------------------------------------------------------------------------


@rule
def start_sums(w: Weights, sums: Sums) -> None:
    """Start the sums of the first layer with its bias."""
    bias = w[BIAS_1 : BIAS_1 + FIRST]
    for k in range(FIRST):
        sums[k] = bias[k]


@rule
def add_row(w: Weights, sums: Sums, row: int, times: float) -> None:
    """Add a row of the first layer, with a factor."""
    weights = w[LAYER_1 + row * FIRST : LAYER_1 + row * FIRST + FIRST]
    factor = np.float32(times)
    for k in range(FIRST):
        sums[k] += factor * weights[k]


@cold
def add_rows(w: Weights, sums: Sums, rows: Codes, times: Sums, n: int) -> None:
    """Add n rows of the first layer."""
    for j in range(n):
        add_row(w, sums, rows[j], times[j])


@rule
def second_layer(w: Weights, given: Sums, out: Sums) -> None:
    """Compute the second layer."""
    weights = w[LAYER_2:BIAS_2]
    for j in range(SECOND):
        out[j] = w[BIAS_2 + j]
    for k in range(0, FIRST, 4):
        one, two, three, four = given[k], given[k + 1], given[k + 2], given[k + 3]
        for j in range(SECOND):
            out[j] += (
                one * weights[k * SECOND + j]
                + two * weights[(k + 1) * SECOND + j]
                + three * weights[(k + 2) * SECOND + j]
                + four * weights[(k + 3) * SECOND + j]
            )


@rule
def output_layer(w: Weights, given: Sums, out: Sums) -> None:
    """Compute the output layer."""
    weights = w[LAYER_3:BIAS_3]
    for j in range(GAINS):
        out[j] = w[BIAS_3 + j]
    for k in range(0, SECOND, 4):
        one, two, three, four = given[k], given[k + 1], given[k + 2], given[k + 3]
        for j in range(GAINS):
            out[j] += (
                one * weights[k * GAINS + j]
                + two * weights[(k + 1) * GAINS + j]
                + three * weights[(k + 2) * GAINS + j]
                + four * weights[(k + 3) * GAINS + j]
            )


@rule
def approximate_exp(x: np.float32) -> np.float32:
    """Approximate exp(x) for x up to 0 by the 1024th power of 1 + x/1024, which is quick."""
    y = max(np.float32(1.0) + x * np.float32(1.0 / 1024.0), np.float32(0.0))
    y *= y
    y *= y
    y *= y
    y *= y
    y *= y
    y *= y
    y *= y
    y *= y
    y *= y
    return y * y


@cold
def gain_probabilities(w: Weights, sums: Sums, first: Sums, second: Sums, gains: Sums) -> None:
    """Compute the probability of each gain of side 0 from the first layer; keep all layers."""
    for k in range(FIRST):
        first[k] = max(sums[k], np.float32(0.0))
    second_layer(w, first, second)
    for k in range(SECOND):
        second[k] = max(second[k], np.float32(0.0))
    output_layer(w, second, gains)
    top = gains[0]
    for j in range(1, GAINS):
        top = max(top, gains[j])
    for j in range(GAINS):
        gains[j] = approximate_exp(gains[j] - top)
    total = np.float32(0.0)
    for j in range(GAINS):
        total += gains[j]
    share = np.float32(1.0) / total
    for j in range(GAINS):
        gains[j] *= share
