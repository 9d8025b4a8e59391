"""The tiles of Tile Challenge, and counts of them by colour in one machine word.

A tile is nothing but its colour, so a heap of tiles (the stack, the middle, a staging row, a
collection) is six counts: the bytes of a word, red lowest. Two heaps are added, and all colours
compared, in one step; no count ever reaches 128, so no byte runs over into the next.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from genial.core.bits import BYTES, ONE, bit, byte
from genial.core.kernel import rule
from genial.games.tile_challenge import FACTS

COLOURS = FACTS.colours
N_COLOURS = 6
COPIES = 21  # tiles of each colour
N_TILES = N_COLOURS * COPIES

NONE = np.uint64(0)
ONE_EACH = np.uint64(sum(1 << 8 * colour for colour in range(N_COLOURS)))
ALL_TILES = np.uint64(COPIES) * ONE_EACH
_COUNT = np.uint64(0xFF)
_HIGH = np.uint64(0x80)
_TO_UNIT = np.uint64(7)  # from a byte's high bit down to a one


def counts(heap: np.uint64) -> dict[str, int]:
    """A heap as plain data.

    >>> counts(np.uint64(0x0200))["G"]
    2
    """
    return dict(zip(COLOURS, int(heap).to_bytes(8, "little"), strict=False))


def heap_of(numbers: Mapping[str, int]) -> np.uint64:
    """Return the heap of given numbers of tiles by colour.

    >>> hex(heap_of({"G": 2}))
    '0x200'
    """
    return np.uint64(sum(numbers[colour] << 8 * COLOURS.index(colour) for colour in numbers))


@rule
def tile(colour: int) -> np.uint64:
    """A heap of one tile."""
    return bit(8 * colour)


@rule
def of_colour(heap: np.uint64, colour: int) -> int:
    """How many tiles of a colour there are."""
    return byte(heap, colour)


@rule
def of_colours(heap: np.uint64, staging: np.uint64) -> np.uint64:
    """The part of a heap that has colours of a staging row, which holds each at most once."""
    return heap & (staging * _COUNT)


@rule
def of_other_colours(heap: np.uint64, staging: np.uint64) -> np.uint64:
    """The part of a heap that has none of the colours of a staging row."""
    return heap & ~(staging * _COUNT)


@rule
def colours_with(heap: np.uint64, number: int) -> np.uint64:
    """One tile of every colour of which there are at least `number`, which is not 0."""
    return (((heap | _HIGH * BYTES) - np.uint64(number) * BYTES) >> _TO_UNIT) & BYTES


@rule
def excess(heap: np.uint64, number: int) -> np.uint64:
    """The tiles of every colour beyond the first `number`."""
    beyond = (heap | _HIGH * BYTES) - np.uint64(number) * BYTES
    return beyond & (((beyond >> _TO_UNIT) & BYTES) * (_HIGH - ONE))


@rule
def fewest(heap: np.uint64) -> int:
    """How many tiles there are of the weakest colour."""
    low = of_colour(heap, 0)
    for colour in range(1, N_COLOURS):
        low = min(low, of_colour(heap, colour))
    return low


@rule
def weakest(heap: np.uint64) -> np.uint64:
    """One tile of every colour of which there are fewest."""
    return ONE_EACH & ~colours_with(heap, fewest(heap) + 1)
