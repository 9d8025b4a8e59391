"""The golden playthroughs are what the code still plays, and they replay."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import genial
from tests.cases import CASES, name_of
from tests.golden.write import playthrough

GOLDEN = Path(__file__).parent / "golden"


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_golden_playthrough(case: tuple[str, dict[str, Any]]) -> None:
    written = (GOLDEN / f"{name_of(case)}.txt").read_text()
    assert playthrough(*case) == written
    assert genial.replay(written).record() == written
    genial.verify(written)
