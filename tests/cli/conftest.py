"""The real command, with a home of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.processes import Command

GENIAL = Path(sys.executable).with_name("genial")
Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture(scope="session", autouse=True)
def _compiled() -> None:
    """Everything that is played here, so that no test waits for it or sees the notice."""
    import genial
    from genial.cli.compilation import compile_bots, compile_games
    from genial.cli.i18n.messages import Messages
    from genial.cli.terminal.opponents import default_bot

    say = Messages("en")
    compile_games(genial.games(), say)
    for name in genial.games():
        game = genial.game(name)
        compile_bots(game, ["random", default_bot(game)], say)


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    kept = ("PATH", "PYTHONPATH", "NUMBA_DISABLE_JIT", "NUMBA_CACHE_DIR", "TMPDIR", "SYSTEMROOT")
    home = {"HOME": str(tmp_path / "home"), "XDG_STATE_HOME": str(tmp_path / "state")}
    return {name: os.environ[name] for name in kept if name in os.environ} | home | {"LANG": "C"}


@pytest.fixture
def run(environment: dict[str, str], tmp_path: Path) -> Run:
    """Run `genial …` in an empty folder; `typed` goes to standard input."""
    folder = tmp_path / "here"
    folder.mkdir()

    def call(*arguments: str, typed: str | bytes = "", **extra: str) -> object:
        data = typed.encode() if isinstance(typed, str) else typed
        typed_file, out, err = (tmp_path / name for name in ("typed", "out", "err"))
        typed_file.write_bytes(data)
        out.write_bytes(b"")
        err.write_bytes(b"")
        command = Command(
            *arguments, stdin=typed_file, stdout=out, stderr=err,
            environment=environment | extra, folder=folder,
        )  # fmt: skip
        try:
            code = command.wait(120)
        finally:
            command.kill()
        texts = (out.read_text(errors="replace"), err.read_text(errors="replace"))
        assert "Traceback" not in texts[0] + texts[1]
        return subprocess.CompletedProcess(arguments, code, *texts)

    return call  # type: ignore[return-value]


@pytest.fixture
def folder(run: Run, tmp_path: Path) -> Path:
    """Where `run` runs."""
    return tmp_path / "here"


@pytest.fixture
def saved(tmp_path: Path) -> Callable[[], list[Path]]:
    """The games that were saved, the last one last."""
    folder = tmp_path / "state/genial/games"
    return lambda: sorted(folder.glob("*.record"), key=lambda path: path.stat().st_mtime_ns)


def one_sentence(done: subprocess.CompletedProcess[str]) -> str:
    """What a command complained about, which must be one line."""
    lines = done.stderr.splitlines()
    assert len(lines) == 1, done.stderr
    assert lines[0].startswith("genial: ")
    return lines[0].removeprefix("genial: ")
