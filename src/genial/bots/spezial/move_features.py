"""Features of a tile: its own points, those it takes from the opponents, what it opens up.

First `survey_edges` values the hot edges of all seats, by edge and by cell; then the features of a
tile cost a few look-ups. The score of a move is their weighted sum. The weights change from the
beginning of the game to its end, and are learnt.
"""

from __future__ import annotations

import numpy as np

from genial.bots.model import Weights
from genial.bots.spezial.features import (
    CHIPS,
    LARGE,
    TOWERS,
    new_chips,
    reach_of,
    tower_points,
)
from genial.bots.spezial.utility import bonus_points, unit_utility, utility_of
from genial.core import bits
from genial.core.kernel import Record, rule
from genial.games.spezial import board as b
from genial.games.spezial.board import EDGE_HIGH, EDGE_LOW, WORDS
from genial.games.spezial.rules import TILES

MINE, THEIRS = 0, 1

# The features of a tile. Values are in units of a point in the lowest colour.
(
    OWN,  # its value on towers
    EXTRA,  # its value on bonus fields
    SAME,  # its value to the opponents
    SPOILT,  # the value to them of tiles that it makes impossible: the sum
    WORST,  # and the highest
    WASTED,  # the same for its owner: the sum
    MISSED,  # and the highest
    TURNED,  # chips that it turns to black
    RELIEF,  # by how much it lowers the best edge of the opponents
    TOUCHED,  # towers touched whose chips its chain has not counted
    COUNTED,  # towers that its chain has counted
    LARGE_TOUCHED,  # large towers touched that its chain has not counted
) = range(12)
N_FEATURES = 12

# The weights begin with those of these features: first for the first round, then what is added by
# the end of the game.
N_WEIGHTS = 2 * N_FEATURES

TOP = 6  # how many of the opponents' best edges are kept


@rule
def survey_edges(s: Record, f: Record, w: Weights) -> None:
    """Value the hot edges of all seats, by edge and by cell."""
    late = int(s.rounds) / TILES
    for k in range(N_FEATURES):
        f.weights[k] = w[k] + late * w[N_FEATURES + k]
    for side in range(2):
        for cell in range(b.N_CELLS):
            f.sums[side, cell] = 0.0
            f.tops[side, cell] = 0.0
    for k in range(TOP + 1):
        f.best[k] = 0.0
        f.best_edge[k] = 0
    seat = int(s.turn)
    for word in range(WORDS):
        f.their_hot[word] = bits.ZERO
    for turn in range(s.players):
        other = seat + turn
        if other >= s.players:
            other -= int(s.players)
        side = MINE if turn == 0 else THEIRS
        per_unit = 1.0 / unit_utility(s, other)
        for word in range(WORDS):
            hot = f.hot[other, word]
            while hot != bits.ZERO:
                place = bits.lowest(hot)
                hot = hot & (hot - bits.ONE)
                edge = word * 64 + place
                points = tower_points(f, reach_of(f, other, edge))
                value = np.float32(utility_of(s, other, points) * per_unit)
                if turn > 1 and bits.has(f.their_hot[word], place):
                    f.value[side, edge] += value
                else:
                    f.value[side, edge] = value
                low, high = EDGE_LOW[edge], EDGE_HIGH[edge]
                f.sums[side, low] += value
                f.sums[side, high] += value
                f.tops[side, low] = max(f.tops[side, low], value)
                f.tops[side, high] = max(f.tops[side, high], value)
                if turn > 0 and value > f.best[TOP - 1]:
                    _remember(f, edge, value)
            if turn > 0:
                f.their_hot[word] |= f.hot[other, word]


@rule
def _remember(f: Record, edge: int, value: np.float32) -> None:
    """Insert an edge among the opponents' best."""
    k = TOP - 1
    while k > 0 and f.best[k - 1] < value:
        f.best[k] = f.best[k - 1]
        f.best_edge[k] = f.best_edge[k - 1]
        k -= 1
    f.best[k] = value
    f.best_edge[k] = edge


@rule
def share_a_cell(one: int, other: int) -> bool:
    """Tell whether two edges share a cell."""
    low, high = EDGE_LOW[one], EDGE_HIGH[one]
    also_low, also_high = EDGE_LOW[other], EDGE_HIGH[other]
    return bool(low in (also_low, also_high) or high in (also_low, also_high))


@rule
def describe_move(s: Record, f: Record, edge: int) -> None:
    """Write the features of a tile of the seat to move on this edge, after `survey_edges`."""
    word, place = edge >> 6, edge & 63
    low, high = EDGE_LOW[edge], EDGE_HIGH[edge]
    seat = int(s.turn)
    reach = reach_of(f, seat, edge)
    counted = reach >> CHIPS & TOWERS
    mine, theirs, turned, points = np.float32(0.0), np.float32(0.0), 0, 0
    extra = np.float32(0.0)
    if bits.has(f.hot[seat, word], place):
        mine = f.value[MINE, edge]
        points = tower_points(f, reach)
        turned = bits.size(np.uint64(new_chips(reach) & ~int(f.black)))
    if bits.has(f.their_hot[word], place):
        theirs = f.value[THEIRS, edge]
    if bits.has(s.bonus[word], place):
        more = bonus_points(s, seat, edge, points)
        extra = np.float32(utility_of(s, seat, points + more) / unit_utility(s, seat)) - mine
    worst = max(f.tops[THEIRS, low], f.tops[THEIRS, high])
    relief = np.float32(0.0)
    if worst > 0.0:
        k = 0
        while k < TOP and f.best[k] > 0.0 and share_a_cell(edge, int(f.best_edge[k])):
            k += 1
        relief = f.best[0] - f.best[k]
    f.move_features[OWN] = mine
    f.move_features[EXTRA] = extra
    f.move_features[SAME] = theirs
    f.move_features[SPOILT] = f.sums[THEIRS, low] + f.sums[THEIRS, high] - 2.0 * theirs
    f.move_features[WORST] = worst
    f.move_features[WASTED] = f.sums[MINE, low] + f.sums[MINE, high] - 2.0 * mine
    f.move_features[MISSED] = max(f.tops[MINE, low], f.tops[MINE, high])
    f.move_features[TURNED] = turned
    f.move_features[RELIEF] = relief
    f.move_features[TOUCHED] = bits.size(np.uint64(reach & TOWERS & ~counted))
    f.move_features[COUNTED] = bits.size(np.uint64(counted))
    large = int(f.large) & ~(reach >> LARGE)
    f.move_features[LARGE_TOUCHED] = bits.size(np.uint64(reach & large))


@rule
def move_score(f: Record) -> float:
    """Return the score of the move that was described last."""
    total = np.float32(0.0)
    for k in range(N_FEATURES):
        total += f.weights[k] * f.move_features[k]
    return float(total)
