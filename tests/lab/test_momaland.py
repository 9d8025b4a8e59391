"""MOMAland: its test of environments on ours, and where its rules differ."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest
from benchmarks.peers import run as peers

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def python() -> Path:
    """The Python of an environment in which MOMAland is installed.

    Tests run side by side, and do not install it: two of them would into one folder.
    """
    found = peers.installed(ROOT / ".peers")
    if found is None:
        pytest.skip("MOMAland is not installed: `make peers` does it")
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", ["ingenious", "tile-challenge", "spezial", "phoenix"])
def test_momalands_api_test_passes(name: str, python: Path) -> None:
    done = subprocess.run(
        [str(python), str(ROOT / "benchmarks" / "peers" / "momaland_api.py"), name],
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "Passed API test" in done.stdout


def test_every_deviation_of_momaland_names_a_test_of_ours() -> None:
    page = (ROOT / "docs" / "lab.md").read_text()
    named = set(re.findall(r"`(test_\w+)`", page.split("## MOMAland's Ingenious")[1]))
    tests = (ROOT / "tests" / "games" / "test_ingenious.py").read_text()
    assert len(named) >= 7
    for name in named:
        assert f"\ndef {name}(" in tests
