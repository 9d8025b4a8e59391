"""A turn of Tile Challenge solved exactly: draw on, stop, or take?

Within a turn nothing changes but the set of colours in the staging row (64 sets at most), and
the stack can be counted. So the value of every set follows from those with one colour more: the
player draws on where that is worth more than stopping. Chances are exact; only what a position
is worth after the turn is an estimate (`value`).
"""

from __future__ import annotations

import numpy as np

from genial.bots.model import Learnt
from genial.bots.tile_challenge.network import (
    HIDDEN,
    SERIES,
    WIDTH,
    add_colour,
    after,
    begin,
    conclude,
    describe,
)
from genial.bots.tile_challenge.utility import ending
from genial.core.bits import byte, size, total
from genial.core.kernel import Record, cold, rule
from genial.games.tile_challenge.rules import (
    DRAW,
    IDLE_TURNS,
    MAX_SEATS,
    STOP,
    TAKE,
    is_complete,
    quota_of,
    tile_to_take,
)
from genial.games.tile_challenge.tiles import (
    N_COLOURS,
    NONE,
    excess,
    of_colour,
    of_colours,
    reached,
    tile,
)

SETS = 1 << N_COLOURS
ALL = SETS - 1
NEVER = np.float32(-1.0)  # the value of a move that is not legal

LEFT, JOINED, DOUBLED, TAKEN = range(4)  # what can happen to a colour in a turn
AGAIN, NEXT = range(2)  # whose turn comes then: one's own again, or the next seat's

# Room for solving a turn; means nothing between two turns.
TURN = np.dtype(
    [
        # What each colour adds to the network's second layer, by whose turn comes next and by
        # what happens to the colour in this one.
        ("part", "f4", (NEXT + 1, TAKEN + 1, N_COLOURS, HIDDEN)),
        ("base", "f4", HIDDEN),  # what else is in it after a turn that failed
        ("sum", "f4", HIDDEN),
        ("other_sum", "f4", HIDDEN),
        ("row", "f4", WIDTH),
        ("hope", "f4", MAX_SEATS),  # what each seat can expect of drawing on
        ("leaf", "f4", MAX_SEATS),  # and of one way in which the turn can end
        ("had", "u8"),  # the collection of the player in turn
        ("stack", "u8"),  # when the turn began
        ("me", "i8"),
        ("then", "i8"),  # AGAIN or NEXT, after a turn that failed
        ("joining", "i8"),  # the set of colours that can be staged
        ("filling", "i8"),  # that would be full when taken
        ("full", "i8"),
        ("is_last", "?"),  # a turn that changes no collection ends the game
        ("told", "f4", SERIES),  # what the network is told of a series
    ],
    align=True,
)

PLAN = np.dtype(
    [
        ("value", "f4", (SETS, MAX_SEATS)),  # by set of staged colours: what each seat can expect
        ("draw", "f4", SETS),  # what the player in turn can expect of drawing on
        ("stop", "f4", SETS),  # and of stopping; of the empty set: of taking
        ("is_solved", "?"),
        ("turn", TURN),
        # Room for looking a turn ahead: what each seat can expect of drawing on, and of an end.
        ("hope", "f8", MAX_SEATS),
        ("leaf", "f8", MAX_SEATS),
    ],
    align=True,
)


@rule
def set_of(heap: np.uint64) -> int:
    """The set of colours of a heap with one tile of each at most, a bit for each colour."""
    colours = 0
    for colour in range(N_COLOURS):
        colours |= byte(heap, colour) << colour
    return colours


@rule
def one_of_each(colours: int) -> np.uint64:
    """A heap with one tile of each colour of a set."""
    heap = NONE
    for colour in range(N_COLOURS):
        if colours >> colour & 1:
            heap = heap + tile(colour)
    return heap


@rule
def number_of(colours: int) -> int:
    """How many colours a set has."""
    return size(np.uint64(colours))


@rule
def collect(s: Record, had: np.uint64, staging: np.uint64) -> np.uint64:
    """The collection after stopping with this staging row."""
    heap = had + staging + of_colours(s.middle, staging)
    return heap - excess(heap, quota_of(s))


@rule
def look(s: Record, w: Learnt, t: Record, then: int, what: int, colour: int) -> None:
    """Work out one part; if the colour is taken, `s` must have the collection with it."""
    first = after(t.me, then, int(s.players))
    middle, stack = of_colour(s.middle, colour), of_colour(t.stack, colour)
    if what == TAKEN:
        kept = of_colour(s.collections[t.me], colour) - of_colour(t.had, colour)
        describe(s, w, first, colour, 0, stack + middle - kept, t.row)
    else:
        describe(s, w, first, colour, middle + what, max(0, stack - what), t.row)
    part = t.part[then, what, colour]
    for j in range(HIDDEN):
        part[j] = 0.0
    add_colour(s, w, t.row, part)


