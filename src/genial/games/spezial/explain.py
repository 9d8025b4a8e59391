"""What a move of Genial Spezial would score and why, and why a move is refused."""

from __future__ import annotations

import msgspec

from genial.core import engine
from genial.core.errors import IllegalMove
from genial.core.explanation import Explanation as BaseExplanation
from genial.core.kernel import Record, in_python
from genial.games.spezial import rules
from genial.games.spezial.board import CELL_NAMES, EDGES
from genial.games.spezial.notation import CHIP_NAMES, EDGE_NAMES, spell
from genial.games.spezial.rules import CHOICES, CHOSEN, COLOURS, EMPTY, PASS, TOWER
from genial.games.spezial.view import bonus_cells, chains_of, plain_fields, tower_names, towers_in

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
    after = engine.record_after(rules, record, code)
    if after is None:
        raise refusal(record, code)
    seat = int(record.turn)
    gained = (after.scores[seat] - record.scores[seat]).tolist()
    chain = None
    if code != PASS:
        tile = int(after.board[EDGES[code // CHOICES][0]])
        chain = NewChain(
            cells=chains_of(after)[tile],
            towers=towers_in(tower_names(after), after.touched[tile]),
        )
    return Explanation(
        move=spell(code),
        gains={colour: n for colour, n in zip(COLOURS, gained, strict=True) if n},
        parts=[*_chips(record, after), *_large(after), *_bonuses(record, code)],
        chain=chain,
    )


def _chips(record: Record, after: Record) -> list[ChipPart]:
    chip_value = in_python(rules.chip_value)
    before = plain_fields(record, "chip", "black")
    scored = int(after.chips_scored)
    return [
        ChipPart(
            tower=cell,
            colour=CHIP_NAMES[before.chip[number]][0],
            points=chip_value(before, number),
            turns=not before.black >> number & 1,
        )
        for number, cell in enumerate(tower_names(record))
        if scored >> number & 1
    ]


def _large(after: Record) -> list[LargePart]:
    return [
        LargePart(tower=cell, colours=list(COLOURS), points=1)
        for cell in towers_in(tower_names(after), after.large_scored)
    ]


def _bonuses(record: Record, code: int) -> list[BonusPart]:
    if code == PASS:
        return []
    edge, choice = divmod(code, CHOICES)
    return [
        BonusPart(cell=CELL_NAMES[cell], colour=COLOURS[colour], points=1)
        for cell, colour in zip(bonus_cells(record, edge), CHOSEN[choice], strict=True)
    ]
