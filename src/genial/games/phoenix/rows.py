"""The rows on the table: the two lines and the spectrum, each in one number.

A row has a hexadecimal digit for every place, the lowest digit for place 1: a pawn's or a
cube's colour. Places are counted from 0 here and from 1 in every text. What `explain` asks
calls nothing else that is compiled (see `genial.core.kernel.in_python`).
"""

from __future__ import annotations

import functools

from genial.core.kernel import cold, rule
from genial.games.phoenix import FACTS

COLOURS = FACTS.colours
RED, GREEN, BLUE, YELLOW, PURPLE, ORANGE = range(6)
N_COLOURS = 6
PAWNS_OF_A_COLOUR = 5
N_PAWNS = N_COLOURS * PAWNS_OF_A_COLOUR

LINE = 10  # places of a line
SPECTRUM = 6  # places of the spectrum
EMPTY = 0  # a row that has not been laid: no real one has red on every place

_DIGIT = 4  # bits of a place
_ANY = 15  # all of them
_BORDERS = (1 << _DIGIT * (LINE - 1)) - 1  # of a line: a digit for every pair of neighbours
_ONES = _BORDERS // _ANY


@rule
def colour_at(row: int, place: int) -> int:
    """What lies on a place."""
    return (row >> _DIGIT * place) & _ANY


@rule
def lay(row: int, place: int, colour: int) -> int:
    """The row with a pawn or a cube on a place that was empty."""
    return row | colour << _DIGIT * place


@rule
def shift(row: int, origin: int, target: int) -> int:
    """The row after what lies on one place has moved to another; those passed close up."""
    colour = colour_at(row, origin)
    before = row & ((1 << _DIGIT * origin) - 1)
    closed = before | (row >> _DIGIT * (origin + 1)) << _DIGIT * origin
    before = closed & ((1 << _DIGIT * target) - 1)
    after = (closed >> _DIGIT * target) << _DIGIT * (target + 1)
    return before | colour << _DIGIT * target | after


@rule
def switch(row: int, one: int, other: int) -> int:
    """The row after two places have changed their contents."""
    change = colour_at(row, one) ^ colour_at(row, other)
    return row ^ (change << _DIGIT * one | change << _DIGIT * other)


@rule
def difference(row: int, opposite: int, place: int) -> int:
    """What must be flipped in both rows for them to change their contents of this place."""
    return (row ^ opposite) & _ANY << _DIGIT * place


@rule
def blocks(line: int) -> int:
    """How many maximal runs of one colour a line has."""
    differ = line ^ line >> _DIGIT
    borders = (differ | differ >> 1 | differ >> 2) & _ONES
    return 1 + borders % _ANY  # the sum of the digits


@rule
def run_end(line: int, place: int) -> int:
    """The place after the maximal run of one colour that begins here."""
    colour = (line >> _DIGIT * place) & _ANY
    end = place + 1
    while end < LINE and (line >> _DIGIT * end) & _ANY == colour:
        end += 1
    return end


@rule
def colours_in(line: int) -> int:
    """The set of the colours of a line, as a mask."""
    mask = 0
    for place in range(LINE):
        mask |= 1 << ((line >> _DIGIT * place) & _ANY)
    return mask


@cold
def is_in_order(line: int, spectrum: int) -> bool:
    """Do the colours of a line, read from place 1 on, come in the order of the spectrum?

    A colour that comes a second time after another one is out of order, too.
    """
    cube = 0
    for place in range(LINE):
        colour = (line >> _DIGIT * place) & _ANY
        while (spectrum >> _DIGIT * cube) & _ANY != colour:
            cube += 1
            if cube == SPECTRUM:
                return False
    return True


def spell_row(row: int, places: int) -> str:
    """A row as letters, place 1 first.

    >>> spell_row(0x543210, SPECTRUM)
    'RGBYPO'
    """
    return "".join(COLOURS[row >> _DIGIT * place & _ANY] for place in range(places))


@functools.lru_cache(maxsize=1024)
def row_of(letters: str) -> int:
    """The row that these letters spell.

    >>> hex(row_of("RGBYPO"))
    '0x543210'
    """
    return sum(COLOURS.index(letter) << _DIGIT * k for k, letter in enumerate(letters))
