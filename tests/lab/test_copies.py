"""Copies and states of AEC environments: independent, complete, with every kind of reward."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
import pytest

import genial
from genial.lab.gymnasium import Games
from genial.lab.pettingzoo import env, mo_env, raw_env
from tests.lab.test_pettingzoo import Case, one_each, play

KINDS = ("scalar", "gains", "vector")
each_kind = pytest.mark.parametrize("kind", KINDS)


def same(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Are the rewards equal, whatever kind they are?"""
    return all(np.array_equal(one[agent], other[agent]) for agent in one.keys() | other.keys())


@each_kind
@one_each
def test_a_copy_goes_on_in_the_same_way_and_alone(case: Case, kind: str) -> None:
    for make in (raw_env, env):
        game = make(case[0], rewards=kind, **case[1])
        game.reset(seed=6)
        play(game, 6, steps=9)
        before = game.unwrapped.state()
        twin = game.copy()
        assert type(twin) is type(game)
        ends = [play(twin, 7), play(copy.deepcopy(game), 7)]
        assert np.array_equal(game.unwrapped.state(), before)
        assert same(ends[0], ends[1])
        assert same(ends[0], play(game, 7))
        assert np.array_equal(game.unwrapped.state(), twin.unwrapped.state())


@each_kind
@one_each
def test_a_state_can_be_gone_back_to(case: Case, kind: str) -> None:
    game = raw_env(case[0], rewards=kind, **case[1])
    game.reset(seed=8)
    play(game, 8, steps=7)
    state, seen = game.state(), game.last()[0]["observation"]
    assert game.state_space.contains(state)
    game.set_state(state)  # earlier gains are not reported again
    first = play(game, 9)
    end = game.game_state().position()
    never_reset = raw_env(case[0], rewards=kind, **case[1])
    checked = env(case[0], rewards=kind, **case[1])
    for again in (game, never_reset, checked):
        again.set_state(state)
        assert np.array_equal(again.last()[0]["observation"], seen)
        assert same(play(again, 9), first)
        assert again.unwrapped.game_state().position() == end


def test_one_can_go_back_from_the_end_and_to_it() -> None:
    game = env("phoenix")  # its wrappers let it through
    game.reset(seed=10)
    play(game, 10, steps=5)
    middle = game.state()
    while not all(game.terminations.values()):
        game.step(int(game.unwrapped.legal_actions()[0]))
    end = game.state()
    game.set_state(middle)
    assert game.agents == ["seat_1", "seat_2"]
    assert not any(game.terminations.values())
    assert game.last()[0]["action_mask"].any()
    game.set_state(end)
    assert all(game.terminations.values())
    assert not game.last()[0]["action_mask"].any()
    play(game, 10)
    assert game.agents == []


def test_a_state_of_another_game_is_refused() -> None:
    two, three = raw_env("spezial", players=2), raw_env("spezial", players=3)
    for game in (two, three):
        game.reset(seed=1)
    with pytest.raises(genial.BadOption, match="other options"):
        two.set_state(three.state())
    with pytest.raises(genial.BadOption, match="bytes"):
        two.set_state(np.zeros(3, np.uint8))
    forged = two.state().copy()
    forged[7] ^= 1
    with pytest.raises(genial.BadOption, match="not a state of a game"):
        two.set_state(forged)


@each_kind
@one_each
def test_the_end_of_a_game_is_a_state_like_any_other(case: Case, kind: str) -> None:
    game = raw_env(case[0], rewards=kind, **case[1])
    game.reset(seed=13)
    while not all(game.terminations.values()):
        game.step(int(game.legal_actions()[0]))
    result = {agent: np.copy(reward) for agent, reward in game.rewards.items()}
    nothing = {agent: np.zeros_like(reward) for agent, reward in result.items()}
    for fresh in (raw_env, env):  # neither was ever reset
        other = fresh(case[0], rewards=kind, **case[1])
        other.set_state(game.state())
        assert other.agent_selection == "seat_1"
        assert all(other.terminations.values())
        assert same(other.rewards, result if kind == "scalar" else nothing)
        assert same(play(other, 1), result if kind == "scalar" else nothing)
        assert other.agents == []


@each_kind
def test_a_state_remembers_which_seat_lost_by_an_illegal_action(kind: str) -> None:
    game = env("tile-challenge", players=3, rewards=kind, render_mode="ansi")
    game.reset(seed=1)
    before = game.state()
    while game.agent_selection == "seat_1":
        game.step(int(game.unwrapped.legal_actions()[-1]))
    illegal = {"stop", "take", "draw"} - set(game.unwrapped.game_state().legal())
    game.step(game.unwrapped.action(illegal.pop()))
    loss = np.full_like(np.asarray(game.rewards["seat_2"]), -1.0)
    lost = {"seat_1": 0 * loss, "seat_2": loss, "seat_3": 0 * loss}
    other = env("tile-challenge", players=3, rewards=kind, render_mode="ansi")
    other.set_state(game.state())
    for one in (game, game.copy(), other):
        assert all(one.terminations.values())
        assert same(one.rewards, lost)
        assert "seat 2 has lost by an illegal action" in one.render()
        assert one.unwrapped.legal_actions().size == 0
        assert not any(one.observe(agent)["action_mask"].any() for agent in one.agents)
        assert np.array_equal(one.state(), game.state())
    assert same(play(other, 1), lost)
    other.set_state(before)
    assert "seat 1 to move" in other.render()
    assert other.last()[0]["action_mask"].any()


def test_copies_have_spaces_of_their_own() -> None:
    for game in (mo_env("phoenix"), Games("phoenix", 3)):
        game.reset(seed=1)
        spaces = [game.action_space, game.observation_space]
        if not isinstance(game, Games):
            spaces = [space("seat_1") for space in spaces]
        for space in spaces:
            space.seed(7)
        twin = game.copy()
        others = [twin.action_space, twin.observation_space]
        if not isinstance(twin, Games):
            others = [space("seat_1") for space in others]
        for space, other in zip(spaces, others, strict=True):
            assert space is not other
            assert space == other
            drawn = [repr(space.sample()) for _ in range(3)]
            assert [repr(other.sample()) for _ in range(3)] == drawn
