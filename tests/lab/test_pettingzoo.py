"""PettingZoo: its own tests, the rewards, copies and states, the render modes."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

import genial
from genial import lab
from genial.lab.kernels.stepping import ILLEGAL
from genial.lab.pettingzoo import env, mo_env, raw_env
from tests.cases import CASES, name_of

Case = tuple[str, dict[str, Any]]
every_case = pytest.mark.parametrize("case", CASES, ids=name_of)
ONE_EACH: list[Case] = [
    ("ingenious", {"players": 4, "variant": "teams"}),
    ("tile-challenge", {"players": 3}),
    ("spezial", {"players": 2}),
    ("phoenix", {}),
]
one_each = pytest.mark.parametrize("case", ONE_EACH, ids=name_of)

# PettingZoo's list of environments with observations that are dicts knows only its own.
dicts = pytest.mark.filterwarnings(
    "ignore:Observation space for each agent:UserWarning",
    "ignore:Observation is not a NumPy array:UserWarning",
    "ignore:Action mask numpy array is all zeros:UserWarning",  # after the end
)


def play(environment: Any, seed: int, steps: int = 10**9) -> dict[str, Any]:
    """Random play; the rewards of every agent added up."""
    random = np.random.default_rng(seed)
    sums: dict[str, Any] = dict.fromkeys(environment.possible_agents, 0)
    for agent in environment.agent_iter(steps):
        observation, reward, over, _, _ = environment.last()
        sums[agent] = sums[agent] + reward
        legal = observation["action_mask"].nonzero()[0]
        environment.step(None if over else int(random.choice(legal)))
    return sums


@dicts
@every_case
def test_api_test_passes(case: Case, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(env(case[0], **case[1]), num_cycles=12)
    assert "Passed API test" in capsys.readouterr().out


@dicts
def test_api_test_passes_over_whole_games() -> None:
    api_test(env("ingenious", rewards="gains"), num_cycles=100)
    api_test(env("spezial"), num_cycles=100)


@one_each
def test_seed_test_passes(case: Case) -> None:
    seed_test(lambda: env(case[0], **case[1]), num_cycles=30)


@one_each
def test_render_test_passes(case: Case, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(
        lambda render_mode: env(case[0], render_mode=render_mode, **case[1]),
        custom_tests={"svg": lambda drawn: drawn.startswith("<svg") and "</svg>" in drawn},
    )
    assert "to move" in capsys.readouterr().out  # what `human` prints


@every_case
def test_scalar_rewards_are_the_result(case: Case) -> None:
    game = raw_env(case[0], **case[1])
    game.reset(seed=2)
    sums = play(game, 2)
    utilities = game.game_state().utilities
    players = game.game.players
    wanted = utilities if players == 1 else [2 * u - 1 for u in utilities]
    assert list(sums.values()) == pytest.approx(list(wanted))
    assert players == 1 or sum(sums.values()) == pytest.approx(0)


@every_case
def test_vector_rewards_add_up_to_the_points_by_colour(case: Case) -> None:
    game = raw_env(case[0], rewards="vector", **case[1])
    game.reset(seed=3)
    sums = play(game, 3)
    state = game.game_state()
    for seat, agent in enumerate(game.possible_agents):
        points: Any = list(state.scores[game.game.tracks[seat]].values())
        if case[1].get("games", 1) > 1:
            assert state.series is not None
            points = [state.series[seat]]
        assert sums[agent].tolist() == points
        assert sums[agent].shape == game.reward_space(agent).shape


def test_gains_are_vector_rewards_added_up() -> None:
    one, other = raw_env("spezial", rewards="gains"), raw_env("spezial", rewards="vector")
    for game in (one, other):
        game.reset(seed=4)
    gains, vectors = play(one, 4), play(other, 4)
    assert gains == {agent: float(vector.sum()) for agent, vector in vectors.items()}
    assert any(gains.values())


@one_each
def test_a_game_played_here_is_a_game_of_the_library(case: Case) -> None:
    game = raw_env(case[0], **case[1])
    game.reset(seed=5)
    play(game, 5)
    state = game.game_state()
    assert state.over
    assert genial.replay(state.record()) == state


@every_case
def test_agents_see_and_may_do_what_the_library_says(case: Case) -> None:
    game = raw_env(case[0], **case[1])
    game.reset(seed=11)
    random = np.random.default_rng(11)
    for step, agent in enumerate(game.agent_iter(60)):
        state = game.game_state()
        if state.over:
            break
        legal = game.legal_actions()
        assert [game.text(action) for action in legal] == list(state.legal())
        assert agent == f"seat_{state.turn}"
        for _ in range(2):  # the second time it is worked out anew
            for seat, other in enumerate(game.agents, 1):
                observation, mask = lab.observed(state, seat)
                seen = game.observe(other)
                assert np.array_equal(seen["observation"], observation)
                assert np.array_equal(seen["action_mask"], mask)
                assert np.array_equal(np.flatnonzero(mask), legal if other == agent else [])
        if step % 10 == 0:  # whatever is not listed is refused, and changes nothing
            before = game.state()
            for action in np.setdiff1d(np.arange(-1, game.action_space(agent).n + 1), legal)[::7]:
                assert game._table._play(int(action) if action >= 0 else 10**6) == ILLEGAL
            assert np.array_equal(game.state(), before)
        game.step(int(random.choice(legal)))


@one_each
def test_the_history_is_the_same_however_often_one_asks_for_it(case: Case) -> None:
    often, once = raw_env(case[0], **case[1]), raw_env(case[0], **case[1])
    for game in (often, once):
        game.reset(seed=12)
    for step in range(8):
        often.step(int(often.legal_actions()[0]))
        once.step(int(once.legal_actions()[0]))
        assert often.game_state().undo() == often.game_state().undo()
        if step == 4:
            twin = often.copy()
            twin.step(int(twin.legal_actions()[-1]))
            assert twin.game_state().undo().log == often.game_state().log
    assert often.game_state().log == once.game_state().log
    assert often.game_state().record() == once.game_state().record()


@one_each
def test_a_copy_goes_on_in_the_same_way_and_alone(case: Case) -> None:
    for make in (raw_env, env):
        game = make(case[0], **case[1])
        game.reset(seed=6)
        play(game, 6, steps=9)
        before = game.unwrapped.state()
        twin = game.copy()
        assert type(twin) is type(game)
        ends = [play(twin, 7), play(copy.deepcopy(game), 7)]
        assert np.array_equal(game.unwrapped.state(), before)
        assert ends[0] == ends[1] == play(game, 7)
        assert np.array_equal(game.unwrapped.state(), twin.unwrapped.state())


@one_each
def test_a_state_can_be_gone_back_to(case: Case) -> None:
    game = raw_env(case[0], **case[1])
    game.reset(seed=8)
    play(game, 8, steps=7)
    state, seen = game.state(), game.last()[0]["observation"]
    assert game.state_space.contains(state)
    first = play(game, 9)
    other = raw_env(case[0], **case[1])
    other.reset(seed=1)
    for again in (game, other):
        again.set_state(state)
        assert np.array_equal(again.last()[0]["observation"], seen)
        assert play(again, 9) == first


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
    with pytest.raises(genial.BadOption, match="no state of a game"):
        two.set_state(forged)


def raw_env_log(seed: int) -> list[str]:
    untouched = raw_env("tile-challenge")
    untouched.reset(seed=seed)
    return untouched.game_state().log


def test_an_illegal_action_is_refused_or_loses() -> None:
    strict, lax = raw_env("tile-challenge"), env("tile-challenge")
    for game in (strict, lax):
        game.reset(seed=1)
    with pytest.raises(genial.IllegalMove):
        strict.step(strict.action("stop"))
    for nonsense in (-1, 3, 10**9):
        with pytest.raises(genial.IllegalMove, match="actions are 0 to 2"):
            strict.step(nonsense)
    assert strict.agent_selection == "seat_1"
    assert strict.game_state().log == raw_env_log(1)
    lax.step(lax.unwrapped.action("stop"))
    assert lax.rewards == {"seat_1": -1.0, "seat_2": 0.0}
    assert all(lax.terminations.values())
    assert not lax.observe("seat_1")["action_mask"].any()


def test_only_the_agent_to_move_has_legal_actions() -> None:
    game = raw_env("ingenious", players=3, start=2)
    game.reset(seed=1)
    assert game.agent_selection == "seat_2"
    masks = {agent: game.observe(agent)["action_mask"].sum() for agent in game.agents}
    assert masks == {"seat_1": 0, "seat_2": len(game.legal_actions()), "seat_3": 0}
    assert sorted(game.text(a) for a in game.legal_actions()) == sorted(game.game_state().legal())


def test_what_was_handed_out_is_not_changed_later() -> None:
    game = raw_env("ingenious")
    game.reset(seed=1)
    first = game.last()[0]
    kept = {key: value.copy() for key, value in first.items()}
    first["action_mask"][:] = 1
    play(game, 1, steps=4)
    assert np.array_equal(first["observation"], kept["observation"])
    assert game.observe("seat_1")["action_mask"].sum() < len(first["action_mask"])


@pytest.mark.parametrize("bad", [{"rewards": "money"}, {"players": 9}, {"render_mode": "smell"}])
def test_bad_options_are_refused_in_a_sentence(bad: dict[str, Any]) -> None:
    with pytest.raises(genial.BadOption, match="must be"):
        env("ingenious", **bad)


def test_momalands_convention_has_vectors_and_their_space() -> None:
    game = mo_env("ingenious")
    game.reset(seed=1)
    assert game.unwrapped.reward_space("seat_1").shape == (6,)
    assert all(reward.tolist() == [0.0] * 6 for reward in game.rewards.values())
