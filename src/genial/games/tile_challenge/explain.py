"""What a move of Tile Challenge would bring and why, and why a move is refused."""

from __future__ import annotations

from types import FunctionType
from typing import Any

import numpy as np

from genial.core.errors import IllegalMove
from genial.core.kernel import Function, Record, in_python
from genial.core.kit import Data
from genial.games.tile_challenge import rules
from genial.games.tile_challenge.notation import spell
from genial.games.tile_challenge.rules import DRAW, STOP
from genial.games.tile_challenge.tiles import COLOURS, NONE, counts, weakest


def _plain(function: Function) -> Function:
    """A kernel function as plain Python, with all it calls, so that nothing is compiled."""
    outer: Any = in_python(function)
    names = {name: outer.__globals__.get(name) for name in outer.__code__.co_names}
    inner = {name: _plain(value) for name, value in names.items() if hasattr(value, "py_func")}
    plain: Function = FunctionType(outer.__code__, outer.__globals__ | inner)  # type: ignore[assignment]
    return plain


_joins = _plain(rules.joins)
_tile_to_take = _plain(rules.tile_to_take)
_weakest = _plain(weakest)
_stop = _plain(rules.stop)
_take = _plain(rules.take)
_is_complete = _plain(rules.is_complete)


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
    if record.staging != NONE:
        return IllegalMove("you can only take instead of drawing", code="already-drawn")
    lowest = [colour for colour, n in counts(_weakest(_collection(record))).items() if n]
    if len(lowest) > 1:
        tied = f"{', '.join(lowest[:-1])} and {lowest[-1]}"
        return IllegalMove(f"{tied} are level as your lowest colours", code="no-single-lowest")
    return IllegalMove(f"your lowest colour {lowest[0]} is not in the middle", code="not-in-middle")


def explain(record: Record, code: int) -> Data:
    """What a move would bring, as plain data; raises the refusal of one that is not legal.

    `draw`: for every colour how many are in the stack and whether it would join the staging
    row or fail the turn; the turn fails with a chance of `failing` in `stack`. `stop` and
    `take`: the tiles that come into the collection by colour; `bonus` is the number of bonus
    turns earned, `wins` says whether the collection is complete then.
    """
    if not _is_legal(record, code):
        raise refusal(record, code)
    if code == DRAW:
        return _explain_draw(record)
    after = record.copy()
    with np.errstate(over="ignore"):
        (_stop if code == STOP else _take)(after)
    before, now = counts(_collection(record)), counts(_collection(after))
    gains = {colour: now[colour] - before[colour] for colour in COLOURS}
    if code == STOP:
        parts = _parts_of_stop(record, after, gains)
    else:
        parts = [{"kind": "take", "points": n, "colour": c} for c, n in gains.items() if n]
    return {
        "move": spell(code),
        "gains": {colour: gain for colour, gain in gains.items() if gain},
        "parts": parts,
        "bonus": int(after.bonus) - int(record.bonus),
        "wins": _is_complete(after, int(after.turn)),
    }


def _collection(record: Record) -> np.uint64:
    word: np.uint64 = record.collections[record.turn]
    return word


def _is_legal(record: Record, code: int) -> bool:
    if record.phase != rules.CHOOSING:
        return False
    if code == DRAW:
        return bool(record.stack != NONE)
    if code == STOP:
        return bool(record.staging != NONE)
    return bool(record.staging == NONE and _tile_to_take(record) != NONE)


def _explain_draw(record: Record) -> Data:
    stack = counts(record.stack)
    joining = [colour for k, colour in enumerate(COLOURS) if _joins(record, k)]
    return {
        "move": spell(DRAW),
        "gains": {},
        "parts": [
            {
                "kind": "join" if colour in joining else "fail",
                "points": 0,
                "colour": colour,
                "left": left,
            }
            for colour, left in stack.items()
        ],
        "failing": sum(left for colour, left in stack.items() if colour not in joining),
        "stack": sum(stack.values()),
    }


def _parts_of_stop(record: Record, after: Record, gains: dict[str, int]) -> list[Data]:
    staging, middle = counts(record.staging), counts(record.middle)
    left, stack = counts(after.middle), counts(record.stack)
    collection = counts(_collection(after))
    return [
        {
            "kind": "row",
            "points": gains[colour],
            "colour": colour,
            "staging": staging[colour],
            "middle": middle[colour] - left[colour],
            "surplus": back - stack[colour],
            "bonus": gains[colour] > 0 and collection[colour] == record.quota,
        }
        for colour, back in counts(after.stack).items()
        if staging[colour]
    ]
