"""Phoenix in words: moves (`M3:2>5`, `S2:4-6`, `-R`) and chance (`* spectrum RGBYPO`)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from genial.core.errors import BadText, nearest, quote
from genial.core.kit import Options
from genial.games.phoenix.cards import HAND, KIND_OF_NAME, KINDS, MOVES
from genial.games.phoenix.rows import COLOURS, LINE, SPECTRUM
from genial.games.phoenix.rules import CARD, CUBE, PAWN, SEATS

_TEXTS = tuple(move.text for move in MOVES)
_CODES = {text: code for code, text in enumerate(_TEXTS)}
_LONGEST = max(map(len, _TEXTS))
_PLAY = re.compile(r"([MSN])([1-4]):([0-9]{1,2})([->])([0-9]{1,2})")
_EXCHANGE = re.compile(r"X:([0-9]{1,2})")

_CARD = "(?:" + "|".join(KINDS) + ")"
_SPECTRUM_LINE = re.compile(rf"\* spectrum ([{COLOURS}]{{{SPECTRUM}}})")
_LINE_LINE = re.compile(rf"\* line [12] ([{COLOURS}]{{{LINE}}})")
_CARDS_LINE = re.compile(rf"\* (?:hand [12]((?: {_CARD}){{{HAND}}})|card [12]( {_CARD}))")
_HIDDEN = "?"
_SECRET = ("hand", "card")  # chance that only one seat sees


def spell(code: int) -> str:
    """The text of a move.

    >>> spell(0)
    'M2:1>3'
    """
    return _TEXTS[code]


def read(text: str) -> int:
    """The code of a move's text.

    >>> spell(read("S2:4-6"))
    'S2:4-6'
    """
    code = _CODES.get(text)
    if code is None:
        raise _text_refusal(text)
    return code


def _text_refusal(text: str) -> BadText:
    """Return why a text is not a move."""
    exchange = _EXCHANGE.fullmatch(text)
    if exchange is not None:
        return _place_refusal(text, f"X:{int(exchange[1])}", [int(exchange[1])], LINE)
    parts = _PLAY.fullmatch(text)
    if parts is None or parts[1] + parts[2] not in KIND_OF_NAME:
        hint = nearest(text, _TEXTS) if len(text) <= _LONGEST else ""
        return BadText(
            f"{quote(text)} is not a move{hint}; "
            "moves look like M3:2>5, S2:4-6, R, N2:1>3, X:7 or -S4"
        )
    letter, far, first, _, second = parts.groups()
    a, b = int(first), int(second)
    sign, places = "-" if letter == "S" else ">", SPECTRUM if letter == "N" else LINE
    for meant in (f"{letter}{far}:{a}{sign}{b}", f"{letter}{far}:{b}{sign}{a}"):
        if meant in _CODES:
            return _place_refusal(text, meant, [], places)
    if 1 <= a <= places and 1 <= b <= places:
        return BadText(
            f"{letter}{far} is for places {far} apart, but {a} and {b} are {abs(a - b)} apart",
            code="wrong-distance",
        )
    return _place_refusal(text, "", [a, b], places)


def _place_refusal(text: str, meant: str, named: list[int], places: int) -> BadText:
    """A move that has another spelling, or that names a place that there is not."""
    if meant in _CODES:
        return BadText(f"{text} must be written {meant}", code="not-canonical", spelt=meant)
    wrong = next(place for place in named if not 1 <= place <= places)
    return BadText(
        f"there is no place {wrong}, only 1 to {places}", code="no-such-place", place=wrong
    )


def chance_lines(trace: Sequence[int], seat: int | None, options: Options) -> list[str]:
    """The card that a seat drew, then what a round's set-up brought.

    Lines that were put back because one of them matched are not written.
    """
    lines = []
    if seat is not None and trace and trace[0] >= CARD:
        lines.append(f"* card {seat} {KINDS[trace[0] - CARD]}")
        trace = trace[1:]
    cubes = [COLOURS[outcome - CUBE] for outcome in trace if outcome < PAWN]
    pawns = [COLOURS[outcome - PAWN] for outcome in trace if PAWN <= outcome < CARD]
    cards = [KINDS[outcome - CARD] for outcome in trace if outcome >= CARD]
    if cubes:
        lines.append(f"* spectrum {''.join(cubes)}")
    pawns = pawns[-SEATS * LINE :]
    for k in range(0, len(pawns), LINE):
        lines.append(f"* line {k // LINE + 1} {''.join(pawns[k : k + LINE])}")
    for k in range(0, len(cards), HAND):
        lines.append(f"* hand {k // HAND + 1} {' '.join(cards[k : k + HAND])}")
    return lines


def read_chance(line: str) -> list[int]:
    """The outcomes of a chance line.

    >>> read_chance("* spectrum RGBYPO")
    [0, 1, 2, 3, 4, 5]
    """
    parts = _SPECTRUM_LINE.fullmatch(line)
    if parts is not None:
        return [CUBE + COLOURS.index(letter) for letter in parts[1]]
    parts = _LINE_LINE.fullmatch(line)
    if parts is not None:
        return [PAWN + COLOURS.index(letter) for letter in parts[1]]
    parts = _CARDS_LINE.fullmatch(line)
    if parts is not None:
        return [CARD + KIND_OF_NAME[name] for name in (parts[1] or parts[2]).split()]
    raise BadText(
        f"{quote(line)} should look like '* spectrum RGBYPO', '* line 1 RRGBYPOORG', "
        "'* hand 1 S1 S2 R X M2' or '* card 1 X'"
    )


def redact(line: str, seat: int | None, options: Options) -> str:
    """A chance line as a seat may see it.

    >>> redact("* hand 2 S1 S2 R X M2", 1, {}), redact("* card 2 X", 2, {})
    ('* hand 2 ? ? ? ? ?', '* card 2 X')
    """
    star, word, owner, *drawn = line.split()
    if word not in _SECRET or owner == str(seat):
        return line
    return " ".join([star, word, owner, *[_HIDDEN] * len(drawn)])
