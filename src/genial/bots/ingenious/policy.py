"""Values of placements: greedy styles, candidates and the policy of playouts.

The value of a placement is the sum of the values of its two halves. So with one table of values
by cell and colour (`fill_values`), each of the hundreds of placements costs two loads.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from genial.bots.ingenious.features import ENDS, GAIN_LIMIT, IN_USE, SQUARES
from genial.bots.model import Floats, Weights
from genial.core import bits
from genial.core.exponential import exp
from genial.core.kernel import Codes, Record, Stream, cold, in_python, rule
from genial.games.ingenious.board import (
    COLOURS_OF_TYPE,
    EDGE_HIGH,
    EDGE_LOW,
    EMPTY,
    N_COLOURS,
    WAYS,
)
from genial.games.ingenious.rules import CHOOSING, KEEP, SWAP, edges_open, ways_held
from genial.games.ingenious.scoring import FULL, advance_track, track_count, track_end, track_of

# The layout of the weights: those of a half, the gains, the network.
OWN, DENY, DENY_MOST, OPEN, FEED, OPEN_OWN, FEED_OWN, TEMPERATURE = range(8)
GAINS = 16  # a row for each of 0 … 36 points: the utility of gaining 0, 1, … in a colour
ROWS = 2 * FULL + 1
NETWORK_START = GAINS + ROWS * GAIN_LIMIT  # where the network begins

STYLES = ("points", "lexicographic", "util", "wise")
POINTS, LEXICOGRAPHIC, UTIL, WISE = range(len(STYLES))

# 0.85 to the power of 0 … 36 points, as products: they are the same on every machine.
_WORTH_LESS = np.multiply.accumulate(np.array([1.0, *[0.85] * (2 * FULL)]))

BEST = N_COLOURS  # in a table of values, after the colours
IMPOSSIBLE = np.float32(-1.0e6)
GainTable = npt.NDArray[np.float32]


def gain_weights(utility: Floats, bonus: float, end: int) -> Weights:
    """Return the weights of a policy that only values the points gained.

    `utility` lists the utilities of 0, 1, … points in a colour; `bonus` is that of a bonus move.
    """
    w = np.zeros(NETWORK_START, np.float32)
    w[OWN], w[TEMPERATURE] = 1.0, 0.3
    for points in range(end + 1):
        for gain in range(GAIN_LIMIT):
            after = in_python(advance_track)(points, gain, end)
            earned = bonus if points < FULL <= after or points < 2 * FULL <= after else 0.0
            w[GAINS + points * GAIN_LIMIT + gain] = utility[after] - utility[points] + earned
    return w


def util_weights(end: int = FULL, decay: float = 0.85) -> Weights:
    """Return the weights of the style "util": each further point of a colour is worth less."""
    return gain_weights(np.concatenate([[0.0], np.cumsum(decay ** np.arange(end))]), 0.0, end)


@rule
def add_gains(s: Record, track: int, share: float, w: Weights, out: GainTable) -> None:
    """Add a share of the utilities of a track's gains to out[colour, gain]."""
    for colour in range(N_COLOURS):
        row = GAINS + s.scores[track, colour] * GAIN_LIMIT
        for gain in range(GAIN_LIMIT):
            out[colour, gain] += np.float32(share) * w[row + gain]


@cold
def fill_values(s: Record, f: Record, w: Weights) -> None:
    """Write the value of each colour on each free cell to the seat to move.

    At BEST stands the highest value of a colour that the rack holds.
    """
    values_by_cell, own, theirs = f.scratch.values_by_cell, f.scratch.own, f.scratch.theirs
    own[:] = 0.0
    theirs[:] = 0.0
    mine = track_of(s, s.turn)
    add_gains(s, mine, 1.0, w, own)
    tracks = track_count(s)
    for track in range(tracks):
        if track != mine:
            add_gains(s, track, 1.0 / (tracks - 1), w, theirs)
    opening, feeding, missing = f.scratch.opening, f.scratch.feeding, f.scratch.missing
    shown = bits.ZERO
    for k in range(s.held[s.turn]):
        shown = shown | COLOURS_OF_TYPE[s.rack[s.turn, k]]
    for colour in range(N_COLOURS):
        opening[colour] = w[OPEN] * theirs[colour, 1] + w[OPEN_OWN] * own[colour, 1]
        feeding[colour] = w[FEED] * theirs[colour, 1] + w[FEED_OWN] * own[colour, 1]
        missing[colour] = 0.0 if bits.has(shown, colour) else IMPOSSIBLE
    for k in range(IN_USE[s.players]):
        square = SQUARES[k]
        if s.board[square] != EMPTY:
            continue
        lost, most = np.float32(0.0), np.float32(0.0)
        for colour in range(N_COLOURS):
            there = theirs[colour, min(f.potential[square, colour], GAIN_LIMIT - 1)]
            lost += there
            most = max(most, there)
        denied = w[DENY] * lost + w[DENY_MOST] * most
        ends = np.float32(f.potential[square, ENDS])
        best = IMPOSSIBLE
        for colour in range(N_COLOURS):
            here = f.potential[square, colour]
            value = (
                w[OWN] * own[colour, min(here, GAIN_LIMIT - 1)]
                + denied
                + opening[colour] * ends
                + feeding[colour] * np.float32(here)
            )
            values_by_cell[square, colour] = value
            best = max(best, value + missing[colour])
        values_by_cell[square, BEST] = best


