"""Layouts of Genial Spezial: what is refused, what they are called, rules on any of them."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from tests.games.test_spezial import dealt, gains, plus
from tests.oracle import spezial as oracle

import genial
from genial.games.spezial import kit as spezial_kit
from genial.games.spezial import layouts


@pytest.fixture
def own_layouts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Layouts added in a test are forgotten after it."""
    monkeypatch.setattr(layouts, "_added", {})


def layout_data() -> dict[str, Any]:
    """The contents of rebuilt.json under another name."""
    path = Path(layouts.__file__).with_suffix("") / "rebuilt.json"
    data: dict[str, Any] = json.loads(path.read_text())
    return {**data, "name": "mine"}


def written(folder: Path, data: object) -> Path:
    path = folder / "layout.json"
    path.write_text(json.dumps(data))
    return path


def test_view_names_the_layout_and_says_that_it_is_a_reconstruction() -> None:
    view = dealt().view(None)
    assert view["layout"] == "rebuilt"
    assert view["note"].startswith("A reconstruction")
    assert view["bonus"] == sorted(map(oracle.name, oracle.BONUS), key=spezial_cell)


def spezial_cell(name: str) -> tuple[str, int]:
    return name[0], int(name[1:])


@pytest.mark.usefixtures("own_layouts")
def test_added_layout_is_called_by_its_name_and_a_hash_of_its_contents(tmp_path: Path) -> None:
    data = layout_data()
    board = layouts.add(written(tmp_path, data))
    assert re.fullmatch(r"mine@[0-9a-f]{12}", board)
    shuffled = {**data, "note": "Reworded.", "fields": data["fields"][::-1]}
    assert layouts.add(written(tmp_path, shuffled)) == board
    elsewhere = json.loads(json.dumps(data).replace('"m10"', '"m11"'))
    assert layouts.add(written(tmp_path, elsewhere)) != board
    state = genial.game("spezial", players=3, board=board).start(seed=1)
    state = state.play(state.legal()[0])
    assert state.view(1)["layout"] == board
    assert f"board: {board}\n" in state.record()
    assert genial.replay(state.record()) == state


@pytest.mark.usefixtures("own_layouts")
def test_unknown_board_names_the_known_ones_and_how_to_add_one(tmp_path: Path) -> None:
    path = written(tmp_path, layout_data())
    for board in (str(path), "mine", "mine@0123456789ab"):
        with pytest.raises(genial.BadOption, match=r"rebuilt or generated-N, not .*add\(path\)"):
            genial.game("spezial", board=board)
    with pytest.raises(genial.BadRecord, match="board must be rebuilt or generated-N, not"):
        genial.replay(f"game: spezial\nplayers: 2\nboard: {path}\n\n")


def changed(data: dict[str, Any], where: str, **change: object) -> dict[str, Any]:
    """The layout with one field changed; `drop` leaves it out."""
    fields = []
    for entry in data["fields"]:
        if entry["cell"] != where:
            fields.append(entry)
        elif "drop" not in change:
            fields.append({**entry, **change})
    return {**data, "fields": fields}


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (changed(layout_data(), "m7", cell="z1"), "'z1' is not a cell of the board, a13 to y7"),
        (changed(layout_data(), "m7", cell="m13"), "m13 is listed twice"),
        (changed(layout_data(), "m10", cell="m13"), "m13 is listed twice; a bonus field is never"),
        (changed(layout_data(), "m7", drop=1), "there must be 10 dark fields, not 9"),
        (changed(layout_data(), "d13", drop=1), "there must be 14 grey fields, not 13"),
        (changed(layout_data(), "m7", kind="grey"), "there must be 10 dark fields, not 9"),
        (changed(layout_data(), "m7", digits=[3, 4]), "dark fields must show the digit 2 2 times"),
        (changed(layout_data(), "m7", digits=[2, 4]), "must show the digit 3 6 times, not 5"),
        (changed(layout_data(), "m7", digits=[2, 3]), "must show the digit 4 10 times, not 9"),
        (changed(layout_data(), "d13", digits=[4]), "grey fields must show the digit 4 0 times"),
        (changed(layout_data(), "d13", digits=[2]), "grey fields must show the digit 2 4 times"),
        (changed(layout_data(), "m7", digits=[2, 2, 3, 4]), "the digits of m7 must be"),
        (changed(layout_data(), "m7", digits=[5]), "the digits of m7 must be"),
        (changed(layout_data(), "m10", digits=[2]), "m10 is a bonus field and has no digits"),
        (changed(layout_data(), "m10", kind="red"), "kind cannot be"),
        (changed(layout_data(), "m10", colour="red"), "there is no field"),
        ({**layout_data(), "name": "rebuilt"}, "comes with the game"),
        ({**layout_data(), "name": "My board"}, "its name must be"),
        ({**layout_data(), "note": "two\nlines"}, "its note must be one line"),
        ({"name": "mine"}, "the field fields is missing"),
        ([1], "it must be an object, not a list"),
        ("x" * 200_000, "at most 100000 bytes"),
    ],
)
@pytest.mark.usefixtures("own_layouts")
def test_bad_layout_is_refused_with_the_reason(tmp_path: Path, data: object, sentence: str) -> None:
    with pytest.raises(genial.BadOption, match=re.escape(sentence)) as refused:
        layouts.add(written(tmp_path, data))
    assert "\n" not in str(refused.value)
    assert layouts.boards() == ["rebuilt"]


