"""What a move of Phoenix would do and what it would be worth, and why a move is refused."""

from __future__ import annotations

import numpy as np

from genial.core import engine
from genial.core.errors import IllegalMove
from genial.core.explanation import Explanation as BaseExplanation
from genial.core.kernel import Codes, Record, Records, cold, entry
from genial.games.phoenix import rules, scoring
from genial.games.phoenix.cards import KINDS, MOVES
from genial.games.phoenix.notation import spell
from genial.games.phoenix.rows import COLOURS, LINE, SPECTRUM, colour_at, colours_in, run_end
from genial.games.phoenix.rules import SEATS
from genial.games.phoenix.view import LinePoints, parts

_DIGIT, _ANY = 4, 15  # bits of a place, see `rows`

# What `explain_move` writes: the colours of the spectrum and of both lines; then by seat pawns that
# are misplaced, points in all, for a match and for all colours; for every place that begins a run
# its points and its end; and whether the round and the game end.
SPECTRUM_ROW = 0
LINE_ROWS = SPECTRUM_ROW + SPECTRUM
MISPLACED = LINE_ROWS + SEATS * LINE
POINTS = MISPLACED + SEATS
MATCHES = POINTS + SEATS
ALL_COLOURS = MATCHES + SEATS
RUN_POINTS = ALL_COLOURS + SEATS
RUN_ENDS = RUN_POINTS + SEATS * LINE
ENDS_ROUND = RUN_ENDS + SEATS * LINE
ENDS = ENDS_ROUND + 1
N_NUMBERS = ENDS + 1


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


@cold
def count_misplaced(line: int, spectrum: int) -> int:
    """The fewest pawns that would have to go elsewhere for a line to match the spectrum.

    >>> from genial.games.phoenix.rows import row_of
    >>> spectrum = row_of("RGBYPO")
    >>> [count_misplaced(row_of(line), spectrum) for line in ("RRGGBBYYPP", "PRRGGBBYYP")]
    [0, 1]
    """
    lengths, longest = 0, 0  # of the longest pieces in order that end with each cube, a digit each
    for place in range(LINE):
        length = 0
        for cube in range(SPECTRUM):
            length = max(length, lengths >> _DIGIT * cube & _ANY)
            if (spectrum >> _DIGIT * cube) & _ANY == (line >> _DIGIT * place) & _ANY:
                length += 1
                lengths = lengths & ~(_ANY << _DIGIT * cube) | length << _DIGIT * cube
                break
        longest = max(longest, length)
    return LINE - longest


def explain(record: Record, code: int) -> Explanation:
    """The rows after a move, how far they are from matching and what each line is worth then."""
    games = np.zeros(2, rules.DTYPE)
    games.view(np.recarray)[0] = record
    numbers = np.zeros(N_NUMBERS, np.int32)
    if explain_move(games, code, numbers) == engine.ILLEGAL:
        raise refusal(record, code)
    told = numbers.tolist()
    letters = "".join(COLOURS[colour] for colour in told[SPECTRUM_ROW:MISPLACED])
    spectrum = letters[:SPECTRUM]
    lines = [letters[SPECTRUM + LINE * seat :][:LINE] for seat in range(SEATS)]
    worth, points = parts(lines, spectrum), told[POINTS : POINTS + SEATS]
    ends_round = bool(told[ENDS_ROUND])
    return Explanation(
        move=spell(code),
        gains={"points": points[record.turn] if ends_round else 0},
        parts=worth if ends_round else [],
        spectrum=spectrum,
        lines=lines,
        matches=[matched > 0 for matched in told[MATCHES : MATCHES + SEATS]],
        misplaced=told[MISPLACED : MISPLACED + SEATS],
        line_points=points,
        ends_round=ends_round,
        ends=bool(told[ENDS]),
    )


@cold
def explain_rows(spectrum: int, first: int, second: int, out: Codes) -> None:
    """Write the rows on the table and what the lines are worth: all but how the game goes on."""
    for place in range(SPECTRUM):
        out[SPECTRUM_ROW + place] = colour_at(spectrum, place)
    for seat in range(SEATS):
        line = first if seat == 0 else second
        for place in range(LINE):
            out[LINE_ROWS + LINE * seat + place] = colour_at(line, place)
        out[MISPLACED + seat] = count_misplaced(line, spectrum)
        out[POINTS + seat] = scoring.line_points(line, spectrum)
        out[MATCHES + seat] = scoring.FOR_MATCH if scoring.matches(line, spectrum) else 0
        has_all = colours_in(line) == scoring.ALL_COLOURS
        out[ALL_COLOURS + seat] = scoring.FOR_ALL_COLOURS if has_all else 0
        end = 0
        for place in range(LINE):
            at = LINE * seat + place
            out[RUN_POINTS + at] = 0
            out[RUN_ENDS + at] = 0
            if place == end:
                end = run_end(line, place)
                out[RUN_POINTS + at] = scoring.run_points(end - place)
                out[RUN_ENDS + at] = end


@entry
def explain_move(games: Records, code: int, out: Codes) -> int:
    """Write what a move would do in `games[0]`, N_NUMBERS of them; ILLEGAL if it cannot be played.

    It may be of any card, in the hand or not. `games[1]` is scratch.
    """
    if games[0].phase != rules.MOVING:
        return engine.ILLEGAL
    games[1] = games[0]
    s, after = games[0], games[1]
    rules.act(after, code)
    is_matched = rules.is_matched(after)
    explain_rows(after.spectrum, after.line[0], after.line[1], out)
    ends_round = is_matched or s.left == 1  # the draw would take the last card
    out[ENDS_ROUND] = ends_round
    out[ENDS] = ends_round and s.finished + 1 == rules.ROUNDS
    return N_NUMBERS


@entry
def explain_last_round(games: Records, out: Codes) -> int:
    """Write how the round ended that `games[0]` finished last, N_NUMBERS; ILLEGAL if none has."""
    s = games[0]
    if s.finished == 0:
        return engine.ILLEGAL
    explain_rows(s.last_spectrum, s.last_line[0], s.last_line[1], out)
    out[ENDS_ROUND] = 1
    out[ENDS] = s.finished == rules.ROUNDS
    return N_NUMBERS
