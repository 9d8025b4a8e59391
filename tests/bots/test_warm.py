"""Compiling bots before the first game."""

from __future__ import annotations

from pathlib import Path

import pytest

import genial
from genial.bots import warm
from genial.core.kernel import JIT


@pytest.mark.skipif(not JIT, reason="nothing is compiled")
def test_every_bot_is_compiled_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(warm, "cache_folder", lambda layer: tmp_path)
    game = genial.game("tile-challenge")
    assert [step.what for step in warm.pending(game)] == list(genial.bots.names(game))
    [step] = warm.pending(game, ["random", "random"])
    assert (step.game, step.what) == ("tile-challenge", "random")
    step.run()
    assert warm.pending(game, ["random"]) == []
    assert "random" not in [step.what for step in warm.pending(game)]
    assert warm.pending(genial.game("phoenix"), ["random"])
