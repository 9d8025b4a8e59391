"""Sentences of Ingenious' printed rules that no other test pins (docs/rulebook/ingenious.md)."""

from __future__ import annotations

import random

import pytest
from tests.games.test_ingenious import COLOURS, EVEN, SYMBOLS, _halves, at, gains, points

import genial
from genial import State

FOUR = {"players": 4, "variant": "teams"}


def cells_of(move: str) -> set[str]:
    return {half[1:] for half in _halves(move)}


def turns(state: State, count: int) -> list[int | None]:
    """The seats of the next turns; no rack is swapped."""
    seats = []
    for _ in range(count):
        seats.append(state.turn)
        state = state.play(state.legal()[0])
        if "keep" in state.legal():
            state = state.play("keep")
    return seats


# --- set-up


def test_play_goes_round_by_seat_number_from_the_seat_that_starts() -> None:
    assert turns(genial.game("ingenious", players=4).start(seed=1), 5) == [1, 2, 3, 4, 1]
    assert turns(genial.game("ingenious", players=3, start=3).start(seed=1), 5) == [3, 1, 2, 3, 1]


def test_every_colour_starts_at_0_and_all_tracks_are_public() -> None:
    state = genial.game("ingenious", players=3).start(seed=1)
    assert state.scores == [EVEN] * 3
    state = state.play(max(state.legal(), key=lambda m: sum(state.explain(m)["gains"].values())))
    assert state.scores != [EVEN] * 3
    for seat in (None, 1, 2, 3):
        assert state.view(seat)["scores"] == state.scores


def test_a_rack_is_seen_by_its_own_seat_only() -> None:
    state = genial.game("ingenious", players=3).start(seed=1)
    for seat in (1, 2, 3):
        view = state.view(seat)
        assert view["rack"] == state.position()["racks"][seat - 1]
        assert [line == true for line, true in zip(view["log"], state.log, strict=True)] == [
            other == seat for other in (1, 2, 3)
        ]
    assert state.view(None)["rack"] is None


# --- placing


def test_any_tile_of_the_rack_can_be_laid_either_way_round() -> None:
    state = at(rack="RG BO YP RR GG BB")
    here = {move for move in state.legal() if cells_of(move) == {"h8", "i8"}}
    assert here == {
        *("Rh8Gi8", "Ri8Gh8", "Bh8Oi8", "Bi8Oh8", "Yh8Pi8", "Yi8Ph8"),
        *("Rh8Ri8", "Gh8Gi8", "Bh8Bi8"),
    }


def test_the_first_tile_is_scored_at_once() -> None:
    state = at(laid=[], openings=[*SYMBOLS])
    assert gains(state, "Rh4Gi4") == {"R": 1}
    assert "Rh7Gi7" not in state.legal()


def test_a_tile_may_leave_a_single_cell_that_none_can_cover_any_more() -> None:
    state = at(board="Rh7Gi7 Rg8Gg9")  # of the cells round h8 only h9 and i8 are free
    after = state.play("Rh9Gi8")
    assert "h8" not in after.view(None)["board"]
    assert not any("h8" in cells_of(move) for move in after.legal())


def test_placing_is_compulsory_even_without_points() -> None:
    state = at()
    assert gains(state, "Rh8Gi8") == {}
    assert all(len(cells_of(move)) == 2 for move in state.legal())
    with pytest.raises(genial.BadText, match="is not a move"):
        state.play("pass")


# --- scoring


def test_only_straight_lines_count() -> None:
    assert gains(at(board="Rh9Ri9"), "Rh8Gh7") == {"R": 1}  # i9 is round the corner


def test_a_free_cell_ends_a_line() -> None:
    assert gains(at(board="Rh9Gg9 Rh11Gg11"), "Rh8Gi8") == {"R": 1}  # h10 is free


def test_the_rim_ends_a_line() -> None:
    assert gains(at(board="Rd8Gk8 Rd9Gk9"), "Rc9Gc10") == {"R": 2}


def test_a_line_goes_on_across_a_printed_symbol() -> None:
    assert gains(at(3, board="Rh2Gg3"), "Rh4Gi4") == {"R": 2}  # the printed h3, and h2 behind it


def test_symbols_behind_the_other_half_do_not_count() -> None:
    assert gains(at(board="Rj8Gk8"), "Rh8Ri8") == {"R": 1}  # from i8, not from h8 as well
    assert gains(at(board="Rj8Gk8"), "Rh8Gi8") == {}


