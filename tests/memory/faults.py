"""The two faults that there once were, as small as they can be: `guard` must find both.

Run as a program: `freed` uses a record of an array that is gone, as the solver of Tile Challenge
did; `overflow` lists more moves than there is room for, as explanations of Phoenix did; `fine` does
the same without a fault. They are compiled as kernels must not be, with memory management.
"""

from __future__ import annotations

import gc
import sys
from typing import Any

import numpy as np
from numba import njit

TURN = np.dtype([("part", "f4", (48, 32)), ("stack", "u8"), ("me", "i8")], align=True)
ROOM = 66  # moves
_OPTIONS = {"nogil": True, "error_model": "numpy"}


@njit(**_OPTIONS)
def look_around(t: Any, out: Any, me: int) -> float:
    """Count in a record that is taken to hold zeros."""
    for k in range(out.size):
        t.me += me
        t.part[k, t.me % 32] += 1.0
        out[k] = t.part[k, t.me % 32]
    return float(out[t.me])


@njit(**_OPTIONS)
def freed(out: Any, me: int) -> float:
    """Use a record after the last line that names its array."""
    scratch = np.zeros(1, TURN)
    t = scratch[0]
    return look_around(t, out, me)


@njit(**_OPTIONS)
def kept(scratch: Any, out: Any, me: int) -> float:
    """The same with scratch from the caller."""
    return look_around(scratch[0], out, me)


@njit(**_OPTIONS)
def listed(out: Any, n: int) -> int:
    """Write this many moves."""
    for k in range(n):
        out[k] = k
    return n


def main(fault: str) -> None:
    for _ in range(50):
        out = np.zeros(12, np.float32)
        found = freed(out, 0) if fault == "freed" else kept(np.zeros(1, TURN), out, 0)
        assert found == 1.0, found
    lists = [np.zeros(ROOM, np.int32) for _ in range(200)]
    for moves in lists:
        listed(moves, ROOM + 16 if fault == "overflow" else ROOM)
    del lists, moves
    gc.collect()
    print("survived")


if __name__ == "__main__":
    main(sys.argv[1])
