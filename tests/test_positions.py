"""Games that begin from a position: their records, their proofs, and what a seat sees of them."""

from __future__ import annotations

import pickle
from typing import Any

import msgspec
import pytest

import genial
from genial import State
from genial.bots.belief import from_view
from genial.core import engine
from genial.core.chance import fast_stream
from genial.core.record import LONGEST_HEADER, split
from tests.cases import CASES, name_of, random_states

Case = tuple[str, dict[str, Any]]
every_case = pytest.mark.parametrize("case", CASES, ids=name_of)
every_game = pytest.mark.parametrize("name", genial.games())


def played_on(state: State, moves: int, seed: int = 5) -> State:
    """A game that begins from where another stands, after some moves."""
    state = state.game.at(state.position(), seed=seed)
    while not state.over and state.move_count < moves:
        legal = state.legal()
        state = state.play(legal[(7 * state.move_count + seed) % len(legal)])
    return state


def some_beginnings(case: Case, every: int = 9) -> list[State]:
    states = [*random_states(*case, 4)]
    return [*states[1:-1:every], states[-2]]


@every_case
def test_the_record_of_a_game_from_a_position_replays(case: Case) -> None:
    for before in some_beginnings(case):
        state = played_on(before, 6)
        text = state.record(seat_1="Ada")
        again = genial.replay(text)
        assert again == state
        assert again.log == state.log
        assert again.record() == text
        assert again.history[0] == before
        assert len(split(text)[0].headers["position"]) < LONGEST_HEADER
        assert "\nseat 1: Ada\n" in text


@every_case
def test_its_header_is_the_position_in_one_line(case: Case) -> None:
    before = some_beginnings(case)[0]
    state = played_on(before, 3)
    headers = split(state.record())[0].headers
    assert msgspec.json.decode(headers["position"]) == before.position()
    assert "position" not in split(before.record())[0].headers


@every_case
def test_states_from_a_position_are_values(case: Case) -> None:
    state = played_on(some_beginnings(case)[0], 4)
    twin = pickle.loads(pickle.dumps(state))
    assert twin == state
    assert twin.record() == state.record()
    if state.move_count:
        assert state.undo().move_count == state.move_count - 1
        assert state.branch(seed=3).record().count("position:") == 1
    first = state.history[0]
    assert first.previous is None
    with pytest.raises(genial.IllegalMove, match="no move to take back"):
        first.undo()


@every_game
def test_the_deals_after_the_position_are_proven(name: str) -> None:
    before = [*random_states(name, {}, 3)][5]
    state = played_on(before, 100_000)
    assert state.over
    assert genial.verify(state.record())[0] == state


def test_a_false_deal_after_the_position_is_not_proven() -> None:
    before = [*random_states("tile-challenge", {}, 3)][5]
    state = played_on(before, 100_000)
    lines = state.record().split("\n")
    key = next(k for k, line in enumerate(lines) if line.startswith("key:"))
    promise = next(k for k, line in enumerate(lines) if line.startswith("commitment:"))
    lines[key] = f"key: {bytes(32).hex()}"
    lines[promise] = f"commitment: {genial.commitment(bytes(32))}"
    with pytest.raises(genial.NotProven, match="the key deals"):
        genial.verify("\n".join(lines))


def test_a_position_that_is_over_has_a_record_with_its_result() -> None:
    over = [*random_states("phoenix", {}, 2)][-1]
    placed = over.game.at(over.position())
    text = placed.record()
    assert f"\nresult: {' '.join(map(str, over.ranks or ()))}\n" in text
    assert genial.replay(text) == over


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ("{", "not written as JSON"),
        ("[" * 5000, "not written as JSON"),
        ("7", "a position is a mapping"),
        ("{}", "this is not a position"),
        ('{"game": "phoenix"}', "another game"),
        ('{"options": {"players": 3}}', "other options"),
    ],
)
def test_a_record_with_a_bad_position_names_the_line(change: str, sentence: str) -> None:
    text = f"game: ingenious\nplayers: 2\nvariant: standard\nposition: {change}\n\n"
    with pytest.raises(genial.BadRecord, match=f"line 4: .*{sentence}"):
        genial.replay(text)


def test_header_lines_may_be_longer_than_others_but_not_endless() -> None:
    text = genial.game("phoenix").start(seed=1).record(note="x" * 10_000)
    assert genial.replay(text).record() == text
    with pytest.raises(genial.BadRecord, match="line 5: longer than 16384"):
        genial.replay(text.replace("note: ", "note: " + "x" * 10_000))
    with pytest.raises(genial.BadRecord, match="longer than 2000"):
        genial.replay(text + "1 " + "x" * 3000)


def test_a_state_of_a_kernels_record_has_no_record() -> None:
    state = genial.game("phoenix").start(seed=1)
    with pytest.raises(genial.GenialError, match="its beginning is not known"):
        state.game.state_of(state.array.copy()).record()


