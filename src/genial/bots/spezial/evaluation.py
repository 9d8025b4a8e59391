"""What a seat can expect: for each of the others, the chance to end ahead of it.

A small network tells this chance from what can be seen of the two seats: their points, what
the hot edges would bring, how much room there is. It was learnt from self-play.
"""

from __future__ import annotations

import numpy as np

from genial.bots.model import Floats, Learnt
from genial.bots.network import Inputs, size
from genial.bots.spezial.features import (
    BYTE,
    CELL_WORDS,
    CHIPS,
    TOWERS,
    new_chips,
    new_large,
    reach_of,
    tower_points,
)
from genial.bots.spezial.move_features import WEIGHTS
from genial.bots.spezial.network import answer
from genial.bots.spezial.utility import MASK
from genial.core import bits
from genial.core.kernel import Record, rule
from genial.games.spezial.board import N_EDGES, WORDS
from genial.games.spezial.rules import FULL, MAX_SEATS, N_COLOURS, TILES, is_over, standing

# What is told of a seat: of every colour, lowest first, its points, the most that one tile
# would bring, and the chips within reach of one tile; and then
PER_COLOUR = 3
LARGE_TOWERS = PER_COLOUR * N_COLOURS  # large towers within reach
HOT = LARGE_TOWERS + 1  # how many hot edges there are
SHARED = HOT + 1  # how many of them are another's, too
ROOM = SHARED + 1  # cells that reach something new
LEFT = ROOM + 1  # tiles left
ABOUT = LEFT + 1

# Behind what is told of two seats: is it the turn of the first, or of the second?
HIS_TURN = 2 * ABOUT
BONUSES = HIS_TURN + 2  # bonus fields left
BLACK = BONUSES + 1  # chips turned
INPUTS = BLACK + 1
HIDDEN = 32
NET = WEIGHTS  # where the network begins in what was learnt
LEARNT = NET + size(INPUTS, HIDDEN)

MARGIN = 0.05  # how much of what a seat has got is for the distance, not for the rank
FAR = 12.0  # a lead that cannot be more worth,
TOTALS = 16.0  # in points of the lowest colour; so many points of any colours are like one

# Of numbers of edges: a hot one may be shared with each of the others.
LOG = np.log1p(np.arange(N_EDGES * (MAX_SEATS - 1) + 1)).astype(np.float32)


@rule
def order_colours(s: Record, m: Record, seat: int) -> None:
    """Sort the colours of a seat, that with the fewest points first."""
    for colour in range(N_COLOURS):
        k = colour
        while k > 0 and s.scores[seat, m.order[k - 1]] > s.scores[seat, colour]:
            m.order[k] = m.order[k - 1]
            k -= 1
        m.order[k] = colour


@rule
def describe(s: Record, m: Record, seat: int, about: Inputs) -> None:
    """Tell what can be seen of a seat."""
    order_colours(s, m, seat)
    for k in range(ABOUT):
        about[k] = 0.0
    chips, large, hot_edges, shared = 0, 0, 0, 0
    for word in range(WORDS):
        hot = m.hot[seat, word]
        hot_edges += bits.size(hot)
        for other in range(s.players):
            if other != seat:
                shared += bits.size(hot & m.hot[other, word])
        while hot != bits.ZERO:
            edge = word * 64 + bits.lowest(hot)
            hot = hot & (hot - bits.ONE)
            reach = reach_of(m, seat, edge)
            chips |= new_chips(reach)
            large |= new_large(m, reach)
            points = tower_points(m, reach)
            for k in range(N_COLOURS):
                more = np.float32(points >> BYTE * int(m.order[k]) & MASK)
                at = PER_COLOUR * k
                about[at + 1] = max(about[at + 1], more)
    points = 0
    while chips != 0:
        points += int(m.worth[bits.lowest(np.uint64(chips))])
        chips &= chips - 1
    for k in range(N_COLOURS):
        at, colour = PER_COLOUR * k, int(m.order[k])
        about[at] = s.scores[seat, colour] / FULL
        about[at + 1] /= 4.0
        about[at + 2] = (points >> BYTE * colour & MASK) / 8.0
    about[LARGE_TOWERS] = bits.size(np.uint64(large)) / 4.0
    about[HOT] = LOG[hot_edges] / 3.0
    about[SHARED] = LOG[shared] / 3.0
    about[ROOM] = _room(m, seat) / 64.0
    about[LEFT] = tiles_left(s, seat) / TILES


