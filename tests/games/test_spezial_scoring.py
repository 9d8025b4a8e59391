"""The scoring of Genial Spezial: the rulebook's examples of chains, towers and bonus fields."""

from __future__ import annotations

import pytest
from tests.games.test_spezial import NOTHING, State, after, dealt, gains, plus, scored

ONE_EACH = {"O": 1, "P": 1, "B": 1, "G": 1}


def sides(state: State) -> dict[str, tuple[int, bool]]:
    """Visible value and black side or not, by tower."""
    return {tower["cell"]: (tower["value"], tower["black"]) for tower in state.view(1)["towers"]}


def parts(state: State, move: str, kind: str) -> list[str]:
    """The towers or cells of the parts of this kind in an explanation."""
    told = [part for part in state.explain(move)["parts"] if part["kind"] == kind]
    return [part.get("tower", part.get("cell")) for part in told]


# --- chains: the rulebook's examples -----------------------------------------------------------


def test_tile_between_two_towers_scores_both_chips_and_turns_them() -> None:
    """The player connects blue and green: 1 blue, 2 green, both are turned."""
    state = dealt(g10="G2", g13="B1", j13="P1")
    assert gains(state, "g11g12") == plus({"B": 1, "G": 2})
    assert sides(state)["g10"] == (2, False)
    turned = sides(state.play("g11g12"))
    assert turned["g10"] == (3, True)
    assert turned["g13"] == (2, True)
    assert sum(black for _, black in turned.values()) == 2


def test_chip_scores_what_it_shows_before_it_is_turned() -> None:
    told = dealt().explain("g11g12")
    chips = [(part["tower"], part["points"], part["turns"]) for part in told["parts"]]
    assert chips == [("g10", 2, True), ("g13", 1, True)]


def test_one_tower_scores_nothing() -> None:
    state = dealt()
    assert gains(state, "g11h11") == NOTHING
    assert sides(state.play("g11h11")) == sides(state)


def test_both_cells_at_the_same_tower_touch_one_tower() -> None:
    state = dealt()
    assert state.explain("g14h13")["chain"]["towers"] == ["g13"]
    assert gains(state, "g14h13") == NOTHING


def test_tower_touched_before_scores_when_the_second_is_reached() -> None:
    state = after("g11h11")
    assert gains(state, "g12h12") == plus({"G": 2, "P": 1})


def test_further_tower_scores_only_its_own_chip() -> None:
    """The player joins green to an existing chain and gets 1 for green only."""
    state = after("g11g12", state=dealt(j10="G1", m13="O1"))
    assert gains(state, "h12i11") == plus({"G": 1})
    assert parts(state, "h12i11", "chip") == ["j10"]
    assert sides(state.play("h12i11"))["j10"] == (2, True)


def test_chip_is_scored_once_in_a_chain() -> None:
    """The tile goes on with the old chain, in which every chip is scored: no points."""
    state = after("g11g12", "h12i11")
    assert gains(state, "i10j9") == NOTHING
    assert state.explain("i10j9")["chain"]["towers"] == ["g10", "g13", "j10"]
    assert sides(state.play("i10j9")) == sides(state)


OLD_CHAIN = ("e11f10", "e12e13", "e14f14")  # g10, d13, g13 the long way round


def test_new_chain_scores_the_same_towers_again() -> None:
    """The player connects purple and green by a new chain: 2 purple and 3 green."""
    state = after(*OLD_CHAIN)
    assert gains(state, "g11g12") == plus({"P": 2, "G": 3})
    assert [part["turns"] for part in state.explain("g11g12")["parts"]] == [False, False]
    assert sides(state.play("g11g12")) == sides(state)


def test_tile_that_touches_the_old_chain_scores_nothing_new() -> None:
    state = after(*OLD_CHAIN)
    assert state.explain("f13g12")["chain"]["towers"] == ["d13", "g10", "g13"]
    assert gains(state, "f13g12") == NOTHING


