"""Compiling bots before the first game."""

from __future__ import annotations

from pathlib import Path

import pytest

import genial
from genial.bots import compilation
from genial.core.kernel import JIT


@pytest.mark.skipif(not JIT, reason="nothing is compiled")
def test_every_bot_is_compiled_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(compilation, "cache_folder", lambda layer: tmp_path)
    game = genial.game("tile-challenge")
    assert [step.what for step in compilation.pending_steps(game)] == list(genial.bots.names(game))
    [step] = compilation.pending_steps(game, ["random", "random"])
    assert (step.game, step.what) == ("tile-challenge", "random")
    step.run()
    assert compilation.pending_steps(game, ["random"]) == []
    assert "random" not in [step.what for step in compilation.pending_steps(game)]
    assert compilation.pending_steps(genial.game("phoenix"), ["random"])
