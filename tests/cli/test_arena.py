"""`genial arena`, `genial ladder` and `genial bot`, as they are typed."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import genial
from genial.cli import main
from tests.cli.conftest import GENIAL, Run, one_sentence
from tests.server.waiting import eventually

ROOT = Path(__file__).parents[2]
SOURCES = f"{Path(genial.__file__).parents[1]}:{ROOT}"
CHANCE = "chance=py:tests.arena.bots:Chance"
FIRST = "first=py:tests.arena.bots:First"


@pytest.fixture
def arena(run: Run) -> Run:
    """Run `genial arena ingenious …` on one worker."""

    def call(*words: str) -> object:
        return run("arena", "ingenious", *words, "--workers", "1", PYTHONPATH=SOURCES)

    return call  # type: ignore[return-value]


def test_json_has_exactly_what_is_promised_first(arena: Run) -> None:
    done = arena(CHANCE, FIRST, "--games", "4", "--seed", "1", "--json")
    assert done.returncode == 0, done.stderr
    data = json.loads(done.stdout)
    assert done.stdout.count("\n") == 1
    assert list(data)[:3] == ["game", "games", "bots"]
    assert list(data["bots"][0])[:5] == ["name", "share", "interval", "lowest", "ms_per_move"]
    assert [bot["name"] for bot in data["bots"]] == ["chance", "first"]


def test_a_table_a_page_and_records_that_can_be_checked(arena: Run, run: Run, folder: Path) -> None:
    words = (CHANCE, FIRST, "--seed", "1", "--out", "kept", "--html", "deep/page.html")
    done = arena(*words, "--games", "3")
    assert done.returncode == 0, done.stderr
    assert "ingenious, 2 players: 4 games of 2 deals" in done.stdout
    assert "chance" in done.stdout
    assert "Seed 1." in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80
    page = (folder / "deep/page.html").read_text()
    assert "--html deep/page.html" in page
    checked = run("check", "kept/games-1.records", PYTHONPATH=SOURCES)
    assert checked.stdout.count("ok  ") == 4
    more = arena(CHANCE, FIRST, "--out", "kept", "--games", "6")
    assert "6 games of 3 deals" in more.stdout
    assert "Seed 1." in more.stdout
    other = arena(CHANCE, CHANCE, "--out", "kept", "--games", "6")
    assert other.returncode == 2
    assert "kept keeps another match" in one_sentence(other)


def test_a_level_that_keeps_its_own_seconds_says_so(arena: Run) -> None:
    done = arena("kid", FIRST, "--games", "2", "--seconds", "0.05", "--json")
    assert done.returncode == 0, done.stderr
    hint = "genial: kid keeps its own settings; to change them, write them behind its name: "
    assert f"{hint}kid:seconds=0.05\n" in done.stderr
    assert json.loads(done.stdout)["games"] == 2


def test_a_test_says_which_hypothesis_it_accepts(arena: Run) -> None:
    done = arena("py:tests.arena.bots:Raises:turns=0", FIRST, "--sprt", "-50", "100", "--seed", "1")
    assert done.returncode == 0, done.stderr
    assert "SPRT of -50 against 100 Elo: H0 accepted" in done.stdout
    assert "forfeited:" in done.stdout
    assert "ValueError: no idea what to do" in done.stdout


def test_a_forfeit_of_an_own_bot_is_one_sentence_and_an_error(arena: Run, folder: Path) -> None:
    slow = ("search:seconds=2", FIRST, "--limit", "0.5", "--seed", "1", "--games", "2")
    done = arena(*slow, "--out", "kept")
    assert done.returncode == 3
    assert done.stdout == ""
    sentence = one_sentence(done)
    assert "search:seconds=2, one of Genial's own bots, failed in game 1 of seed 1" in sentence
    assert sentence.endswith("the record of the game is kept/failed-1.record")
    assert "s for a move; 0.5 s are allowed" in (folder / "kept/failed-1.record").read_text()


def test_a_bot_as_a_program_plays_the_same_games(arena: Run) -> None:
    program = f"cmd:{GENIAL} bot ingenious py:tests.arena.bots:Chance"
    words = ("--games", "2", "--seed", "3", "--json")
    first, second = (
        json.loads(arena(written, FIRST, *words).stdout)
        for written in ("py:tests.arena.bots:Chance", program)
    )
    assert second["bots"][0]["name"] == "genial py:tests.arena.bots:Chance"
    for key in ("share", "lowest", "wins", "losses", "forfeits"):
        assert [bot[key] for bot in first["bots"]] == [bot[key] for bot in second["bots"]]
    assert second["forfeits"] == []


def test_ctrl_c_shows_the_result_so_far_and_the_same_command_resumes(
    environment: dict[str, str], tmp_path: Path
) -> None:
    command = [GENIAL, "arena", "ingenious", CHANCE, FIRST, "--games", "4000", "--workers", "1",
               "--out", str(tmp_path / "kept")]  # fmt: skip
    surroundings = environment | {"PYTHONPATH": SOURCES}
    running = subprocess.Popen(
        command, env=surroundings, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )  # fmt: skip
    lines = tmp_path / "kept" / "games.jsonl"

    def are_some_played() -> bool:
        assert running.poll() is None, running.communicate()
        return lines.exists() and lines.read_bytes().count(b"\n") >= 3

    try:
        eventually(are_some_played, seconds=120, what="no games are played")
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=60)
    finally:
        running.kill()
    assert running.returncode == 130
    assert err == "genial: interrupted; run the same command again to resume\n"
    played = lines.read_bytes().count(b"\n")
    shown = re.match(r"ingenious, 2 players: (\d+) games of (\d+) deals?\n", out)
    assert shown is not None, out
    assert int(shown[1]) == 2 * int(shown[2]) == played - played % 2
    again = [*command[:5], "--games", str(played + 1), *command[7:]]
    done = subprocess.run(again, env=surroundings, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert played <= lines.read_bytes().count(b"\n") <= played + 2


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["arena"], "GAME"),
        (["arena", "ingenious"], "a match needs at least 2 bots"),
        (["arena", "ingenious", "util"], "a match needs at least 2 bots"),
        (["arena", "ingenious", "util", "random", "--players", "9"], "players must be"),
        (["arena", "phoenix", "random", "random", "--series", "3"], "no option 'games'"),
        (["arena", "ingenious", "util", "random", "--games", "0"], "games must be 1 to"),
        (["arena", "ingenious", "util", "random", "--games", "x"], "x"),
        (["arena", "ingenious", "util", "random", "--seconds", "0"], "seconds must be"),
        (["arena", "ingenious", "util", "random", "--effort", "0"], "effort must be"),
        (["arena", "ingenious", "util", "random", "--workers", "0"], "workers must be"),
        (["arena", "ingenious", "util", "random", "--limit", "0"], "limit must be"),
        (["arena", "ingenious", "util", "random", "--clock", "fast"], "a clock is written"),
        (["arena", "ingenious", "util", "random", "--sprt", "5", "0"], "elo0 below elo1"),
        (
            ["arena", "ingenious", "util", "flat", "random", "--sprt", "0", "5"],
            "sprt compares 2 bots",
        ),
        (["arena", "ingenious", "util", "utli"], "there is no bot 'utli' (did you mean util?)"),
        (["arena", "ingenious", "random", "cmd:nowhere/bot"], "nowhere/bot cannot be started"),
        (
            ["arena", "ingenious", "random", "cmd:python3 nowhere.py"],
            "python3 nowhere.py ended with exit code 2",
        ),
        (["arena", "ingenious", "random", "rl_bot.py"], "written 'cmd:python3 rl_bot.py'"),
        (["arena", "ingenious", "random", "bots/mine"], "written 'cmd:bots/mine'"),
        (["arena", "ingenious", "random", "python3"], "written 'cmd:python3'"),
        (["arena", "ingenious", f"{FIRST}:seconds=1", "random"], "First cannot be told seconds"),
        (["ladder", "ingenious", "util"], "at least 2 different bots"),
        (["bot", "ingenious"], "BOT"),
        (["bot", "ingenious", "nobody"], "there is no bot 'nobody'"),
        (["bot", "ingenious", "cmd:python3"], "a program already"),
    ],
)
def test_bad_usage_is_one_sentence(
    words: list[str], part: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert part in captured.err


def test_help_imports_no_rules() -> None:
    for command in ("arena", "ladder", "bot"):
        code = (
            f"import sys; from genial.cli import main; code = main([{command!r}, '--help'])\n"
            "heavy = {'numpy', 'numba', 'ray'} & set(sys.modules)\n"
            "sys.exit(f'imported {heavy}' if heavy else code)"
        )
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        assert f"genial {command} " in done.stdout


def test_a_ladder_as_a_table_and_as_markdown(run: Run, folder: Path) -> None:
    done = run(
        "ladder", "ingenious", FIRST, CHANCE, "--games", "4", "--seed", "1", "--workers", "1",
        "--markdown", "ladder.md", PYTHONPATH=SOURCES,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "ingenious: 4 games of 2 deals" in done.stdout
    text = (folder / "ladder.md").read_text()
    assert "| chance | first: " in text
    assert "    genial ladder ingenious" in text
