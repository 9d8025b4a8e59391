"""Leaf counts from fixed positions: a change of the rules shows here at once."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from genial.core import engine
from genial.core.chance import fast_stream
from tests.cases import random_states

# game, options, moves played at random (seed 1) before counting, depth, leaves
COUNTS: list[tuple[str, dict[str, Any], int, int, int]] = [
    ("ingenious", {"players": 1}, 10, 3, 6448080),
    ("ingenious", {"players": 2}, 0, 2, 187110),
    ("ingenious", {"players": 2}, 30, 3, 3386660),
    ("ingenious", {"players": 3}, 20, 2, 1700640),
    ("ingenious", {"players": 4}, 0, 2, 1330560),
    ("ingenious", {"players": 4, "variant": "teams"}, 60, 2, 62880),
    ("tile-challenge", {"players": 2}, 0, 12, 21),
    ("tile-challenge", {"players": 3}, 40, 12, 49),
    ("tile-challenge", {"players": 4, "games": 2}, 30, 12, 49),
    ("spezial", {"players": 2}, 0, 2, 511706),
    ("spezial", {"players": 3}, 50, 2, 36034),
    ("spezial", {"players": 4}, 70, 3, 366144),
    ("spezial", {"players": 2, "board": "generated-7"}, 0, 2, 592826),
    ("spezial", {"players": 4, "board": "generated-42"}, 70, 3, 299148),
    ("phoenix", {}, 0, 3, 40330),
    ("phoenix", {}, 39, 3, 19747),
]


def leaves(name: str, options: dict[str, Any], played: int, depth: int) -> int:
    state = [*random_states(name, options, 1)][played]
    levels = np.repeat(state.array, depth)
    scratch = np.zeros((depth, state.game.kit.rules.MAX_MOVES), np.int32)
    return engine.count_leaves(levels, 0, depth, fast_stream(1), fast_stream(1), scratch)


@pytest.mark.parametrize(("name", "options", "played", "depth", "count"), COUNTS)
def test_leaf_count(
    name: str, options: dict[str, Any], played: int, depth: int, count: int
) -> None:
    assert leaves(name, options, played, depth) == count


def test_the_kernels_count_is_that_of_the_face() -> None:
    state = [*random_states("ingenious", {"players": 2}, 1)][30]
    by_hand = sum(len(state.play(move).legal()) for move in state.legal())
    assert leaves("ingenious", {"players": 2}, 30, 2) == by_hand  # placements: no draw matters