@rule
def look_around(s: Record, w: Learnt, t: Record) -> None:
    """Work out what is the same for all sets of staged colours."""
    t.me = int(s.turn)
    t.had = s.collections[t.me]
    t.stack = s.stack + s.staging
    t.then = AGAIN if s.bonus > 0 else NEXT
    t.is_last = s.idle + 1 == IDLE_TURNS
    t.joining = 0
    for colour in range(N_COLOURS):
        if of_colour(s.middle, colour) > 0 and of_colour(t.stack, colour) > 0:
            t.joining |= 1 << colour
    everything = collect(s, t.had, one_of_each(t.joining))
    t.full = set_of(reached(t.had, quota_of(s)))
    t.filling = set_of(reached(everything, quota_of(s))) & ~t.full
    for then in range(AGAIN if t.then == AGAIN or t.filling else NEXT, NEXT + 1):
        for colour in range(N_COLOURS):
            look(s, w, t, then, LEFT, colour)
            if then == t.then:
                look(s, w, t, then, JOINED, colour)
                if t.joining >> colour & 1:
                    look(s, w, t, then, DOUBLED, colour)
        s.collections[t.me] = everything
        for colour in range(N_COLOURS):
            if t.joining >> colour & 1:
                look(s, w, t, then, TAKEN, colour)
        s.collections[t.me] = t.had
    begin(s, w, after(t.me, t.then, int(s.players)), max(0, s.bonus - 1), t.told, t.base)


@rule
def judge_stop(s: Record, w: Learnt, t: Record, staged: int) -> None:
    """What stopping with these colours brings, into `leaf`."""
    filled = staged & t.filling
    if filled | t.full == ALL or (t.is_last and staged & ~t.full == 0):
        s.collections[t.me] = collect(s, t.had, one_of_each(staged))
        ending(s, True, t.leaf)
        s.collections[t.me] = t.had
        return
    bonus = int(s.bonus) + number_of(filled)
    then = AGAIN if bonus > 0 else NEXT
    first = after(t.me, then, int(s.players))
    begin(s, w, first, max(0, bonus - 1), t.told, t.sum)
    for colour in range(N_COLOURS):
        part = t.part[then, TAKEN if staged >> colour & 1 else LEFT, colour]
        for j in range(HIDDEN):
            t.sum[j] += part[j]
    conclude(s, w, t.sum, first, t.leaf)


@rule
def judge_take(s: Record, w: Learnt, t: Record, taken: np.uint64) -> None:
    """What taking this tile brings, into `leaf`."""
    s.collections[t.me] = t.had + taken
    if is_complete(s, t.me):
        ending(s, True, t.leaf)
    else:
        first = after(t.me, t.then, int(s.players))
        for j in range(HIDDEN):
            t.sum[j] = t.base[j]
        for colour in range(N_COLOURS):
            if of_colour(taken, colour) > 0:
                middle, stack = of_colour(s.middle, colour) - 1, of_colour(t.stack, colour)
                describe(s, w, first, colour, middle, stack, t.row)
                add_colour(s, w, t.row, t.sum)
            else:
                part = t.part[t.then, LEFT, colour]
                for j in range(HIDDEN):
                    t.sum[j] += part[j]
        conclude(s, w, t.sum, first, t.leaf)
    s.collections[t.me] = t.had


@rule
def judge_fail(s: Record, w: Learnt, t: Record, staged: int, colour: int) -> None:
    """What drawing a colour that does not join brings, into `leaf`; `sum` has the others."""
    if t.is_last:
        ending(s, True, t.leaf)
        return
    is_staged = staged >> colour & 1
    less, more = t.part[t.then, is_staged, colour], t.part[t.then, is_staged + 1, colour]
    for j in range(HIDDEN):
        t.other_sum[j] = t.sum[j] - less[j] + more[j]
    conclude(s, w, t.other_sum, after(t.me, t.then, int(s.players)), t.leaf)


@rule
def judge_draw(s: Record, w: Learnt, t: Record, m: Record, staged: int) -> None:
    """What drawing on with these colours staged brings on average, into `hope`."""
    players = int(s.players)
    for seat in range(players):
        t.hope[seat] = 0.0
    for j in range(HIDDEN):
        t.sum[j] = t.base[j]
    for colour in range(N_COLOURS):
        part = t.part[t.then, staged >> colour & 1, colour]
        for j in range(HIDDEN):
            t.sum[j] += part[j]
    tiles = total(t.stack) - number_of(staged)
    for colour in range(N_COLOURS):
        copies = of_colour(t.stack, colour) - (staged >> colour & 1)
        if copies == 0:
            continue
        likelihood = np.float32(copies / tiles)
        if t.joining & ~staged & 1 << colour:
            for seat in range(players):
                t.hope[seat] += likelihood * m.value[staged | 1 << colour, seat]
        else:
            judge_fail(s, w, t, staged, colour)
            for seat in range(players):
                t.hope[seat] += likelihood * t.leaf[seat]


@cold
def solve(s: Record, w: Learnt, m: Record) -> None:
    """Work out every decision of the turn that is being played, from its beginning."""
    t = m.turn
    look_around(s, w, t)
    taken = tile_to_take(s)
    for staged in range(ALL, -1, -1):
        if staged & ~t.joining:
            continue
        m.stop[staged] = NEVER
        m.draw[staged] = NEVER
        if staged > 0 or taken != NONE:
            if staged > 0:
                judge_stop(s, w, t, staged)
            else:
                judge_take(s, w, t, taken)
            m.stop[staged] = t.leaf[t.me]
            for seat in range(s.players):
                m.value[staged, seat] = t.leaf[seat]
        if total(t.stack) > number_of(staged):
            judge_draw(s, w, t, m, staged)
            m.draw[staged] = t.hope[t.me]
            if m.draw[staged] > m.stop[staged]:
                for seat in range(s.players):
                    m.value[staged, seat] = t.hope[seat]
    m.is_solved = True


@rule
def planned(s: Record, m: Record) -> int:
    """The move that a plan of this turn has for the position."""
    staged = set_of(s.staging)
    if m.draw[staged] > m.stop[staged]:
        return DRAW
    return STOP if staged else TAKE