def test_towers_empty_cells_and_other_seats_interrupt_chains() -> None:
    beyond_a_tower = after("g11g12")
    assert beyond_a_tower.explain("g14g15")["chain"]["cells"] == ["g14", "g15"]
    one_cell_away = after("g11h10")
    assert one_cell_away.explain("h12i12")["chain"]["cells"] == ["h12", "i12"]
    other_seat = dealt().play("g12h12").play("g11h11", seat=2).play("f10f11")
    assert [len(chain["cells"]) for chain in other_seat.view(1)["chains"][0]] == [2, 2]


def test_tiles_of_different_seats_are_no_chain() -> None:
    state = dealt().play("g11h11").play("g12h12", seat=2)
    assert state.scores == [NOTHING, NOTHING]


def test_chips_turned_by_another_seat_score_their_black_side() -> None:
    state = dealt().play("g14g15").play("h13i13", seat=2)  # g13 g16; then g13 j13
    assert state.scores == [plus({"P": 1, "O": 1}), plus({"P": 2, "B": 1})]


# --- large towers: the rulebook's examples -----------------------------------------------------


def test_single_large_tower_gives_only_its_chip() -> None:
    assert parts(dealt(), "g11g12", "large") == []


def test_second_large_tower_gives_a_point_in_all_colours_for_both() -> None:
    """Large green joins a chain with large orange and small purple: 2 green, then 2 of each."""
    state = after("g11g12", "h12h13", state=dealt(g10="O1", g16="G2"))
    assert gains(state, "h14h15") == plus({"G": 2}, ONE_EACH, ONE_EACH)
    assert parts(state, "h14h15", "large") == ["g10", "g16"]
    assert parts(state, "h14h15", "chip") == ["g16"]
    assert sides(state.play("h14h15"))["g16"] == (3, True)


HIGH_AND_LOW = ("g11g12", "h12h13", "h14h15")  # g10, g13, g16 on the right


def test_large_towers_give_their_points_once_in_a_chain() -> None:
    state = after(*HIGH_AND_LOW)
    assert gains(state, "h16h17") == NOTHING


def test_new_chain_between_large_towers_gives_the_points_again() -> None:
    """Large blue joins a chain with large green; both were counted in another chain."""
    deal = dealt(g10="G1", g16="B1", m7="O1", m13="G2")
    state = after(*HIGH_AND_LOW, "e11f10", "e12e13", "e14f14", state=deal)
    assert gains(state, "f15f16") == plus({"B": 2}, ONE_EACH, ONE_EACH)
    assert parts(state, "f15f16", "large") == ["g10", "g16"]
    assert parts(state, "f15f16", "chip") == ["g16"]


def test_third_large_tower_gives_one_point_in_all_colours() -> None:
    """Two chains are joined, in which all chips and two large towers have been scored."""
    state = after(*HIGH_AND_LOW, "k9l8", "i10j9")
    assert gains(state, "h11i11") == ONE_EACH
    assert parts(state, "h11i11", "large") == ["m7"]
    assert parts(state, "h11i11", "chip") == []


def test_large_tower_and_the_one_of_a_joined_chain_give_two_points_in_all_colours() -> None:
    """Large blue joins two chains; of four large towers the lower two were scored before."""
    deal = dealt(g10="B1", m7="G1", d16="G2")
    lower = ("h15i14", "j14k13", "l12l13", "h13h14", "g12h12")
    state = after(*lower, "k9l8", "i10j9", state=deal)
    assert gains(state, "h10h11") == plus({"B": 1}, ONE_EACH, ONE_EACH)
    assert parts(state, "h10h11", "large") == ["g10", "m7"]
    assert parts(state, "h10h11", "chip") == ["g10"]
    assert state.explain("h10h11")["chain"]["towers"] == [
        "g10",
        "g13",
        "g16",
        "j10",
        "j13",
        "m7",
        "m13",
    ]


