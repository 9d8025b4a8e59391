"""Sets of up to 64 things, and counts of up to 8 kinds, in one machine word.

All unsigned arithmetic of the kernels is in here and in `chance`: mixing signed and
unsigned words silently changes their type.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from genial.core.kernel import rule

Words = npt.NDArray[np.uint64]

ZERO = np.uint64(0)
ONE = np.uint64(1)
ALL = np.uint64(0xFFFFFFFFFFFFFFFF)
_EVERY_2ND = np.uint64(0x5555555555555555)
_PAIRS = np.uint64(0x3333333333333333)
_NIBBLES = np.uint64(0x0F0F0F0F0F0F0F0F)
BYTES = np.uint64(0x0101010101010101)  # a one in every byte
_HIGH = np.uint64(0x8080808080808080)
_TWO, _THREE, _FOUR, _EIGHT = np.uint64(2), np.uint64(3), np.uint64(4), np.uint64(8)
_TOP_BYTE = np.uint64(56)
_BYTE = np.uint64(0xFF)


def _nth_bits() -> npt.NDArray[np.int8]:
    table = np.zeros(256 * 8, np.int8)
    for byte in range(256):
        for k, bit in enumerate(b for b in range(8) if byte >> b & 1):
            table[byte * 8 + k] = bit
    return table


_NTH_BIT = _nth_bits()


@rule
def _byte_counts(word: np.uint64) -> np.uint64:
    word = word - ((word >> ONE) & _EVERY_2ND)
    word = (word & _PAIRS) + ((word >> _TWO) & _PAIRS)
    return (word + (word >> _FOUR)) & _NIBBLES


@rule
def total(counts: np.uint64) -> int:
    """The sum of the eight bytes of a word (at most 255)."""
    return int((counts * BYTES) >> _TOP_BYTE)


@rule
def size(word: np.uint64) -> int:
    """How many bits are set."""
    return total(_byte_counts(word))


@rule
def has(word: np.uint64, k: int) -> bool:
    """Is bit k set?"""
    return (word >> np.uint64(k)) & ONE != ZERO


@rule
def bit(k: int) -> np.uint64:
    """The word with bit k alone."""
    return ONE << np.uint64(k)


@rule
def lowest(word: np.uint64) -> int:
    """The number of the lowest bit set; the word is not empty."""
    return size((word & (ALL - word + ONE)) - ONE)


@rule
def byte_of_unit(counts: np.uint64, k: int) -> int:
    """The byte in which the k-th unit lies, the bytes being counts with a sum below 128."""
    upto = counts * BYTES
    beyond = ((upto | _HIGH) - np.uint64(k + 1) * BYTES) & _HIGH
    return lowest(beyond) >> 3


@rule
def units_before(counts: np.uint64, byte: int) -> int:
    """The sum of the bytes below this one."""
    return int((((counts * BYTES) << _EIGHT) >> np.uint64(8 * byte)) & _BYTE)


@rule
def nth(word: np.uint64, k: int) -> int:
    """The number of the k-th bit that is set, counting from 0; there are more than k."""
    counts = _byte_counts(word)
    byte = byte_of_unit(counts, k)
    rest = int((word >> np.uint64(8 * byte)) & _BYTE)
    return 8 * byte + int(_NTH_BIT[8 * rest + k - units_before(counts, byte)])


@rule
def byte(counts: np.uint64, k: int) -> int:
    """The k-th byte."""
    return int((counts >> np.uint64(8 * k)) & _BYTE)
