"""Generated boards: the same from everybody's number, symmetrical, with all counts."""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from tests.oracle import spezial as oracle
from tests.oracle.hexes import Cell

import genial
from genial.games.spezial import layouts
from genial.games.spezial.board import CELLS
from genial.games.spezial.generated import HIGHEST, SPACING, generate

GOLDEN = json.loads((Path(__file__).parents[1] / "golden" / "boards.json").read_text())
NUMBERS = (*range(60), 1_000_000, HIGHEST)


def cells_of(board: str) -> dict[str, set[Cell]]:
    """The cells of each kind, as the oracle names them."""
    found: dict[str, set[Cell]] = {"dark": set(), "grey": set(), "bonus": set()}
    for field in layouts.named_layout(board).file.fields:
        found[field.kind].add(oracle.cell_at(field.cell[0], field.cell[1:]))
    return found


def apart(one: Cell, other: Cell) -> int:
    q, r = one[0] - other[0], one[1] - other[1]
    return max(abs(q), abs(r), abs(q + r))


@pytest.mark.parametrize("board", GOLDEN)
def test_a_number_makes_the_same_board_for_ever(board: str) -> None:
    file = layouts.named_layout(board).file
    cells = {field.cell: f"{field.kind}{''.join(map(str, field.digits))}" for field in file.fields}
    assert cells == GOLDEN[board]


@pytest.mark.parametrize("number", NUMBERS)
def test_a_generated_board_has_all_counts_and_is_its_own_mirror_image(number: int) -> None:
    file = generate(number)
    data = {"name": "copy", "fields": [_plain(field) for field in file.fields]}
    assert layouts.faults(data) == []
    assert Counter(field.kind for field in file.fields) == {"dark": 10, "grey": 14, "bonus": 11}
    roles = {field.cell: (field.kind, field.digits) for field in file.fields}
    for cell, role in roles.items():
        q, r = oracle.cell_at(cell[0], cell[1:])
        for mirrored in ((q, -q - r), (-q, q + r), (-q, -r)):
            assert roles[oracle.name(mirrored)] == role


def _plain(field: Any) -> dict[str, Any]:
    return {"cell": field.cell, "kind": field.kind, "digits": list(field.digits)}


@pytest.mark.parametrize("number", NUMBERS[::5])
def test_the_fields_of_a_generated_board_keep_their_distances(number: int) -> None:
    fields = generate(number).fields
    places = {field: oracle.cell_at(field.cell[0], field.cell[1:]) for field in fields}
    for one, other in combinations(fields, 2):
        gap = apart(places[one], places[other])
        if "bonus" in (one.kind, other.kind):
            assert gap >= SPACING.bonus
        elif set(one.digits) & set(other.digits):
            assert gap >= SPACING.large
        else:
            assert gap >= SPACING.towers


@pytest.mark.parametrize("number", NUMBERS[::5])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_one_tile_after_another_can_connect_all_towers(number: int, players: int) -> None:
    layout = layouts.named_layout(f"generated-{number}")
    left = {CELLS[tower] for tower in layout.towers[players]}
    reached = [left.pop()]
    for tower in reached:
        near = {other for other in left if apart(tower, other) <= 3}
        reached += near
        left -= near
    assert not left


def test_numbers_make_different_boards() -> None:
    boards = {tuple(generate(number).fields) for number in range(200)}
    assert len(boards) == 200


def test_a_game_on_a_generated_board_is_known_by_its_number_alone() -> None:
    state = genial.game("spezial", players=3, board="generated-7").start(seed=1)
    assert state.game.options == {"players": 3, "board": "generated-7", "start": 1}
    state = state.play(state.legal()[0])
    view = state.view(1)
    assert view["layout"] == "generated-7"
    assert {oracle.cell_at(c[0], c[1:]) for c in view["bonus"]} == cells_of("generated-7")["bonus"]
    assert "board: generated-7\n" in state.record()
    assert "layout" not in state.record()
    assert genial.replay(state.record()) == state


@pytest.mark.parametrize(
    "board",
    ["generated-", "generated-N", "generated--1", "generated-007", f"generated-{HIGHEST + 1}",
     "generated-1.5", "generated-١", "generated-" + "9" * 5000, "generated-1 "],
)  # fmt: skip
def test_a_bad_number_is_refused_in_one_sentence(board: str) -> None:
    sentence = "a generated board is called generated-N with a number N from 0 to 2147483647, not"
    with pytest.raises(genial.BadOption, match=sentence) as refused:
        genial.game("spezial", board=board)
    assert refused.value.code == "unknown-board"
    assert len(str(refused.value)) < 150