def test_layout_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    with pytest.raises(genial.BadOption, match="cannot read"):
        layouts.add(tmp_path / "none.json")
    with pytest.raises(genial.BadOption, match="cannot read"):
        layouts.add(tmp_path)
    broken = tmp_path / "broken.json"
    broken.write_bytes(b"\xff{")
    with pytest.raises(genial.BadOption, match="bad layout"):
        layouts.add(broken)


def double_bonus_layout(folder: Path) -> str:
    """A layout with bonus fields next to each other, and adjacent towers."""
    data = changed(layout_data(), "a16", cell="m11")
    data = changed(data, "d10", cell="n10")
    data = changed(data, "d13", cell="g14")
    return layouts.add(written(folder, data))


@pytest.mark.usefixtures("own_layouts")
def test_two_bonus_fields_give_a_point_each(tmp_path: Path) -> None:
    game = genial.game("spezial", board=double_bonus_layout(tmp_path))
    state = game.start(seed=2)
    assert sum(move.startswith("m10m11+") for move in state.legal()) == 16
    assert gains(state, "m10m11+OG") == plus({"O": 1, "G": 1})
    assert gains(state, "m10m11+PP") == plus({"P": 2})
    assert [(part["cell"], part["colour"]) for part in state.explain("m10m11+OG")["parts"]] == [
        ("m10", "O"),
        ("m11", "G"),
    ]
    with pytest.raises(genial.IllegalMove, match=r"choose two colours: m10m11\+OP$"):
        state.play("m10m11+O")
    with pytest.raises(genial.IllegalMove, match=r"choose one colour: m11m12\+O$"):
        state.play("m11m12")


@pytest.mark.usefixtures("own_layouts")
def test_sampling_is_uniform_where_bonus_fields_multiply_the_moves(tmp_path: Path) -> None:
    state = genial.game("spezial", board=double_bonus_layout(tmp_path)).start(seed=2)
    codes = state.legal().codes.tolist()
    batch = state.game.batch(2000, seed=1)
    batch.records[:] = state.array[0]
    drawn = batch.sample().tolist()
    assert set(drawn) <= set(codes)
    moves = Counter(spezial_kit.spell(code).partition("+")[2] for code in codes)
    seen = Counter(spezial_kit.spell(code).partition("+")[2] for code in drawn)
    assert len(moves) == len(seen) == 1 + 4 + 16  # no colour, one, two
    for colours, count in moves.items():
        expected = len(drawn) * count / len(codes)
        assert abs(seen[colours] - expected) < 4 * expected**0.5
    two = len(drawn) * sum(moves[c] for c in moves if len(c) == 2) / len(codes)
    assert abs(sum(seen[c] for c in seen if len(c) == 2) - two) < 4 * two**0.5


@pytest.mark.usefixtures("own_layouts")
def test_rules_hold_on_any_layout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The oracle, told of another layout, agrees after every move."""
    board = double_bonus_layout(tmp_path)
    cells = {oracle.name(cell): cell for cell in oracle.BOARD}
    monkeypatch.setattr(
        oracle, "BONUS", oracle.BONUS - {cells["a16"], cells["d10"]} | {cells["m11"], cells["n10"]}
    )
    grey = {cell: digits for cell, digits in oracle.GREY_BLUE.items() if cell != cells["d13"]}
    monkeypatch.setattr(oracle, "GREY_BLUE", {**grey, cells["g14"]: set()})
    chooser = random.Random(4)
    state = genial.game("spezial", players=4, board=board).start(seed=4)
    twin = oracle.Oracle(players=4)
    twin.feed(state.log[0])
    while not state.over:
        assert set(state.legal()) == twin.legal()
        state = state.play(chooser.choice(state.legal()))
        twin.feed(state.log[-1])
        assert state.scores == twin.scores
    assert state.ranks == twin.ranks
