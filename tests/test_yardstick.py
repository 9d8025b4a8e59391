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
@pytest.mark.parametrize(("runs", "games"), [(1, 3000), (100, 1)])
def test_c_and_kernel_play_the_same_games(
    binary: Path, players: int, variant: str, runs: int, games: int
) -> None:
    template = genial.game("ingenious", players=players, variant=variant).template
    work, stream = template.copy(), fast_stream(17)
    for _ in range(runs):
        state, sums = (int(stream[1]), int(stream[2])), np.zeros(players)
        moves = engine.random_games(template, work, games, stream, np.zeros(players), sums)
        played = yardstick.run(binary, players, int(variant == "teams"), games, state)
        assert played["moves"] == moves
        assert played["utilities"] == sums.tolist()
        assert played["state"] == [int(stream[1]), int(stream[2])]
        assert played["record"] == yardstick.fingerprint(work.tobytes())
