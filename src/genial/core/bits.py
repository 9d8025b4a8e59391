"""Sets of up to 64 things, and counts of up to 8 kinds, in one machine word.

All unsigned arithmetic of the kernels is in here and in `chance`: mixing signed and
unsigned words silently changes their type. What is not a word leaves as a signed number,
`int(np.int64(…))`: `int` alone would leave it unsigned in compiled code.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from llvmlite import ir
from numba import types
from numba.core.registry import cpu_target
from numba.extending import intrinsic

from genial.core.kernel import JIT, rule

Words = npt.NDArray[np.uint64]

ZERO = np.uint64(0)
ONE = np.uint64(1)
ALL = np.uint64(0xFFFFFFFFFFFFFFFF)
_EVERY_2ND = np.uint64(0x5555555555555555)
_PAIRS = np.uint64(0x3333333333333333)
_NIBBLES = np.uint64(0x0F0F0F0F0F0F0F0F)
BYTES = np.uint64(0x0101010101010101)  # a one in every byte
_BYTES_HIGH = np.uint64(0x8080808080808080)
QUARTERS = np.uint64(0x0001000100010001)  # a one in every 16 bits
_QUARTERS_HIGH = np.uint64(0x8000800080008000)
_TWO, _THREE, _FOUR, _EIGHT = np.uint64(2), np.uint64(3), np.uint64(4), np.uint64(8)
_TOP_BYTE = np.uint64(56)
_BYTE = np.uint64(0xFF)
_QUARTER = np.uint64(0xFFFF)


def _nth_bits() -> npt.NDArray[np.uint8]:
    table = np.zeros(256 * 8, np.uint8)
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
    return int(np.int64((counts * BYTES) >> _TOP_BYTE))


@rule
def size(word: np.uint64) -> int:
    """How many bits are set."""
    return total(_byte_counts(word))


@rule
def has(word: np.uint64, k: int) -> bool:
    """Is bit k set?"""
    return bool((word >> np.uint64(k)) & ONE != ZERO)


@rule
def bit(k: int) -> np.uint64:
    """The word with bit k alone."""
    return ONE << np.uint64(k)


@rule
def lowest(word: np.uint64) -> int:
    """The number of the lowest bit set; the word is not empty."""
    return size(~word & (word - ONE))


@rule
def byte(counts: np.uint64, k: int) -> int:
    """The k-th byte."""
    return int(np.int64((counts >> np.uint64(8 * k)) & _BYTE))


@rule
def running_total(counts: np.uint64, before: np.uint64) -> np.uint64:
    """In every byte the sum of the bytes up to it, and of the last byte of the word before."""
    return (counts + (before >> _TOP_BYTE)) * BYTES


@rule
def bytes_upto(totals: np.uint64, k: int) -> int:
    """How many of the bytes are at most k; all are below 128."""
    return 8 - size(((totals | _BYTES_HIGH) - np.uint64(k + 1) * BYTES) & _BYTES_HIGH)


@rule
def byte_of_unit(counts: np.uint64, k: int) -> int:
    """The byte in which the k-th unit lies, the bytes being counts with a sum below 128."""
    return bytes_upto(counts * BYTES, k)


@rule
def units_before(counts: np.uint64, byte: int) -> int:
    """The sum of the bytes below this one."""
    return int(np.int64((((counts * BYTES) << _EIGHT) >> np.uint64(8 * byte)) & _BYTE))


@rule
def quarter(word: np.uint64, k: int) -> int:
    """The k-th 16 bits."""
    return int(np.int64((word >> np.uint64(16 * k)) & _QUARTER))


@rule
def quarters_upto(totals: np.uint64, k: int) -> int:
    """How many of the four quarters are at most k; all are below 32768."""
    return 4 - size(((totals | _QUARTERS_HIGH) - np.uint64(k + 1) * QUARTERS) & _QUARTERS_HIGH)


def _spread(typing_context: Any, word: Any, mask: Any) -> Any:
    """The instruction `pdep`: the lowest bits of a word, put where the mask has its bits."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        kind = ir.FunctionType(ir.IntType(64), [ir.IntType(64)] * 2)
        pdep = builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", fnty=kind)
        return builder.call(pdep, arguments)

    return types.uint64(types.uint64, types.uint64), generate


spread = intrinsic(_spread)


def _can_spread() -> bool:
    """Do we compile, and for a processor that has `pdep`, other than as a slow emulation?"""
    _, processor, features = cpu_target.target_context.codegen().magic_tuple()
    return JIT and "+bmi2" in features and processor not in ("znver1", "znver2")


_CAN_SPREAD = _can_spread()


@rule
def nth(word: np.uint64, k: int) -> int:
    """The number of the k-th bit that is set, counting from 0; there are more than k."""
    if _CAN_SPREAD:
        return lowest(spread(bit(k), word))
    counts = _byte_counts(word)
    byte = byte_of_unit(counts, k)
    rest = int(np.int64((word >> np.uint64(8 * byte)) & _BYTE))
    place = 8 * rest + k - units_before(counts, byte)
    return 8 * byte + int(_NTH_BIT[np.uintp(place)])
