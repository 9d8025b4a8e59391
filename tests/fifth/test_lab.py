"""The fifth game behind the interfaces of the lab."""

from __future__ import annotations

import random

import numpy as np
import pytest

import genial
from genial.lab import Actions, Observations

gymnasium = pytest.importorskip("gymnasium")


def test_actions_and_observations_come_from_its_own_module() -> None:
    game = genial.game("pairs")
    actions, observations = Actions(game), Observations(game)
    assert [actions.text(k) for k in range(actions.size)] == [f"play:{k}" for k in range(1, 7)]
    assert [part.name for part in observations.parts] == ["hand", "last", "pile"]


def test_gymnasium_plays_a_seat_against_the_search() -> None:
    from genial.lab.gymnasium import Seat

    env = Seat("pairs", opponent="club", render_mode="ansi")
    observation, info = env.reset(seed=1)
    assert observation[:6].sum() * 3 == pytest.approx(3), "three cards in the hand"
    assert "hand: [" in env.render()
    over, moves, reward = False, 0, 0.0
    while not over:
        action = int(np.flatnonzero(info["action_mask"])[0])
        _, reward, over, _, info = env.step(action)
        moves += 1
    assert moves == 9
    assert reward in (-1.0, 0.0, 1.0)


def test_gymnasium_plays_many_games_at_once() -> None:
    from genial.lab.gymnasium import Games

    games = Games("pairs", 16)
    games.reset(seed=1)
    ended = 0
    for _ in range(40):
        _, _, terminations, _, _ = games.step(games.sample())
        ended += int(terminations.sum())
    assert ended == 32, "a game has 18 moves, and one step starts the next"


def test_pettingzoo_plays_by_its_rules() -> None:
    pettingzoo = pytest.importorskip("genial.lab.pettingzoo")
    env = pettingzoo.env("pairs")
    env.reset(seed=1)
    moves = 0
    for _ in env.agent_iter():
        observation, _, termination, truncation, _ = env.last()
        done = termination or truncation
        mask = observation["action_mask"]
        env.step(None if done else int(np.flatnonzero(mask)[-1]))
        moves += not done
    assert moves == 18


def test_openspiel_knows_its_chance_and_its_secrets() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    from genial.lab.openspiel import load

    game = load("pairs")
    kind = game.get_type()
    assert kind.information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
    assert kind.provides_information_state_tensor
    assert (game.num_players(), game.max_game_length(), game.num_distinct_actions()) == (2, 18, 6)
    chooser, state = random.Random(1), game.new_initial_state()
    draws = 0
    while not state.is_terminal():
        draws += state.is_chance_node()
        if state.is_chance_node():
            assert sum(chance for _, chance in state.chance_outcomes()) == pytest.approx(1)
        else:
            assert len(state.information_state_tensor(0)) > 18
        state.apply_action(chooser.choice(state.legal_actions()))
    assert draws == 18
    assert sum(state.returns()) == 0
