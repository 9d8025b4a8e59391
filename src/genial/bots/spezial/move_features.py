"""What a tile is good for: its own points, those that it spoils for others, what it opens up.

First `survey` looks at everybody's hot edges and writes down what is at stake on every edge and
round every cell; then a tile's *appeal* costs a few looks. It is a weighted sum; the weights
change from the beginning of the game to its end, and were learnt.
"""

from __future__ import annotations

import numpy as np

from genial.bots.model import Learnt
from genial.bots.spezial.features import (
    CHIPS,
    LARGE,
    TOWERS,
    new_chips,
    reach_of,
    tower_points,
)
from genial.bots.spezial.utility import bonus_points, unit_of, worth_of
from genial.core import bits
from genial.core.kernel import Record, rule
from genial.games.spezial import board as b
from genial.games.spezial.board import EDGE_HIGH, EDGE_LOW, WORDS
from genial.games.spezial.rules import TILES

MINE, THEIRS = 0, 1

# What is said of a tile.
(
    OWN,  # what it scores on towers
    EXTRA,  # what it scores on bonus fields
    SAME,  # what the others would score with it
    SPOILT,  # what they would score with tiles that it makes impossible, in sum
    WORST,  # and the best of these
    WASTED,  # the same of its owner's tiles: in sum
    MISSED,  # and the best of these
    TURNED,  # chips that it turns to black
    RELIEF,  # by how much it lowers the best that another can do next
    TOUCHED,  # towers touched whose chips its chain has not counted
    COUNTED,  # towers that its chain has counted
    LARGE_TOUCHED,  # large towers touched that its chain has not counted
) = range(12)
SAID = 12

# What was learnt begins with the weights of all that: those of the first round, and then what is
# added to them until the end.
WEIGHTS = 2 * SAID

TOP = 6  # of the others' best edges that are remembered


@rule
def survey(s: Record, m: Record, w: Learnt) -> None:
    """Judge the hot edges of everybody: what is at stake on every edge and cell."""
    late = int(s.rounds) / TILES
    for k in range(SAID):
        m.weights[k] = w[k] + late * w[SAID + k]
    for side in range(2):
        for cell in range(b.N_CELLS):
            m.sums[side, cell] = 0.0
            m.tops[side, cell] = 0.0
    for k in range(TOP + 1):
        m.best[k] = 0.0
        m.best_edge[k] = 0
    seat = int(s.turn)
    for word in range(WORDS):
        m.seen[word] = bits.ZERO
    for turn in range(s.players):
        other = seat + turn
        if other >= s.players:
            other -= int(s.players)
        side = MINE if turn == 0 else THEIRS
        per_unit = 1.0 / unit_of(s, other)
        for word in range(WORDS):
            hot = m.hot[other, word]
            while hot != bits.ZERO:
                place = bits.lowest(hot)
                hot = hot & (hot - bits.ONE)
                edge = word * 64 + place
                points = tower_points(m, reach_of(m, other, edge))
                worth = np.float32(worth_of(s, other, points) * per_unit)
                if turn > 1 and bits.has(m.seen[word], place):
                    m.value[side, edge] += worth
                else:
                    m.value[side, edge] = worth
                low, high = EDGE_LOW[edge], EDGE_HIGH[edge]
                m.sums[side, low] += worth
                m.sums[side, high] += worth
                m.tops[side, low] = max(m.tops[side, low], worth)
                m.tops[side, high] = max(m.tops[side, high], worth)
                if turn > 0 and worth > m.best[TOP - 1]:
                    _remember(m, edge, worth)
            if turn > 0:
                m.seen[word] |= m.hot[other, word]


@rule
def _remember(m: Record, edge: int, worth: np.float32) -> None:
    """Keep one of the others' best edges."""
    k = TOP - 1
    while k > 0 and m.best[k - 1] < worth:
        m.best[k] = m.best[k - 1]
        m.best_edge[k] = m.best_edge[k - 1]
        k -= 1
    m.best[k] = worth
    m.best_edge[k] = edge


@rule
def do_clash(one: int, other: int) -> bool:
    """Do two edges share a cell?"""
    low, high = EDGE_LOW[one], EDGE_HIGH[one]
    also_low, also_high = EDGE_LOW[other], EDGE_HIGH[other]
    return bool(low in (also_low, also_high) or high in (also_low, also_high))


@rule
def say(s: Record, m: Record, edge: int) -> None:
    """Say what a tile of the seat to move on this edge does; after `survey`."""
    word, place = edge >> 6, edge & 63
    low, high = EDGE_LOW[edge], EDGE_HIGH[edge]
    seat = int(s.turn)
    reach = reach_of(m, seat, edge)
    counted = reach >> CHIPS & TOWERS
    mine, theirs, turned, points = np.float32(0.0), np.float32(0.0), 0, 0
    extra = np.float32(0.0)
    if bits.has(m.hot[seat, word], place):
        mine = m.value[MINE, edge]
        points = tower_points(m, reach)
        turned = bits.size(np.uint64(new_chips(reach) & ~int(m.black)))
    if bits.has(m.seen[word], place):
        theirs = m.value[THEIRS, edge]
    if bits.has(s.bonus[word], place):
        more = bonus_points(s, seat, edge, points)
        extra = np.float32(worth_of(s, seat, points + more) / unit_of(s, seat)) - mine
    worst = max(m.tops[THEIRS, low], m.tops[THEIRS, high])
    relief = np.float32(0.0)
    if worst > 0.0:
        k = 0
        while k < TOP and m.best[k] > 0.0 and do_clash(edge, int(m.best_edge[k])):
            k += 1
        relief = m.best[0] - m.best[k]
    m.said[OWN] = mine
    m.said[EXTRA] = extra
    m.said[SAME] = theirs
    m.said[SPOILT] = m.sums[THEIRS, low] + m.sums[THEIRS, high] - 2.0 * theirs
    m.said[WORST] = worst
    m.said[WASTED] = m.sums[MINE, low] + m.sums[MINE, high] - 2.0 * mine
    m.said[MISSED] = max(m.tops[MINE, low], m.tops[MINE, high])
    m.said[TURNED] = turned
    m.said[RELIEF] = relief
    m.said[TOUCHED] = bits.size(np.uint64(reach & TOWERS & ~counted))
    m.said[COUNTED] = bits.size(np.uint64(counted))
    large = int(m.large) & ~(reach >> LARGE)
    m.said[LARGE_TOUCHED] = bits.size(np.uint64(reach & large))


@rule
def appeal(m: Record) -> float:
    """How good the tile looks of which was said what there is to say."""
    total = np.float32(0.0)
    for k in range(SAID):
        total += m.weights[k] * m.said[k]
    return float(total)
