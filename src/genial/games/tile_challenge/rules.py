"""The rules of Tile Challenge, as kernels on one record (see `genial.core.kernel`).

Heaps of tiles are words, a byte for each colour (see `tiles`). The order of the stack is pure
chance and is held nowhere: a tile is drawn when it is turned up.
"""

from __future__ import annotations

import sys

import numpy as np
import numpy.typing as npt

from genial.core.bits import ONE, byte_of_unit, total
from genial.core.chance import below
from genial.core.kernel import Codes, Record, Stream, cold, in_python, register, rule
from genial.games.tile_challenge import FACTS
from genial.games.tile_challenge.tiles import (
    ALL_TILES,
    N_COLOURS,
    NONE,
    ONE_EACH,
    colours_with,
    excess,
    fewest,
    of_colour,
    of_colours,
    of_other_colours,
    tile,
    weakest,
)

MAX_SEATS = max(FACTS.players)
QUOTA = {2: 7, 3: 6, 4: 5}  # tiles of a colour in a complete collection, by number of players
_QUOTA = np.array([QUOTA.get(players, 0) for players in range(MAX_SEATS + 1)])
MIDDLE = 3  # tiles that lie in the middle at least when a turn starts
IDLE_TURNS = 60  # turns in a row without a change of any collection end the game
MAX_GAMES = max(map(int, FACTS.options[0].values))  # of a series

CHOOSING, DRAWING, FILLING, SHUFFLING, OVER = range(5)  # phases; three of them are chance

DRAW, STOP, TAKE = range(3)  # moves
MAX_MOVES = 2
TO_MIDDLE = 0  # + colour: outcomes of turning up tiles into the middle
RESHUFFLE = 6
DRAWN = 8  # + colour: outcomes of a `draw`
MAX_OUTCOMES = N_COLOURS
OUTCOME_LIMIT = DRAWN + N_COLOURS  # outcomes are numbers below it

DTYPE = np.dtype(
    [
        ("stack", "u8"),
        ("middle", "u8"),
        ("staging", "u8"),  # the row of the player in turn
        ("collections", "u8", MAX_SEATS),
        ("series", "i2", MAX_SEATS),  # the weakest colours of the finished games, added up
        ("head_start", "i2", MAX_SEATS),  # tiles of every colour that seats begin each game with
        ("players", "i1"),
        ("games", "i1"),  # of the series
        ("start", "i1"),  # the seat that begins the first game
        ("finished", "i1"),  # games of the series
        ("phase", "i1"),
        ("turn", "i1"),
        ("bonus", "i1"),  # bonus turns owed after this one
        ("idle", "i1"),  # turns in a row that changed no collection
    ],
    align=True,
)


def setup(s: Record) -> None:
    """The first game with the options that `s` holds; the middle is due to be turned up."""
    s.finished = 0
    s.series[:] = 0
    in_python(set_up_game)(s)


@rule
def set_up_game(s: Record) -> None:
    """All tiles but head starts in the stack; the start passes on by one seat each game."""
    s.stack = ALL_TILES
    s.middle = NONE
    s.staging = NONE
    for seat in range(MAX_SEATS):
        s.collections[seat] = ONE_EACH * np.uint64(s.head_start[seat])
        s.stack = s.stack - s.collections[seat]
    s.turn = (int(s.start) + int(s.finished)) % int(s.players)
    s.bonus = 0
    s.idle = 0
    s.phase = FILLING


@rule
def quota_of(s: Record) -> int:
    """How many tiles of each colour make a collection complete."""
    return int(_QUOTA[s.players])


# --- legal moves ---------------------------------------------------------------------------


@rule
def tile_to_take(s: Record) -> np.uint64:
    """The tile that the player in turn may take instead of drawing, or NONE.

    Exactly one colour must be lowest in the collection (zero counts), and lie in the middle.
    """
    lowest = weakest(s.collections[s.turn])
    if lowest & (lowest - ONE) == NONE and of_colours(s.middle, lowest) != NONE:
        return lowest
    return NONE


@rule
def second_move(s: Record) -> int:
    """What else than `draw` the player may do: STOP, TAKE, or DRAW for nothing else."""
    if s.staging != NONE:
        return STOP
    return TAKE if tile_to_take(s) != NONE else DRAW


@rule
def legal(s: Record, out: Codes) -> int:
    """Every legal move once: `draw` while there is a stack, and `stop` or `take`."""
    if s.phase != CHOOSING:
        return 0
    n = 0
    if s.stack != NONE:
        out[n] = DRAW
        n += 1
    other = second_move(s)
    if other != DRAW:
        out[n] = other
        n += 1
    return n


@rule
def sample(s: Record, stream: Stream) -> int:
    """One legal move, each equally likely."""
    other = second_move(s)
    if s.stack == NONE or (other != DRAW and below(stream, 2) == 1):
        return other
    return DRAW


# --- playing -------------------------------------------------------------------------------


@rule
def play(s: Record, move: int) -> None:
    """Play a legal move."""
    if move == DRAW:
        s.phase = DRAWING
        return
    before = s.collections[s.turn]
    if move == STOP:
        stop(s)
    else:
        take(s)
    end_turn(s, s.collections[s.turn] != before)


@rule
def joins(s: Record, colour: int) -> bool:
    """Would a tile of this colour join the staging row, or would the turn fail?

    Its colour must lie in the middle, and not in the staging row.
    """
    return of_colour(of_other_colours(s.middle, s.staging), colour) > 0


@rule
def turn_up(s: Record, colour: int) -> None:
    """A draw has brought this colour: it joins the staging row, or all goes to the middle."""
    if joins(s, colour):
        s.staging = s.staging + tile(colour)
        s.phase = CHOOSING
    else:
        s.middle = s.middle + s.staging + tile(colour)
        end_turn(s, False)