def test_three_large_towers_connected_at_once_give_three_points_in_all_colours() -> None:
    """Large green joins two chains that have one large tower each: 2 green, 3 of each."""
    state = after("g14g15", "h12h13", "k9l8", "i10j9")
    assert gains(state, "h10h11") == plus({"G": 2}, ONE_EACH, ONE_EACH, ONE_EACH)
    assert parts(state, "h10h11", "large") == ["g10", "g16", "m7"]


def test_orange_joined_to_a_chain_connects_two_large_towers_for_the_first_time() -> None:
    """1 orange, and 2 of each: neither was connected with a large tower before."""
    state = after("g14g15", "h12h13", state=dealt(g10="O1", g16="G2"))
    assert gains(state, "g11h11") == plus({"O": 1}, ONE_EACH, ONE_EACH)


def test_joining_chains_in_which_all_is_scored_gives_nothing() -> None:
    state = after(*HIGH_AND_LOW, "e11f10", "e12e13", "e14f14", "f15f16")
    assert gains(state, "f12f13") == NOTHING
    chain = state.play("f12f13").view(1)["chains"][0]
    assert [(part["towers"], part["large"]) for part in chain] == [
        (["d13", "g10", "g13", "g16"], ["g10", "g16"])
    ]


def test_large_towers_newly_connected_score_though_their_chips_were_counted() -> None:
    """The example of the docs: two chains at g13, joined by a third tile."""
    state = after("g11g12", state=dealt(g13="B1", j13="P1"))
    assert state.scores[0] == plus({"G": 2, "B": 1})
    assert gains(state, "g14g15") == plus({"B": 2, "O": 1})
    state = after("g14g15", state=state)
    assert gains(state, "h12h13") == plus(ONE_EACH, ONE_EACH)
    assert parts(state, "h12h13", "chip") == []


def test_chains_that_each_touch_the_same_single_tower_have_counted_nothing() -> None:
    state = after("g14h13", "f13f14")  # two chains at g13 alone
    assert state.view(1)["chains"][0][0]["chips"] == []
    state = after("f15g15", state=state)  # joins f14 and g14, and touches g16
    assert state.scores[0] == plus({"P": 1, "O": 1})


def test_view_tells_what_chains_touch_and_have_counted() -> None:
    state = after("g11g12", "h14h15", "j11j12")
    assert state.view(2)["chains"][0] == [
        {"cells": ["g11", "g12"], "towers": ["g10", "g13"], "chips": ["g10", "g13"], "large": []},
        {"cells": ["h14", "h15"], "towers": ["g16"], "chips": [], "large": []},
        {"cells": ["j11", "j12"], "towers": ["j10", "j13"], "chips": ["j10", "j13"], "large": []},
    ]


# --- bonus fields and tracks -------------------------------------------------------------------


@pytest.mark.parametrize("colour", "OPBG")
def test_bonus_field_gives_a_point_in_any_colour(colour: str) -> None:
    assert gains(dealt(), f"m10m11+{colour}") == plus({colour: 1})
    (part,) = dealt().explain(f"m10m11+{colour}")["parts"]
    assert part == {"kind": "bonus", "cell": "m10", "colour": colour, "points": 1}


def test_bonus_field_may_be_the_second_cell() -> None:
    assert gains(dealt(), "l10m10+B") == plus({"B": 1})


def test_track_stops_at_20() -> None:
    state = scored(after("g11g12", "h12h13"), {"O": 18, "P": 19, "B": 20, "G": 17}, NOTHING)
    assert gains(state, "h14h15") == {"O": 2, "P": 1, "B": 0, "G": 2}
    assert state.play("h14h15").scores[0] == {"O": 20, "P": 20, "B": 20, "G": 19}


def test_bonus_may_go_to_a_colour_that_stands_at_20() -> None:
    state = scored(dealt(), {**NOTHING, "O": 20}, NOTHING)
    assert gains(state, "m10m11+O") == NOTHING
    assert parts(state, "m10m11+O", "bonus") == ["m10"]
