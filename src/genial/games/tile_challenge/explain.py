"""What a move of Tile Challenge would bring and why, and why a move is refused."""

from __future__ import annotations

from typing import Literal

import msgspec

from genial.core import engine
from genial.core.errors import IllegalMove
from genial.core.explanation import Explanation
from genial.core.kernel import Record, in_python
from genial.games.tile_challenge import rules
from genial.games.tile_challenge.rules import DRAW, STOP
from genial.games.tile_challenge.tiles import COLOURS, counts, of_other_colours
from genial.games.tile_challenge.view import quota_of


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
    before = record.copy()
    before.games = before.finished + 1  # so that no next game clears the table
    after = engine.record_after(rules, before, code)
    if after is None:
        raise refusal(record, code)
    if code == DRAW:
        return _explain_draw(record)
    after.turn = record.turn
    had, has = _collection(record), _collection(after)
    gains = {colour: has[colour] - had[colour] for colour in COLOURS if has[colour] > had[colour]}
    wins = min(has.values()) == quota_of(record)
    if code == STOP:
        rows = _rows(record, after, gains)
        bonus_turns = sum(row.bonus for row in rows)
        return Yield(move="stop", gains=gains, parts=[*rows], bonus_turns=bonus_turns, wins=wins)
    parts: list[Row | Taken] = [Taken(points=n, colour=colour) for colour, n in gains.items()]
    return Yield(move="take", gains=gains, parts=parts, bonus_turns=0, wins=wins)


def _collection(record: Record) -> dict[str, int]:
    return counts(record.collections[record.turn])


def _explain_draw(record: Record) -> Risk:
    stack = counts(record.stack)
    matching = counts(in_python(of_other_colours)(record.middle, record.staging))
    return Risk(
        gains={},
        parts=[
            Prospect(kind="join" if matching[colour] else "fail", colour=colour, left=left)
            for colour, left in stack.items()
        ],
        failing=sum(left for colour, left in stack.items() if not matching[colour]),
        stack=sum(stack.values()),
    )


def _rows(record: Record, after: Record, gains: dict[str, int]) -> list[Row]:
    """For every staged colour: where its tiles come from and where they go."""
    middle, stack, has = counts(record.middle), counts(record.stack), _collection(after)
    staging, stack_after = counts(record.staging), counts(after.stack)
    return [
        Row(
            points=gains.get(colour, 0),
            colour=colour,
            staging=staging[colour],
            middle=middle[colour],
            surplus=stack_after[colour] - stack[colour],
            bonus=colour in gains and has[colour] == quota_of(record),
        )
        for colour in COLOURS
        if staging[colour]
    ]
