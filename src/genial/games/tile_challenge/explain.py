"""What a move of Tile Challenge would bring and why, and why a move is refused."""

from __future__ import annotations

from genial.core import engine
from genial.core.errors import IllegalMove
from genial.core.kernel import Record, in_python
from genial.core.kit import Data
from genial.games.tile_challenge import rules
from genial.games.tile_challenge.notation import spell
from genial.games.tile_challenge.rules import DRAW, STOP
from genial.games.tile_challenge.tiles import COLOURS, counts, of_other_colours
from genial.games.tile_challenge.view import quota_of


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


def explain(record: Record, code: int) -> Data:
    """What a move would bring, as plain data; raises the refusal of one that is not legal.

    `draw`: for every colour how many are in the stack and whether it would join the staging
    row or fail the turn; the turn fails with a chance of `failing` in `stack`. `stop` and
    `take`: the tiles that come into the collection; `bonus_turns` is how many are earned (they
    lapse with a win), `wins` says whether the collection is complete then.
    """
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
    if code == STOP:
        parts = _rows(record, after, gains)
    else:
        parts = [{"kind": "take", "points": n, "colour": colour} for colour, n in gains.items()]
    return {
        "move": spell(code),
        "gains": gains,
        "parts": parts,
        "bonus_turns": sum(bool(part.get("bonus")) for part in parts),
        "wins": min(has.values()) == quota_of(record),
    }


def _collection(record: Record) -> dict[str, int]:
    return counts(record.collections[record.turn])


def _explain_draw(record: Record) -> Data:
    stack = counts(record.stack)
    matching = counts(in_python(of_other_colours)(record.middle, record.staging))
    return {
        "move": spell(DRAW),
        "gains": {},
        "parts": [
            {
                "kind": "join" if matching[colour] else "fail",
                "points": 0,
                "colour": colour,
                "left": left,
            }
            for colour, left in stack.items()
        ],
        "failing": sum(left for colour, left in stack.items() if not matching[colour]),
        "stack": sum(stack.values()),
    }


def _rows(record: Record, after: Record, gains: dict[str, int]) -> list[Data]:
    """For every staged colour: where its tiles come from and where they go."""
    middle, stack, has = counts(record.middle), counts(record.stack), _collection(after)
    staging, stack_after = counts(record.staging), counts(after.stack)
    return [
        {
            "kind": "row",
            "points": gains.get(colour, 0),
            "colour": colour,
            "staging": staging[colour],
            "middle": middle[colour],
            "surplus": stack_after[colour] - stack[colour],
            "bonus": colour in gains and has[colour] == quota_of(record),
        }
        for colour in COLOURS
        if staging[colour]
    ]
