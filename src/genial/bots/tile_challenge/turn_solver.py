"""Solve a turn of Tile Challenge exactly: draw on, stop, or take?

Within a turn, only the set of colours in the staging row changes (at most 64 sets), and the stack
can be counted. So the value of every set follows from the sets with one more colour: draw on where
that is worth more than stopping. The chances are exact; only the value of a position after the turn
is an estimate (`network`).
"""

from __future__ import annotations

import numpy as np

from genial.bots.model import Weights
from genial.bots.tile_challenge.network import (
    HIDDEN,
    SERIES,
    WIDTH,
    add_colour,
    describe_colour,
    output_layer,
    seat_after,
    start_second_layer,
)
from genial.bots.tile_challenge.utility import end_utilities
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
    colours_with,
    excess,
    of_colour,
    of_colours,
    tile,
)

SETS = 1 << N_COLOURS
ALL = SETS - 1
NEVER = np.float32(-1.0)  # the value of a move that is not legal

LEFT, JOINED, DOUBLED, TAKEN = range(4)  # what can happen to a colour in a turn
AGAIN, NEXT = range(2)  # whose turn comes next: the same seat's, or the next seat's

# Scratch for solving a turn; means nothing between two turns.
TURN = np.dtype(
    [
        # What each colour adds to the network's second layer, by whose turn comes next and by
        # what happens to the colour in this one.
        ("part", "f4", (NEXT + 1, TAKEN + 1, N_COLOURS, HIDDEN)),
        ("base", "f4", HIDDEN),  # the rest of it after a failed turn
        ("sum", "f4", HIDDEN),
        ("other_sum", "f4", HIDDEN),
        ("row", "f4", WIDTH),
        ("hope", "f4", MAX_SEATS),  # the expected utility of each seat when drawing on
        ("leaf", "f4", MAX_SEATS),  # and for one way in which the turn can end
        ("had", "u8"),  # the collection of the seat to move
        ("stack", "u8"),  # when the turn began
        ("me", "i8"),
        ("then", "i8"),  # AGAIN or NEXT, after a failed turn
        ("joining", "i8"),  # the set of colours that can be staged
        ("filling", "i8"),  # those that would be full when taken
        ("full", "i8"),
        ("is_last", "?"),  # a turn that changes no collection ends the game
        ("series_inputs", "f4", SERIES),  # the inputs of the network for a series
    ],
    align=True,
)

PLAN = np.dtype(
    [
        ("value", "f4", (SETS, MAX_SEATS)),  # utilities of all seats by set of staged colours
        ("draw", "f4", SETS),  # the utility of drawing on to the seat to move
        ("stop", "f4", SETS),  # and of stopping; for the empty set, of taking
        ("is_solved", "?"),
        ("turn", TURN),
        # Scratch for `lookahead`: utilities of drawing on, and of one end of the turn.
        ("hope", "f8", MAX_SEATS),
        ("leaf", "f8", MAX_SEATS),
    ],
    align=True,
)


@rule
def set_of(heap: np.uint64) -> int:
    """Return the set of colours of a heap with at most one tile of each, a bit per colour."""
    colours = 0
    for colour in range(N_COLOURS):
        colours |= byte(heap, colour) << colour
    return colours


@rule
def one_of_each(colours: int) -> np.uint64:
    """Return a heap with one tile of each colour of a set."""
    heap = NONE
    for colour in range(N_COLOURS):
        if colours >> colour & 1:
            heap = heap + tile(colour)
    return heap


@rule
def number_of(colours: int) -> int:
    """Return how many colours a set has."""
    return size(np.uint64(colours))


@rule
def collect(s: Record, had: np.uint64, staging: np.uint64) -> np.uint64:
    """Return the collection after stopping with this staging row."""
    heap = had + staging + of_colours(s.middle, staging)
    return heap - excess(heap, quota_of(s))


@rule
def compute_part(s: Record, w: Weights, t: Record, then: int, what: int, colour: int) -> None:
    """Compute one part; if the colour is taken, `s` must have the collection with it."""
    first = seat_after(t.me, then, int(s.players))
    middle, stack = of_colour(s.middle, colour), of_colour(t.stack, colour)
    if what == TAKEN:
        kept = of_colour(s.collections[t.me], colour) - of_colour(t.had, colour)
        describe_colour(s, w, first, colour, 0, stack + middle - kept, t.row)
    else:
        describe_colour(s, w, first, colour, middle + what, max(0, stack - what), t.row)
    part = t.part[then, what, colour]
    for j in range(HIDDEN):
        part[j] = 0.0
    add_colour(s, w, t.row, part)


