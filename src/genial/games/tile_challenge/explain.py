"""What a move of Tile Challenge would bring and why, and why a move is refused."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec
import numpy as np

from genial.core import engine
from genial.core.errors import IllegalMove
from genial.core.explanation import Explanation
from genial.core.kernel import Codes, Record, Records, entry
from genial.games.tile_challenge import rules
from genial.games.tile_challenge.rules import DRAW, STOP
from genial.games.tile_challenge.tiles import (
    COLOURS,
    N_COLOURS,
    NONE,
    counts,
    fewest,
    of_colour,
    of_other_colours,
)

# What `explain_move` writes: rows with a number for each colour, then bonus turns, and whether the
# collection is complete then.
GAINS, JOINS, LEFT, STAGED, FROM_MIDDLE, SURPLUS, COMPLETED = range(7)
BONUS_TURNS = (COMPLETED + 1) * N_COLOURS
WINS = BONUS_TURNS + 1
N_NUMBERS = WINS + 1


class Prospect(msgspec.Struct, kw_only=True):
    """What drawing a colour would do: join the staging row or fail the turn."""

    kind: Literal["join", "fail"]
    points: int = 0
    colour: str
    left: int  # in the stack


class Row(msgspec.Struct, kw_only=True, tag_field="kind", tag="row"):
    """A staged colour: where its tiles come from and where they go."""

    points: int
    colour: str
    staging: int
    middle: int
    surplus: int  # back into the stack
    bonus: bool  # is the colour complete, which earns a bonus turn?


class Taken(msgspec.Struct, kw_only=True, tag_field="kind", tag="take"):
    """A tile out of the middle."""

    points: int
    colour: str


class Risk(Explanation, kw_only=True):
    """What drawing would bring: the turn fails with a chance of `failing` in `stack`."""

    move: Literal["draw"] = "draw"
    parts: list[Prospect]
    failing: int
    stack: int


class Yield(Explanation, kw_only=True):
    """What stopping or taking would bring into the collection."""

    move: Literal["stop", "take"]
    parts: list[Row | Taken]
    bonus_turns: int  # that are earned; they lapse with a win
    wins: bool  # is the collection complete then?


def refusal(record: Record, code: int) -> IllegalMove:
    """Why a move is not legal now, in one sentence."""
    if record.phase == rules.OVER:
        return IllegalMove("the game is over", code="game-over")
    if record.phase != rules.CHOOSING:
        return IllegalMove("tiles must be turned up first", code="chance-due")
    if code == DRAW:
        return IllegalMove("the stack is empty, so you must stop", code="stack-empty")
    if code == STOP:
        return IllegalMove("you cannot stop before you have drawn", code="nothing-drawn")
    if record.staging:
        return IllegalMove("you can only take instead of drawing", code="already-drawn")
    collection = _collection(record)
    lowest = [c for c in COLOURS if collection[c] == min(collection.values())]
    if len(lowest) > 1:
        tied = f"{', '.join(lowest[:-1])} and {lowest[-1]}"
        return IllegalMove(
            f"{tied} are level as your lowest colours", code="no-single-lowest", colours=lowest
        )
    colour = lowest[0]
    return IllegalMove(
        f"your lowest colour {colour} is not in the middle", code="not-in-middle", colour=colour
    )


def explain(record: Record, code: int) -> Risk | Yield:
    """What a move would bring; raises the refusal of one that is not legal."""
    games = np.zeros(2, rules.DTYPE)
    games.view(np.recarray)[0] = record
    numbers = np.zeros(N_NUMBERS, np.int32)
    if explain_move(games, code, numbers) == engine.ILLEGAL:
        raise refusal(record, code)
    told = numbers[:BONUS_TURNS].reshape(-1, N_COLOURS).tolist()
    if code == DRAW:
        return _explain_draw(told)
    gains = {colour: n for colour, n in zip(COLOURS, told[GAINS], strict=True) if n}
    bonus_turns, wins = int(numbers[BONUS_TURNS]), bool(numbers[WINS])
    if code == STOP:
        rows: list[Row | Taken] = [*_rows(told)]
        return Yield(move="stop", gains=gains, parts=rows, bonus_turns=bonus_turns, wins=wins)
    parts: list[Row | Taken] = [Taken(points=n, colour=colour) for colour, n in gains.items()]
    return Yield(move="take", gains=gains, parts=parts, bonus_turns=0, wins=wins)


@entry
def explain_move(games: Records, code: int, out: Codes) -> int:
    """Write what a move would bring in `games[0]`, N_NUMBERS of them; ILLEGAL if it is not legal.

    `games[1]` is scratch.
    """
    s = games[0]
    is_drawing = code == DRAW and s.stack != NONE
    if s.phase != rules.CHOOSING or not (is_drawing or code == rules.second_move(s) != DRAW):
        return engine.ILLEGAL
    games[1] = games[0]
    after = games[1]
    after.games = after.finished + 1  # so that no next game clears the table
    if code != DRAW:
        rules.play(after, code)
    had, has = s.collections[s.turn], after.collections[s.turn]
    matching, quota = of_other_colours(s.middle, s.staging), rules.quota_of(s)
    out[BONUS_TURNS] = 0
    for colour in range(N_COLOURS):
        gain = of_colour(has, colour) - of_colour(had, colour)
        is_full = gain > 0 and of_colour(has, colour) == quota
        left = of_colour(s.stack, colour)
        out[GAINS * N_COLOURS + colour] = gain
        out[JOINS * N_COLOURS + colour] = of_colour(matching, colour) > 0
        out[LEFT * N_COLOURS + colour] = left
        out[STAGED * N_COLOURS + colour] = of_colour(s.staging, colour)
        out[FROM_MIDDLE * N_COLOURS + colour] = of_colour(s.middle, colour)
        out[SURPLUS * N_COLOURS + colour] = of_colour(after.stack, colour) - left
        out[COMPLETED * N_COLOURS + colour] = is_full
        if is_full and of_colour(s.staging, colour) > 0:
            out[BONUS_TURNS] += 1
    out[WINS] = fewest(has) == quota
    return N_NUMBERS


def _collection(record: Record) -> dict[str, int]:
    return counts(record.collections[record.turn])


def _explain_draw(told: list[list[int]]) -> Risk:
    prospects = [
        Prospect(kind="join" if joins else "fail", colour=colour, left=left)
        for colour, joins, left in zip(COLOURS, told[JOINS], told[LEFT], strict=True)
    ]
    failing = sum(prospect.left for prospect in prospects if prospect.kind == "fail")
    return Risk(gains={}, parts=prospects, failing=failing, stack=sum(told[LEFT]))


def _rows(told: list[list[int]]) -> Iterator[Row]:
    """For every staged colour: where its tiles come from and where they go."""
    for k, colour in enumerate(COLOURS):
        if told[STAGED][k]:
            yield Row(
                points=told[GAINS][k],
                colour=colour,
                staging=told[STAGED][k],
                middle=told[FROM_MIDDLE][k],
                surplus=told[SURPLUS][k],
                bonus=bool(told[COMPLETED][k]),
            )
