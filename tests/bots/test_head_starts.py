"""Suggested head starts: for the weaker level, never beyond what a game allows."""

from __future__ import annotations

import pytest

import genial
from genial.bots import levels, suggested_head_start
from genial.bots.head_starts import calibration, head_start_for

every_game = pytest.mark.parametrize("name", genial.games())


@every_game
def test_every_level_has_a_rating_and_stronger_ones_a_higher_one(name: str) -> None:
    game = genial.game(name)
    known = calibration(game)
    assert known is not None
    assert tuple(known.levels) == levels(game)
    assert list(known.levels.values()) == sorted(set(known.levels.values()))


@every_game
def test_a_suggestion_is_an_option_that_the_game_takes(name: str) -> None:
    game = genial.game(name)
    there = levels(game)
    for strong in there:
        for weak in there[: there.index(strong)]:
            leads = suggested_head_start(game, strong, weak)
            assert leads[0] == 0
            assert suggested_head_start(game, weak, strong) == leads[::-1]
            genial.game(name, headstart=leads)
    assert suggested_head_start(game, there[-1], there[0])[1] > 0
    assert suggested_head_start(game, there[0], there[0]) == (0, 0)


@every_game
def test_a_larger_difference_never_gives_a_smaller_head_start(name: str) -> None:
    game = genial.game(name)
    leads = [head_start_for(game, 10 * k) for k in range(300)]
    assert leads == sorted(leads)
    assert set(leads) == set(game.facts.head_starts)


def test_a_level_without_a_rating_is_refused() -> None:
    with pytest.raises(genial.BadOption, match="no rating of the level 'master'; there are kid"):
        suggested_head_start(genial.game("phoenix"), "master", "kid")