@rule
def stop(s: Record) -> None:
    """Take the staging row and every middle tile of its colours into the collection.

    What is above the quota goes back into the stack. Every colour that reaches its quota by
    this earns a bonus turn.
    """
    quota = quota_of(s)
    before = s.collections[s.turn]
    from_middle = of_colours(s.middle, s.staging)
    after = before + s.staging + from_middle
    surplus = excess(after, quota)
    s.collections[s.turn] = after - surplus
    s.middle = s.middle - from_middle
    s.stack = s.stack + surplus
    s.bonus += total(colours_with(after, quota) - colours_with(before, quota))


@rule
def take(s: Record) -> None:
    """Take one tile of the lowest colour from the middle."""
    taken = tile_to_take(s)
    s.middle = s.middle - taken
    s.collections[s.turn] = s.collections[s.turn] + taken


@rule
def is_complete(s: Record, seat: int) -> bool:
    """Has this collection its quota of every colour?"""
    return bool(colours_with(s.collections[seat], quota_of(s)) == ONE_EACH)


@rule
def end_turn(s: Record, changed: bool) -> None:
    """The end of the game, a bonus turn, or the next seat's turn."""
    s.staging = NONE
    s.idle = 0 if changed else s.idle + 1
    if s.idle == IDLE_TURNS or (changed and is_complete(s, s.turn)):
        end_game(s)
        return
    if s.bonus > 0:
        s.bonus -= 1
    else:
        following = s.turn + 1
        s.turn = following if following < s.players else 0
    begin_turn(s)


@rule
def begin_turn(s: Record) -> None:
    """An empty stack is made anew from the middle; then three tiles must lie there."""
    if s.stack == NONE:
        s.phase = SHUFFLING
    elif total(s.middle) < MIDDLE:
        s.phase = FILLING
    else:
        s.phase = CHOOSING


# --- chance --------------------------------------------------------------------------------


@rule
def due(s: Record) -> bool:
    """Must a tile be turned up, or the stack be made anew?"""
    return bool(s.phase == DRAWING or s.phase == FILLING or s.phase == SHUFFLING)


@rule
def chance(s: Record, out: Codes, weights: Codes) -> int:
    """The colours still in the stack, with their numbers; or the reshuffle."""
    if s.phase == SHUFFLING:
        out[0], weights[0] = RESHUFFLE, 1
        return 1
    first = DRAWN if s.phase == DRAWING else TO_MIDDLE
    n = 0
    for colour in range(N_COLOURS):
        copies = of_colour(s.stack, colour)
        if copies > 0:
            out[n] = first + colour
            weights[n] = copies
            n += 1
    return n


@rule
def settle(s: Record, outcome: int) -> None:
    """The top tile of the stack has this colour; or the middle is the new stack."""
    if outcome == RESHUFFLE:
        s.stack = s.middle
        s.middle = NONE
        s.phase = FILLING
    elif outcome >= DRAWN:
        s.stack = s.stack - tile(outcome - DRAWN)
        turn_up(s, outcome - DRAWN)
    else:
        s.stack = s.stack - tile(outcome - TO_MIDDLE)
        s.middle = s.middle + tile(outcome - TO_MIDDLE)
        if total(s.middle) >= MIDDLE:
            s.phase = CHOOSING


@rule
def draw(s: Record, stream: Stream) -> int:
    """Turn up a tile, each of the stack equally likely; a reshuffle needs no chance."""
    outcome = RESHUFFLE
    if s.phase != SHUFFLING:
        first = DRAWN if s.phase == DRAWING else TO_MIDDLE
        k = below(stream, total(s.stack))
        outcome = first + byte_of_unit(s.stack, k)
    settle(s, outcome)
    return outcome


@rule
def hide(s: Record, seat: int, stream: Stream) -> None:
    """Nothing is hidden but the order of the stack, which nothing holds."""


@rule
def redact_record(s: Record, seat: int) -> None:
    """Nothing is hidden but the order of the stack, which nothing holds."""


# --- the end -------------------------------------------------------------------------------


@cold
def end_game(s: Record) -> None:
    """Add the count of every player's weakest colour; then the next game of the series."""
    for seat in range(s.players):
        s.series[seat] += fewest(s.collections[seat])
    s.finished += 1
    s.bonus = 0
    if s.finished == s.games:
        s.phase = OVER
    else:
        set_up_game(s)


@rule
def seat_to_move(s: Record) -> int:
    """The seat to move, from 0."""
    return int(s.turn)


@rule
def is_over(s: Record) -> bool:
    """Has the last game of the series ended?"""
    return bool(s.phase == OVER)


@rule
def result(s: Record, seat: int) -> int:
    """A number by which the seats are ranked, as things stand: the more, the better.

    In a series the sums alone count, with the weakest colour of the game being played. A
    single game is compared lowest first: the digits of the number say how many colours have
    at least 1, at least 2, … tiles, and the first difference decides.
    """
    collection = s.collections[seat]
    if s.games > 1:
        running = 0 if s.phase == OVER else fewest(collection)
        return int(s.series[seat]) + running
    number = 0
    for least in range(1, quota_of(s) + 1):
        number = number * (N_COLOURS + 1) + total(colours_with(collection, least))
    return number


@rule
def standing(s: Record, out: npt.NDArray[np.float64]) -> None:
    """The share of the other players that each is ahead of."""
    for seat in range(s.players):
        mine = result(s, seat)
        ahead = 0.0
        for other in range(s.players):
            if other != seat:
                theirs = result(s, other)
                ahead += 1.0 if mine > theirs else (0.5 if mine == theirs else 0.0)
        out[seat] = ahead / (s.players - 1)


register(sys.modules[__name__])
