"""`genial train`, in this process."""

from __future__ import annotations

from pathlib import Path

import pytest

from genial.bots import training
from genial.bots.tile_challenge import training as lessons
from genial.cli import main


def test_a_training_writes_its_log_its_plots_and_what_was_learnt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lessons, "_GAMES", 20)
    monkeypatch.setattr(lessons, "_TRIALS", 10)
    for rounds in ("1", "2"):
        assert main(["train", "tile-challenge", "--rounds", rounds, "--out", str(tmp_path)]) == 0
    assert [numbers["round"] for numbers in training.read_log(tmp_path)] == [1, 2]
    assert (tmp_path / training.LEARNT).exists()
    assert "<svg" in (tmp_path / "progress.html").read_text(encoding="utf-8")


def test_a_log_of_something_else_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / training.LOG).write_text("something else\n")
    assert main(["train", "tile-challenge", "--rounds", "1", "--out", str(tmp_path)]) != 0
    assert "is not the log of a training" in capsys.readouterr().err
