"""`genial boards`: boards of Genial Spezial from the command line."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from genial.games.spezial import layouts
from tests.cli.conftest import Run, one_sentence

REBUILT = Path(layouts.__file__).parent / "layouts/rebuilt.json"


@pytest.fixture
def mine(tmp_path: Path, run: Run) -> Path:
    """A layout of one's own, in the folder of the commands."""
    data = json.loads(REBUILT.read_text(encoding="utf-8")) | {"name": "mine", "note": "My own."}
    file = tmp_path / "here" / "mine.json"
    file.write_text(json.dumps(data), encoding="utf-8")
    return file


def test_the_list_has_the_shipped_the_added_and_the_generated_boards(run: Run, mine: Path) -> None:
    before = run("boards", "list").stdout
    assert "rebuilt" in before
    assert "generated-N" in before
    assert "mine" not in before
    added = run("boards", "add", "mine.json")
    assert added.returncode == 0
    assert "genial play spezial --board mine" in added.stdout
    assert "mine         My own." in run("boards", "list").stdout
    assert "Unsere Rekonstruktion" in run("boards", "list", "--lang", "de").stdout


def test_every_fault_of_a_file_is_a_sentence(run: Run, mine: Path) -> None:
    good = run("boards", "check", "mine.json")
    assert good.returncode == 0
    assert good.stdout.startswith("mine.json: ok, mine@")
    data = json.loads(mine.read_text())
    broken = {**data, "name": "Mine", "fields": data["fields"][1:]}
    mine.write_text(json.dumps(broken))
    done = run("boards", "check", "mine.json")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.splitlines() == [
        "genial: mine.json: its name must be 1 to 40 lowercase letters, digits and hyphens, "
        "starting with a letter",
        "genial: mine.json: there must be 10 dark fields, not 9",
        "genial: mine.json: the dark fields must show the digit 2 2 times, not 1",
        "genial: mine.json: the dark fields must show the digit 3 6 times, not 5",
        "genial: mine.json: the dark fields must show the digit 4 10 times, not 9",
    ]
    german = run("boards", "check", "mine.json", "--lang", "de").stderr
    assert "Es müssen 10 dunkelblaue Felder sein, nicht 9" in german
    assert "Auf den dunkelblauen Feldern muss die Ziffer 2 2-mal stehen, nicht 1-mal" in german
    assert run("boards", "add", "mine.json").returncode == 1
    assert "cannot read" in one_sentence(run("boards", "check", "none.json"))


def test_a_board_is_shown_as_a_file_that_can_be_read_again(run: Run, tmp_path: Path) -> None:
    shown = run("boards", "show", "generated-42").stdout
    data = json.loads(shown)
    assert data["name"] == "generated-42"
    (tmp_path / "here" / "other.json").write_text(shown.replace("generated-42", "other"))
    assert run("boards", "check", "other.json").returncode == 0
    for board in ("generated-x", "nonsense", "none.json"):
        one_sentence(run("boards", "show", board))


def test_a_board_is_drawn_with_its_digits_and_bonus_fields(run: Run, tmp_path: Path) -> None:
    done = run("boards", "draw", "rebuilt", "--out", "x.svg")
    assert done.returncode == 0
    text = (tmp_path / "here" / "x.svg").read_text()
    words = [element.text for element in ElementTree.fromstring(text).iter() if element.text]
    assert words.count("2 3 4") == 2
    assert words.count("3 4") == 4
    assert words.count("+1") == 11
    assert run("boards", "draw", "rebuilt").stdout == text


def test_an_added_board_is_played_on_by_its_name(run: Run, mine: Path) -> None:
    run("boards", "add", "mine.json")
    mine.unlink()
    record = run("random", "spezial", "-n", "1", "--board", "mine", "--seed", "1").stdout
    assert "\nboard: mine@" in record
    assert '\nlayout: {"name":"mine"' in record
    assert run("check", "-", typed=record).returncode == 0
    played = run("play", "spezial", "--board", "mine", "--bot", "random", typed="quit\n")
    assert "My own." in played.stdout
    assert "board must be" in one_sentence(run("play", "spezial", "--board", "other"))
    german = run("play", "spezial", "--board", "generated-3", "--lang", "de", typed="quit\n")
    assert "Der Spielplan generated-3 ist aus seiner Nummer erzeugt." in german.stdout


def test_another_board_of_the_same_name_needs_force(run: Run, mine: Path) -> None:
    run("boards", "add", "mine.json")
    assert run("boards", "add", "mine.json").returncode == 0
    data = json.loads(mine.read_text())
    moved = [field | {"cell": "m11"} if field["cell"] == "m10" else field
             for field in data["fields"]]  # fmt: skip
    mine.write_text(json.dumps({**data, "fields": moved}))
    assert "--force" in one_sentence(run("boards", "add", "mine.json"))
    assert run("boards", "add", "mine.json", "--force").returncode == 0
    assert '"cell":"m11"' in run("boards", "show", "mine").stdout
