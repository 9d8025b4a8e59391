"""Sentences of Genial Spezial's printed rules that no other test pins."""

from __future__ import annotations

import random

import pytest
from tests.games.test_spezial import NOTHING, after, dealt, gains, plus
from tests.games.test_spezial_scoring import ONE_EACH, parts, sides

import genial


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_player_starts_with_20_tiles_and_0_points(players: int) -> None:
    state = genial.game("spezial", players=players).start(seed=1)
    assert state.view(None)["tiles_left"] == [20] * players
    assert state.scores == [NOTHING] * players


@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_tower_stands_on_a_bonus_field(players: int) -> None:
    view = genial.game("spezial", players=players).start(seed=1).view(None)
    assert view["bonus"]
    assert not {tower["cell"] for tower in view["towers"]} & set(view["bonus"])


def test_each_tower_has_one_chip_of_one_of_four_colours() -> None:
    towers = genial.game("spezial", players=4).start(seed=1).view(None)["towers"]
    assert len({tower["cell"] for tower in towers}) == len(towers) == 24
    assert {tower["colour"] for tower in towers} == set("OPBG")


def test_a_scored_chip_stays_black_until_the_end() -> None:
    chooser = random.Random(2)
    state = genial.game("spezial", players=4).start(seed=2)
    black: set[str] = set()
    while not state.over:
        state = state.play(chooser.choice(state.legal()))
        now = {cell for cell, (_, is_black) in sides(state).items() if is_black}
        assert black <= now
        black = now
    assert black


def test_the_black_side_shows_one_more() -> None:
    before = dealt()
    now = sides(before.play("g11g12"))
    assert {cell: now[cell][0] - value for cell, (value, _) in sides(before).items()} == {
        **dict.fromkeys(now, 0),
        "g10": 1,
        "g13": 1,
    }


def test_the_size_of_a_tower_does_not_matter_for_its_chip() -> None:
    """Of g10 and g13 the first is large."""
    assert gains(dealt(g10="G2", g13="P1"), "g11g12") == plus({"G": 2, "P": 1})
    assert gains(dealt(g10="P1", g13="G2"), "g11g12") == plus({"G": 2, "P": 1})


def test_points_for_chips_and_large_towers_and_bonus_fields_add_up() -> None:
    """Two chains with a large tower each are joined across the bonus field m10."""
    state = after("m8m9", "m11m12")
    assert state.scores[0] == NOTHING
    assert {*parts(state, "l10m10+O", "large")} == {"m7", "m13"}
    assert gains(state, "l10m10+O") == plus({"B": 1, "G": 1}, ONE_EACH, ONE_EACH, {"O": 1})