@rule
def _room(m: Record, seat: int) -> int:
    """How many empty cells reach a tower whose chip was not counted there."""
    room = 0
    for word in range(CELL_WORDS):
        cells = m.empty[word]
        while cells != bits.ZERO:
            reach = int(m.reach[seat, word * 64 + bits.lowest(cells)])
            cells = cells & (cells - bits.ONE)
            room += reach & TOWERS & ~(reach >> CHIPS) != 0
    return room


@rule
def tiles_left(s: Record, seat: int) -> int:
    """How many tiles a seat has still to lay."""
    before = seat - int(s.start)
    if before < 0:
        before += int(s.players)
    now = int(s.turn) - int(s.start)
    if now < 0:
        now += int(s.players)
    return TILES - int(s.rounds) - (before < now)


@rule
def payoff(s: Record, out: Floats) -> None:
    """What each seat has got if the game ends now: its rank, and a little for the distance."""
    standing(s, out)
    share = 1.0 / (int(s.players) - 1)
    for seat in range(s.players):
        lead = 0.0
        for other in range(s.players):
            if other != seat:
                lead += share * max(-1.0, min(1.0, _lead(s, seat, other) / FAR))
        out[seat] = (1.0 - MARGIN) * out[seat] + MARGIN * (0.5 + 0.5 * lead)


@rule
def _lead(s: Record, one: int, other: int) -> float:
    """By how much a seat is ahead of another: in the lowest colour, and a little in all."""
    low, also_low, totals = FULL, FULL, 0
    for colour in range(N_COLOURS):
        low = min(low, int(s.scores[one, colour]))
        also_low = min(also_low, int(s.scores[other, colour]))
        totals += int(s.scores[one, colour]) - int(s.scores[other, colour])
    return low - also_low + totals / TOTALS


@rule
def face(s: Record, m: Record, one: int, other: int, x: Inputs) -> None:
    """What the network sees of two seats that were described in `m.about`."""
    for k in range(ABOUT):
        x[k] = m.about[one, k]
        x[ABOUT + k] = m.about[other, k]
    x[HIS_TURN] = 1.0 if s.turn == one else 0.0
    x[HIS_TURN + 1] = 1.0 if s.turn == other else 0.0
    x[BONUSES] = LOG[int(s.n_bonus)] / 4.0
    x[BLACK] = bits.size(np.uint64(m.black)) / 16.0


@rule
def expect(s: Record, m: Record, w: Learnt, out: Floats) -> None:
    """What each seat can expect of an unfinished game: the share of others it will be ahead of."""
    for seat in range(s.players):
        describe(s, m, seat, m.about[seat])
        out[seat] = 0.0
    share = 1.0 / (int(s.players) - 1)
    for turn in range(s.players):
        for later in range(turn + 1, s.players):
            one, other = seat_after(s, turn), seat_after(s, later)
            face(s, m, one, other, m.x)
            chance = answer(w, NET, m.x, m.h, INPUTS, HIDDEN)
            out[one] += share * chance
            out[other] += share * (1.0 - chance)


@rule
def seat_after(s: Record, turns: int) -> int:
    """The seat that moves so many turns after the one to move."""
    seat = int(s.turn) + turns
    return seat - int(s.players) if seat >= s.players else seat


@rule
def outlook(s: Record, m: Record, w: Learnt, out: Floats) -> None:
    """What each seat can expect; of a finished game what it has got."""
    if is_over(s):
        payoff(s, out)
    else:
        expect(s, m, w, out)
