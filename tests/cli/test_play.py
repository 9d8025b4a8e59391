"""Games played through the real command by a pipe."""

from __future__ import annotations

import io
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

import genial
from genial.cli import main
from genial.cli.terminal.opponents import create_bots
from genial.core.state import State
from genial.games.spezial import layouts
from tests.cli.conftest import GENIAL, Run, one_sentence

Saved = Callable[[], list[Path]]


def whole_game(name: str, seed: int, **options: object) -> tuple[list[str], State]:
    """What to type on seat 1 against bots of this seed, and how the game ends then."""
    state = genial.game(name, **options).start(seed)
    bots = create_bots(state.game, dict.fromkeys(range(2, state.game.players + 1), "random"), seed)
    typed = []
    while not state.over:
        if state.turn == 1:
            moves = state.legal()
            typed.append(moves[len(typed) % len(moves)])
            state = state.play(typed[-1])
        else:
            assert state.turn is not None
            state = state.play(bots[state.turn].choose(state.view(state.turn)))
    return typed, state


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("ingenious", {}),
        ("ingenious", {"players": 1}),
        ("ingenious", {"players": 4, "variant": "teams"}),
        ("ingenious", {"players": 4, "variant": "teams", "partners": "shared"}),
        ("tile-challenge", {"players": 3}),
        ("spezial", {}),
        ("phoenix", {"start": 2}),
    ],
)
def test_whole_game(name: str, options: dict[str, object], run: Run, saved: Saved) -> None:
    typed, expected = whole_game(name, 7, **options)
    words = [word for key, value in options.items() for word in (f"--{key}", str(value))]
    words += ["--bot", "random"] if expected.game.players > 1 else []
    done = run("play", name, *words, "--seed", "7", typed="\n".join(typed) + "\n")
    assert (done.returncode, done.stderr) == (0, "")
    [path] = saved()
    state = genial.replay(path.read_text())
    assert state.log == expected.log
    assert state.ranks == expected.ranks
    assert done.stdout.rstrip().endswith(f"The record is in {path}")
    assert "\x1b" not in done.stdout
    genial.verify(path.read_text())
    if expected.game.players > 1:
        assert "1. Seat " in done.stdout
    else:
        assert f"Your result: {min(expected.scores[0].values())}" in done.stdout


def test_end_of_input_saves_and_resume_goes_on(run: Run, saved: Saved) -> None:
    typed, _ = whole_game("tile-challenge", 3)
    first = run(
        "play",
        "tile-challenge",
        "--bot",
        "random",
        "--seed",
        "3",
        typed="\n".join(typed[:4]) + "\n",
    )
    assert first.returncode == 0
    [path] = saved()
    assert f"The game is saved in {path}\nResume it with: genial play --resume\n" in first.stdout
    before = genial.replay(path.read_text())
    assert before.turn == 1
    second = run("play", "--resume", typed="draw\nquit\n")
    assert second.returncode == 0
    assert saved() == [path]
    after = genial.replay(path.read_text())
    assert after.log[: len(before.log)] == before.log
    assert len(after.log) > len(before.log)
    assert "seat 2: random" in path.read_text()
    typed_file = run("play", "--resume", str(path), typed="quit\n")
    assert typed_file.returncode == 0
    assert len(saved()) == 2, "a file that was named is not written to"


def test_a_finished_game_is_not_resumed(run: Run, saved: Saved) -> None:
    assert "no unfinished game" in one_sentence(run("play", "--resume"))
    run("play", "phoenix", "--bot", "random", "--humans", "0", "--seed", "1")
    assert len(saved()) == 1
    again = run("play", "--resume")
    assert again.returncode == 2
    assert "no unfinished game" in one_sentence(again)
    named = run("play", "--resume", str(saved()[0]))
    assert named.returncode == 0
    assert "1. Seat" in named.stdout


def test_a_broken_record_cannot_be_resumed(run: Run, folder: Path) -> None:
    (folder / "bad.record").write_text("game: phoenix\nplayers: 2\n\n* spectrum RRRRRR\n")
    done = run("play", "--resume", "bad.record")
    assert done.returncode == 1
    assert one_sentence(done).startswith("bad.record: line 4: ")


def test_refusals_are_one_sentence_and_the_question_is_asked_again(run: Run, saved: Saved) -> None:
    typed = "Rh3Gi3\nxyz\nBi8Rh8\nlog\n\n   \nquit\n"
    done = run("play", "ingenious", "--bot", "random", "--seed", "1", typed=typed)
    lines = done.stdout.splitlines()
    place = lines.index("seat 1> Rh3Gi3")
    assert lines[place + 1 : place + 7] == [
        "h3 has a printed symbol",
        "seat 1> xyz",
        "'xyz' is not a move; moves look like Rh8Bi8, swap or keep",
        "seat 1> Bi8Rh8",
        "Bi8Rh8 must be written Rh8Bi8",
        "seat 1> log",
    ]
    assert len(genial.replay(saved()[0].read_text()).log) == 2


