"""The command line itself: help, exit codes, sentences instead of tracebacks."""

from __future__ import annotations

import io
import random
import subprocess
import sys

import pytest

from genial.cli import main
from tests.cli.conftest import GENIAL, Run, one_sentence

COMMANDS = (
    "play", "games", "show", "check", "verify", "random", "arena", "ladder", "bot", "warm", "bench",
    "boards", "doctor",
)  # fmt: skip


def test_version_and_help_import_neither_the_rules_nor_the_server() -> None:
    for words in (["--version"], ["--help"], ["play", "--help"], ["serve", "--help"], ["games"]):
        code = (
            f"import sys; from genial.cli import main; code = main({words!r})\n"
            "heavy = {'numpy', 'numba', 'litestar', 'genial.core.kernel', 'genial.server'}\n"
            "heavy &= set(sys.modules)\n"
            "sys.exit(f'imported {heavy}' if heavy else code)"
        )
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr


def test_version_is_that_of_the_library(run: Run) -> None:
    import genial

    done = run("--version")
    assert (done.returncode, done.stdout) == (0, f"{genial.__version__}\n")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_examples(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([command, "--help"]) == 0
    text = capsys.readouterr().out
    assert "Examples:" in text
    assert f"genial {command}" in text


def test_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    text = capsys.readouterr().out
    assert all(f" {command} " in text for command in COMMANDS)
    assert "--install-completion" in text


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["bogus"], 'unknown command "bogus"'),
        (["play", "--bogus"], "unknown option: --bogus"),
        (["play", "ingenius"], "ingenious"),
        (["play", "ingenious", "x"], "unexpected argument 'x'"),
        (["play", "ingenious", "--players", "five"], "five"),
        (["play", "ingenious", "--players", "5"], "players must be 1, 2, 3 or 4"),
        (["play", "phoenix", "--variant", "teams"], "no option 'variant'"),
        (["play", "ingenious", "--partners", "open"], "only teams have partners"),
        (["play", "phoenix", "--partners", "open"], "no option 'partners'"),
        (
            [
                "arena",
                "ingenious",
                "random",
                "util",
                "--players",
                "4",
                "--variant",
                "teams",
                "--partners",
                "shred",
            ],
            "did you mean shared",
        ),
        (["ladder", "ingenious", "random", "util", "--partners", "shared"], "only teams"),
        (["play", "phoenix", "--humans", "3"], "humans must be 0 to 2"),
        (["play", "--lang", "fr"], "de"),
        (["play", "spezial", "--layout", "nowhere.json"], "nowhere.json"),
        (["play", "--resume", "nowhere.record"], "nowhere.record"),
        (["show"], "RECORD"),
        (["show", "nowhere.record"], "nowhere.record: No such file"),
        (["random", "phoenix", "-n", "0"], "number must be"),
        (["random", "phoenix", "-n", "-"], "-n"),
        (["random"], "GAME"),
        (["check"], "RECORD"),
    ],
)
def test_bad_usage_is_one_sentence_and_exit_code_2(
    words: list[str], part: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("genial: ")
    assert captured.err.count("\n") == 1
    assert part in captured.err


def test_control_characters_in_a_sentence_are_harmless(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "a\x1b[2J\nb"]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert "\x1b" not in error


def test_any_words_end_in_an_exit_code(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: object
) -> None:
    monkeypatch.chdir(str(tmp_path))
    words = [*COMMANDS[1:6], "--help", "--at", "--step", "-n", "--players", "-", "--", "0", "-1",
             "ingenious", "phoenix", "--seed", "--out", "--force", "--layout", "/", "--record",
             "nan", "--lang", "de", "[red]", "9" * 5000, "\x00", "ü", "\udcff", "a b",
             ""]  # fmt: skip
    chooser = random.Random(1)
    for _ in range(150):
        chosen = chooser.choices(words, k=chooser.randint(1, 5))
        if chosen[0] == "random" and "--help" not in chosen:
            chosen += ["-n", "1", "--out", "made", "--force"]
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"game: x\n\xff")))
        code = main(chosen)
        error = capsys.readouterr().err
        assert code in (0, 1, 2), chosen
        assert (code == 0) == (error == ""), (chosen, error)
        assert "Traceback" not in error


def test_closed_pipe_ends_without_a_word() -> None:
    command = [GENIAL, "random", "tile-challenge", "-n", "2000", "--seed", "1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"game: tile-challenge\n"
        process.stdout.close()
        assert process.stderr is not None
        assert process.stderr.read() == b""
    assert process.returncode == 141


def test_closed_streams_are_empty_ones(environment: dict[str, str]) -> None:
    for words, code in (("play phoenix <&-", 0), ("games >&-", 0), ("check none 2>&-", 2)):
        command = f"{GENIAL} {words}"
        done = subprocess.run(
            ["sh", "-c", command], env=environment, capture_output=True, text=True
        )
        assert (done.returncode, done.stderr) == (code, "")


def test_completion_can_be_installed(run: Run, tmp_path: object) -> None:
    script = f"{tmp_path}/completion.bash"
    done = run("--install-completion", "--shell", "bash", "--output", script)
    assert done.returncode == 0
    with open(script) as file:
        assert "genial" in file.read()


def test_games_says_how_many_may_play(run: Run) -> None:
    english, german = run("games"), run("games", LANG="de_DE.UTF-8")
    assert "tile-challenge  2–4" in english.stdout
    assert "tile-challenge  2–4" in german.stdout
    assert "Einfach Genial" in german.stdout
    assert len(english.stdout.splitlines()) == 1 + 5 + 1  # Ingenious has two options


def test_full_output_is_a_sentence(run: Run) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [GENIAL, "random", "phoenix", "-n", "50"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
        )
    assert done.returncode == 2
    assert "No space left" in one_sentence(done)