# --- what a seat sees of the beginning


@every_case
def test_ordinary_views_do_not_name_the_beginning(case: Case) -> None:
    state = [*random_states(*case, 4)][3]
    assert "beginning" not in state.view(1)


@every_case
def test_redealing_what_a_seat_cannot_see_leaves_its_view_of_the_beginning(case: Case) -> None:
    name, options = case
    changed = 0
    for before in some_beginnings(case):
        for seat in range(before.game.players + 1):
            array = before.array.copy()
            engine.redeal(array, 0, seat - 1, fast_stream(seat))
            other = before.game.state_of(array)
            try:
                first, second = before.game.at(before.position()), before.game.at(other.position())
            except genial.BadPosition as error:
                assert "a swap is not allowed" in str(error)  # it was, by the rack before
                continue
            assert first.view(seat or None) == second.view(seat or None)
            changed += first.position() != second.position()
    hides = name == "phoenix" or (name == "ingenious" and options["players"] > 1)
    assert (changed > 0) == hides


@every_case
def test_a_view_alone_rebuilds_a_game_from_a_position(case: Case) -> None:
    for before in some_beginnings(case):
        for moves in (0, 1, 6):
            state = played_on(before, moves)
            for seat in [None, *range(1, state.game.players + 1)]:
                view = state.view(seat)
                array = from_view(msgspec.json.decode(msgspec.json.encode(view)), fast_stream(2))
                rebuilt = State(state.game, array, None, state.origin, previous=state.previous,
                                last_code=state.last_code, draws=state.draws)  # fmt: skip
                assert rebuilt.view(seat) == view
                own = ("racks" if "racks" in state.position() else "hands", seat)
                if seat is not None and own[0] in state.position():
                    held = state.position()[own[0]][seat - 1]
                    assert rebuilt.position()[own[0]][seat - 1] == held


def test_hidden_racks_of_the_beginning_are_question_marks_and_their_tiles_in_the_bag() -> None:
    before = [*random_states("ingenious", {"players": 3}, 3)][7]
    state = before.game.at(before.position(), seed=1)
    beginning = state.view(2)["beginning"]
    assert beginning["racks"][1] == before.position()["racks"][1]
    assert {tile for k in (0, 2) for tile in beginning["racks"][k]} == {"??"}
    unseen = sum(len(before.position()["racks"][k]) for k in (0, 2))
    assert sum(beginning["bag"].values()) == sum(before.position()["bag"].values()) + unseen
    assert all(tile == "??" for rack in state.view(None)["beginning"]["racks"] for tile in rack)


def test_partners_who_share_see_each_others_racks_in_the_beginning() -> None:
    before = [*random_states("ingenious", {"players": 4, "variant": "teams"}, 3)][7]
    options = {"players": 4, "variant": "teams", "partners": "shared"}
    game = genial.game("ingenious", **options)
    position = before.position() | {"options": game.options}
    beginning = game.at(position).view(1)["beginning"]
    assert [rack[0] == "??" for rack in beginning["racks"]] == [False, True, False, True]


@pytest.mark.parametrize(
    "change",
    [
        {"racks": []},
        {"racks": [["??"] * 6, ["??"] * 9]},
        {"bag": {}},
        {"bag": {"RG": -5}},
        {"turn": 9},
        {"game": "phoenix"},
        {"scores": []},
        {"board": {"h8": "R"}},
    ],
)
def test_a_view_with_a_bad_beginning_is_refused(change: dict[str, Any]) -> None:
    before = [*random_states("ingenious", {}, 3)][4]
    view = before.game.at(before.position()).view(1)
    with pytest.raises(genial.BadView):
        from_view(view | {"beginning": view["beginning"] | change}, fast_stream(1))


@pytest.mark.parametrize("choice", ["swap", "keep"])
@pytest.mark.parametrize("moves_before", [0, 1])
def test_a_choice_to_swap_after_the_position_is_retraced(choice: str, moves_before: int) -> None:
    found = 0
    for seed in range(60):
        for asked in random_states("ingenious", {"players": 2}, seed):
            if asked.over or asked.view(1)["phase"] != "swap or keep":
                continue
            before = asked if moves_before == 0 else asked.undo()
            state = before.game.at(before.position(), seed=1)
            if moves_before:
                state = state.play(asked.last_move or "")
            state = state.play(choice)
            for _ in range(4):
                for seat in (None, 1, 2):
                    view = state.view(seat)
                    array = from_view(view, fast_stream(seed))
                    rebuilt = State(state.game, array, None, state.origin, previous=state.previous,
                                    last_code=state.last_code, draws=state.draws)  # fmt: skip
                    assert rebuilt.view(seat) == view
                if not state.over:
                    state = state.play(state.legal()[0])
            found += 1
        if found >= 4:
            return
    raise AssertionError("no swap was found")
