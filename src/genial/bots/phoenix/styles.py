"""A quick judgement of a move by what it makes of both lines: sums of a few weights."""

from __future__ import annotations

import numpy as np

from genial.bots.model import Floats, Learnt
from genial.bots.phoenix import features
from genial.core.kernel import Codes, Record, cold
from genial.games.phoenix.cards import DEED, EXCHANGE, KIND, MODIFY, N_CARDS, N_KINDS
from genial.games.phoenix.rules import ROUNDS, legal

# The weights for a line while the round goes on, …
(LIFTED, OUTSIDE, AWAY, ONE_LEFT, TWO_LEFT, COLOURS, POINTS, POINTS_LATE, PROSPECT,
 PROSPECT_LATE) = range(10)  # fmt: skip
OTHER = 10  # … the same for the other's line, for the round's end, and for keeping a card.
END, END_POINTS, END_WON, KEEP = range(2 * OTHER, 2 * OTHER + 4)
N_WEIGHTS = KEEP + N_KINDS

STYLES = ("points", "order", "plan", "wise")  # a set of weights each, one behind the other
PLAN, WISE = STYLES.index("plan"), STYLES.index("wise")  # made by hand, and bred from it
END_OF_WEIGHTS = len(STYLES) * N_WEIGHTS


def points_style() -> Learnt:
    """Points as they stand, the other's as bad as the own are good."""
    w = np.zeros(N_WEIGHTS, np.float32)
    w[[POINTS, OTHER + POINTS, END_POINTS]] = 1.0
    return w


def order_style() -> Learnt:
    """The own line into order, the other's out of it."""
    w = np.zeros(N_WEIGHTS, np.float32)
    w[[LIFTED, OUTSIDE, AWAY]] = -1.0, -0.5, -0.25
    w[OTHER : OTHER + AWAY + 1] = 0.3 * w[: AWAY + 1]
    w[END_POINTS] = 2.0
    return w


def plan_style() -> Learnt:
    """A plan that anybody might have: order first, some points, no help for the other."""
    w = np.zeros(N_WEIGHTS, np.float32)
    w[[LIFTED, OUTSIDE, AWAY]] = -1.0, -0.5, -0.25
    w[[POINTS, PROSPECT]] = 0.3
    w[OTHER : 2 * OTHER] = 0.4 * w[:OTHER]
    w[[END_POINTS, END_WON]] = 2.0, 10.0
    return w


@cold
def side(w: Learnt, at: int, line: int, lateness: float) -> float:
    """What a line is worth to its owner while the round goes on."""
    counts = features.counted(line)
    outside, away = features.strayed(line, counts)
    lifted = features.lifted(line)
    value = (
        w[at + LIFTED] * lifted
        + w[at + OUTSIDE] * outside
        + w[at + AWAY] * away
        + w[at + COLOURS] * features.variety(counts)
        + (w[at + POINTS] + w[at + POINTS_LATE] * lateness) * features.standing(line, counts)
        + (w[at + PROSPECT] + w[at + PROSPECT_LATE] * lateness) * features.prospect(counts)
    )
    if lifted == 1:
        value += w[at + ONE_LEFT]
    elif lifted == 2:
        value += w[at + TWO_LEFT]
    return float(value)


@cold
def ended(s: Record, w: Learnt, at: int, own: int, other: int) -> float:
    """What the end of the round is worth to the mover."""
    lead = features.points_of(own) - features.points_of(other)
    value = w[at + END] + w[at + END_POINTS] * lead
    if s.finished == ROUNDS - 1:
        lead += s.points[s.turn] - s.points[1 - s.turn]
        value += w[at + END_WON] * np.sign(lead)
    return float(value)


@cold
def judge(s: Record, m: Record, w: Learnt, style: int, moves: Codes, values: Floats) -> int:
    """Every legal move with its worth to the mover in a style; how many."""
    n = legal(s, moves)
    at = style * N_WEIGHTS
    own, other = m.line[s.turn], m.line[1 - s.turn]
    lateness = 1.0 - s.left / N_CARDS
    own_now = side(w, at, own, lateness)
    other_now = side(w, at + OTHER, other, lateness)
    for k in range(n):
        move = moves[k]
        mine, theirs = features.after(own, other, move)
        if s.left == 1 or features.is_sorted(mine) or features.is_sorted(theirs):
            value = ended(s, w, at, mine, theirs)
        elif mine == own:
            value = own_now - other_now
        elif DEED[move] == EXCHANGE or DEED[move] == MODIFY:
            value = side(w, at, mine, lateness) - side(w, at + OTHER, theirs, lateness)
        else:
            value = side(w, at, mine, lateness) - other_now
        values[k] = value - w[at + KEEP + KIND[move]]
    return n
