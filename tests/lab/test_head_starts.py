"""Environments and batches of games with head starts."""

from __future__ import annotations

import pyspiel
import pytest

import genial
from genial import lab
from genial.lab.gymnasium import Seat
from genial.lab.openspiel import load
from genial.lab.pettingzoo import raw_env
from genial.lab.vector import Games

every_game = pytest.mark.parametrize("name", genial.games())


def largest(name: str) -> str:
    return f"0 {max(genial.game(name).facts.head_starts)}"


@every_game
def test_observations_stay_between_0_and_1(name: str) -> None:
    lead = max(genial.game(name).facts.head_starts)
    state = genial.game(name, headstart=(lead, lead)).start(seed=2)
    step = 0
    while not state.over and step < 120:
        for seat in (1, 2):
            numbers, _ = lab.observe(state, seat)
            assert 0 <= numbers.min()
            assert numbers.max() <= 1
        legal = state.legal()
        state = state.play(legal[(5 * step) % len(legal)])
        step += 1


def test_points_beyond_the_scale_count_as_all_of_it() -> None:
    game = genial.game("phoenix", headstart="10 10")
    array = game.start(seed=1).array.copy()
    array["points"][0] = (49, 39)
    numbers, _ = lab.observe(game.state_of(array), 1)
    assert lab.Observations(game).split(numbers)["points"].tolist() == [1.0, 1.0]


@every_game
def test_environments_take_head_starts(name: str) -> None:
    lead = int(largest(name).split()[1])
    agents = raw_env(name, headstart=largest(name))
    agents.reset(seed=1)
    alone = Seat(name, headstart=largest(name))
    alone.reset(seed=1)
    many = Games(name, num_envs=3, headstart=largest(name))
    many.reset(seed=1)
    for scores in (agents.game_state().scores, alone.state.scores, many.state(2).scores):
        ahead = [max(track.values()) for track in scores]
        assert ahead[1] >= lead
    assert [set(track.values()) for track in agents.game_state().scores] == [{0}, {lead}]


@every_game
def test_openspiel_takes_head_starts(name: str) -> None:
    game = load(name, headstart=largest(name))
    assert game.rules.options["headstart"] == largest(name)
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


@every_game
def test_a_batch_begins_with_the_head_starts(name: str) -> None:
    game = genial.game(name, headstart=largest(name))
    batch = game.batch(4, seed=1)
    ahead = 0
    for k in range(4):
        state = game.state_of(batch.records[k : k + 1].copy())
        ahead += sum(state.scores[1].values()) > sum(state.scores[0].values())
    assert ahead == 4
