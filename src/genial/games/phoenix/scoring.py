"""What a line of Phoenix is worth at the end of a round."""

from __future__ import annotations

from genial.core.kernel import rule
from genial.games.phoenix.rows import LINE, N_COLOURS, blocks, colours_in, is_in_order, run_end

FOR_MATCH = 5  # points
FOR_ALL_COLOURS = 4
SHORTEST_RUN = 3  # that gives points
ALL_COLOURS = (1 << N_COLOURS) - 1  # the set of them


@rule
def matches(line: int, spectrum: int) -> bool:
    """Is each colour of a line in one block, in the order of the spectrum?"""
    # Nearly all lines have more blocks than there are colours: no need to look closely.
    return blocks(line) <= N_COLOURS and is_in_order(line, spectrum)


@rule
def run_points(length: int) -> int:
    """The points for a maximal run of this length: 3, 4, 5 give 2, 3, 4."""
    return length - 1 if length >= SHORTEST_RUN else 0


@rule
def line_points(line: int, spectrum: int) -> int:
    """What a line is worth at the end of a round."""
    points = 0
    if matches(line, spectrum):
        points += FOR_MATCH
    if colours_in(line) == ALL_COLOURS:
        points += FOR_ALL_COLOURS
    end = 0
    for place in range(LINE):
        if place == end:
            end = run_end(line, place)
            points += run_points(end - place)
    return points
