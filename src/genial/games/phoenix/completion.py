"""Complete a position of Phoenix: pile, turn, and a round before that could have been."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import permutations, product
from typing import Any

import msgspec

from genial.core.kernel import Record
from genial.core.kit import Data
from genial.core.view import read_position
from genial.games.phoenix.cards import COPIES, HAND, N_CARDS
from genial.games.phoenix.rows import COLOURS, LINE, PAWNS_OF_A_COLOUR
from genial.games.phoenix.rules import ROUNDS, SEATS
from genial.games.phoenix.view import (
    MOST_POINTS,
    Position,
    RoundEnd,
    parts,
    starter,
    totals,
)

# Lines of every worth that there is: letters stand for different colours.
_PATTERNS = (
    "ababababab", "aaabcbcbcb", "aaaabcbcbc", "aaaaabcbcb", "abcdefabcd", "aabbccddee",
    "aaabbbbcdc", "aaaabbbbcb", "aaabcdefbc", "aaaabcdefb", "aaaaabbbbc", "aaaaabbbbb",
    "aabbccddef", "aaaabbbccd", "aaabbbcccd", "aaabbccdef", "aabbcdddef", "aaaabbcdef",
    "abbbbccdef", "aaaabbbccc", "aaaaabcdef", "abbbbbcdef", "aaabbbcdef", "abcccdddef",
    "aabbbbbccc",
)  # fmt: skip


def complete_position(record: Record, position: Mapping[str, Any]) -> Data:
    """Return a position with the pile, whose turn it is, and how the round before ended.

    The pile holds the cards that are nowhere else. Every turn draws one of them, so its size
    tells whose turn it is. How the round before ended stays if it could have brought the points;
    otherwise another end takes its place that could have.
    """
    missing = {"pile": {}, "discards": {}, "start": 1, "turn": None, "last": None}
    data = read_position(missing | dict(position), Position)
    elsewhere: Counter[str] = Counter(card for hand in data.hands for card in hand)
    data.discards = {name: data.discards.get(name, 0) for name in COPIES} | data.discards
    data.pile = {
        name: max(0, copies - elsewhere[name] - data.discards[name])
        for name, copies in COPIES.items()
    }
    data.start = starter(record, data.round)
    turns = N_CARDS - SEATS * HAND - sum(data.pile.values())
    has_ended = not any(data.pile.values()) or any(
        part.kind == "match" for part in parts(data.lines, data.spectrum)
    )
    if has_ended and data.round == ROUNDS:
        data.turn = None
        data.last = RoundEnd(spectrum=data.spectrum, lines=data.lines)
    else:
        data.turn = (data.start - 1 + turns) % SEATS + 1
        data.last = _end_before(record, data)
    whole: Data = msgspec.to_builtins(data)
    return whole


def _end_before(record: Record, data: Position) -> RoundEnd | None:
    """How the round before ended: as it says, if that fits the points."""
    if data.round == 1:
        return None
    brought = [p - lead for p, lead in zip(data.points, record.points.tolist(), strict=True)]
    most = MOST_POINTS * (data.round - 2)  # of the rounds before that one
    last = data.last
    if last is not None:
        worth = totals(parts(last.lines, last.spectrum))
        if all(0 <= got - own <= most for got, own in zip(brought, worth, strict=True)):
            return last
    wanted = [range(max(0, got - most), min(got, MOST_POINTS) + 1) for got in brought]
    for first, second in product(*(sorted(worth, reverse=True) for worth in wanted)):
        lines = _lines_worth(first, second)
        if lines is not None:
            return RoundEnd(spectrum=COLOURS, lines=list(lines))
    return last


@functools.lru_cache(maxsize=1024)
def _lines_worth(first: int, second: int) -> tuple[str, str] | None:
    """Two lines that are worth this much by the spectrum in the order of the colours, or none."""
    for one, other in product(_lines(first), _lines(second)):
        if max(Counter(one + other).values()) <= PAWNS_OF_A_COLOUR:
            return one, other
    return None


@functools.cache
def _lines(worth: int) -> tuple[str, ...]:
    """Some lines that are worth this much."""
    return tuple(line for line in _some_lines() if _worth(line) == worth)


def _worth(line: str) -> int:
    return totals(parts([line, line], COLOURS))[0]


@functools.cache
def _some_lines() -> tuple[str, ...]:
    patterns = [way for pattern in _PATTERNS for way in (pattern, pattern[::-1])]
    return tuple(dict.fromkeys(line for pattern in patterns for line in _coloured(pattern)))


def _coloured(pattern: str) -> Iterator[str]:
    """The ways to colour a pattern, with the colours in the order of the spectrum or against it."""
    assert len(pattern) == LINE
    letters = sorted(set(pattern))
    for colours in permutations(COLOURS, len(letters)):
        order = [COLOURS.index(colour) for colour in colours]
        if len(letters) == 2 or order in (sorted(order), sorted(order, reverse=True)):
            yield pattern.translate(str.maketrans("".join(letters), "".join(colours)))
