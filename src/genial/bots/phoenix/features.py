"""What a player sees at a glance: the lines in the order of the spectrum, and how far they are.

A *ranked* line has on every place not a colour but that colour's place in the spectrum, so that
a line matches if its numbers never fall. It is packed like every row, a digit for each place.
"""

from __future__ import annotations

from genial.core.kernel import Record, cold, rule
from genial.games.phoenix.cards import (
    DEED,
    EXCHANGE,
    FIRST_DISCARD,
    KIND,
    MODIFY,
    ORIGIN,
    SHIFT,
    SWITCH,
    TARGET,
)
from genial.games.phoenix.rows import LINE, N_COLOURS, SPECTRUM, difference, shifted, switched
from genial.games.phoenix.rules import FOR_ALL_COLOURS, FOR_MATCH, SEATS, run_points

_DIGIT = 4
_ANY = 15
_ONES = 0x1111111111  # a one on every place of a line
_EIGHTS = 0x888888888  # all but the last place
_ALL_BUT_LAST = 0xFFFFFFFFF
MOST_AT_ONCE = 2  # pawns that a card on one line can put right; a switch moves two
_SUMS = 0x111111  # times this: running totals of a digit for every rank


@rule
def ranks(spectrum: int) -> int:
    """For every colour, a digit each, its place in the spectrum."""
    found = 0
    for place in range(SPECTRUM):
        found |= place << _DIGIT * ((spectrum >> _DIGIT * place) & _ANY)
    return found


@rule
def renamed(line: int, names: int) -> int:
    """The line with every number replaced by what `names` has for it."""
    new = 0
    for place in range(LINE):
        new |= ((names >> _DIGIT * ((line >> _DIGIT * place) & _ANY)) & _ANY) << _DIGIT * place
    return new


@rule
def moved_ranks(origin: int, target: int) -> int:
    """For every rank the new one when a cube moves in the spectrum."""
    return ranks(shifted(0x543210, origin, target))


@cold
def after(own: int, other: int, move: int) -> tuple[int, int]:
    """Both ranked lines, the mover's first, after a move."""
    deed, origin, target = DEED[move], int(ORIGIN[move]), int(TARGET[move])
    if deed == SWITCH:
        own = switched(own, origin, target)
    elif deed == SHIFT:
        own = shifted(own, origin, target)
    elif deed == EXCHANGE:
        flip = difference(own, other, origin)
        own ^= flip
        other ^= flip
    elif deed == MODIFY:
        names = moved_ranks(origin, target)
        own = renamed(own, names)
        other = renamed(other, names)
    return own, other


@rule
def counted(line: int) -> int:
    """How many pawns of every rank a ranked line has, a digit each."""
    counts = 0
    for place in range(LINE):
        counts += 1 << _DIGIT * ((line >> _DIGIT * place) & _ANY)
    return counts


@cold
def lifted(line: int) -> int:
    """How few pawns must be taken out and put back elsewhere for the line to match.

    All but those of a longest part that never falls. Patience sorting finds its length: a pawn
    is laid on the next higher one that lies open, and the piles are counted.
    """
    open_ranks = 0  # how many piles show this rank, a digit each
    piles = 0
    for place in range(LINE):
        rank = (line >> _DIGIT * place) & _ANY
        higher = (open_ranks >> _DIGIT * (rank + 1)) << _DIGIT * (rank + 1)
        lowest = higher & -higher
        covered = (lowest | lowest >> 1 | lowest >> 2 | lowest >> 3) & _ONES
        open_ranks += (1 << _DIGIT * rank) - covered
        piles += covered == 0
    return LINE - piles


@cold
def strayed(line: int, counts: int) -> tuple[int, int]:
    """How many pawns lie outside the places of their colour in the matching line; and how many
    places there are in all between where pawns lie and where they belong.
    """
    starts = (counts * _SUMS) << _DIGIT  # the first place of every rank
    free = starts
    outside = away = 0
    for place in range(LINE):
        at = _DIGIT * ((line >> _DIGIT * place) & _ANY)
        start = (starts >> at) & _ANY
        outside += place < start or place >= start + ((counts >> at) & _ANY)
        away += abs(place - ((free >> at) & _ANY))
        free += 1 << at
    return outside, away


@rule
def is_sorted(line: int) -> bool:
    """Does a ranked line match: do its numbers never fall?"""
    falls = ((line >> _DIGIT | _EIGHTS) - (line & _ALL_BUT_LAST)) & _EIGHTS
    return bool(falls == _EIGHTS)


@cold
def finishers(own: int, other: int) -> int:
    """The kinds of cards with which a line can be made to match at once, as a mask."""
    kinds = 0
    if lifted(own) <= MOST_AT_ONCE:
        for move in range(FIRST_DISCARD):
            if kinds >> KIND[move] & 1 == 0:
                mine, _ = after(own, other, move)
                if is_sorted(mine):
                    kinds |= 1 << KIND[move]
    return kinds


@rule
def run_worth(line: int) -> int:
    """The points for the runs of a line: one for every third pawn in a row, one more a run."""
    differ = line ^ line >> _DIGIT
    same = ~(differ | differ >> 1 | differ >> 2) & (_ONES >> _DIGIT)  # as the next
    thirds = same & same >> _DIGIT  # the first of three equal ones
    firsts = thirds & ~(thirds << _DIGIT)
    return int(thirds % _ANY + firsts % _ANY)


@rule
def variety(counts: int) -> int:
    """How many colours there are."""
    held = 0
    for rank in range(N_COLOURS):
        held += (counts >> _DIGIT * rank) & _ANY != 0
    return held


@rule
def worth(is_match: bool, colours: int, runs: int) -> int:
    """The points for a line with so many colours and so many points for runs."""
    points = runs
    if is_match:
        points += FOR_MATCH
    if colours == N_COLOURS:
        points += FOR_ALL_COLOURS
    return points


@rule
def prospect(counts: int) -> int:
    """The points for a line with so many pawns of every rank when it matches."""
    points = worth(True, variety(counts), 0)
    for rank in range(N_COLOURS):
        points += run_points((counts >> _DIGIT * rank) & _ANY)
    return points


@rule
def standing(line: int, counts: int) -> int:
    """The points for a line as it stands, unless it matches."""
    return worth(False, variety(counts), run_worth(line))


@cold
def points_of(line: int) -> int:
    """The points for a line as it stands."""
    return worth(is_sorted(line), variety(counted(line)), run_worth(line))


@cold
def look(s: Record, m: Record) -> None:
    """Rank both lines."""
    names = ranks(s.spectrum)
    for seat in range(SEATS):
        m.line[seat] = renamed(s.line[seat], names)
