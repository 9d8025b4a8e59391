"""The engine in the browser says what Python says, run by Node.

`GENIAL_SOAK_ENGINE` is the number of positions a game; without it, every option is played once.
"""

from __future__ import annotations

import difflib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from genial.wasm.names import packages
from tests.wasm.golden import replay, spelling, whole, write

ROOT = Path(__file__).parents[2]
POSITIONS = int(os.environ.get("GENIAL_SOAK_ENGINE", "0"))


def show_difference(package: str, folder: Path) -> None:
    """Show where the browser said something else, if it did."""
    file = folder / f"{package}.differs.json"
    if not file.exists():
        return
    found = json.loads(file.read_text())
    lines = (folder / f"{package}.jsonl").read_text().splitlines()
    state = replay(package, json.loads(lines[found["line"]]), found["ply"])
    expected = {"spelling": spelling, "whole": whole}[found["kind"]](state)
    told = found["text"].splitlines()
    for line in difflib.unified_diff(expected.splitlines(), told, "Python", "browser", n=0):
        print(line)


@pytest.mark.slow
@pytest.mark.parametrize("package", packages())
def test_the_browser_engine_says_what_python_says(package: str, tmp_path: Path) -> None:
    write(package, tmp_path / f"{package}.jsonl", positions=POSITIONS)
    command = [sys.executable, "hatch_build.py", "run", "--silent", "test"]
    environment = {**os.environ, "GENIAL_GOLDEN": str(tmp_path)}
    run = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    print(run.stdout[-4000:], run.stderr[-4000:])
    show_difference(package, tmp_path)
    assert run.returncode == 0
    assert f"{package}: " in run.stdout + run.stderr
