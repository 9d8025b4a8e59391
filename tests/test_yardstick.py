"""The C program that the kernels are measured against plays the very same games."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

import genial
from genial.core import engine
from genial.core.chance import fast_stream

sys.path.insert(0, str(Path(__file__).parents[1] / "benchmarks"))
import yardstick


@pytest.fixture(scope="module")
def binary(tmp_path_factory: pytest.TempPathFactory) -> Path:
    built = yardstick.build(tmp_path_factory.mktemp("yardstick"))
    if built is None:
        pytest.skip("there is no C compiler on this machine")
    return built


CASES = [(1, "standard"), (2, "standard"), (3, "standard"), (4, "standard"), (4, "teams")]


@pytest.mark.parametrize(("players", "variant"), CASES)
def test_c_and_kernel_play_the_same_games(binary: Path, players: int, variant: str) -> None:
    template = genial.game("ingenious", players=players, variant=variant).template
    stream = fast_stream(17)
    state = int(stream[1]), int(stream[2])
    utilities = np.zeros(players)
    moves = engine.random_games(template, template.copy(), 3000, stream, utilities)
    played = yardstick.run(binary, players, int(variant == "teams"), 3000, state)
    assert played["moves"] == moves
    assert played["utilities"] == utilities.tolist()
    assert played["state"] == [int(stream[1]), int(stream[2])]
