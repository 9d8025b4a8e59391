"""The opponents: from the command line, from the menu, from a record."""

from __future__ import annotations

import contextlib
import io
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

import genial
from genial.bots import Candidate, Clock, Thought, registry
from genial.cli import main
from genial.cli.terminal.opponents import (
    assign_bots,
    bots_in_record,
    default_bot,
    seat_headers,
    strongest_bot,
)
from genial.core.kit import Data

Play = Callable[..., tuple[str, str]]


class Simple:
    """A bot that plays the first move that it finds, and has an opinion."""

    def __init__(self, name: str, game: genial.Game, seed: int | None = None) -> None:
        self.name, self.game, self.seed = name, game, seed

    def choose(self, view: Data, clock: Clock | None = None) -> str:
        return self.think(view).move

    def think(
        self,
        view: Data,
        *,
        seconds: float | None = None,
        effort: int | None = None,
        stop: threading.Event | None = None,
    ) -> Thought:
        array = registry.from_unfinished_view(view, registry.stream_for(0, view))
        legal = genial.State(self.game, array, None, genial.core.game.Origin()).legal()
        values = [0.625, 0.5, 0.25, 0.125]
        few = tuple(Candidate(move, v, 9) for move, v in zip(legal, values, strict=False))
        return Thought(move=few[0].move, candidates=few, value=(0.5, 0.5), visits=36)