@rule
def start_turn(s: Record, w: Weights, t: Record) -> None:
    """Compute what all sets of staged colours share."""
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
    t.full = set_of(colours_with(t.had, quota_of(s)))
    t.filling = set_of(colours_with(everything, quota_of(s))) & ~t.full
    for then in range(AGAIN if t.then == AGAIN or t.filling else NEXT, NEXT + 1):
        for colour in range(N_COLOURS):
            compute_part(s, w, t, then, LEFT, colour)
            if then == t.then:
                compute_part(s, w, t, then, JOINED, colour)
                if t.joining >> colour & 1:
                    compute_part(s, w, t, then, DOUBLED, colour)
        s.collections[t.me] = everything
        for colour in range(N_COLOURS):
            if t.joining >> colour & 1:
                compute_part(s, w, t, then, TAKEN, colour)
        s.collections[t.me] = t.had
    start_second_layer(
        s, w, seat_after(t.me, t.then, int(s.players)), max(0, s.bonus - 1), t.series_inputs, t.base
    )


@rule
def evaluate_stop(s: Record, w: Weights, t: Record, staged: int) -> None:
    """Write the utilities of stopping with these colours to `leaf`."""
    filled = staged & t.filling
    if filled | t.full == ALL or (t.is_last and staged & ~t.full == 0):
        s.collections[t.me] = collect(s, t.had, one_of_each(staged))
        end_utilities(s, True, t.leaf)
        s.collections[t.me] = t.had
        return
    bonus = int(s.bonus) + number_of(filled)
    then = AGAIN if bonus > 0 else NEXT
    first = seat_after(t.me, then, int(s.players))
    start_second_layer(s, w, first, max(0, bonus - 1), t.series_inputs, t.sum)
    for colour in range(N_COLOURS):
        part = t.part[then, TAKEN if staged >> colour & 1 else LEFT, colour]
        for j in range(HIDDEN):
            t.sum[j] += part[j]
    output_layer(s, w, t.sum, first, t.leaf)


@rule
def evaluate_take(s: Record, w: Weights, t: Record, taken: np.uint64) -> None:
    """Write the utilities of taking this tile to `leaf`."""
    s.collections[t.me] = t.had + taken
    if is_complete(s, t.me):
        end_utilities(s, True, t.leaf)
    else:
        first = seat_after(t.me, t.then, int(s.players))
        for j in range(HIDDEN):
            t.sum[j] = t.base[j]
        for colour in range(N_COLOURS):
            if of_colour(taken, colour) > 0:
                middle, stack = of_colour(s.middle, colour) - 1, of_colour(t.stack, colour)
                describe_colour(s, w, first, colour, middle, stack, t.row)
                add_colour(s, w, t.row, t.sum)
            else:
                part = t.part[t.then, LEFT, colour]
                for j in range(HIDDEN):
                    t.sum[j] += part[j]
        output_layer(s, w, t.sum, first, t.leaf)
    s.collections[t.me] = t.had


@rule
def evaluate_fail(s: Record, w: Weights, t: Record, staged: int, colour: int) -> None:
    """Write the utilities of drawing a colour that does not match to `leaf`; `sum` has the rest."""
    if t.is_last:
        end_utilities(s, True, t.leaf)
        return
    is_staged = staged >> colour & 1
    less, more = t.part[t.then, is_staged, colour], t.part[t.then, is_staged + 1, colour]
    for j in range(HIDDEN):
        t.other_sum[j] = t.sum[j] - less[j] + more[j]
    output_layer(s, w, t.other_sum, seat_after(t.me, t.then, int(s.players)), t.leaf)


@rule
def evaluate_draw(s: Record, w: Weights, t: Record, plan: Record, staged: int) -> None:
    """Write the mean utilities of drawing on with these colours staged to `hope`."""
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
                t.hope[seat] += likelihood * plan.value[staged | 1 << colour, seat]
        else:
            evaluate_fail(s, w, t, staged, colour)
            for seat in range(players):
                t.hope[seat] += likelihood * t.leaf[seat]


@cold
def solve(s: Record, w: Weights, plan: Record) -> None:
    """Plan every decision of the current turn, from its beginning."""
    t = plan.turn
    start_turn(s, w, t)
    taken = tile_to_take(s)
    for staged in range(ALL, -1, -1):
        if staged & ~t.joining:
            continue
        plan.stop[staged] = NEVER
        plan.draw[staged] = NEVER
        if staged > 0 or taken != NONE:
            if staged > 0:
                evaluate_stop(s, w, t, staged)
            else:
                evaluate_take(s, w, t, taken)
            plan.stop[staged] = t.leaf[t.me]
            for seat in range(s.players):
                plan.value[staged, seat] = t.leaf[seat]
        if total(t.stack) > number_of(staged):
            evaluate_draw(s, w, t, plan, staged)
            plan.draw[staged] = t.hope[t.me]
            if plan.draw[staged] > plan.stop[staged]:
                for seat in range(s.players):
                    plan.value[staged, seat] = t.hope[seat]
    plan.is_solved = True


@rule
def planned_move(s: Record, plan: Record) -> int:
    """Return the planned move for the position."""
    staged = set_of(s.staging)
    if plan.draw[staged] > plan.stop[staged]:
        return DRAW
    return STOP if staged else TAKE
