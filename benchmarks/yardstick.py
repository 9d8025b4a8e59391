"""Build and run the measuring stick: `ingenious.c`, the same random games in plain C."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, TypedDict

import numpy as np
import numpy.typing as npt

from genial.games.ingenious import board, rules

HERE = Path(__file__).resolve().parent
SOURCE = HERE / "ingenious.c"
FOLDER = HERE / "build"
COMPILERS = ("gcc", "cc", "clang")
# Without vectors it is the faster program: the sets are short, and just written word by word.
FLAGS = ("-O3", "-march=native", "-fno-tree-vectorize", "-std=c11", "-Wall", "-Wextra")

_NUMBERS = {
    "WORDS": board.WORDS,
    "BAG_WORDS": board.BAG_WORDS,
    "MAX_SEATS": board.MAX_SEATS,
    "N_COLOURS": board.N_COLOURS,
    "N_TILES": board.N_TILES,
    "NO_TILE": board.NO_TILE,
    "N_EDGES": board.N_EDGES,
    "WAYS": board.WAYS,
    "BOARD_SIZE": board.BOARD_SIZE,
    "RECORD_SIZE": rules.DTYPE.itemsize,
    "RECORD_SCORES": rules.DTYPE.fields["scores"][1],  # type: ignore[index]
    "RECORD_BOARD": rules.DTYPE.fields["board"][1],  # type: ignore[index]
}
_SEAT_COUNTS = range(1, board.MAX_SEATS + 1)
_TABLES: dict[str, npt.NDArray[Any]] = {
    "EDGE_LOW": board.EDGE_LOW,
    "EDGE_HIGH": board.EDGE_HIGH,
    "EDGE_SYMBOL": board.EDGE_SYMBOL,
    "LEAVES": board.LEAVES,
    "OPENINGS": board.OPENINGS,
    "STEPS": board.STEPS,
    "TYPE_OF_WAY": board.TYPE_OF_WAY,
    "WAYS_OF_TYPE": board.WAYS_OF_TYPE,
    "COLOURS_OF_TYPE": board.COLOURS_OF_TYPE,
    "SHOWS": board.SHOWS,
    "FULL_BAG": board.FULL_BAG,
    "FREE_AT_START": np.array([board.free_at_start(n) for n in _SEAT_COUNTS]),
    "BOARD_AT_START": np.array([board.board_at_start(n) for n in _SEAT_COUNTS]),
    "WORDS_IN_USE": np.array([board.words_in_use(n) for n in _SEAT_COUNTS], np.int8),
}


class Played(TypedDict):
    """What the program prints."""

    games: int
    moves: int
    seconds: float
    utilities: list[float]
    state: list[int]  # of the generator, in the end
    record: int  # the fingerprint of the last game's


def _initialiser(table: npt.NDArray[Any]) -> str:
    if table.ndim > 1:
        return "{" + ",\n".join(_initialiser(row) for row in table) + "}"
    suffix = "u" if table.dtype.kind == "u" else ""
    return "{" + ", ".join(f"{number}{suffix}" for number in table.tolist()) + "}"


def header() -> str:
    """The board, the tiles and the size of the record as C."""
    lines = [f"#define {name} {number}" for name, number in _NUMBERS.items()]
    for name, table in _TABLES.items():
        extent = "".join(f"[{length}]" for length in table.shape)
        kind = f"static const _Alignas(64) {table.dtype.name}_t"
        lines.append(f"{kind} {name}{extent} = {_initialiser(table)};")
    return "\n".join(lines) + "\n"


def build(folder: Path = FOLDER) -> Path | None:
    """Compile the program into a folder; None where there is no C compiler."""
    compiler = next(filter(None, map(shutil.which, COMPILERS)), None)
    if compiler is None:
        return None
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "tables.h").write_text(header())
    binary = folder / "ingenious"
    command = [compiler, *FLAGS, f"-I{folder}", "-o", str(binary), str(SOURCE)]
    subprocess.run(command, check=True)
    return binary


def run(binary: Path, players: int, variant: int, games: int, state: tuple[int, int]) -> Played:
    """Play a number of random games from a state of the fast generator."""
    numbers = (players, variant, games, *state)
    done = subprocess.run(
        [binary, *map(str, numbers)], check=True, stdout=subprocess.PIPE, text=True
    )
    played: Played = json.loads(done.stdout)
    return played


def fingerprint(record: bytes) -> int:
    """A hash of a record (64-bit FNV-1a)."""
    found = 0xCBF29CE484222325
    for byte in record:
        found = (found ^ byte) * 0x100000001B3 % 2**64
    return found


if __name__ == "__main__":
    print(build(), file=sys.stderr)
