"""Compiling before the first use."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import genial
from genial.cli import main
from genial.core import compilation
from genial.core.cache import cache_folder
from genial.core.kernel import JIT
from tests.cli.conftest import GENIAL


@pytest.mark.skipif(not JIT, reason="nothing is compiled")
def test_warm_says_where_the_code_is_kept(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["warm", "tile-challenge"]) == 0
    assert capsys.readouterr().out == f"The compiled code is in {cache_folder()}\n"
    assert compilation.pending_steps(genial.game("tile-challenge")) == []


@pytest.mark.skipif(not JIT, reason="nothing is compiled")
def test_what_was_warmed_is_not_compiled_again() -> None:
    main(["warm", "tile-challenge"])
    code = """
import random, genial
from genial.core import engine
state = genial.game("tile-challenge", players=3).start(seed=1)
chooser = random.Random(1)
while not state.over:
    move = chooser.choice(state.legal())
    state.explain(move)
    state = state.play(move)
genial.verify(state.record())
batch = genial.game("tile-challenge").batch(3, seed=1)
batch.step(batch.sample())
batch.hide(1)
batch.playout()
compiled = [name for name, entry in vars(engine).items()
            if hasattr(entry, "stats") and sum(entry.stats.cache_misses.values())]
assert not compiled, compiled
assert state.turn is None
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.skipif(not JIT, reason="nothing is compiled")
def test_a_cold_start_compiles_every_part_once(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(compilation, "cache_folder", lambda: tmp_path)
    game = genial.game("tile-challenge")
    steps = compilation.pending_steps(game, parts=[compilation.PLAY])
    assert steps
    assert {step.game for step in steps} == {"tile-challenge"}
    for step in steps:
        assert compilation.pending_steps(game, parts=[compilation.PLAY]), (
            "not done before the last step"
        )
        step.run()
    assert compilation.pending_steps(game, parts=[compilation.PLAY]) == []
    assert compilation.pending_steps(game, parts=[compilation.BATCH])
    assert compilation.pending_steps(genial.game("phoenix"), parts=[compilation.PLAY])


def test_without_a_compiler_there_is_nothing_to_do(environment: dict[str, str]) -> None:
    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        # A new process: Numba reads its settings when it is loaded.
        return subprocess.run(
            [GENIAL, *arguments], env=environment | {"NUMBA_DISABLE_JIT": "1"}, input="quit\n",
            capture_output=True, text=True, check=False,
        )  # fmt: skip

    done = run("warm")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Nothing to compile" in done.stdout
    played = run("play", "tile-challenge")
    assert (played.returncode, played.stderr) == (0, "")
