"""Head starts: points or tiles that seats begin with, as an option of every game."""

from __future__ import annotations

import pytest

import genial
from genial.core.errors import BadOption

EVERY_GAME = pytest.mark.parametrize("name", genial.games())


@EVERY_GAME
def test_a_game_without_a_head_start_does_not_name_the_option(name: str) -> None:
    game = genial.game(name)
    assert "headstart" not in game.options
    assert genial.game(name, headstart="0 0") == game
    assert "headstart" not in game.start(seed=1).record()


@EVERY_GAME
def test_a_head_start_is_on_the_track_from_the_start(name: str) -> None:
    state = genial.game(name, headstart=(0, 2)).start(seed=1)
    assert set(state.scores[0].values()) == {0}
    assert set(state.scores[1].values()) == {2}


@EVERY_GAME
def test_a_record_keeps_the_head_start(name: str) -> None:
    state = genial.game(name, headstart=(1, 0)).start(seed=3)
    while not state.over and state.move_count < 40:
        state = state.play(state.legal()[0])
    again = genial.replay(state.record())
    assert again == state
    assert again.game.options["headstart"] == "1 0"
    assert "\nheadstart: 1 0\n" in state.record()


@EVERY_GAME
def test_a_position_keeps_the_head_start(name: str) -> None:
    state = genial.game(name, headstart=(2, 1)).start(seed=3)
    assert state.game.at(state.position()) == state


@EVERY_GAME
@pytest.mark.parametrize(
    "value", ["1", "1 2 3", "0 -1", "0 99", "0  1", "a b", "0 1.5", (0, None), 7]
)
def test_a_head_start_that_does_not_fit_is_refused(name: str, value: object) -> None:
    with pytest.raises(BadOption, match="headstart"):
        genial.game(name, headstart=value)


def test_tile_challenge_takes_head_starts_out_of_the_stack_in_every_game_of_a_series() -> None:
    state = genial.game("tile-challenge", games=2, headstart="2 1").start(seed=5)
    seen = {0}
    while not state.over:
        view = state.view(1)
        tiles = [*view["scores"], view["middle"], view["stack"]]
        assert sum(sum(heap.values()) for heap in tiles) + len(view["staging"]) == 126
        if view["game_number"] == 2 and 2 not in seen:
            seen.add(2)
            assert [min(track.values()) for track in state.scores] == [2, 1]
        legal = state.legal()
        state = state.play("stop" if "stop" in legal else legal[-1])
    assert 2 in seen


def test_partners_need_the_same_head_start() -> None:
    with pytest.raises(BadOption, match="partners need the same head start"):
        genial.game("ingenious", players=4, variant="teams", headstart="3 0 2 0")
    state = genial.game("ingenious", players=4, variant="teams", headstart="3 0 3 0").start(seed=1)
    assert [set(track.values()) for track in state.scores] == [{3}, {0}]


def test_solo_has_no_head_start() -> None:
    with pytest.raises(BadOption, match="a head start needs an opponent"):
        genial.game("ingenious", players=1, headstart="3")
