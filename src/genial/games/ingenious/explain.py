"""What a move of Ingenious would score and why, and why a move is refused."""

from __future__ import annotations

from typing import Literal

import msgspec
import numpy as np

from genial.core import bits, engine
from genial.core.errors import IllegalMove
from genial.core.explanation import Explanation as BaseExplanation
from genial.core.kernel import Codes, Record, Records, entry
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

# What `explain_move` writes: the points of each colour, bonus moves, whether the game ends, and for
# both halves the lengths of the lines in the five directions away from the other one.
LINES = 5
GAINS = 0
BONUS_MOVES = GAINS + N_COLOURS
ENDS = BONUS_MOVES + 1
LOW_LINES = ENDS + 1
HIGH_LINES = LOW_LINES + LINES
N_NUMBERS = HIGH_LINES + LINES


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
    games = np.zeros(2, rules.DTYPE)
    games.view(np.recarray)[0] = record
    numbers = np.zeros(N_NUMBERS, np.int32)
    explain_move(games, code, numbers)
    told = numbers.tolist()
    gains = dict(zip(COLOURS, told[GAINS:BONUS_MOVES], strict=True))
    edge, way = divmod(code, WAYS)
    towards = int(EDGE_DIRECTION[edge])
    low, high = divmod(way, N_COLOURS)
    return Explanation(
        move=spell(code),
        gains={colour: points for colour, points in gains.items() if points},
        parts=[
            _half(int(EDGE_LOW[edge]), towards, low, told[LOW_LINES:HIGH_LINES]),
            _half(int(EDGE_HIGH[edge]), towards + 3, high, told[HIGH_LINES:]),
        ],
        bonus_moves=told[BONUS_MOVES],
        ends=bool(told[ENDS]),
    )


@entry
def explain_move(games: Records, code: int, out: Codes) -> int:
    """Write what a tile would score in `games[0]`, N_NUMBERS of them; ILLEGAL if it cannot be laid.

    It may be any tile, in the rack or not. `games[1]` is scratch.
    """
    edge, way = code // WAYS, code % WAYS
    if games[0].phase != rules.PLACING or code >= rules.KEEP:
        return engine.ILLEGAL
    if not bits.has(rules.edges_open(games[0], edge >> 6), edge & 63):
        return engine.ILLEGAL
    games[1] = games[0]
    s, after = games[0], games[1]
    after.held[s.turn] = max(1, s.held[s.turn])
    after.rack[s.turn, 0] = TYPE_OF_WAY[way]
    rules.play(after, code)
    track = scoring.track_of(s, s.turn)
    out[BONUS_MOVES] = 0
    for colour in range(N_COLOURS):
        had, has = int(s.scores[track, colour]), int(after.scores[track, colour])
        out[GAINS + colour] = has - had
        if s.players > 1:
            out[BONUS_MOVES] += scoring.bonuses(had, has)
    out[ENDS] = after.phase == rules.OVER
    towards = int(EDGE_DIRECTION[edge])
    for k in range(LINES):
        one, other = STEPS[towards + 1 + k], STEPS[towards + 4 + k]
        out[LOW_LINES + k] = scoring.run_length(s.board, EDGE_LOW[edge], one, way // N_COLOURS)
        out[HIGH_LINES + k] = scoring.run_length(s.board, EDGE_HIGH[edge], other, way % N_COLOURS)
    return N_NUMBERS


def _half(square: int, towards: int, colour: int, lengths: list[int]) -> Half:
    """One half of a tile: the lines that score, with their cells."""
    lines = []
    for k, length in enumerate(lengths, 1):
        step = int(STEPS[towards + k])
        if length:
            cells = [NAMES.of(CELL_AT[square + step * n]) for n in range(1, length + 1)]
            lines.append(ScoringLine(cells, length))
    return Half(
        cell=NAMES.of(CELL_AT[square]), colour=COLOURS[colour], points=sum(lengths), lines=lines
    )