def test_what_the_others_hold_is_never_shown(run: Run, saved: Saved) -> None:
    typed, _ = whole_game("ingenious", 5)
    done = run(
        "play",
        "ingenious",
        "--bot",
        "random",
        "--seed",
        "5",
        typed="\n".join(typed[:6]) + "\nlog\n",
    )
    log = done.stdout[done.stdout.index("seat 1> log") :]
    assert "* rack 2 ?? ?? ?? ?? ?? ??" in log
    truth = genial.replay(saved()[0].read_text())
    secrets = [line for line in truth.log if line.startswith("* rack 2")]
    assert secrets
    assert not any(line in done.stdout for line in secrets)


def test_commands_of_the_game(run: Run, folder: Path) -> None:
    typed = (
        "help\nmoves\nmore\nmoves h4\nmoves zz\nexplain Rh4Oh5\nexplain\nexplain swap\n"
        "save here.record\nsave here.record\nsave\nboard\nquit\n"
    )
    (folder / "there.record").write_text("precious")
    typed = typed.replace("board", "save there.record\nsave no/where.record\nboard")
    done = run("play", "ingenious", "--bot", "random", "--seed", "1", typed=typed)
    assert done.returncode == 0
    text = " ".join(done.stdout.split())
    for part in (
        "explain MOVE",
        "Legal moves: 594",
        "Type more to see them, or narrow them down",
        "Legal moves: 55",
        "No legal move begins with zz",
        "Rh4Oh5: R✹ +1",
        "1 along h3",
        "Which move?",
        "no swap is allowed now",
        f"Saved to {folder / 'here.record'}",
        "To which file?",
        "already exists",
        "no/where.record: No such file or directory",
    ):
        assert part in text, part
    assert done.stdout.count("Saved to") == 2, "a file of one's own may be written again"
    assert (folder / "there.record").read_text() == "precious"
    assert genial.replay((folder / "here.record").read_text()).turn == 1


@pytest.mark.parametrize(
    ("game", "typed", "part"),
    [
        ("tile-challenge", "explain draw", "would fail the turn"),
        ("spezial", "explain g11g12", "chip on g10"),
        ("phoenix", "explain X:3", "Spectrum"),
    ],
)
def test_explanations(game: str, typed: str, part: str, run: Run) -> None:
    assert part in run("play", game, "--bot", "random", "--seed", "1", typed=typed).stdout


def test_undo_goes_back_to_the_own_last_decision(run: Run, saved: Saved) -> None:
    typed, _ = whole_game("ingenious", 5)
    lines = f"undo\n{typed[0]}\n{typed[1]}\nundo\nundo\n"
    done = run("play", "ingenious", "--bot", "random", "--seed", "5", typed=lines)
    assert "there is no move to take back" in done.stdout
    text = saved()[0].read_text()
    assert "takebacks: 2" in text
    assert genial.replay(text) == genial.game("ingenious").start(5)


def test_after_an_undo_is_dealt_anew_and_nothing_can_be_proven(run: Run, saved: Saved) -> None:
    typed, expected = whole_game("ingenious", 5)
    lines = f"{typed[0]}\nundo\n{typed[0]}\nquit\n"
    run("play", "ingenious", "--bot", "random", "--seed", "5", typed=lines)
    text = saved()[0].read_text()
    assert "takebacks: 1" in text
    assert "commitment" not in text
    log = genial.replay(text).log
    assert log[:3] == expected.log[:3]
    assert log[3].startswith("* rack 1 ")
    assert log[3] != expected.log[3], "no peeking at what will be drawn"
    run("play", "--resume", typed="quit\n")
    assert "takebacks: 1" in saved()[0].read_text()


def test_people_at_one_keyboard_hand_it_over(run: Run, saved: Saved) -> None:
    typed = "\n-X\n-S1\n-S2\n-R\n-M2\nquit\n" * 3
    done = run("play", "phoenix", "--humans", "2", "--seed", "4", typed=typed)
    assert done.returncode == 0
    first, _, rest = done.stdout.partition("Pass the keyboard to seat 2, then press Enter.")
    assert first.startswith("Pass the keyboard to seat 1")
    state = genial.game("phoenix").start(4)
    assert f"│{state.view(1)['hand'][0]}" in first
    assert "seat 2>" in rest
    assert "seat 2>" not in first
    assert "seat 1: human\nseat 2: human" in saved()[0].read_text()


