"""The kernels against the naive second implementation, position by position."""

from __future__ import annotations

import itertools
import os
from typing import Any

import pytest

from tests.cases import CASES, name_of, random_states
from tests.oracle import oracle

POSITIONS = int(os.environ.get("GENIAL_SOAK", "12000"))  # a game, over all its options
FIRST_SEED = int(os.environ.get("GENIAL_SOAK_SEED", "0"))


def share(name: str) -> int:
    """How many positions each of a game's cases compares."""
    cases = sum(other == name for other, _ in CASES)
    return -(-POSITIONS // cases)


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_kernel_and_oracle_agree_after_every_event(case: tuple[str, dict[str, Any]]) -> None:
    name, options = case
    compared = 0
    for seed in itertools.count(FIRST_SEED):
        twin = oracle(name, **options)
        seen = 0
        for state in random_states(name, options, seed, eager=seed % 2 == 1):
            log = state.log
            for line in log[seen:]:
                twin.feed(line)
            seen = len(log)
            assert not twin.chance_due
            assert state.turn == twin.turn
            assert state.over == twin.over
            assert state.scores == twin.scores
            assert state.ranks == twin.ranks
            assert state.series == getattr(twin, "series", None)
            legal = list(state.legal())
            assert len(set(legal)) == len(legal)
            assert set(legal) == twin.legal()
            compared += 1
        if compared >= share(name):
            break
    assert compared >= share(name)
