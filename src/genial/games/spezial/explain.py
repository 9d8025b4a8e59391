"""What a move of Genial Spezial would score and why, and why a move is refused."""

from __future__ import annotations

import msgspec
import numpy as np

from genial.core import bits, engine
from genial.core.errors import IllegalMove
from genial.core.explanation import Explanation as BaseExplanation
from genial.core.kernel import Codes, Record, Records, entry, in_python
from genial.games.spezial import rules
from genial.games.spezial.board import CELL_NAMES, EDGE_LOW, EDGES, N_CELLS
from genial.games.spezial.notation import CHIP_NAMES, EDGE_NAMES, spell
from genial.games.spezial.rules import (
    CHOICES,
    CHOSEN,
    COLOURS,
    EMPTY,
    MAX_TOWERS,
    N_COLOURS,
    PASS,
    TILES,
    TOWER,
)
from genial.games.spezial.view import bonus_cells, plain_fields, tower_names, towers_in

# What `explain_move` writes: the points of each colour; sets of towers whose chips, and of large
# towers that are scored; what every chip shows; the towers that the new chain touches, how many
# cells it has, and which.
GAINS = 0
CHIPS = GAINS + N_COLOURS
LARGE = CHIPS + 1
VALUES = LARGE + 1
TOUCHED = VALUES + MAX_TOWERS
CHAIN_LENGTH = TOUCHED + 1
CHAIN = CHAIN_LENGTH + 1
N_NUMBERS = CHAIN + 2 * TILES

_EXAMPLES = ("", "+O", "+OP")  # colours for no, one and two bonus fields


class ChipPart(msgspec.Struct, kw_only=True, tag_field="kind", tag="chip"):
    """The points of a chip."""

    tower: str
    colour: str
    points: int
    turns: bool  # does it lie light side up, and show its black side afterwards?


class LargePart(msgspec.Struct, kw_only=True, tag_field="kind", tag="large"):
    """The point of a large tower, in each of its colours."""

    tower: str
    colours: list[str]
    points: int


class BonusPart(msgspec.Struct, kw_only=True, tag_field="kind", tag="bonus"):
    """The point of a bonus field."""

    cell: str
    colour: str
    points: int


ScorePart = ChipPart | LargePart | BonusPart


class NewChain(msgspec.Struct, kw_only=True):
    """The chain that a tile makes or joins."""

    cells: list[str]
    towers: list[str]  # that it touches


class Explanation(BaseExplanation, kw_only=True):
    """What a move would score. Points beyond a track's end are in the parts, not in `gains`."""

    parts: list[ScorePart]
    chain: NewChain | None  # none of a pass


def refusal(record: Record, code: int) -> IllegalMove:
    """Why a move is not legal now."""
    if in_python(rules.is_over)(record):
        return IllegalMove("the game is over", code="game-over")
    if in_python(rules.due)(record):
        return IllegalMove("the chips must be dealt first", code="chance-due")
    if code == PASS:
        return IllegalMove("a tile can be laid, so you must not pass", code="must-place")
    edge, choice = divmod(code, CHOICES)
    for cell in EDGES[edge]:
        name, holds = CELL_NAMES[cell], record.board[cell]
        if holds >= TOWER:
            return IllegalMove(f"{name} has a tower", code="tower", cell=name)
        if holds != EMPTY:
            return IllegalMove(f"{name} is taken", code="taken", cell=name)
    return _wrong_choice(record, edge, choice)


def _wrong_choice(record: Record, edge: int, choice: int) -> IllegalMove:
    """A tile that can be laid, but with another number of colours."""
    tile = EDGE_NAMES[edge]
    covered = [CELL_NAMES[cell] for cell in bonus_cells(record, edge)]
    if not covered:
        return IllegalMove(f"{tile} covers no bonus field, so choose no colour", code="no-bonus")
    fields = " and ".join(covered)
    what = "is a bonus field" if len(covered) == 1 else "are bonus fields"
    colours = "one colour" if len(covered) == 1 else "two colours"
    return IllegalMove(
        f"{fields} {what}, so choose {colours}: {tile}{_EXAMPLES[len(covered)]}",
        code="bonus-colours",
        cells=covered,
    )