def test_nothing_is_hidden_in_open_games(run: Run) -> None:
    done = run("play", "spezial", "--humans", "2", typed="m11m12\nquit\n")
    assert "Pass the keyboard" not in done.stdout
    assert "seat 2> quit" in done.stdout


def test_menu_asks_for_game_and_players(run: Run, saved: Saved) -> None:
    done = run("play", typed="9\ntile\nseven\n3\n77\n1\nquit\n")
    assert done.returncode == 0
    assert "There is no game 9" in done.stdout
    assert "seven is not a number from 2–4" in done.stdout
    assert "There is no opponent 77" in done.stdout
    assert genial.replay(saved()[0].read_text()).game == genial.game("tile-challenge", players=3)


def test_menu_can_be_left(run: Run, saved: Saved) -> None:
    assert run("play", typed="").stdout.rstrip().endswith("Goodbye.")
    assert run("play", "--lang", "de", typed="ende\n").stdout.rstrip().endswith("Auf Wiedersehen.")
    assert saved() == []


def test_german(run: Run) -> None:
    typed = "swap\nhilfe\nzüge h4\nerkläre Rh4Oh5\nprotokoll\nende\n"
    done = run(
        "play", "ingenious", "--bot", "random", "--seed", "1", typed=typed, LANG="de_DE.UTF-8"
    )
    for part in (
        "Platz 1> swap\nDu darfst jetzt nicht tauschen",
        "Deine Bank",
        "erkläre ZUG",
        "Mögliche Züge: 55",
        "1 entlang h3",
        "Die Partie ist gespeichert",
    ):
        assert part in done.stdout, part


def test_own_layout(run: Run, folder: Path, saved: Saved) -> None:
    source = Path(layouts.__file__).parent / "layouts/rebuilt.json"
    text = source.read_text().replace('"rebuilt"', '"mine"').replace('"d10"', '"d11"')
    (folder / "mine.json").write_text(text)
    done = run(
        "play", "spezial", "--bot", "random", "--layout", "mine.json", typed="d11d12+O\nquit\n"
    )
    assert done.returncode == 0
    record = saved()[0]
    assert "board: mine@" in record.read_text()
    assert run("check", str(record)).returncode == 0  # the layout is in the record
    (folder / "other.record").write_text(record.read_text().replace('"d11"', '"d12"'))
    assert run("check", "other.record").returncode == 1
    resumed = run("play", "--resume", "--layout", "mine.json", typed="quit\n")
    assert resumed.returncode == 0
    (folder / "bad.json").write_text("{}")
    assert "bad layout" in one_sentence(run("play", "--layout", "bad.json"))


def test_a_game_that_cannot_be_saved_goes_on(run: Run, tmp_path: Path) -> None:
    (tmp_path / "state").write_text("in the way")
    done = run("play", "tile-challenge", "--bot", "random", typed="draw\nquit\n")
    assert done.returncode == 0
    assert done.stdout.count("The game cannot be saved") == 2, "once in the game, once at its end"


def test_interrupt_saves_and_ends_with_130(environment: dict[str, str], saved: Saved) -> None:
    with subprocess.Popen(
        [GENIAL, "play", "tile-challenge", "--bot", "random", "--seed", "1"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
        # A test run in the background ignores interrupts, and its children would, too.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as process:
        assert process.stdout is not None
        seen = b""
        while b"seat 1> " not in seen:
            seen += process.stdout.read1(65536)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert err == b""
    assert str(saved()[0]).encode() in out


def test_ascii_is_enough(run: Run) -> None:
    done = run(
        "play",
        "ingenious",
        "--bot",
        "random",
        typed="help\nmoves\nquit\n",
        PYTHONIOENCODING="ascii",
    )
    assert done.returncode == 0
    assert done.stdout.isascii()
    assert "R*" in done.stdout


def test_any_line_can_be_typed(
    environment: dict[str, str],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    lines = [b"\xff\xfe", b"\x00", "ü☃".encode(), b"explain \x1b[2J", b"moves \x1b", b"save \x00",
             b"save /", b"save ~nobody/x", b"log -1", b"log 99999999999999999999", b"x" * 100_000,
             b"undo", b"more", b"keep", b"explain", b"Rh4", b"[red]", b"{0}", b"%s"]  # fmt: skip
    for game in genial.games():
        stdin = io.TextIOWrapper(io.BytesIO(b"\n".join(lines) + b"\n"))
        monkeypatch.setattr("sys.stdin", stdin)
        assert main(["play", game, "--bot", "random"]) == 0
        captured = capsys.readouterr()
        assert captured.err == ""
        assert "\x1b" not in captured.out
