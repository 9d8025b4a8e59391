"""A turn of Tile Challenge solved exactly: draw on, stop, or take?

Within a turn nothing changes but the set of colours in the staging row (64 sets at most), and
the stack can be counted. So the value of every set follows from those with one colour more: the
player draws on where that is worth more than stopping. Chances are exact; only what a position
is worth after the turn is an estimate (`value`).
"""

from __future__ import annotations

import os

import numpy as np

from genial.bots.mind import Learnt
from genial.bots.tile_challenge.value import (
    HIDDEN,
    SPREAD,
    WIDTH,
    add_colour,
    after,
    begin,
    conclude,
    describe,
)
from genial.core.bits import byte, size, total
from genial.core.kernel import Record, cold, rule
from genial.games.tile_challenge.rules import (
    IDLE_TURNS,
    MAX_SEATS,
    quota_of,
    result,
    tile_to_take,
)
from genial.games.tile_challenge.tiles import (
    N_COLOURS,
    NONE,
    excess,
    fewest,
    of_colour,
    reached,
    tile,
)

SETS = 1 << N_COLOURS
ALL = SETS - 1
WIN_SHARE = float(os.environ.get("WIN_SHARE", "0"))

PLAN = np.dtype(
    [
        ("value", "f4", (SETS, MAX_SEATS)),  # by set of staged colours: what each seat can expect
        ("draw", "f4", SETS),  # what the player in turn can expect of drawing on
        ("stop", "f4", SETS),  # and of stopping; of the empty set: of taking
        ("is_solved", "?"),
    ],
    align=True,
)
NEVER = np.float32(-1.0)  # the value of a move that is not legal

LEFT, JOINED, DOUBLED, TAKEN = range(4)  # what can happen to a colour in a turn

_TURN = np.dtype(
    [
        # What each colour adds to the network's second layer after each thing that can happen
        # to it, if the next turn is one's own again, and if it is the next seat's.
        ("part", "f4", (2, TAKEN + 1, N_COLOURS, HIDDEN)),
        ("base", "f4", HIDDEN),  # what is added whatever happens to the colours of a failed turn
        ("x", "f4", HIDDEN),
        ("y", "f4", HIDDEN),
        ("row", "f4", WIDTH),
        ("leaf", "f4", MAX_SEATS),
        ("before", "u8"),  # the collection of the player in turn
        ("stack", "u8"),  # when the turn began
        ("me", "i8"),
        ("joining", "i8"),  # the set of colours that can be staged
        ("filling", "i8"),  # that would be full when taken
        ("full", "i8"),
        ("away", "i8"),  # 0: a failed turn is followed by a turn of one's own, 1: it is not
        ("is_last", "?"),  # a turn that changes nothing ends the game
    ],
    align=True,
)


@rule
def set_of(heap: np.uint64) -> int:
    """The set of colours of a heap with one tile of each at most, a bit for each colour."""
    number = 0
    for colour in range(N_COLOURS):
        number |= byte(heap, colour) << colour
    return number


@rule
def heap_of_set(colours: int) -> np.uint64:
    """One tile of each colour of a set."""
    heap = NONE
    for colour in range(N_COLOURS):
        if colours >> colour & 1:
            heap = heap + tile(colour)
    return heap


@rule
def likely_ahead(lead: int, left: int) -> float:
    """How likely a lead in a series lasts for so many more games."""
    if left == 0:
        return 1.0 if lead > 0 else (0.5 if lead == 0 else 0.0)
    return 1.0 / (1.0 + np.exp(-1.7 * lead / (SPREAD * np.sqrt(left))))


@cold
def ending(s: Record, out: Learnt) -> None:
    """What each seat gets if the game being played ends as it stands.

    Unless that ends the series, its sums say how likely each is to be ahead at the end.
    """
    players = int(s.players)
    left = int(s.games) - int(s.finished) - 1
    for seat in range(players):
        ahead = 0.0
        first = True
        for other in range(players):
            if other == seat:
                continue
            if s.games == 1:
                ahead += likely_ahead(result(s, seat) - result(s, other), 0)
                first = first and result(s, seat) >= result(s, other)
            else:
                mine = s.series[seat] + fewest(s.collections[seat])
                ahead += likely_ahead(mine - s.series[other] - fewest(s.collections[other]), left)
        out[seat] = (1 - WIN_SHARE) * ahead / (players - 1)
        if first:
            out[seat] += WIN_SHARE


@rule
def look(s: Record, w: Learnt, t: Record, away: int, happening: int, colour: int) -> None:
    """Work out a part; the collection must be as it would be."""
    first = after(t.me, away, int(s.players))
    stack = of_colour(t.stack, colour)
    if happening == TAKEN:
        kept = of_colour(s.collections[t.me], colour) - of_colour(t.before, colour)
        stack += of_colour(s.middle, colour) - kept
        describe(s, w, first, colour, 0, stack, t.row)
    else:
        middle = of_colour(s.middle, colour) + happening
        describe(s, w, first, colour, middle, max(0, stack - happening), t.row)
    out = t.part[away, happening, colour]
    for j in range(HIDDEN):
        out[j] = 0.0
    add_colour(s, w, t.row, out)


