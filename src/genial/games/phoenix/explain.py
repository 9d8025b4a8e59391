"""What a move of Phoenix would do and what it would be worth, and why a move is refused."""

from __future__ import annotations

from bisect import bisect_right

from genial.core import engine
from genial.core.errors import IllegalMove
from genial.core.explanation import Explanation as BaseExplanation
from genial.core.kernel import Record
from genial.games.phoenix import rules
from genial.games.phoenix.cards import KINDS, MOVES, N_KINDS, pack_counts
from genial.games.phoenix.notation import spell
from genial.games.phoenix.rows import LINE, SPECTRUM, spell_row
from genial.games.phoenix.view import LinePoints, parts, totals


class Explanation(BaseExplanation, kw_only=True):
    """The rows after a move, and what the lines would be worth; lists are by seat."""

    parts: list[LinePoints]  # none unless the round ends
    spectrum: str
    lines: list[str]
    matches: list[bool]
    misplaced: list[int]  # the fewest pawns to be moved until a line matches
    line_points: list[int]  # if the round ended then
    ends_round: bool
    ends: bool  # the game


def refusal(record: Record, code: int) -> IllegalMove:
    """Why a move is not legal now: all a player can lack is the card."""
    if record.phase == rules.OVER:
        return IllegalMove("the game is over", code="game-over")
    card = KINDS[MOVES[code].kind]
    return IllegalMove(f"{card} is not in the hand", code="not-in-hand", card=card)


def count_misplaced(line: str, spectrum: str) -> int:
    """The fewest pawns that would have to go elsewhere for a line to match the spectrum.

    >>> count_misplaced("RRGGBBYYPP", "RGBYPO"), count_misplaced("PRRGGBBYYP", "RGBYPO")
    (0, 1)
    """
    lasts: list[int] = []  # of the longest pieces in order: the least cube that each can end with
    for colour in line:
        cube = spectrum.index(colour)
        at = bisect_right(lasts, cube)
        lasts[at : at + 1] = [cube]
    return len(line) - len(lasts)


def explain(record: Record, code: int) -> Explanation:
    """The rows after a move, how far they are from matching and what each line is worth then."""
    before = record.copy()
    card = pack_counts([int(kind == MOVES[code].kind) for kind in range(N_KINDS)])
    before.hand[before.turn] = card  # alone: it needs no hidden knowledge, and a hand has its size
    after = engine.record_after(rules, before, code)
    if after is None:
        raise refusal(record, code)
    is_matched = after.finished > before.finished
    rows = (after.last_spectrum, after.last_line) if is_matched else (after.spectrum, after.line)
    spectrum = spell_row(int(rows[0]), SPECTRUM)
    lines = [spell_row(int(line), LINE) for line in rows[1]]
    worth = parts(lines, spectrum)
    ends_round = bool(is_matched or record.left == 1)  # the draw would take the last card
    points = totals(worth)
    matched = {part.seat for part in worth if part.kind == "match"}
    return Explanation(
        move=spell(code),
        gains={"points": points[record.turn] if ends_round else 0},
        parts=worth if ends_round else [],
        spectrum=spectrum,
        lines=lines,
        matches=[seat + 1 in matched for seat in range(rules.SEATS)],
        misplaced=[count_misplaced(line, spectrum) for line in lines],
        line_points=points,
        ends_round=ends_round,
        ends=ends_round and int(record.finished) + 1 == rules.ROUNDS,
    )
