"""Ranked lines: the lines in the order of the spectrum, and how far they are from a match.

A *ranked* line has, instead of each colour, that colour's place in the spectrum. So a line matches
if its numbers never fall. It is packed like every row, a digit for each place.
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
from genial.games.phoenix.rows import LINE, N_COLOURS, SPECTRUM, difference, shift, switch
from genial.games.phoenix.rules import SEATS
from genial.games.phoenix.scoring import FOR_ALL_COLOURS, FOR_MATCH, run_points

_DIGIT = 4
_ANY = 15
_ONES = 0x1111111111  # a one on every place of a line
_EIGHTS = 0x888888888  # all but the last place
_ALL_BUT_LAST = 0xFFFFFFFFF
MAX_PUT_RIGHT = 2  # pawns that a card on one line can put right; a switch moves two
_SUMS = 0x111111  # times this: running totals of a digit for every rank


@rule
def ranks_of_colours(spectrum: int) -> int:
    """Return the place of every colour in the spectrum, a digit each."""
    found = 0
    for place in range(SPECTRUM):
        found |= place << _DIGIT * ((spectrum >> _DIGIT * place) & _ANY)
    return found


@rule
def replace_digits(line: int, names: int) -> int:
    """Replace every digit of a line by the digit that `names` has for it."""
    new = 0
    for place in range(LINE):
        new |= ((names >> _DIGIT * ((line >> _DIGIT * place) & _ANY)) & _ANY) << _DIGIT * place
    return new


@rule
def ranks_after_shift(origin: int, target: int) -> int:
    """Return the new rank of every rank, a digit each, when a cube moves in the spectrum."""
    return ranks_of_colours(shift(0x543210, origin, target))


@cold
def lines_after(own: int, other: int, move: int) -> tuple[int, int]:
    """Return both ranked lines after a move, that of the seat to move first."""
    deed, origin, target = DEED[move], int(ORIGIN[move]), int(TARGET[move])
    if deed == SWITCH:
        own = switch(own, origin, target)
    elif deed == SHIFT:
        own = shift(own, origin, target)
    elif deed == EXCHANGE:
        flip = difference(own, other, origin)
        own ^= flip
        other ^= flip
    elif deed == MODIFY:
        names = ranks_after_shift(origin, target)
        own = replace_digits(own, names)
        other = replace_digits(other, names)
    return own, other


@rule
def rank_counts(line: int) -> int:
    """Return how many pawns of every rank a line has, a digit each."""
    counts = 0
    for place in range(LINE):
        counts += 1 << _DIGIT * ((line >> _DIGIT * place) & _ANY)
    return counts


@cold
def pawns_to_lift(line: int) -> int:
    """Return how few pawns must be lifted and put back elsewhere for the line to match.

    These are all but a longest subsequence that never falls. Patience sorting finds its length: a
    pawn goes on the pile that shows the next higher rank, and the piles are counted.
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
def displacement(line: int, counts: int) -> tuple[int, int]:
    """Return how many pawns lie outside the places of their colour in the matching line, and the
    sum of all distances between where pawns lie and where they belong.
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
    """Tell whether a ranked line matches: its numbers never fall."""
    falls = ((line >> _DIGIT | _EIGHTS) - (line & _ALL_BUT_LAST)) & _EIGHTS
    return bool(falls == _EIGHTS)


@cold
def finishing_kinds(own: int, other: int) -> int:
    """Return the kinds of cards that make a line match at once, as a mask."""
    kinds = 0
    if pawns_to_lift(own) <= MAX_PUT_RIGHT:
        for move in range(FIRST_DISCARD):
            if kinds >> KIND[move] & 1 == 0:
                mine, _ = lines_after(own, other, move)
                if is_sorted(mine):
                    kinds |= 1 << KIND[move]
    return kinds


@rule
def points_for_runs(line: int) -> int:
    """Return the points for runs: one for each pawn from the third of a run on, and one per run."""
    differ = line ^ line >> _DIGIT
    same = ~(differ | differ >> 1 | differ >> 2) & (_ONES >> _DIGIT)  # as the next
    thirds = same & same >> _DIGIT  # the first of three equal ones
    firsts = thirds & ~(thirds << _DIGIT)
    return int(thirds % _ANY + firsts % _ANY)


@rule
def colour_count(counts: int) -> int:
    """Return how many colours a line has."""
    held = 0
    for rank in range(N_COLOURS):
        held += (counts >> _DIGIT * rank) & _ANY != 0
    return held


@rule
def line_points(is_match: bool, colours: int, runs: int) -> int:
    """Return the points for a line from its number of colours and its points for runs."""
    points = runs
    if is_match:
        points += FOR_MATCH
    if colours == N_COLOURS:
        points += FOR_ALL_COLOURS
    return points


@rule
def points_if_matched(counts: int) -> int:
    """Return the points that a line with these counts scores once it matches."""
    points = line_points(True, colour_count(counts), 0)
    for rank in range(N_COLOURS):
        points += run_points((counts >> _DIGIT * rank) & _ANY)
    return points


@rule
def points_unmatched(line: int, counts: int) -> int:
    """Return the points for a line that does not match."""
    return line_points(False, colour_count(counts), points_for_runs(line))


@cold
def points_now(line: int) -> int:
    """Return the points for a line as it stands."""
    return line_points(is_sorted(line), colour_count(rank_counts(line)), points_for_runs(line))


@cold
def rank_lines(s: Record, f: Record) -> None:
    """Rank both lines."""
    names = ranks_of_colours(s.spectrum)
    for seat in range(SEATS):
        f.line[seat] = replace_digits(s.line[seat], names)