@rule
def look_around(s: Record, w: Learnt, t: Record) -> None:
    """Work out the parts that this turn needs."""
    quota = quota_of(s)
    t.me = int(s.turn)
    t.before = s.collections[t.me]
    t.stack = s.stack + s.staging
    t.joining = 0
    t.filling = 0
    t.full = set_of(reached(t.before, quota))
    t.away = 0 if s.bonus > 0 else 1
    t.is_last = s.idle + 1 == IDLE_TURNS
    taken = NONE
    for colour in range(N_COLOURS):
        if of_colour(s.middle, colour) > 0 and of_colour(t.stack, colour) > 0:
            t.joining |= 1 << colour
            taken = taken + tile(colour) * np.uint64(of_colour(s.middle, colour) + 1)
    everything = t.before + taken
    everything = everything - excess(everything, quota)
    t.filling = set_of(reached(everything, quota)) & ~t.full
    for away in range(2):
        if away == 0 and s.bonus == 0 and t.filling == 0:
            continue
        for colour in range(N_COLOURS):
            look(s, w, t, away, LEFT, colour)
            can_join = t.joining >> colour & 1
            if away == t.away:
                look(s, w, t, away, JOINED, colour)
                if can_join:
                    look(s, w, t, away, DOUBLED, colour)
        s.collections[t.me] = everything
        for colour in range(N_COLOURS):
            if t.joining >> colour & 1:
                look(s, w, t, away, TAKEN, colour)
        s.collections[t.me] = t.before
    begin(s, w, after(t.me, t.away, int(s.players)), max(0, s.bonus - 1), t.base)


@rule
def judge_stop(s: Record, w: Learnt, t: Record, staged: int) -> None:
    """What stopping with these colours brings, into `leaf`."""
    filled = staged & t.filling
    if filled | t.full == ALL or (t.is_last and staged & ~t.full == 0):
        gain = heap_of_set(staged)
        gain = gain + (s.middle & gain * np.uint64(0xFF))
        s.collections[t.me] = t.before + gain - excess(t.before + gain, quota_of(s))
        ending(s, t.leaf)
        s.collections[t.me] = t.before
        return
    bonus = int(s.bonus) + size(np.uint64(filled))
    away = 0 if bonus > 0 else 1
    first = after(t.me, away, int(s.players))
    begin(s, w, first, max(0, bonus - 1), t.x)
    for colour in range(N_COLOURS):
        part = t.part[away, TAKEN if staged >> colour & 1 else LEFT, colour]
        for j in range(HIDDEN):
            t.x[j] += part[j]
    conclude(s, w, t.x, first, t.leaf)


@rule
def judge_take(s: Record, w: Learnt, t: Record, taken: np.uint64) -> None:
    """What taking this tile brings, into `leaf`."""
    s.collections[t.me] = t.before + taken
    if reached(s.collections[t.me], quota_of(s)) == reached(s.collections[t.me], 1) and fewest(
        s.collections[t.me]
    ) == quota_of(s):
        ending(s, t.leaf)
    else:
        first = after(t.me, t.away, int(s.players))
        for j in range(HIDDEN):
            t.x[j] = t.base[j]
        for colour in range(N_COLOURS):
            if of_colour(taken, colour):
                middle = of_colour(s.middle, colour) - 1
                describe(s, w, first, colour, middle, of_colour(t.stack, colour), t.row)
                add_colour(s, w, t.row, t.x)
            else:
                for j in range(HIDDEN):
                    t.x[j] += t.part[t.away, LEFT, colour, j]
        conclude(s, w, t.x, first, t.leaf)
    s.collections[t.me] = t.before


@rule
def judge_draw(
    s: Record, w: Learnt, t: Record, m: Record, staged: int, left: int, hope: Learnt
) -> None:
    """What drawing on brings on average, with these colours staged, into `hope`."""
    players = int(s.players)
    first = after(t.me, t.away, players)
    for seat in range(players):
        hope[seat] = 0.0
    for j in range(HIDDEN):
        t.x[j] = t.base[j]
    for colour in range(N_COLOURS):
        part = t.part[t.away, staged >> colour & 1, colour]
        for j in range(HIDDEN):
            t.x[j] += part[j]
    for colour in range(N_COLOURS):
        is_staged = staged >> colour & 1
        copies = of_colour(t.stack, colour) - is_staged
        if copies == 0:
            continue
        chance = np.float32(copies / left)
        if t.joining & ~staged & 1 << colour:
            for seat in range(players):
                hope[seat] += chance * m.value[staged | 1 << colour, seat]
            continue
        if t.is_last:
            ending(s, t.leaf)
        else:
            less = t.part[t.away, is_staged, colour]
            more = t.part[t.away, is_staged + 1, colour]
            for j in range(HIDDEN):
                t.y[j] = t.x[j] - less[j] + more[j]
            conclude(s, w, t.y, first, t.leaf)
        for seat in range(players):
            hope[seat] += chance * t.leaf[seat]


@cold
def solve(s: Record, w: Learnt, m: Record) -> None:
    """Work out every decision of the turn that is being played, from its beginning."""
    scratch = np.zeros(1, _TURN)
    hope = np.zeros(MAX_SEATS, np.float32)
    t = scratch[0]
    look_around(s, w, t)
    players = int(s.players)
    tiles = total(t.stack)
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
            for seat in range(players):
                m.value[staged, seat] = t.leaf[seat]
        left = tiles - size(np.uint64(staged))
        if left > 0:
            judge_draw(s, w, t, m, staged, left, hope)
            m.draw[staged] = hope[t.me]
            if hope[t.me] > m.stop[staged]:
                for seat in range(players):
                    m.value[staged, seat] = hope[seat]
    m.is_solved = True