@rule
def list_ways(s: Record, low: Codes, high: Codes) -> int:
    """List the colours on the lower and higher cell of each way to lay a tile; return how many."""
    n = 0
    rest = ways_held(s)
    while rest != bits.ZERO:
        way = bits.lowest(rest)
        rest = rest & (rest - bits.ONE)
        low[n], high[n] = way // N_COLOURS, way % N_COLOURS
        n += 1
    return n


@rule
def policy(s: Record, f: Record, w: Weights, stream: Stream) -> int:
    """Return the placement with the highest value; swap wherever it is allowed."""
    if s.phase == CHOOSING:
        return SWAP
    values_by_cell, low, high = f.scratch.values_by_cell, f.scratch.low, f.scratch.high
    fill_values(s, f, w)
    ways = list_ways(s, low, high)
    best, best_value = -1, IMPOSSIBLE
    for word in range(s.words):
        open_edges = edges_open(s, word)
        while open_edges != bits.ZERO:
            edge = word * 64 + bits.lowest(open_edges)
            open_edges = open_edges & (open_edges - bits.ONE)
            one, other = EDGE_LOW[edge], EDGE_HIGH[edge]
            if values_by_cell[one, BEST] + values_by_cell[other, BEST] <= best_value:
                continue
            for k in range(ways):
                value = values_by_cell[one, low[k]] + values_by_cell[other, high[k]]
                if value > best_value:
                    best, best_value = edge * WAYS + low[k] * N_COLOURS + high[k], value
    return best


@rule
def candidates(s: Record, f: Record, w: Weights, limit: int, moves: Codes, priors: Floats) -> int:
    """List the placements with the highest values, best first."""
    if s.phase == CHOOSING:
        moves[0], moves[1] = SWAP, KEEP
        priors[0], priors[1] = 0.8, 0.2
        return 2
    values_by_cell, low, high = f.scratch.values_by_cell, f.scratch.low, f.scratch.high
    fill_values(s, f, w)
    ways = list_ways(s, low, high)
    n = 0
    for word in range(s.words):
        open_edges = edges_open(s, word)
        while open_edges != bits.ZERO:
            edge = word * 64 + bits.lowest(open_edges)
            open_edges = open_edges & (open_edges - bits.ONE)
            one, other = EDGE_LOW[edge], EDGE_HIGH[edge]
            if (
                n == limit
                and values_by_cell[one, BEST] + values_by_cell[other, BEST] <= priors[n - 1]
            ):
                continue
            for k in range(ways):
                value = float(values_by_cell[one, low[k]] + values_by_cell[other, high[k]])
                if n < limit or value > priors[n - 1]:
                    n = min(n + 1, limit)
                    at = n - 1
                    while at > 0 and priors[at - 1] < value:
                        priors[at], moves[at] = priors[at - 1], moves[at - 1]
                        at -= 1
                    priors[at] = value
                    moves[at] = edge * WAYS + low[k] * N_COLOURS + high[k]
    softmax(priors, n, float(w[TEMPERATURE]))
    return n


@rule
def softmax(values: Floats, n: int, temperature: float) -> None:
    """Turn values, best first, into probabilities."""
    top, total = values[0], 0.0
    for k in range(n):
        values[k] = exp((values[k] - top) / temperature)
        total += values[k]
    for k in range(n):
        values[k] /= total


@rule
def evaluate_moves(
    s: Record, f: Record, w: Weights, style: int, moves: Codes, values: Floats
) -> int:
    """List every legal move with its value in a style; return how many."""
    if s.phase == CHOOSING:
        moves[0], moves[1] = SWAP, KEEP
        values[0], values[1] = 1.0, 0.0
        return 2
    values_by_cell, low, high = f.scratch.values_by_cell, f.scratch.low, f.scratch.high
    if style == WISE:
        fill_values(s, f, w)
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
                    values[n] = values_by_cell[one, low[k]] + values_by_cell[other, high[k]]
                else:
                    here, there = f.potential[one, low[k]], f.potential[other, high[k]]
                    values[n] = value_of_points(s, f, style, low[k], int(here), high[k], int(there))
                n += 1
    return n


@rule
def sort(numbers: npt.NDArray[np.int64]) -> None:
    """Sort a few numbers in ascending order."""
    for k in range(1, numbers.size):
        number, at = numbers[k], k
        while at > 0 and numbers[at - 1] > number:
            numbers[at] = numbers[at - 1]
            at -= 1
        numbers[at] = number


@rule
def value_of_points(
    s: Record, f: Record, style: int, first: int, gain: int, second: int, also: int
) -> float:
    """Value points alone: their sum, the lowest colours first, or their utility."""
    track, end = track_of(s, s.turn), track_end(s)
    points = f.scratch.points
    for colour in range(N_COLOURS):
        points[colour] = s.scores[track, colour]
    points[first] = advance_track(points[first], gain, end)
    points[second] = advance_track(points[second], also, end)
    value = 0.0
    if style == LEXICOGRAPHIC:
        sort(points)
        for k in range(N_COLOURS):
            value = value * 40.0 + points[k]
        return value
    for colour in range(N_COLOURS):
        value += points[colour] if style == POINTS else -_WORTH_LESS[points[colour]]
    return value
