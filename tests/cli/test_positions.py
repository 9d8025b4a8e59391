"""`genial play` from a record or a position, and with head starts."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

import genial
from genial.core.state import State
from tests.cli.conftest import Run, one_sentence

Saved = Callable[[], list[Path]]


def some_game(moves: int = 8) -> State:
    state = genial.game("tile-challenge", players=2).start(seed=3)
    for _ in range(moves):
        state = state.play(state.legal()[0])
    return state


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "game.record"
    path.write_text(some_game().record())
    return path


@pytest.mark.parametrize(("written", "move"), [("", 8), (":0", 0), (":5", 5)])
def test_play_on_from_a_record(
    written: str, move: int, record: Path, run: Run, saved: Saved
) -> None:
    done = run("play", "--from", f"{record}{written}", "--humans", "2", "--seed", "1",
               typed="draw\nquit\n")  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert "Tile Challenge from a position" in done.stdout
    [path] = saved()
    state = genial.replay(path.read_text())
    assert state.history[0] == some_game().history[move]
    assert state.log[0].endswith(" draw")
    again = run("play", "--resume", str(path), typed="undo\nquit\n")
    assert again.returncode == 0


def test_begin_from_a_position_in_a_file(tmp_path: Path, run: Run, saved: Saved) -> None:
    path = tmp_path / "position.json"
    position = some_game().position()
    path.write_text(json.dumps(position, indent=2))
    done = run("play", "--position", str(path), "--lang", "de", typed="quit\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "aus einer Stellung" in done.stdout
    [kept] = saved()
    assert genial.replay(kept.read_text()).history[0].position() == position
    del position["game"], position["options"]
    path.write_text(json.dumps(position))
    assert run("play", "tile-challenge", "--position", str(path), typed="quit\n").returncode == 0
    lost = run("play", "--position", str(path))
    assert lost.returncode == 2
    assert "does not name its game" in one_sentence(lost)


def test_head_starts_are_on_the_board(run: Run, saved: Saved) -> None:
    done = run("play", "phoenix", "--headstart", "0 5", typed="quit\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Phoenix, head start 0 5" in done.stdout
    [path] = saved()
    assert "\nheadstart: 0 5\n" in path.read_text()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("ingenious", "--headstart", "0 9"), "headstart kann 0 bis 6 sein, nicht „9“"),
        (("ingenious", "--players", "9"), "players: Möglich sind 1, 2, 3, 4, nicht „9“"),
        (("ingenious", "--bot", "hal"), "Einen Bot „hal“ gibt es nicht; es gibt random, "),
        (("ingenious", "--humans", "7"), "humans kann 0 bis 2 sein, nicht 7"),
        (("spezial", "--board", "generated-x"), "Ein erzeugter Spielplan heißt generated-N"),
        (("phoenix", "--position", "EMPTY"), "EMPTY: Das Feld round fehlt"),
        (("--from", "RECORD", "--resume"), "Gib nur eines von --resume, --from und --position an"),
    ],
)
def test_bad_beginnings_are_refused_in_german(
    words: tuple[str, ...], sentence: str, record: Path, tmp_path: Path, run: Run
) -> None:
    (tmp_path / "EMPTY").write_text("{}")
    paths = {"RECORD": str(record), "EMPTY": str(tmp_path / "EMPTY")}
    given = [paths.get(word, word) for word in words]
    done = run("play", *given, "--lang", "de", typed="quit\n")
    assert done.returncode == 2
    assert sentence in one_sentence(done)


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (("--from", "RECORD:99"), 2, "has 8 moves, so there is no position after move 99"),
        (("--from", "nowhere"), 2, "No such file"),
        (("--from", "BROKEN"), 1, "line 1: a record starts with"),
        (("--from", "RECORD", "--resume"), 2, "only one of --resume, --from and --position"),
        (("phoenix", "--from", "RECORD"), 2, "has its own game and options"),
        (("--from", "RECORD", "--players", "3"), 2, "has its own game and options"),
        (("--position", "BROKEN"), 2, "the position is not written as JSON"),
        (("--position", "LIST"), 2, "a position is a mapping"),
        (("phoenix", "--position", "POSITION"), 2, "a position of tile-challenge, not of phoenix"),
        (("--position", "OVER"), 2, "the game is over in this position"),
        (("--position", "BAD"), 2, "there are 21 tiles of R"),
        (("phoenix", "--headstart", "0 99"), 2, "headstart must be 0 to 10, not '99'"),
        (("phoenix", "--headstart", "3"), 2, "headstart needs a number for each of 2 seats"),
    ],
)
def test_bad_beginnings_are_one_sentence(
    words: tuple[str, ...], code: int, sentence: str, record: Path, tmp_path: Path, run: Run
) -> None:
    over = some_game(0)
    while not over.over:
        over = over.play("stop" if "stop" in over.legal() else over.legal()[0])
    position = some_game().position()
    bad = position | {"stack": position["stack"] | {"R": 3}}
    texts = {"BROKEN": "nonsense", "LIST": "[]", "POSITION": json.dumps(position),
             "OVER": json.dumps(over.position()), "BAD": json.dumps(bad)}  # fmt: skip
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    given = [
        word.replace("RECORD", str(record)) if word not in texts else str(tmp_path / word)
        for word in words
    ]
    done = run("play", *given, typed="quit\n")
    assert done.returncode == code
    assert sentence in one_sentence(done)
