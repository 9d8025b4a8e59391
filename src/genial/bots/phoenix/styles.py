"""Greedy styles: a quick linear evaluation of a move by what it makes of both lines."""

from __future__ import annotations

import numpy as np

from genial.bots.model import Floats, Weights
from genial.bots.phoenix import features
from genial.core.kernel import Codes, Record, cold
from genial.games.phoenix.cards import DEED, EXCHANGE, KIND, MODIFY, N_CARDS, N_KINDS
from genial.games.phoenix.rules import ROUNDS, legal

# The weights for a line while the round goes on, …
(LIFTED, OUTSIDE, AWAY, ONE_LEFT, TWO_LEFT, COLOURS, POINTS, POINTS_LATE, PROSPECT,
 PROSPECT_LATE) = range(10)  # fmt: skip
OTHER = 10  # … the same for the opponent's line, for the end of the round, and for keeping a card.
END, END_POINTS, END_WON, KEEP = range(2 * OTHER, 2 * OTHER + 4)
N_WEIGHTS = KEEP + N_KINDS

STYLES = ("points", "order", "plan", "wise")  # a set of weights each, one after the other
PLAN, WISE = STYLES.index("plan"), STYLES.index("wise")  # hand-made, and bred from it
END_OF_WEIGHTS = len(STYLES) * N_WEIGHTS


def points_style() -> Weights:
    """Return weights for points as they stand, minus those of the opponent."""
    w = np.zeros(N_WEIGHTS, np.float32)
    w[[POINTS, OTHER + POINTS, END_POINTS]] = 1.0
    return w


def order_style() -> Weights:
    """Return weights for an ordered line, and a disordered one for the opponent."""
    w = np.zeros(N_WEIGHTS, np.float32)
    w[[LIFTED, OUTSIDE, AWAY]] = -1.0, -0.5, -0.25
    w[OTHER : OTHER + AWAY + 1] = 0.3 * w[: AWAY + 1]
    w[END_POINTS] = 2.0
    return w


def plan_style() -> Weights:
    """Return hand-made weights: order first, some points, no help for the opponent."""
    w = np.zeros(N_WEIGHTS, np.float32)
    w[[LIFTED, OUTSIDE, AWAY]] = -1.0, -0.5, -0.25
    w[[POINTS, PROSPECT]] = 0.3
    w[OTHER : 2 * OTHER] = 0.4 * w[:OTHER]
    w[[END_POINTS, END_WON]] = 2.0, 10.0
    return w


@cold
def line_value(w: Weights, at: int, line: int, lateness: float) -> float:
    """Return the value of a line to its owner while the round goes on."""
    counts = features.rank_counts(line)
    outside, away = features.displacement(line, counts)
    lifted = features.pawns_to_lift(line)
    value = (
        w[at + LIFTED] * lifted
        + w[at + OUTSIDE] * outside
        + w[at + AWAY] * away
        + w[at + COLOURS] * features.colour_count(counts)
        + (w[at + POINTS] + w[at + POINTS_LATE] * lateness)
        * features.points_unmatched(line, counts)
        + (w[at + PROSPECT] + w[at + PROSPECT_LATE] * lateness) * features.points_if_matched(counts)
    )
    if lifted == 1:
        value += w[at + ONE_LEFT]
    elif lifted == 2:
        value += w[at + TWO_LEFT]
    return float(value)


@cold
def round_end_value(s: Record, w: Weights, at: int, own: int, other: int) -> float:
    """Return the value of the end of the round to the seat to move."""
    lead = features.points_now(own) - features.points_now(other)
    value = w[at + END] + w[at + END_POINTS] * lead
    if s.finished == ROUNDS - 1:
        lead += s.points[s.turn] - s.points[1 - s.turn]
        value += w[at + END_WON] * np.sign(lead)
    return float(value)


@cold
def evaluate_by_style(
    s: Record, f: Record, w: Weights, style: int, moves: Codes, values: Floats
) -> int:
    """List every legal move with its value to the seat to move in a style; return how many."""
    n = legal(s, moves)
    at = style * N_WEIGHTS
    own, other = f.line[s.turn], f.line[1 - s.turn]
    lateness = 1.0 - s.left / N_CARDS
    own_now = line_value(w, at, own, lateness)
    other_now = line_value(w, at + OTHER, other, lateness)
    for k in range(n):
        move = moves[k]
        mine, theirs = features.lines_after(own, other, move)
        if s.left == 1 or features.is_sorted(mine) or features.is_sorted(theirs):
            value = round_end_value(s, w, at, mine, theirs)
        elif mine == own:
            value = own_now - other_now
        elif DEED[move] == EXCHANGE or DEED[move] == MODIFY:
            value = line_value(w, at, mine, lateness) - line_value(w, at + OTHER, theirs, lateness)
        else:
            value = line_value(w, at, mine, lateness) - other_now
        values[k] = value - w[at + KEEP + KIND[move]]
    return n