@pytest.mark.parametrize(
    ("board", "move", "gained"),
    [
        ("Bh9Gh10", "Rh7Bh8", {"B": 1}),
        ("Bh9Bh10 Rh6Gi5", "Rh7Bh8", {"R": 1, "B": 2}),
        ("Bh9Bh10 Bg9Bf10 Rh6Rh5", "Rh7Bh8", {"R": 2, "B": 4}),
        ("Gg8Gf8 Ge8Rd8 Gh7Gh6 Gh5Ri4 Gj8Gk8 Gl8Rm7 Gi9Gi10 Gi11Rh12", "Gh8Gi8", {"G": 12}),
    ],
)
def test_the_points_of_the_books_examples_on_boards_of_our_own(
    board: str, move: str, gained: dict[str, int]
) -> None:
    """The book's pictures are lost; these boards give the points that its captions name."""
    assert gains(at(board=board, rack="RB RB GG GG RR RR"), move) == gained


# --- bonus moves and swapping


def test_a_bonus_move_can_earn_another_and_drawing_comes_last() -> None:
    rack, near = "RG BO RR RY GY YP", [points(R=17, B=17), EVEN]
    state = at(board="Rh9Rh10 Bf8Be8", rack=rack, scores=near).play("Rh8Gi8")
    assert state.explain("Bg8Og7")["bonus_moves"] == 1
    state = state.play("Bg8Og7")
    assert (state.turn, state.view(None)["rack_sizes"]) == (1, [4, 6])
    state = state.play("Rk6Yk7")
    assert (state.turn, state.view(None)["rack_sizes"]) == (2, [6, 6])


def test_a_bonus_move_cannot_be_declined() -> None:
    state = at(board="Rh9Rh10", scores=[points(R=17), EVEN]).play("Rh8Gi8")
    assert (state.turn, state.view(1)["phase"]) == (1, "place")
    assert all(len(cells_of(move)) == 2 for move in state.legal())
    for move in ("keep", "swap"):
        with pytest.raises(genial.IllegalMove):
            state.play(move)


def test_a_swap_is_offered_only_after_all_bonus_moves() -> None:
    scores = [dict.fromkeys(COLOURS, 9) | {"R": 17, "P": 1}, EVEN]
    state = at(board="Rh9Rh10", rack="RG GG GB GO RR RR", scores=scores).play("Rh8Gi8")
    assert "swap" not in state.legal()
    state = state.play("Rk6Rk7")
    assert list(state.legal()) == ["keep", "swap"]
    assert len(state.play("keep").log[-1].split()) == 3 + 2  # both tiles are replaced


# --- teams


def test_in_teams_all_four_first_tiles_touch_different_symbols() -> None:
    state = genial.game("ingenious", **FOUR).start(seed=1)
    untouched = [len(state.position()["openings"])]
    for _ in range(4):
        state = state.play(state.legal()[0])
        untouched.append(len(state.position()["openings"]))
    assert untouched == [6, 5, 4, 3, 2]


def test_both_partners_move_the_markers_of_their_team() -> None:
    position = at(board="Rh9Rh10", **FOUR).position()
    racks = position["racks"]
    racks[0], racks[2] = racks[2], racks[0]
    state = genial.game("ingenious", **FOUR).at(position | {"turn": 3})
    after = state.play("Rh8Gi8", seat=3)
    assert after.scores == [points(R=2), EVEN]


def test_open_consultation_changes_neither_the_rules_nor_what_a_seat_sees() -> None:
    chooser = random.Random(5)
    silent = genial.game("ingenious", **FOUR).start(seed=5)
    openly = genial.game("ingenious", **FOUR, partners="open").start(seed=5)
    for number in range(30):
        assert list(openly.legal()) == list(silent.legal())
        assert (openly.log, openly.scores) == (silent.log, silent.scores)
        for seat in (None, number % 4 + 1):
            assert openly.view(seat)["log"] == silent.view(seat)["log"]
            assert openly.view(seat)["rack"] == silent.view(seat)["rack"]
        move = chooser.choice(silent.legal())
        silent, openly = silent.play(move), openly.play(move)


def test_a_record_says_that_partners_consult_openly_and_keeps_quiet_when_they_do_not() -> None:
    openly = genial.game("ingenious", **FOUR, partners="open").start(seed=5)
    openly = openly.play(openly.legal()[0])
    assert "\npartners: open\n" in openly.record()
    again = genial.replay(openly.record())
    assert again == openly
    assert again.game.options["partners"] == "open"
    assert "partners" not in genial.game("ingenious", **FOUR, partners="silent").start(5).record()
    with pytest.raises(genial.BadOption, match="only teams have partners"):
        genial.game("ingenious", players=4, partners="open")
