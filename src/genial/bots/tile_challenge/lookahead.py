"""Solve a turn together with the turn after it, over all tiles that may be turned up between."""

from __future__ import annotations

import numpy as np

from genial.bots.model import Floats, Weights
from genial.bots.tile_challenge.turn_solver import ALL, NEVER, one_of_each, solve
from genial.bots.tile_challenge.utility import end_utilities, has_ended
from genial.core.bits import total
from genial.core.kernel import Record, Records, cold, rule
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
def order_count(stack: np.uint64, first: int, second: int, third: int) -> int:
    """Return in how many orders these colours can come from a stack.

    The colours are in ascending order; -1 stands for no colour.
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
def add_turn(s: Record, w: Weights, plan: Record, weight: float, out: Floats) -> None:
    """Solve a turn and add the weighted utilities of all seats."""
    solve(s, w, plan)
    for seat in range(s.players):
        out[seat] += weight * plan.value[0, seat]


@cold
def expect_between_turns(s: Record, finished: int, w: Weights, plan: Record, out: Floats) -> int:
    """Write the expected utilities of a position between turns; return how many were solved."""
    players = int(s.players)
    if has_ended(s, finished):
        got = plan.turn.leaf
        end_utilities(s, False, got)
        for seat in range(players):
            out[seat] = got[seat]
        return 0
    if s.phase == SHUFFLING:
        settle(s, RESHUFFLE)
    for seat in range(players):
        out[seat] = 0.0
    if s.phase == CHOOSING:
        add_turn(s, w, plan, 1.0, out)
        return 1
    middle, stack = s.middle, s.stack
    missing = MIDDLE - total(middle)
    solved, weights = 0, 0.0
    s.phase = CHOOSING
    for third in range(N_COLOURS):
        for second in range(third + 1) if missing > 1 else range(-1, 0):
            for first in range(second + 1) if missing > 2 else range(-1, 0):
                ways = order_count(stack, first, second, third)
                if ways <= 0:
                    continue
                new = tile(third)
                if second >= 0:
                    new = new + tile(second)
                if first >= 0:
                    new = new + tile(first)
                s.middle, s.stack = middle + new, stack - new
                add_turn(s, w, plan, float(ways), out)
                weights += ways
                solved += 1
    for seat in range(players):
        out[seat] /= weights
    return solved


@rule
def copy_staged(s: Record, staged: int, spare: Records) -> None:
    """Copy the turn, with these colours staged, to `spare[0]`."""
    spare[0] = s
    other = spare[0]
    other.staging = one_of_each(staged)
    other.stack = s.stack + s.staging - other.staging


@cold
def solve_ahead(s: Record, w: Weights, plan: Record, spare: Records, plans: Records) -> int:
    """Plan every decision of a turn, solving the next one too; return how many turns were solved.

    `spare` has room for a game, `plans` for a plan.
    """
    players, me, finished = int(s.players), int(s.turn), int(s.finished)
    stack = s.stack + s.staging
    leaf, hope = plan.leaf, plan.hope
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
        plan.stop[staged] = NEVER
        plan.draw[staged] = NEVER
        if staged > 0 or can_take:
            copy_staged(s, staged, spare)
            play(spare[0], STOP if staged > 0 else TAKE)
            solved += expect_between_turns(spare[0], finished, w, plans[0], leaf)
            plan.stop[staged] = leaf[me]
            for seat in range(players):
                plan.value[staged, seat] = leaf[seat]
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
                    hope[seat] += copies / tiles * plan.value[staged | 1 << colour, seat]
                continue
            copy_staged(s, staged, spare)
            spare[0].phase = DRAWING
            settle(spare[0], DRAWN + colour)
            solved += expect_between_turns(spare[0], finished, w, plans[0], leaf)
            for seat in range(players):
                hope[seat] += copies / tiles * leaf[seat]
        plan.draw[staged] = hope[me]
        if plan.draw[staged] > plan.stop[staged]:
            for seat in range(players):
                plan.value[staged, seat] = hope[seat]
    plan.is_solved = True
    return solved
