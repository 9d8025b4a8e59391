"""Boards of one's own travel with their games, and are forgotten with them."""

from __future__ import annotations

import gc
import json
import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.games.test_spezial_layouts import changed, layout_data, written

import genial
from genial.core.record import LONGEST_HEADER
from genial.games import _make
from genial.games.spezial import layouts
from genial.games.spezial.board import CELL_NAMES
from genial.games.spezial.layout_check import LONGEST_NOTE


@pytest.fixture
def own_layouts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Layouts added in a test are forgotten after it."""
    monkeypatch.setattr(layouts, "_added", {})


@pytest.fixture
def no_games() -> Iterator[None]:
    """No game is kept from before, and none afterwards."""
    _make.cache_clear()
    gc.collect()
    yield
    _make.cache_clear()


def compact(data: object) -> str:
    return json.dumps(data, separators=(",", ":"))


def largest_layout() -> dict[str, Any]:
    """Every cell is a field, and the note as long as can be."""
    data = layout_data()
    taken = {field["cell"] for field in data["fields"]}
    more = [{"cell": cell, "kind": "bonus"} for cell in CELL_NAMES if cell not in taken]
    return {"name": "m" * 40, "note": '"' * LONGEST_NOTE, "fields": data["fields"] + more}


# --- they travel with the game


def test_a_layout_is_given_as_text_as_data_or_as_a_file(tmp_path: Path) -> None:
    data = layout_data()
    of_text = genial.game("spezial", layout=json.dumps(data, indent=2))
    assert of_text.options["board"].startswith("mine@")
    assert of_text == genial.game("spezial", layout=data)
    assert of_text == genial.game("spezial", layout=written(tmp_path, data))
    shuffled = {**data, "fields": data["fields"][::-1]}
    assert of_text == genial.game("spezial", layout=shuffled)
    text = of_text.options["layout"]
    assert "\n" not in text
    assert json.loads(text)["note"] == data["note"]
    assert of_text == genial.game("spezial", **of_text.options)


@pytest.mark.usefixtures("no_games")
def test_a_record_has_the_layout_and_replays_where_it_is_unknown() -> None:
    data = changed(layout_data(), "m10", cell="m11")
    state = genial.game("spezial", players=3, layout=data, headstart="0 1 2").start(seed=1)
    state = state.play(state.legal()[7])
    record, view = state.record(), state.view(2)
    assert f"board: {state.game.options['board']}\nlayout: {{" in record
    assert "m11" in view["bonus"]
    del state
    _make.cache_clear()
    gc.collect()
    replayed = genial.replay(record)
    assert replayed.view(2) == view
    assert replayed.record() == record
    assert genial.replay(replayed.play(replayed.legal()[0]).record()).move_count == 2


def test_a_state_of_a_custom_board_can_be_pickled_and_set_up_again() -> None:
    state = genial.game("spezial", layout=layout_data()).start(seed=1)
    state = state.play(state.legal()[0])
    again = pickle.loads(pickle.dumps(state))
    assert again.view(None) == state.view(None)
    assert again.game.at(state.position()) == state


@pytest.mark.usefixtures("own_layouts")
def test_records_of_added_boards_have_the_layout_too(tmp_path: Path) -> None:
    board = layouts.add(written(tmp_path, layout_data()))
    state = genial.game("spezial", board=board).start(seed=1)
    assert state.game == genial.game("spezial", layout=layout_data())
    record = state.record()
    layouts._added.clear()
    assert genial.replay(record) == state


def test_board_and_layout_must_fit() -> None:
    text = compact(layout_data())
    board = genial.game("spezial", layout=text).options["board"]
    assert genial.game("spezial", layout=text, board=board).options["board"] == board
    for other in ("rebuilt", "mine", "mine@0123456789ab"):
        with pytest.raises(genial.BadOption, match=f"is the board {board}, not '{other}'$") as no:
            genial.game("spezial", layout=text, board=other)
        assert no.value.code == "wrong-layout"
    with pytest.raises(genial.BadRecord, match="line 1: the layout given is the board"):
        genial.replay(f"game: spezial\nplayers: 2\nboard: rebuilt\nlayout: {text}\n\n")


@pytest.mark.parametrize("layout", [7, None, [], "rebuilt", "a.json", "{", "{}", b"{}", "\ud800"])
def test_what_is_no_layout_is_refused_in_one_sentence(layout: object) -> None:
    with pytest.raises(genial.BadOption, match=r"^bad layout: ") as refused:
        genial.game("spezial", layout=layout)
    assert refused.value.code == "bad-layout"
    assert "\n" not in str(refused.value)


def test_the_same_board_with_another_note_shows_its_own_note() -> None:
    one = genial.game("spezial", layout={**layout_data(), "note": "One."}).start(seed=1)
    two = genial.game("spezial", layout={**layout_data(), "note": "Two."}).start(seed=1)
    assert one.game.options["board"] == two.game.options["board"]
    assert [state.view(1)["note"] for state in (one, two)] == ["One.", "Two."]


def test_the_largest_layout_fits_into_a_record() -> None:
    state = genial.game("spezial", layout=largest_layout()).start(seed=1)
    record = state.record()
    assert 8_000 < max(map(len, record.splitlines())) < LONGEST_HEADER
    assert genial.replay(record) == state


def test_header_lines_may_be_long_but_have_a_limit() -> None:
    head = "game: phoenix\nplayers: 2\nsite: "
    state = genial.game("phoenix").start(seed=1)
    body = "\n".join(state.log)
    fits = "x" * (LONGEST_HEADER - len("site: "))
    assert genial.replay(f"{head}{fits}\n\n{body}\n") == state
    with pytest.raises(genial.BadRecord, match="line 3: longer than 16384 characters"):
        genial.replay(f"{head}{fits}x\n\n{body}\n")
    with pytest.raises(genial.GenialError, match="the header site is longer than 16384"):
        state.record(site=f"{fits}x")
    for line in ("# " + "x" * 2000, "1 " + "x" * 2000):
        with pytest.raises(genial.BadRecord, match="longer than 2000 characters"):
            genial.replay(f"game: phoenix\nplayers: 2\n\n{body}\n{line}\n")


# --- they are forgotten with the game


def many_layouts(count: int) -> Iterator[dict[str, Any]]:
    data = layout_data()
    for number in range(count):
        yield {**data, "name": f"board-{number}"}


@pytest.mark.usefixtures("no_games")
def test_ten_thousand_boards_do_not_stay() -> None:
    before = {layout.board for layout in layouts._in_use.values()}  # games of other tests
    kept = genial.game("spezial", layout=layout_data()).start(seed=1)
    for data in many_layouts(10_000):
        layouts.layout_of({"layout": compact(data)})
    for data in many_layouts(300):
        genial.game("spezial", layout=compact(data))
    _make.cache_clear()
    gc.collect()
    assert {layout.board for layout in layouts._in_use.values()} <= {
        *before, kept.game.options["board"], "rebuilt"
    }  # fmt: skip
    assert len(layouts._by_number) == len(layouts._in_use)
    assert kept.view(1)["layout"] == kept.game.options["board"]


@pytest.mark.usefixtures("no_games")
def test_a_batch_keeps_its_board() -> None:
    before = set(layouts._in_use)  # games of other tests
    batch = genial.game("spezial", layout=layout_data()).batch(2, seed=1)
    twin = batch.copy()
    del batch
    _make.cache_clear()
    gc.collect()
    assert layouts.layout_by_number(int(twin.records["layout"][0])).note == layout_data()["note"]
    del twin
    gc.collect()
    with pytest.raises(genial.BadOption, match="no game on the board of this record is in use"):
        layouts.layout_by_number(genial.game("spezial").template["layout"][0] + 1)
    assert set(layouts._in_use) <= {*before, "rebuilt"}


# --- faults for the editor


def test_every_fault_is_told_with_its_code_and_its_cells() -> None:
    data = changed(layout_data(), "m7", digits=[2, 2, 7])
    data = changed(data, "m13", cell="zz")
    data = changed(data, "a13", drop=1)
    data = changed(data, "d10", digits=[3])
    data = changed(data, "d13", cell="d16")
    data = {**data, "name": "My board", "note": "two\nlines"}
    found = layouts.faults(data)
    told = [(fault.code, fault.cells, fault.facts) for fault in found]
    # The dark fields that are left, in the order of the file.
    fours = ("g7", "g19", "s1", "s13", "a19", "y1", "y7")
    assert told == [
        ("bad-name", (), {"most": 40}),
        ("bad-note", (), {"most": 500}),
        ("bad-digits", ("m7",), {}),
        ("not-a-cell", (), {"name": "'zz'"}),
        ("cell-twice", ("d16",), {}),
        ("bonus-digits", ("d10",), {}),
        ("field-count", ("m7", *fours), {"kind": "dark", "expected": 10, "count": 9}),
        ("digit-count", fours[:4], {"kind": "dark", "digit": 3, "expected": 6, "count": 5}),
        ("digit-count", fours, {"kind": "dark", "digit": 4, "expected": 10, "count": 8}),
    ]
    assert all(fault.sentence and "\n" not in fault.sentence for fault in found)
    with pytest.raises(genial.BadOption, match=f"^bad layout: {found[0].sentence}$"):
        genial.game("spezial", layout=data)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ("[]", "unreadable"),
        ("", "unreadable"),
        (" " * 200_000, "too-long"),
        ({**layout_data(), "name": "rebuilt"}, "name-taken"),
        ({**layout_data(), "name": "generated-7"}, "name-taken"),
        ({**layout_data(), "fields": layout_data()["fields"] * 10}, "too-many-fields"),
    ],
)
def test_faults_of_the_whole(data: Any, code: str) -> None:
    assert [fault.code for fault in layouts.faults(data)] == [code]


def test_a_good_layout_has_no_faults() -> None:
    assert layouts.faults(layout_data()) == layouts.faults(compact(layout_data())) == []
