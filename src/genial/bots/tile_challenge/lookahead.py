"""A turn solved with the turn after it solved too, whatever tiles are turned up before that."""

from __future__ import annotations

import numpy as np

from genial.bots.model import Floats, Learnt
from genial.bots.tile_challenge.turn_solver import ALL, NEVER, one_of_each, solve
from genial.bots.tile_challenge.utility import ending, has_ended
from genial.core.bits import total
from genial.core.kernel import Batch, Record, cold, rule
from genial.games.tile_challenge.rules import (
    CHOOSING,
    DRAWING,
    DRAWN,
    MIDDLE,
    RESHUFFLE,
    SHUFFLING,
    STOP,
    TAKE,
    play,
    settle,
    tile_to_take,
)
from genial.games.tile_challenge.tiles import N_COLOURS, NONE, of_colour, tile


@rule
def ways_to_turn_up(stack: np.uint64, first: int, second: int, third: int) -> int:
    """In how many orders these colours, in the order of the colours, come from a stack.

    -1 stands for no colour.
    """
    ways = 1
    if third >= 0:
        ways *= of_colour(stack, third)
    if second >= 0:
        ways *= of_colour(stack, second) - (second == third)
    if first >= 0:
        ways *= of_colour(stack, first) - (first == second) - (first == third)
    if first < 0:
        return ways if second < 0 or second == third else 2 * ways
    if first == second == third:
        return ways
    return 3 * ways if first == second or second == third else 6 * ways


@rule
def add_turn(s: Record, w: Learnt, m: Record, weight: float, out: Floats) -> None:
    """Solve a turn and add what each seat can expect of it."""
    solve(s, w, m)
    for seat in range(s.players):
        out[seat] += weight * m.value[0, seat]


@cold
def expect(s: Record, finished: int, w: Learnt, m: Record, out: Floats) -> int:
    """What each seat can expect of a position between turns; how many turns were solved."""
    players = int(s.players)
    if has_ended(s, finished):
        got = m.turn.leaf
        ending(s, False, got)
        for seat in range(players):
            out[seat] = got[seat]
        return 0
    if s.phase == SHUFFLING:
        settle(s, RESHUFFLE)
    for seat in range(players):
        out[seat] = 0.0
    if s.phase == CHOOSING:
        add_turn(s, w, m, 1.0, out)
        return 1
    middle, stack = s.middle, s.stack
    missing = MIDDLE - total(middle)
    solved, weights = 0, 0.0
    s.phase = CHOOSING
    for third in range(N_COLOURS):
        for second in range(third + 1) if missing > 1 else range(-1, 0):
            for first in range(second + 1) if missing > 2 else range(-1, 0):
                ways = ways_to_turn_up(stack, first, second, third)
                if ways <= 0:
                    continue
                new = tile(third)
                if second >= 0:
                    new = new + tile(second)
                if first >= 0:
                    new = new + tile(first)
                s.middle, s.stack = middle + new, stack - new
                add_turn(s, w, m, float(ways), out)
                weights += ways
                solved += 1
    for seat in range(players):
        out[seat] /= weights
    return solved


@rule
def stage(s: Record, staged: int, spare: Batch) -> None:
    """The turn with these colours staged, in `spare[0]`."""
    spare[0] = s
    other = spare[0]
    other.staging = one_of_each(staged)
    other.stack = s.stack + s.staging - other.staging


@cold
def solve_ahead(s: Record, w: Learnt, m: Record, spare: Batch, minds: Batch) -> int:
    """Work out every decision of a turn, the next one solved too; how many turns were solved.

    `spare` has room for a game, `minds` for a plan.
    """
    players, me, finished = int(s.players), int(s.turn), int(s.finished)
    stack = s.stack + s.staging
    leaf, hope = m.leaf, m.hope
    can_take = tile_to_take(s) != NONE
    solved = 0
    for staged in range(ALL, -1, -1):
        row = one_of_each(staged)
        possible = True
        for colour in range(N_COLOURS):
            if staged >> colour & 1:
                possible &= of_colour(s.middle, colour) > 0 and of_colour(stack, colour) > 0
        if not possible:
            continue
        m.stop[staged] = NEVER
        m.draw[staged] = NEVER
        if staged > 0 or can_take:
            stage(s, staged, spare)
            play(spare[0], STOP if staged > 0 else TAKE)
            solved += expect(spare[0], finished, w, minds[0], leaf)
            m.stop[staged] = leaf[me]
            for seat in range(players):
                m.value[staged, seat] = leaf[seat]
        tiles = total(stack) - total(row)
        if tiles == 0:
            continue
        for seat in range(players):
            hope[seat] = 0.0
        for colour in range(N_COLOURS):
            copies = of_colour(stack, colour) - of_colour(row, colour)
            if copies == 0:
                continue
            if of_colour(s.middle, colour) > 0 and of_colour(row, colour) == 0:
                for seat in range(players):
                    hope[seat] += copies / tiles * m.value[staged | 1 << colour, seat]
                continue
            stage(s, staged, spare)
            spare[0].phase = DRAWING
            settle(spare[0], DRAWN + colour)
            solved += expect(spare[0], finished, w, minds[0], leaf)
            for seat in range(players):
                hope[seat] += copies / tiles * leaf[seat]
        m.draw[staged] = hope[me]
        if m.draw[staged] > m.stop[staged]:
            for seat in range(players):
                m.value[staged, seat] = hope[seat]
    m.is_solved = True
    return solved
