"""Run the kernels where a fault of memory shows: `python -m tests.memory.guard heap`.

heap      Freed memory is overwritten (`MALLOC_PERTURB_`) and the heap is checked at every free
          (`MALLOC_CHECK_=3`, in glibc's library for debugging): a record that outlives its array
          and a write past the end of one end the process.
bounds    Every index is checked (`NUMBA_BOUNDSCHECK=1`), in code that is compiled for it.
valgrind  memcheck watches every read and write; a hundred times slower, so for a sample.

Each runs `tests.memory.exercise`; its arguments are handed on.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).parents[2]
DEBUG_MALLOC = "libc_malloc_debug.so.0"  # glibc 2.34 and newer; before, it was in libc itself
SUPPRESSIONS = Path(__file__).with_name("valgrind.supp")
_BYTE = "85"  # what freed memory is filled with: as a pointer or an index it leads nowhere
# Valgrind does not know all instructions of new processors.
_OLD_PROCESSOR = {"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": "", "OMP_NUM_THREADS": "1"}

EVERYTHING = ["games", "bots", "training", "lab", "arena"]
PARTS = {  # by default; with plenty of time everything
    "heap": EVERYTHING,
    "bounds": ["games", "search"],  # what is compiled for it in two minutes
    "valgrind": ["sample"],
}


def has_debug_malloc() -> bool:
    """Is there the library without which MALLOC_CHECK_ does nothing?"""
    try:
        ctypes.CDLL(DEBUG_MALLOC)
    except OSError:
        return False
    return True


def heap() -> dict[str, str]:
    """What makes faults of the heap show."""
    found = {"MALLOC_PERTURB_": _BYTE, "MALLOC_CHECK_": "3", "PYTHONMALLOC": "malloc"}
    if has_debug_malloc():
        found["LD_PRELOAD"] = DEBUG_MALLOC
    return found


def bounds() -> dict[str, str]:
    """What makes an index beyond an array an error.

    The checks are the same however well LLVM optimises; with less of that, the code is compiled in
    three quarters of the time, and runs as fast for so few games.
    """
    return {"NUMBA_BOUNDSCHECK": "1", "NUMBA_OPT": "1"}


def run(command: Sequence[str], more: Mapping[str, str]) -> int:
    """Run a command in such an environment; its exit code, negative for a signal."""
    return subprocess.run(command, env=os.environ | dict(more), cwd=ROOT, check=False).returncode


def exercise(told: Sequence[str]) -> list[str]:
    """The command that runs the kernels."""
    return [sys.executable, "-X", "faulthandler", "-m", "tests.memory.exercise", *told]


def under_valgrind(told: Sequence[str]) -> int:
    """The same under memcheck, with code that was compiled for it before."""
    valgrind = shutil.which("valgrind")
    if valgrind is None:
        print("valgrind is not installed, so nothing ran under memcheck.")
        return 0
    code = run(exercise(told), _OLD_PROCESSOR)
    if code:
        return code
    print("compiled; now the same under memcheck", flush=True)
    command = [
        valgrind, "--tool=memcheck", "--error-exitcode=9", "--exit-on-first-error=yes", "--quiet",
        "--undef-value-errors=no", "--leak-check=no", f"--suppressions={SUPPRESSIONS}",
    ]  # fmt: skip
    return run([*command, *exercise(told)], _OLD_PROCESSOR | {"PYTHONMALLOC": "malloc"})


def main(kind: str, *told: str) -> int:
    """Watch the exercise in one of the three ways."""
    parts = [*told]
    if not told or told[0].startswith("-"):
        has_time = "--seconds" in told and kind != "valgrind"
        parts = [*(EVERYTHING if has_time else PARTS[kind]), *told]
    if kind == "valgrind":
        code = under_valgrind(parts)
    elif kind == "bounds":
        code = run(exercise(parts), bounds())
    else:
        if not has_debug_malloc():
            print(f"{DEBUG_MALLOC} is not on this machine: freed memory is filled, but the heap is")
            print("not checked for writes past an end. The run with bounds looks for those.")
        code = run(exercise(parts), heap())
    if code:
        print(f"{kind}: the kernels failed ({f'signal {-code}' if code < 0 else f'code {code}'})")
    return 1 if code else 0


if __name__ == "__main__":
    if len(sys.argv) < 2 or sys.argv[1] not in PARTS:
        sys.exit(f"usage: python -m tests.memory.guard {'|'.join(PARTS)} [part ...] [--seconds S]")
    sys.exit(main(*sys.argv[1:]))