@pytest.fixture
def _levels(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every game has quick bots of these names, and nothing is compiled for them."""

    def maker(name: str) -> Callable[..., Simple]:
        return lambda game, **told: Simple(name, game, **told)

    names = ("greedy", "kid", "casual", "club", "genius")
    package = SimpleNamespace(BASELINE="greedy", bots=lambda game: {n: maker(n) for n in names})
    monkeypatch.setattr(registry, "bots_of", lambda game: package)
    monkeypatch.setattr("genial.cli.compilation.compile_bots", lambda *_: None)


@pytest.fixture
def play(
    _levels: None,
    environment: dict[str, str],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> Play:
    """`genial play` in this process; what was shown, and the record."""
    monkeypatch.chdir(tmp_path)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)

    def call(*words: str, typed: str = "quit\n") -> tuple[str, str]:
        stdin = io.TextIOWrapper(io.BytesIO(typed.encode()))
        monkeypatch.setattr("sys.stdin", stdin)
        assert main(["play", *words]) == 0
        captured = capsys.readouterr()
        assert captured.err == ""
        records = (tmp_path / "state/genial/games").glob("*.record")
        last = max(records, key=lambda path: path.stat().st_mtime_ns, default=None)
        return captured.out, last.read_text() if last else ""

    return call


@pytest.mark.usefixtures("_levels")
def test_bots_sit_in_the_order_asked_for_and_the_last_takes_what_remains() -> None:
    game = genial.game("ingenious", players=4)
    assert assign_bots(game, [], range(2, 5)) == {2: "casual", 3: "casual", 4: "casual"}
    assert assign_bots(game, ["kid"], range(2, 5)) == {2: "kid", 3: "kid", 4: "kid"}
    assert assign_bots(game, ["club", "kid"], [4, 3, 2]) == {2: "club", 3: "kid", 4: "kid"}
    assert assign_bots(game, [], []) == {}


@pytest.mark.usefixtures("_levels")
def test_bots_that_there_are_not_or_that_have_no_seat_are_refused() -> None:
    game = genial.game("phoenix")
    with pytest.raises(
        genial.BadOption, match=r"no bot 'clubb' \(did you mean club\?\); there are"
    ):
        assign_bots(game, ["clubb"], [2])
    with pytest.raises(genial.BadOption, match=r"too many bots: 2 for 1 seat$"):
        assign_bots(game, ["club", "kid"], [2])


@pytest.mark.usefixtures("_levels")
def test_the_default_bot_is_casual_and_the_strongest_level_advises() -> None:
    game = genial.game("phoenix")
    assert (default_bot(game), strongest_bot(game)) == ("casual", "genius")


def test_without_levels_the_first_bot_is_the_default(monkeypatch: pytest.MonkeyPatch) -> None:
    package = SimpleNamespace(BASELINE="greedy", bots=lambda game: {"greedy": Simple})
    monkeypatch.setattr(registry, "bots_of", lambda game: package)
    game = genial.game("phoenix")
    assert (default_bot(game), strongest_bot(game)) == ("random", "greedy")


@pytest.mark.usefixtures("_levels")
def test_a_record_names_the_bots_and_every_other_name_is_a_person() -> None:
    game = genial.game("ingenious", players=4)
    bots = {2: "club", 4: "random"}
    headers = seat_headers(game, bots)
    assert headers == {"seat 1": "human", "seat 2": "club", "seat 3": "human", "seat 4": "random"}
    assert bots_in_record(headers, game) == bots
    assert bots_in_record({"seat 1": "Ada", "seat 2": "genius"}, game) == {2: "genius"}


def test_seats_and_records_show_the_players(play: Play) -> None:
    shown, record = play("ingenious", "--players", "3", "--bot", "kid", "--bot", "club")
    assert "Seat 2 (kid)" in shown
    assert "Seat 3 (club)" in shown
    assert "seat 1: human\nseat 2: kid\nseat 3: club\n" in record


def test_a_game_that_is_resumed_has_the_same_bots_unless_others_are_asked_for(play: Play) -> None:
    play("phoenix", "--bot", "club")
    shown, record = play("--resume")
    assert "Seat 2 (club)" in shown
    assert "seat 2: club" in record
    shown, record = play("--resume", "--bot", "kid")
    assert "Seat 2 (kid)" in shown
    assert "seat 2: kid" in record
    shown, record = play("--resume", "--humans", "0")
    assert "seat 1: casual\nseat 2: kid" in record
    assert "1. Seat" in shown, "bots play to the end"


def test_the_menu_asks_for_the_level(play: Play) -> None:
    shown, record = play(typed="phoenix\nmaster\n3\nquit\n")
    assert "  3  club" in shown
    assert "There is no opponent master" in shown
    assert "seat 2: club" in record
    shown, record = play("--lang", "de", typed="4\nVereinsspieler\nende\n")
    assert "  1  Knirps" in shown
    assert "Gegner [Hobbyspieler]: " in shown
    assert "Platz 2 (Verein" in shown
    assert "seat 2: club" in record
    assert "seat 2: casual" in play(typed="4\n\nquit\n")[1]
    assert play(typed="4\nquit\n")[0].rstrip().endswith("Goodbye.")


def test_the_menu_does_not_ask_where_no_bot_is_needed(play: Play) -> None:
    assert "Opponents" not in play(typed="ingenious\n1\nquit\n")[0]
    assert "Opponents" not in play("--bot", "kid", typed="phoenix\nquit\n")[0]
    assert "Opponents" not in play("--humans", "2", typed="phoenix\n\nquit\n")[0]


def test_a_hint_names_three_moves_and_what_to_expect_of_them(play: Play) -> None:
    shown, _ = play("phoenix", "--seed", "1", typed="hint\nquit\n")
    moves = genial.game("phoenix").start(1).legal()[:4]
    hint = shown[shown.index("Best moves according to genius") :].splitlines()
    assert [line.split() for line in hint[1:4]] == [
        ["1.", moves[0], "62", "%"],
        ["2.", moves[1], "50", "%"],
        ["3.", moves[2], "25", "%"],
    ]
    assert hint[4] == "seat 1> quit"
    shown, _ = play("phoenix", "--seed", "1", "--lang", "de", typed="tipp\nende\n")
    assert "Die besten Züge laut Genie" in shown


_SLOW = """
import sys, time
from types import SimpleNamespace
from genial.bots import registry
from genial.cli import compilation, main

class Slow(registry.RandomBot):
    def choose(self, view, clock=None):
        time.sleep(60)

compilation.compile_bots = lambda *_: None
registry.bots_of = lambda game: SimpleNamespace(BASELINE="slow", bots=lambda game: {"club": Slow})
sys.exit(main(["play", "phoenix", "--humans", "0", "--bot", "club", "--lang", "de"]))
"""


def test_a_terminal_shows_which_bot_thinks_and_interrupting_saves(
    environment: dict[str, str], tmp_path: Path
) -> None:
    ours, theirs = os.openpty()
    with subprocess.Popen(
        [sys.executable, "-c", _SLOW],
        stdin=theirs,
        stdout=theirs,
        stderr=subprocess.PIPE,
        env=environment | {"TERM": "xterm", "COLUMNS": "100"},
        # A test run in the background ignores interrupts, and its children would, too.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as process:
        os.close(theirs)
        seen = b""
        while b"denkt nach" not in seen:
            seen += os.read(ours, 65536)
        process.send_signal(signal.SIGINT)
        with contextlib.suppress(OSError):  # the terminal is gone with the last that uses it
            while part := os.read(ours, 65536):
                seen += part
        _, errors = process.communicate(timeout=60)
    os.close(ours)
    assert (process.returncode, errors) == (130, b"")
    assert "Zufall denkt nach" in seen.decode()
    [path] = (tmp_path / "state/genial/games").glob("*.record")
    assert str(path) in seen.decode().replace("\r\n", "")


def test_a_pipe_is_not_told_that_a_bot_is_thinking(play: Play) -> None:
    shown, _ = play("phoenix", "--humans", "0")
    assert "thinking" not in shown
