"""show, check, verify and random: records as files."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import genial
from genial.cli import main
from genial.cli.files import MOST_BYTES
from tests.cli.conftest import Run, one_sentence

Captured = pytest.CaptureFixture[str]


def a_record(name: str, seed: int = 1, moves: int = 10_000, **options: object) -> str:
    chooser = random.Random(seed)
    state = genial.game(name, **options).start(seed=seed)
    while not state.over and moves:
        state = state.play(chooser.choice(state.legal()))
        moves -= 1
    return state.record()


@pytest.mark.parametrize("name", genial.games())
def test_check_says_ok_with_game_moves_and_result(
    name: str, tmp_path: Path, capsys: Captured
) -> None:
    path = tmp_path / "game.record"
    text = a_record(name)
    path.write_text(text)
    assert main(["check", str(path)]) == 0
    state = genial.replay(text)
    moves = sum(not line.startswith("*") for line in state.log)
    assert state.ranks is not None
    result = " ".join(map(str, state.ranks))
    expected = f"ok  {path}: {name}, 2 players, {moves} moves, result {result}\n"
    assert capsys.readouterr().out == expected


def test_check_goes_on_after_a_bad_record(tmp_path: Path, capsys: Captured) -> None:
    good, bad = a_record("tile-challenge"), a_record("tile-challenge", 2, moves=5)
    worse = bad.replace("1 draw", "2 draw", 1)
    broken = bad.replace("players: 2", "players: 2\nplayers: 2")
    path = tmp_path / "many.records"
    path.write_text(f"{good}\n{worse}\n{bad}\n{broken}\n{good}")
    assert main(["check", str(path), str(tmp_path / "none"), str(path)]) == 2
    captured = capsys.readouterr()
    oks = captured.out.splitlines()
    assert [line.split(":")[0] for line in oks] == [f"ok  {path} #{n}" for n in (1, 3, 5)] * 2
    assert "unfinished" in oks[1]
    before = len(good.splitlines()) + 1
    wrong_line = before + worse.splitlines().index("2 draw") + 1
    twice_line = before + len(worse.splitlines()) + 1 + len(bad.splitlines()) + 1 + 3
    assert captured.err.splitlines()[:3] == [
        f"genial: {path} #2: line {wrong_line}: it is seat 1's turn, not seat 2's",
        f"genial: {path} #4: line {twice_line}: the header players stands twice",
        f"genial: {tmp_path / 'none'}: No such file or directory",
    ]
    assert main(["check", str(path)]) == 1


def test_standard_input_is_a_dash(run: Run) -> None:
    text = a_record("phoenix")
    assert run("check", "-", typed=text).stdout.startswith("ok  <standard input>: phoenix")
    byte_order_mark = b"\xef\xbb\xbf"
    assert run("verify", "-", typed=byte_order_mark + text.encode()).returncode == 0
    assert "1. Seat" in run("show", "-", typed=text.replace("\n", "\r\n")).stdout
    empty = run("check", "-")
    assert (empty.returncode, one_sentence(empty)) == (
        1,
        "<standard input>: line 1: a record starts with 'game: …'",
    )


def test_files_that_are_no_texts_get_a_sentence(tmp_path: Path, capsys: Captured) -> None:
    (tmp_path / "latin").write_bytes(b"game: ph\xf6nix\n")
    with (tmp_path / "large").open("wb") as file:
        file.truncate(MOST_BYTES + 1)
    for name, part in (
        ("latin", "not a UTF-8 text"),
        ("large", "larger than 16 MB"),
        ("", "Is a directory"),
        ("nul\0", "null"),
    ):
        for command in ("check", "verify", "show", "play"):
            words = [command, "--resume"] if command == "play" else [command]
            assert main([*words, f"{tmp_path}/{name}"]) == 2
            captured = capsys.readouterr()
            assert captured.out == ""
            assert part in captured.err
            assert captured.err.count("\n") == 1


def test_verify_says_what_is_proven_or_wrong(tmp_path: Path, capsys: Captured) -> None:
    text = a_record("ingenious")
    key = text.partition("\nkey: ")[2][:64]
    other = ("0" if key[0] != "0" else "1") + key[1:]
    cases = {
        "good": (text, 0, "the key matches the commitment, and all deals follow from it"),
        "key": (text.replace(key, other), 1, "not the one that the commitment promised"),
        "none": (text.replace("\nkey: ", "\nkeys: "), 1, "the record has no key"),
        "open": (a_record("ingenious", moves=3), 1, "the record has no key"),
        "bad": (text.replace("1 ", "2 ", 1), 1, "line "),
    }
    for name, (record, code, part) in cases.items():
        path = tmp_path / name
        path.write_text(record)
        assert main(["verify", str(path)]) == code
        captured = capsys.readouterr()
        assert part in (captured.err if code else captured.out), name
        assert (captured.out if code else captured.err) == ""


def test_verify_counts_lines_from_the_start_of_the_file(tmp_path: Path, capsys: Captured) -> None:
    one, other = a_record("tile-challenge", 1), a_record("tile-challenge", 2)
    headers = [line for line in one.splitlines() if line.startswith(("key: ", "commitment: "))]
    forged = "\n".join(
        next((h for h in headers if line.startswith(h.split()[0])), line)
        for line in other.splitlines()
    )
    path = tmp_path / "two.records"
    path.write_text(f"{one}\n{forged}\n")
    assert main(["verify", str(path)]) == 1
    error = capsys.readouterr().err
    number = int(error.partition("line ")[2].partition(":")[0])
    assert path.read_text().splitlines()[number - 1].startswith("* ")
    assert number > len(one.splitlines())


def test_show_the_end_and_any_move(tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "game.record"
    path.write_text(a_record("ingenious"))
    assert main(["show", str(path)]) == 0
    end = capsys.readouterr().out
    assert "1. Seat" in end
    assert "Rack 1" in end
    assert main(["show", str(path), "--at", "3", "--lang", "de"]) == 0
    middle = capsys.readouterr().out
    assert "Nach 3 von " in middle
    assert "Platz 2 ist am Zug." in middle
    assert main(["show", str(path), "--at", "1000"]) == 2
    assert "at must be 0 to " in capsys.readouterr().err
    assert main(["show", str(path), "--at", "-1"]) == 2


def test_show_step_by_step(tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "game.record"
    path.write_text(a_record("tile-challenge", moves=6))
    assert main(["show", str(path), "--step"]) == 0
    text = capsys.readouterr().out
    assert [f"After {n} of 6 moves" in text for n in range(7)] == [True] * 7


def test_show_numbers_several_records(tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "many.records"
    path.write_text(a_record("phoenix", 1) + "\n" + a_record("spezial", 2) + "\n" + "game: x\n")
    assert main(["show", str(path)]) == 1
    captured = capsys.readouterr()
    assert "Record 1 of 3" in captured.out
    assert "Record 2 of 3" in captured.out
    assert f"{path} #3: line " in captured.err
    assert main(["show", str(path), "--record", "2"]) == 0
    assert "Record 1 of 3" not in capsys.readouterr().out
    assert main(["show", str(path), "--record", "4"]) == 2


def test_show_tells_how_a_game_was_ended(tmp_path: Path, capsys: Captured) -> None:
    state = genial.replay(a_record("phoenix", moves=5))
    path = tmp_path / "game.record"
    path.write_text(state.record(ended="resigned 2", result="1 2", seat_1="Ada", seat_2="Grace"))
    assert main(["show", str(path)]) == 0
    text = capsys.readouterr().out
    assert "Ended: resigned 2" in text
    assert "1. Seat 1 (Ada)" in text


def test_random_games_are_written_a_file_each(tmp_path: Path, capsys: Captured) -> None:
    folder = tmp_path / "games"
    words = ["random", "tile-challenge", "-n", "12", "--out", str(folder), "--seed", "5"]
    assert main(words) == 0
    files = sorted(folder.iterdir())
    assert [path.name for path in files[:2]] == [f"tile-challenge-0{n}.record" for n in (1, 2)]
    assert len(files) == 12
    texts = [path.read_text() for path in files]
    assert len(set(texts)) == 12
    for text in texts:
        assert genial.verify(text)[0].over
    assert capsys.readouterr().err == ""
    assert main(words) == 2
    assert "--force" in capsys.readouterr().err
    assert main([*words, "--force"]) == 0
    assert [path.read_text() for path in files] == texts, "the same seed gives the same games"
    assert main(["check", *map(str, files)]) == 0
    assert capsys.readouterr().out.count("ok") == 12


def test_random_games_are_a_stream_without_a_folder(run: Run) -> None:
    done = run("random", "ingenious", "-n", "3", "--players", "4", "--variant", "teams")
    assert (done.returncode, done.stderr) == (0, "")
    states = genial.replay_all(done.stdout)
    assert [state.game.options["variant"] for state in states] == ["teams"] * 3
    assert len({state.record() for state in states}) == 3


def test_random_games_take_the_rule_of_partners(capsys: Captured) -> None:
    teams = ["random", "ingenious", "--players", "4", "--variant", "teams"]
    assert main([*teams, "--partners", "shared"]) == 0
    assert "\nvariant: teams\npartners: shared\n" in capsys.readouterr().out
    assert main([*teams, "--partners", "silent"]) == 0
    assert "partners" not in capsys.readouterr().out


def test_a_game_does_not_depend_on_how_many_follow(capsys: Captured) -> None:
    assert main(["random", "phoenix", "-n", "1", "--seed", "9"]) == 0
    few = capsys.readouterr().out
    assert main(["random", "phoenix", "-n", "2", "--seed", "9"]) == 0
    assert capsys.readouterr().out.startswith(few)


def test_out_must_be_a_folder(tmp_path: Path, capsys: Captured) -> None:
    (tmp_path / "file").write_text("")
    assert main(["random", "phoenix", "--out", str(tmp_path / "file")]) == 2
    assert "file: File exists" in capsys.readouterr().err
