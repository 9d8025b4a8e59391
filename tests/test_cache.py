"""Compiled code on disk, with several processes at once."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from genial.core import cache
from genial.core.kernel import JIT

compiled = pytest.mark.skipif(not JIT, reason="nothing is compiled")

SAVE = """
import sys
from pathlib import Path
from genial.core.cache import _SharedFile
name, folder = sys.argv[1], Path(sys.argv[2])
(folder / f"{name}.ready").touch()
while len(list(folder.glob("*.ready"))) < 3:  # all begin together
    pass
for k in range(60):
    _SharedFile(folder, str(folder), "function", "stamp").save((name, k), f"{name} {k}")
"""

SIGNATURES = """
import sys
import numpy as np
from genial.core.engine import number_below
from genial.core.chance import fast_stream
for kind in sys.argv[2:]:
    number_below(fast_stream(1), np.dtype(kind).type(6))
assert sys.argv[1] == "compiled" or not sum(number_below.stats.cache_misses.values())
"""


def together(*commands: list[str], **environment: str) -> None:
    """Run these at the same time, and see that all succeed."""
    running = [
        subprocess.Popen(
            [sys.executable, *command],
            env=os.environ | environment,
            stderr=subprocess.PIPE,
            text=True,
        )
        for command in commands
    ]
    for process in running:
        _, told = process.communicate(timeout=300)
        assert process.returncode == 0, told


def test_what_processes_save_at_once_is_all_kept(tmp_path: Path) -> None:
    together(*(["-c", SAVE, name, str(tmp_path)] for name in "abc"))
    shared = cache._SharedFile(tmp_path, str(tmp_path), "function", "stamp")
    for name in "abc":
        for k in range(60):
            assert shared.load((name, k)) == f"{name} {k}"


@compiled
def test_processes_that_compile_the_same_function_at_once_lose_nothing(tmp_path: Path) -> None:
    halves = ["i1", "i4", "i8"], ["u1", "u4", "i8"]  # the last one is compiled by both
    here = {"NUMBA_CACHE_DIR": str(tmp_path)}
    together(*(["-c", SIGNATURES, "compiled", *half] for half in halves), **here)
    together(["-c", SIGNATURES, "kept", *halves[0], *halves[1]], **here)


FOLDERS = """
from genial.core.cache import cache_folder
from genial.lab.kernels.compiling import cache_folder as lab_folder
print(*(folder.name for folder in (cache_folder("games"), cache_folder("bots"), lab_folder())))
"""


@compiled
def test_code_with_checked_bounds_is_never_mixed_with_code_without(tmp_path: Path) -> None:
    """Numba's own key does not tell them apart: old code without checks would pass for checked."""
    told = {}
    for checked in ("0", "1"):
        here = {"NUMBA_CACHE_DIR": str(tmp_path), "NUMBA_BOUNDSCHECK": checked}
        done = subprocess.run(
            [sys.executable, "-c", FOLDERS], env=os.environ | here, capture_output=True, text=True,
            check=True,
        )  # fmt: skip
        told[checked] = done.stdout.split()
    assert [name.rpartition("-")[0] for name in told["0"]] == ["games", "bots", "lab"]
    assert [name.rpartition("-")[0] for name in told["1"]] == [
        "checked-games",
        "checked-bots",
        "checked-lab",
    ]


def test_a_process_that_dies_lets_go_of_the_folder(tmp_path: Path) -> None:
    code = (
        "import os, sys; from pathlib import Path; from genial.core.cache import alone\n"
        "with alone(Path(sys.argv[1])):\n"
        "    os._exit(7)\n"
    )
    done = subprocess.run([sys.executable, "-c", code, str(tmp_path)], check=False)
    assert done.returncode == 7
    with cache.alone(tmp_path):
        assert (tmp_path / "lock").exists()


def test_only_the_newest_folders_stay_and_one_that_vanishes_is_no_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for age, name in enumerate("abcde"):
        (tmp_path / f"lab-{name}").mkdir()
        os.utime(tmp_path / f"lab-{name}", (age, age))
    (tmp_path / "games-a").mkdir()
    gone = [tmp_path / "lab-gone", *tmp_path.glob("lab-*")]  # listed, then removed by another
    monkeypatch.setattr(Path, "glob", lambda self, pattern: iter(gone))
    cache.forget_old(tmp_path, "lab")
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "games-a",
        "lab-c",
        "lab-d",
        "lab-e",
    ]


@compiled
def test_a_copy_of_the_sources_uses_what_the_original_compiled(tmp_path: Path) -> None:
    """Neither the path nor the time of a source matters, only its content."""
    original = Path(cache.__file__).parents[1]
    copy = tmp_path / "copy" / "genial"
    for layer in ("core", "games", "bots"):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(original / layer, copy / layer, ignore=ignored, copy_function=shutil.copy)
    shutil.copy(original / "__init__.py", copy)
    here = {"NUMBA_CACHE_DIR": str(tmp_path / "compiled"), "PYTHONPATH": ""}
    together(["-c", SIGNATURES, "compiled", "i1"], **here)
    together(["-c", SIGNATURES, "kept", "i1"], **here | {"PYTHONPATH": str(copy.parent)})
