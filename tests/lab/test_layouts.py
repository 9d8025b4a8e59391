"""Genial Spezial on boards of one's own, in every environment."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test

import genial
from genial import lab
from genial.games.spezial import layouts
from genial.lab.gymnasium import Games, Seat
from genial.lab.openspiel import load
from genial.lab.pettingzoo import env, raw_env
from tests.games.test_spezial_layouts import double_bonus_layout
from tests.lab.test_pettingzoo import dicts, play, seeded


@pytest.fixture
def board(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A layout with two bonus fields side by side, forgotten after the test."""
    monkeypatch.setattr(layouts, "_added", {})
    return double_bonus_layout(tmp_path)


def test_an_edge_with_two_bonus_fields_has_sixteen_actions(board: str) -> None:
    actions = lab.Actions(genial.game("spezial", board=board))
    texts = [actions.text(number) for number in range(actions.size)]
    both = [text for text in texts if text.startswith("m10m11")]
    assert both == [f"m10m11+{one}{two}" for one in "OPBG" for two in "OPBG"]
    assert [actions.number(text) for text in both] == [texts.index(text) for text in both]
    assert actions.size != lab.Actions(genial.game("spezial")).size


def test_observations_show_the_bonus_fields_of_the_board(board: str) -> None:
    game = genial.game("spezial", board=board)
    seen = lab.Observations(game)
    state = game.start(seed=1)
    planes = seen.split(lab.observe(state, 1)[0])["board"]
    assert int(planes[8].sum()) == len(state.view(1)["bonus"])
    rebuilt = lab.Observations(genial.game("spezial")).blank
    assert not np.array_equal(seen.blank, rebuilt)
    assert seen.size == len(rebuilt)


@dicts
def test_a_board_of_ones_own_is_played_to_its_end_everywhere(board: str) -> None:
    api_test(seeded(env("spezial", board=board)), num_cycles=60)
    game = raw_env("spezial", board=board, rewards="vector")
    game.reset(seed=2)
    game.step(game.action("m10m11+OG"))
    assert game.rewards["seat_1"].tolist() == [1, 0, 0, 1]
    play(game, 2)
    assert genial.replay(game.game_state().record()) == game.game_state()
    alone = Seat("spezial", board=board)
    _, info = alone.reset(seed=3)
    over = False
    while not over:
        _, _, over, _, info = alone.step(int(np.flatnonzero(info["action_mask"])[-1]))
    assert alone.state.over


def test_both_kinds_of_masks_know_two_bonus_fields(board: str) -> None:
    batches: list[Any] = [
        Games("spezial", 3, board=board, masks=kind) for kind in ("bytes", "bits")
    ]
    actions = lab.Actions(batches[0].game)
    shown = [games.reset(seed=4)[1] for games in batches]
    for _ in range(20):
        mask = shown[0]["action_mask"]
        assert np.array_equal(actions.unpack(shown[1]["packed_mask"]), mask)
        for i in range(3):
            legal = {actions.text(number) for number in np.flatnonzero(mask[i])}
            assert legal == set(batches[0].state(i).legal())
        chosen = batches[0].sample()
        shown = [games.step(chosen)[4] for games in batches]


def test_openspiel_plays_on_a_board_of_ones_own(board: str) -> None:
    state = load("spezial", board=board).new_initial_state()
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[-1])
    assert state.position.game.options["board"] == board
    assert genial.replay(state.position.record()) == state.position