def explain(record: Record, code: int) -> Explanation:
    """What a move would score: chips, large towers, bonus fields; and the chain it makes."""
    games = np.zeros(2, rules.DTYPE)
    games.view(np.recarray)[0] = record
    numbers = np.zeros(N_NUMBERS, np.int32)
    if explain_move(games, code, numbers) == engine.ILLEGAL:
        raise refusal(record, code)
    told, towers = numbers.tolist(), tower_names(record)
    chain = None
    if code != PASS:
        cells = told[CHAIN : CHAIN + told[CHAIN_LENGTH]]
        chain = NewChain(
            cells=[CELL_NAMES[cell] for cell in cells], towers=towers_in(towers, told[TOUCHED])
        )
    gains = zip(COLOURS, told[GAINS:CHIPS], strict=True)
    return Explanation(
        move=spell(code),
        gains={colour: n for colour, n in gains if n},
        parts=[*_chips(record, told), *_large(towers, told), *_bonuses(record, code)],
        chain=chain,
    )


@entry
def explain_move(games: Records, code: int, out: Codes) -> int:
    """Write what a move would score in `games[0]`, N_NUMBERS of them; ILLEGAL if it is not legal.

    `games[1]` is scratch.
    """
    s = games[0]
    if rules.due(s) or rules.is_over(s) or (code == PASS) != (s.n_free == 0):
        return engine.ILLEGAL
    edge = code // CHOICES
    if code != PASS:
        first = rules.first_choice(s, edge)
        is_free = bits.has(s.free[edge >> 6], edge & 63)
        if not is_free or not first <= code % CHOICES <= rules.last_choice(first):
            return engine.ILLEGAL
    games[1] = games[0]
    after = games[1]
    rules.play(after, code)
    for colour in range(N_COLOURS):
        out[GAINS + colour] = after.scores[s.turn, colour] - s.scores[s.turn, colour]
    out[CHIPS] = after.chips_scored
    out[LARGE] = after.large_scored
    for tower in range(MAX_TOWERS):
        out[VALUES + tower] = rules.chip_value(s, tower) if tower < s.towers else 0
    out[TOUCHED] = 0
    n = 0
    if code != PASS:
        tile = int(after.board[EDGE_LOW[edge]])
        out[TOUCHED] = after.touched[tile]
        for cell in range(N_CELLS):
            there = int(after.board[cell])
            if 0 <= there < TOWER and rules.chain_of(after, there) == tile:
                out[CHAIN + n] = cell
                n += 1
    out[CHAIN_LENGTH] = n
    for k in range(n, 2 * TILES):
        out[CHAIN + k] = 0
    return N_NUMBERS


def _chips(record: Record, told: list[int]) -> list[ChipPart]:
    before = plain_fields(record, "chip", "black")
    return [
        ChipPart(
            tower=cell,
            colour=CHIP_NAMES[before.chip[number]][0],
            points=told[VALUES + number],
            turns=not before.black >> number & 1,
        )
        for number, cell in enumerate(tower_names(record))
        if told[CHIPS] >> number & 1
    ]


def _large(towers: list[str], told: list[int]) -> list[LargePart]:
    return [
        LargePart(tower=cell, colours=list(COLOURS), points=1)
        for cell in towers_in(towers, told[LARGE])
    ]


def _bonuses(record: Record, code: int) -> list[BonusPart]:
    if code == PASS:
        return []
    edge, choice = divmod(code, CHOICES)
    return [
        BonusPart(cell=CELL_NAMES[cell], colour=COLOURS[colour], points=1)
        for cell, colour in zip(bonus_cells(record, edge), CHOSEN[choice], strict=True)
    ]
