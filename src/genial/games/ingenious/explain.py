"""What a move of Ingenious would score and why, and why a move is refused."""

from __future__ import annotations

from typing import Literal

import msgspec

from genial.core import engine
from genial.core.errors import IllegalMove
from genial.core.explanation import Explanation as BaseExplanation
from genial.core.kernel import Record, in_python
from genial.games.ingenious import rules, scoring
from genial.games.ingenious.board import (
    CELL_AT,
    COLOURS,
    EDGE_DIRECTION,
    EDGE_HIGH,
    EDGE_LOW,
    EDGE_SYMBOL,
    EMPTY,
    N_COLOURS,
    NAMES,
    PRINTED,
    STEPS,
    TYPE_NAMES,
    TYPE_OF_WAY,
    WALL,
    WAYS,
)
from genial.games.ingenious.notation import spell
from genial.games.ingenious.view import scores


class ScoringLine(msgspec.Struct):
    """Symbols in an unbroken line that a half scores."""

    cells: list[str]
    points: int


class Half(msgspec.Struct, kw_only=True):
    """What one half of a tile scores."""

    kind: Literal["half"] = "half"
    cell: str
    colour: str
    points: int
    lines: list[ScoringLine]


class Explanation(BaseExplanation, kw_only=True):
    """What a tile would score; a swap or its refusal scores nothing."""

    parts: list[Half]
    bonus_moves: int  # that the tile earns (they may lapse)
    ends: bool  # is the game over then?


def refusal(record: Record, code: int) -> IllegalMove:
    """Why a move is not legal now."""
    kind = int(TYPE_OF_WAY[code % WAYS])
    return _placement_error(record, code) or IllegalMove(
        f"{TYPE_NAMES[kind]} is not in the rack", code="not-in-rack", tile=TYPE_NAMES[kind]
    )


def _placement_error(record: Record, code: int) -> IllegalMove | None:
    """Why a move is not legal whatever the rack holds, if it is not."""
    if record.phase == rules.CHOOSING:
        return None if code >= rules.KEEP else IllegalMove(
            "swap or keep must be chosen first", code="choose-first"
        )  # fmt: skip
    if code >= rules.KEEP:
        return IllegalMove("no swap is allowed now", code="no-swap")
    edge = code // WAYS
    for square in (int(EDGE_LOW[edge]), int(EDGE_HIGH[edge])):
        name, holds = NAMES.of(CELL_AT[square]), record.board[square]
        if holds == WALL:
            return IllegalMove(f"{name} is not on the board in use", code="off-board", cell=name)
        if CELL_AT[square] in PRINTED:
            return IllegalMove(f"{name} has a printed symbol", code="printed", cell=name)
        if holds != EMPTY:
            return IllegalMove(f"{name} is taken", code="taken", cell=name)
    if not record.laid >> record.turn & 1:
        symbol = EDGE_SYMBOL[edge]
        if symbol < 0:
            return IllegalMove("a first tile must touch a printed symbol", code="first-tile")
        if record.taken >> symbol & 1:
            return IllegalMove(
                "another first tile touches this printed symbol", code="symbol-taken"
            )
    return None


def explain(record: Record, code: int) -> Explanation:
    """What a move would score: for each half its lines, then gains and bonus moves."""
    problem = _placement_error(record, code)
    if problem is not None:
        raise problem
    if code >= rules.KEEP:
        return Explanation(move=spell(code), gains={}, parts=[], bonus_moves=0, ends=False)
    before = record.copy()
    if before.held[before.turn] == 0:
        before.held[before.turn] = 1
    before.rack[before.turn, 0] = TYPE_OF_WAY[code % WAYS]  # it needs no hidden knowledge
    after = engine.record_after(rules, before, code)
    assert after is not None
    track = in_python(scoring.track_of)(before, int(before.turn))
    gained = {
        colour: scores(after)[track][colour] - points
        for colour, points in scores(before)[track].items()
    }
    edge, way = divmod(code, WAYS)
    towards = int(EDGE_DIRECTION[edge])
    low, high = divmod(way, N_COLOURS)
    return Explanation(
        move=spell(code),
        gains={colour: points for colour, points in gained.items() if points},
        parts=[
            _half(record, int(EDGE_LOW[edge]), towards, low),
            _half(record, int(EDGE_HIGH[edge]), towards + 3, high),
        ],
        bonus_moves=_bonus_moves(before, after, track),
        ends=bool(after.phase == rules.OVER),
    )


def _bonus_moves(before: Record, after: Record, track: int) -> int:
    """Bonus moves that the tile earns (they may lapse)."""
    if before.players == 1:
        return 0
    bonuses = in_python(scoring.bonuses)
    return sum(
        bonuses(int(before.scores[track, colour]), int(after.scores[track, colour]))
        for colour in range(N_COLOURS)
    )


def _half(record: Record, square: int, towards: int, colour: int) -> Half:
    """One half of a tile: the lines that score, with their cells."""
    run_length = in_python(scoring.run_length)
    lines, points = [], 0
    for k in range(1, 6):
        step = int(STEPS[towards + k])
        length = run_length(record.board, square, step, colour)
        if length:
            cells = [NAMES.of(CELL_AT[square + step * n]) for n in range(1, length + 1)]
            lines.append(ScoringLine(cells, length))
            points += length
    return Half(cell=NAMES.of(CELL_AT[square]), colour=COLOURS[colour], points=points, lines=lines)
