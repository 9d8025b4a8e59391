"""`genial draw`: positions of records as pictures, games as animations."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image

from genial import replay
from genial.cli import main
from genial.core.palette import DARK
from tests.cli.test_records import a_record

Captured = pytest.CaptureFixture[str]


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "game.record"
    path.write_text(a_record("phoenix"))
    return path


def test_a_position_is_printed_or_written_as_svg(record: Path, capsys: Captured) -> None:
    assert main(["draw", str(record)]) == 0
    states = replay(record.read_text()).history
    assert capsys.readouterr().out == states[-1].picture().svg()
    out = record.with_name("three.svg")
    assert main(["draw", f"{record}:3", "--out", str(out), "--seat", "2", "--theme", "dark"]) == 0
    assert out.read_text() == states[3].picture(2).svg(DARK)
    assert f"move 3 of {len(states) - 1}" in capsys.readouterr().out
    assert ElementTree.fromstring(out.read_text()).tag.endswith("svg")


@pytest.mark.parametrize(("name", "kind"), [("a.png", "PNG"), ("a.gif", "GIF"), ("a.webp", "WEBP")])
def test_the_ending_of_the_file_says_what_it_is(record: Path, name: str, kind: str) -> None:
    out = record.with_name(name)
    assert main(["draw", f"{record}:4", "--out", str(out)]) == 0
    with Image.open(out) as image:
        assert image.format == kind
        assert getattr(image, "n_frames", 1) == (1 if kind == "PNG" else 5)


def test_a_whole_game_is_told_as_such_in_german(record: Path, capsys: Captured) -> None:
    assert main(["draw", str(record), "--out", str(record.with_name("a.gif")), "--lang", "de"]) == 0
    assert capsys.readouterr().out.startswith("Alle ")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["{}", "--out", "a.jpg"], "a picture's file must end in .svg, .png, .gif or .webp"),
        (["{}:1000"], "moves, not 1000"),
        (["{}", "--record", "2"], "record must be 1 to 1, not 2"),
        (["{}", "--seat", "3"], "there are seats 1 to 2"),
    ],
)
def test_what_cannot_be_drawn_is_told_in_a_sentence(
    record: Path, capsys: Captured, arguments: list[str], sentence: str
) -> None:
    assert main(["draw", *(word.format(record) for word in arguments)]) == 2
    error = capsys.readouterr().err
    assert sentence in error
    assert error.count("\n") == 1
