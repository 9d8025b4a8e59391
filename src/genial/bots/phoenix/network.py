"""The learnt judgement of a position: how likely every difference of the round's points is.

A small network. Few of its inputs are there at a time: the rank on every place of both lines,
what a glance at them tells, the cards, those left, the lead. So its first layer is a sum of rows,
each some times. It sees the round from the seat to move: side 0 is that seat, side 1 the other.

All that is learnt lies in one array: the weights of `styles`, what a lead is worth between rounds,
the network. Loops run over slices, because compilers cannot tell that a place in the whole array
is not negative, and over four inputs at a time, because only then do they use wide registers.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from genial.bots.model import Learnt
from genial.bots.phoenix import features
from genial.bots.phoenix.styles import END_OF_WEIGHTS
from genial.core import bits
from genial.core.kernel import Codes, Record, cold, rule
from genial.games.phoenix.cards import HAND, N_CARDS, N_KINDS
from genial.games.phoenix.rows import LINE, N_COLOURS
from genial.games.phoenix.rules import MAX_MOVES, ROUNDS, SEATS

MOST_GAIN = 13  # points that a round can bring more to one than to the other
GAINS = 2 * MOST_GAIN + 1
MOST_LEAD = MOST_GAIN * ROUNDS
LEADS = 2 * MOST_LEAD + 1

# The rows of a side: ranks by place, then what a glance tells.
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
# The rows of both together.
_LEFT = SEATS * _SIDE_ROWS
_LEADS = _LEFT + N_CARDS
ROWS = _LEADS + ROUNDS * GAINS
# Rows at a time, as `put_all` takes them: of each line its places and six that a glance tells, two
# for how it can be finished and one for each kind of card that does so, one for each kind in the
# hand; two for the course of the game. `foresee` takes no more for a move: both lines, one of them
# twice, and how they can be finished.
_LINE_ROWS, _FINISH_ROWS = LINE + 6, N_KINDS + 2
MOST_ROWS = SEATS * (_LINE_ROWS + _FINISH_ROWS + N_KINDS) + 2
assert MOST_ROWS >= (SEATS + 1) * _LINE_ROWS + SEATS * _FINISH_ROWS

FIRST, SECOND = 64, 32  # sizes of the layers

# Where what is learnt begins.
TABLE = END_OF_WEIGHTS
NET = TABLE + ROUNDS * SEATS * LEADS
BIAS_1 = NET + ROWS * FIRST
LAYER_2 = BIAS_1 + FIRST
BIAS_2 = LAYER_2 + FIRST * SECOND
LAYER_3 = BIAS_2 + SECOND
BIAS_3 = LAYER_3 + SECOND * GAINS
SIZE = BIAS_3 + GAINS

Sums = npt.NDArray[np.float32]  # numbers of a layer, or how many times rows are taken
Shares = npt.NDArray[np.float32]  # for both sides the cards by kind; on average, if unknown

# Room for judging a position; means nothing between two judgements.
SCRATCH = np.dtype(
    [
        ("shares", "f4", (SEATS, N_KINDS)),
        ("rows", "i4", MOST_ROWS),
        ("times", "f4", MOST_ROWS),
        ("base", "f4", FIRST),  # sums that are the same for all moves
        ("sums", "f4", FIRST),
        ("first", "f4", FIRST),
        ("second", "f4", SECOND),
        ("gains", "f4", GAINS),
        ("moves", "i4", MAX_MOVES),
        ("values", "f8", MAX_MOVES),
    ],
    align=True,
)


# --- which rows ----------------------------------------------------------------------------


@rule
def put(rows: Codes, times: Sums, n: int, row: int) -> int:
    """Write a row behind n others; how many there are then."""
    rows[n] = row
    times[n] = 1.0
    return n + 1


@cold
def put_side(side: int, line: int, rows: Codes, times: Sums, n: int) -> int:
    """The rows of a side's ranked line behind n others; how many there are then."""
    first = side * _SIDE_ROWS
    counts = features.counted(line)
    outside, away = features.strayed(line, counts)
    for place in range(LINE):
        n = put(rows, times, n, first + place * N_COLOURS + ((line >> 4 * place) & 15))
    n = put(rows, times, n, first + _LIFTED + features.lifted(line))
    n = put(rows, times, n, first + _OUTSIDE + outside)
    n = put(rows, times, n, first + _AWAY + away // _AWAY_STEP)
    n = put(rows, times, n, first + _COLOURS + features.variety(counts))
    n = put(rows, times, n, first + _RUNS + features.run_worth(line))
    return put(rows, times, n, first + _PROSPECT + features.prospect(counts))


@cold
def put_finish(
    side: int, own: int, other: int, shares: Shares, rows: Codes, times: Sums, n: int
) -> int:
    """The rows for how a side can finish the round, and with which gain."""
    first = side * _SIDE_ROWS
    gain = features.prospect(features.counted(own)) - features.standing(
        other, features.counted(other)
    )
    n = put(rows, times, n, first + _IF_FINISHED + MOST_GAIN + gain)
    kinds = features.finishers(own, other)
    if kinds != 0:
        held = 0.0
        for kind in range(N_KINDS):
            if kinds >> kind & 1:
                n = put(rows, times, n, first + _FINISHERS + kind)
                held += shares[side, kind]
        n = put(rows, times, n, first + _CAN_FINISH)
        times[n - 1] = min(held, 1.0)
    return n


@cold
def put_cards(side: int, shares: Shares, rows: Codes, times: Sums, n: int) -> int:
    """The rows of a side's cards."""
    for kind in range(N_KINDS):
        if shares[side, kind] != 0.0:
            n = put(rows, times, n, card_row(side, kind))
            times[n - 1] = shares[side, kind]
    return n


@rule
def card_row(side: int, kind: int) -> int:
    """The row of a side's cards of a kind."""
    return side * _SIDE_ROWS + _CARDS + kind


@rule
def put_course(left: int, finished: int, lead: int, rows: Codes, times: Sums, n: int) -> int:
    """The rows for the cards left in the pile, the rounds finished and the lead."""
    near = max(-MOST_GAIN, min(MOST_GAIN, lead))
    n = put(rows, times, n, _LEFT + left)
    return put(rows, times, n, _LEADS + finished * GAINS + MOST_GAIN + near)


@rule
def count_of(words: npt.NDArray[np.uint64], kind: int) -> int:
    """How many cards of a kind these words count."""
    return bits.byte(words[kind >> 3], kind & 7)


@cold
def share_out(s: Record, seat: int, is_open: bool, shares: Shares) -> None:
    """The cards of both sides with a seat as side 0: that seat's own ones, if they are not open,
    on average, as they are for the other, who sees all but these and the pile.
    """
    part = HAND / (s.left + HAND)
    for kind in range(N_KINDS):
        shares[1, kind] = count_of(s.hand[1 - seat], kind)
        shares[0, kind] = count_of(s.hand[seat], kind)
        if not is_open:
            shares[0, kind] = part * (shares[0, kind] + count_of(s.pile, kind))


@cold
def put_all(
    own: int,
    other: int,
    shares: Shares,
    left: int,
    finished: int,
    lead: int,
    rows: Codes,
    times: Sums,
) -> int:
    """All rows of a position; how many."""
    n = put_side(0, own, rows, times, 0)
    n = put_side(1, other, rows, times, n)
    n = put_finish(0, own, other, shares, rows, times, n)
    n = put_finish(1, other, own, shares, rows, times, n)
    n = put_cards(0, shares, rows, times, n)
    n = put_cards(1, shares, rows, times, n)
    return put_course(left, finished, lead, rows, times, n)


# --- through the layers --------------------------------------------------------------------


@rule
def clear(w: Learnt, sums: Sums) -> None:
    """Begin the first layer with its bias."""
    bias = w[BIAS_1 : BIAS_1 + FIRST]
    for k in range(FIRST):
        sums[k] = bias[k]


@rule
def add_row(w: Learnt, sums: Sums, row: int, times: float) -> None:
    """Add a row of the first layer so many times."""
    weights = w[NET + row * FIRST : NET + row * FIRST + FIRST]
    factor = np.float32(times)
    for k in range(FIRST):
        sums[k] += factor * weights[k]


@cold
def add_rows(w: Learnt, sums: Sums, rows: Codes, times: Sums, n: int) -> None:
    """Add n rows of the first layer."""
    for j in range(n):
        add_row(w, sums, rows[j], times[j])


@rule
def to_second(w: Learnt, given: Sums, out: Sums) -> None:
    """Through the second layer."""
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
def to_gains(w: Learnt, given: Sums, out: Sums) -> None:
    """Through the third layer."""
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
def nearly_exp(x: np.float32) -> np.float32:
    """The exponential of a number up to 0, as the 1024th power of 1 + x/1024: quick."""
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
def chances(w: Learnt, sums: Sums, first: Sums, second: Sums, gains: Sums) -> None:
    """From the sums of the first layer to how likely each gain of side 0 is; keeps the layers."""
    for k in range(FIRST):
        first[k] = max(sums[k], np.float32(0.0))
    to_second(w, first, second)
    for k in range(SECOND):
        second[k] = max(second[k], np.float32(0.0))
    to_gains(w, second, gains)
    top = gains[0]
    for j in range(1, GAINS):
        top = max(top, gains[j])
    for j in range(GAINS):
        gains[j] = nearly_exp(gains[j] - top)
    total = np.float32(0.0)
    for j in range(GAINS):
        total += gains[j]
    share = np.float32(1.0) / total
    for j in range(GAINS):
        gains[j] *= share
