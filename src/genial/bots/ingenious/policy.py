"""What a placement is worth by itself: greedy styles, candidates and the policy of playouts.

Everything a placement brings is taken to be the sum of what its two halves bring, so one table of
worth by cell and colour (`fill`) makes each of the hundreds of placements two loads.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from genial.bots.ingenious.features import ENDS, IN_USE, MOST, SQUARES
from genial.bots.model import Floats, Learnt
from genial.core import bits
from genial.core.kernel import Codes, Record, Stream, cold, in_python, rule
from genial.games.ingenious.board import (
    COLOURS_OF_TYPE,
    EDGE_HIGH,
    EDGE_LOW,
    EMPTY,
    N_COLOURS,
    WAYS,
)
from genial.games.ingenious.rules import (
    CHOOSING,
    FULL,
    KEEP,
    SWAP,
    TEAMS,
    advanced,
    edges_open,
    track_end,
    track_of,
    ways_held,
)

# The layout of what is learnt: the weights of a half, the gains, the value function.
OWN, DENY, DENY_MOST, OPEN, FEED, OPEN_OWN, FEED_OWN, HEAT = range(8)
GAINS = 16  # a row for 0 … 36 points: the utility of gaining 0, 1, … in a colour
ROWS = 2 * FULL + 1
NET = GAINS + ROWS * MOST  # where the numbers of the value function begin

STYLES = ("points", "lexicographic", "util", "wise")
POINTS, LEXICOGRAPHIC, UTIL, WISE = range(len(STYLES))

BEST = N_COLOURS  # in a table of worth, after the colours
NOWHERE = np.float32(-1.0e6)
Table = npt.NDArray[np.float32]


def weighed(utility: Floats, bonus: float, end: int) -> Learnt:
    """The weights of a player who only looks at the points he gains.

    `utility` is that of 0, 1, … points in a colour, and `bonus` that of another move.
    """
    w = np.zeros(NET, np.float32)
    w[OWN], w[HEAT] = 1.0, 0.3
    for points in range(end + 1):
        for gain in range(MOST):
            after = in_python(advanced)(points, gain, end)
            earned = bonus if points < FULL <= after or points < 2 * FULL <= after else 0.0
            w[GAINS + points * MOST + gain] = utility[after] - utility[points] + earned
    return w


def util(end: int = FULL, decay: float = 0.85) -> Learnt:
    """The weights of the style "util": each further point of a colour is worth a little less."""
    return weighed(np.concatenate([[0.0], np.cumsum(decay ** np.arange(end))]), 0.0, end)


@rule
def add_gains(s: Record, track: int, share: float, w: Learnt, out: Table) -> None:
    """Add a share of the utility that a track has of gains: out[colour, gain]."""
    for colour in range(N_COLOURS):
        row = GAINS + s.scores[track, colour] * MOST
        for gain in range(MOST):
            out[colour, gain] += np.float32(share) * w[row + gain]


@cold
def fill(s: Record, m: Record, w: Learnt) -> None:
    """The worth of each colour on each free cell to the player in turn, into the scratch; at BEST
    the most a held colour is worth there.
    """
    worth, own, theirs = m.scratch.worth, m.scratch.own, m.scratch.theirs
    own[:] = 0.0
    theirs[:] = 0.0
    mine = track_of(s, s.turn)
    add_gains(s, mine, 1.0, w, own)
    tracks = 2 if s.variant == TEAMS else int(s.players)
    for track in range(tracks):
        if track != mine:
            add_gains(s, track, 1.0 / (tracks - 1), w, theirs)
    opening, feeding, missing = m.scratch.opening, m.scratch.feeding, m.scratch.missing
    shown = bits.ZERO
    for k in range(s.held[s.turn]):
        shown = shown | COLOURS_OF_TYPE[s.rack[s.turn, k]]
    for colour in range(N_COLOURS):
        opening[colour] = w[OPEN] * theirs[colour, 1] + w[OPEN_OWN] * own[colour, 1]
        feeding[colour] = w[FEED] * theirs[colour, 1] + w[FEED_OWN] * own[colour, 1]
        missing[colour] = 0.0 if bits.has(shown, colour) else NOWHERE
    for k in range(IN_USE[s.players]):
        square = SQUARES[k]
        if s.board[square] != EMPTY:
            continue
        lost, most = np.float32(0.0), np.float32(0.0)
        for colour in range(N_COLOURS):
            there = theirs[colour, min(m.pot[square, colour], MOST - 1)]
            lost += there
            most = max(most, there)
        denied = w[DENY] * lost + w[DENY_MOST] * most
        ends = np.float32(m.pot[square, ENDS])
        best = NOWHERE
        for colour in range(N_COLOURS):
            here = m.pot[square, colour]
            value = (
                w[OWN] * own[colour, min(here, MOST - 1)]
                + denied
                + opening[colour] * ends
                + feeding[colour] * np.float32(here)
            )
            worth[square, colour] = value
            best = max(best, value + missing[colour])
        worth[square, BEST] = best


@rule
def list_ways(s: Record, low: Codes, high: Codes) -> int:
    """The colours on the lower and higher cell of each way to lay a tile; how many ways."""
    n = 0
    rest = ways_held(s)
    while rest != bits.ZERO:
        way = bits.lowest(rest)
        rest = rest & (rest - bits.ONE)
        low[n], high[n] = way // N_COLOURS, way % N_COLOURS
        n += 1
    return n


@rule
def policy(s: Record, m: Record, w: Learnt, stream: Stream) -> int:
    """The placement worth most by itself; a swap wherever it is allowed."""
    if s.phase == CHOOSING:
        return SWAP
    worth, low, high = m.scratch.worth, m.scratch.low, m.scratch.high
    fill(s, m, w)
    ways = list_ways(s, low, high)
    best, best_worth = -1, NOWHERE
    for word in range(s.words):
        open_edges = edges_open(s, word)
        while open_edges != bits.ZERO:
            edge = word * 64 + bits.lowest(open_edges)
            open_edges = open_edges & (open_edges - bits.ONE)
            one, other = EDGE_LOW[edge], EDGE_HIGH[edge]
            if worth[one, BEST] + worth[other, BEST] <= best_worth:
                continue
            for k in range(ways):
                value = worth[one, low[k]] + worth[other, high[k]]
                if value > best_worth:
                    best, best_worth = edge * WAYS + low[k] * N_COLOURS + high[k], value
    return best


@rule
def candidates(s: Record, m: Record, w: Learnt, limit: int, moves: Codes, priors: Floats) -> int:
    """The placements worth most by themselves, best first."""
    if s.phase == CHOOSING:
        moves[0], moves[1] = SWAP, KEEP
        priors[0], priors[1] = 0.8, 0.2
        return 2
    worth, low, high = m.scratch.worth, m.scratch.low, m.scratch.high
    fill(s, m, w)
    ways = list_ways(s, low, high)
    n = 0
    for word in range(s.words):
        open_edges = edges_open(s, word)
        while open_edges != bits.ZERO:
            edge = word * 64 + bits.lowest(open_edges)
            open_edges = open_edges & (open_edges - bits.ONE)
            one, other = EDGE_LOW[edge], EDGE_HIGH[edge]
            if n == limit and worth[one, BEST] + worth[other, BEST] <= priors[n - 1]:
                continue
            for k in range(ways):
                value = float(worth[one, low[k]] + worth[other, high[k]])
                if n < limit or value > priors[n - 1]:
                    n = min(n + 1, limit)
                    at = n - 1
                    while at > 0 and priors[at - 1] < value:
                        priors[at], moves[at] = priors[at - 1], moves[at - 1]
                        at -= 1
                    priors[at] = value
                    moves[at] = edge * WAYS + low[k] * N_COLOURS + high[k]
    soften(priors, n, float(w[HEAT]))
    return n


@rule
def soften(values: Floats, n: int, heat: float) -> None:
    """Values, best first, as probabilities."""
    top, total = values[0], 0.0
    for k in range(n):
        values[k] = np.exp((values[k] - top) / heat)
        total += values[k]
    for k in range(n):
        values[k] /= total


@rule
def appraise(s: Record, m: Record, w: Learnt, style: int, moves: Codes, values: Floats) -> int:
    """Every legal move with its worth in a style."""
    if s.phase == CHOOSING:
        moves[0], moves[1] = SWAP, KEEP
        values[0], values[1] = 1.0, 0.0
        return 2
    worth, low, high = m.scratch.worth, m.scratch.low, m.scratch.high
    if style == WISE:
        fill(s, m, w)
    ways = list_ways(s, low, high)
    n = 0
    for word in range(s.words):
        open_edges = edges_open(s, word)
        while open_edges != bits.ZERO:
            edge = word * 64 + bits.lowest(open_edges)
            open_edges = open_edges & (open_edges - bits.ONE)
            one, other = EDGE_LOW[edge], EDGE_HIGH[edge]
            for k in range(ways):
                moves[n] = edge * WAYS + low[k] * N_COLOURS + high[k]
                if style == WISE:
                    values[n] = worth[one, low[k]] + worth[other, high[k]]
                else:
                    here, there = m.pot[one, low[k]], m.pot[other, high[k]]
                    values[n] = by_points(s, m, style, low[k], int(here), high[k], int(there))
                n += 1
    return n


@rule
def sort(numbers: npt.NDArray[np.int64]) -> None:
    """Sort a few numbers, the least first."""
    for k in range(1, numbers.size):
        number, at = numbers[k], k
        while at > 0 and numbers[at - 1] > number:
            numbers[at] = numbers[at - 1]
            at -= 1
        numbers[at] = number


@rule
def by_points(
    s: Record, m: Record, style: int, first: int, gain: int, second: int, also: int
) -> float:
    """The worth of points alone: their sum, the lowest colours first, or their utility."""
    track, end = track_of(s, s.turn), track_end(s)
    points = m.scratch.points
    for colour in range(N_COLOURS):
        points[colour] = s.scores[track, colour]
    points[first] = advanced(points[first], gain, end)
    points[second] = advanced(points[second], also, end)
    value = 0.0
    if style == LEXICOGRAPHIC:
        sort(points)
        for k in range(N_COLOURS):
            value = value * 40.0 + points[k]
        return value
    for colour in range(N_COLOURS):
        value += points[colour] if style == POINTS else -(0.85 ** points[colour])
    return value
