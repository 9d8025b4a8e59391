"""Another game after the end: the start passes on, and a score sheet adds up."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path

import pytest

import genial
from tests.cli.conftest import Run, one_sentence

Saved = Callable[[], list[Path]]

# Whatever happens, these lines lead to the end of a game of Tile Challenge, and then an answer is
# asked for: a line that is no move is refused, and the question is asked again.
GAME = "draw\nstop\ntake\n" * 150


def evening(run: Run, *words: str, answers: str, typed: str = "", **extra: str) -> str:
    """What is said during games of Tile Challenge against a bot, with these answers between."""
    lines = typed + "".join(f"{GAME}{answer}\n" for answer in answers.split())
    game = ("tile-challenge", "--bot", "random", "--seed", "3")
    done = run("play", *game, *words, typed=lines, **extra)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def rows_of(path: Path) -> list[list[str]]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.reader(file))


def test_games_add_up_and_the_start_passes_on(run: Run, saved: Saved, folder: Path) -> None:
    said = evening(run, "--evening", "sheet.csv", answers="yes y n")
    states = [genial.replay(path.read_text()) for path in saved()]
    assert [state.game.options["start"] for state in states] == [1, 2, 1]
    assert all(state.over for state in states)
    assert len({state.log[0] for state in states}) == 3, "each game is dealt anew"
    head, *rows = rows_of(folder / "sheet.csv")
    assert head[:4] == ["Game", "Date", "Order of turns", "Won by"]
    sums, wins = [0, 0], [0, 0]
    for number, (state, row) in enumerate(zip(states, rows, strict=True), 1):
        points = [min(tiles.values()) for tiles in state.scores]
        assert state.ranks is not None
        sums = [one + other for one, other in zip(sums, points, strict=True)]
        wins = [one + (rank == 1) for one, rank in zip(wins, state.ranks, strict=True)]
        order = ["Seat 1 (you)", "Seat 2 (random)"]
        assert row[0] == str(number)
        assert row[2] == ", ".join(order if number % 2 else order[::-1])
        assert [int(cell) for cell in row[4:]] == [
            points[0], sums[0], wins[0], points[1], sums[1], wins[1],
        ]  # fmt: skip
    sheet = said[said.rindex("Score sheet of the evening") :].splitlines()
    assert sheet[1].split() == ["Game", "1", "you", "2", "random"]
    assert sheet[5].split() == ["Wins", str(wins[0]), str(wins[1])]
    assert said.count("Another game with the same opponents?") > 3, "asked until it is answered"
    assert f"The record is in {saved()[-1]}\nThe score sheet is in sheet.csv\n" in said


def test_the_sheet_can_be_saved_at_the_end_and_grows_with_the_evening(
    run: Run, folder: Path
) -> None:
    (folder / "there.csv").write_text("mine")
    typed = f"{GAME}sheet there.csv\nsheet late.csv\nsheet\ny\n{GAME}n\n"
    done = run("play", "tile-challenge", "--bot", "random", "--seed", "3", typed=typed)
    assert (done.returncode, done.stderr) == (0, "")
    assert "The score sheet cannot be written: " in done.stdout
    assert (folder / "there.csv").read_text() == "mine"
    assert "The score sheet is in late.csv\n" in done.stdout
    assert [row[0] for row in rows_of(folder / "late.csv")] == ["Game", "1", "2"]


def test_a_game_alone_has_no_sheet_and_no_answer_means_no(run: Run, saved: Saved) -> None:
    done = run("play", "phoenix", "--bot", "random", "--humans", "0", "--seed", "1")
    assert "Another game" not in done.stdout, "bots alone are not asked"
    said = evening(run, answers="n")
    assert "Score sheet" not in said
    assert len(saved()) == 2


def test_a_series_shows_its_sheet(run: Run, folder: Path, saved: Saved) -> None:
    said = evening(run, "--games", "2", "--evening", "sheet.csv", typed="sheet\n", answers="n n")
    assert "seat 1> sheet\nNo game of this evening is finished yet.\n" in said
    state = genial.replay(saved()[0].read_text())
    assert state.over
    assert state.series is not None
    head, first, second = rows_of(folder / "sheet.csv")
    assert head[:2] == ["Game", "Game of the series"]
    assert (first[:2], second[:2]) == (["1", "1"], ["1", "2"])
    assert [int(second[6]), int(second[9])] == state.series
    assert "\n1.1 " in said
    assert "\n1.2 " in said
    before_the_end = said[: said.index("\n1.2 ")]
    assert before_the_end.count("Score sheet of the evening") >= 2, "after the first game, too"


def test_the_sheet_in_german(run: Run, folder: Path) -> None:
    said = evening(run, "--evening", "blatt.csv", answers="ja nein", LANG="de_DE.UTF-8")
    for part in (
        "Noch eine Partie mit denselben Gegnern?",
        "Gib j für ja oder n für nein ein; blatt DATEI speichert das Blatt.",
        "Wertungsblatt des Spieleabends",
        "Das Wertungsblatt liegt in blatt.csv",
    ):
        assert part in said, part
    assert rows_of(folder / "blatt.csv")[0][:5] == [
        "Partie", "Datum", "Zugfolge", "Gewonnen von", "Platz 1 (du)",
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["there.csv", "no/where.csv", "here/"])
def test_a_sheet_that_cannot_be_written_is_refused_before_the_game(
    run: Run, folder: Path, saved: Saved, name: str
) -> None:
    (folder / "there.csv").write_text("precious")
    (folder / "here").mkdir()
    done = run("play", "phoenix", "--evening", name)
    assert done.returncode == 2
    assert name.rstrip("/") in one_sentence(done)
    assert (folder / "there.csv").read_text() == "precious"
    assert saved() == []


def test_the_sheet_is_an_option_of_a_resumed_game(run: Run, folder: Path, saved: Saved) -> None:
    run("play", "tile-challenge", "--bot", "random", "--seed", "3", typed="draw\nquit\n")
    done = run("play", "--resume", "--evening", "sheet.csv", typed=f"{GAME}n\n")
    assert done.returncode == 0
    assert len(rows_of(folder / "sheet.csv")) == 2
    assert genial.replay(saved()[0].read_text()).over
