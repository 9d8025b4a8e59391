"""PettingZoo: its own tests, the rewards, copies and states, the render modes."""

from __future__ import annotations

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


def seeded(environment: Any, seed: int = 1) -> Any:
    """The environment with action spaces that sample repeatably, for tests that use them."""
    for number, agent in enumerate(environment.possible_agents):
        environment.action_space(agent).seed(seed + number)
    return environment


@dicts
@every_case
def test_api_test_passes(case: Case, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(seeded(env(case[0], **case[1])), num_cycles=12)
    assert "Passed API test" in capsys.readouterr().out


@dicts
@pytest.mark.parametrize("rewards", ["scalar", "gains"])
@pytest.mark.parametrize("name", genial.games())
def test_api_test_passes_over_whole_games(
    name: str, rewards: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ends = []
    game = seeded(env(name, rewards=rewards))
    raw, end = game.unwrapped, game.unwrapped._end
    monkeypatch.setattr(raw, "_end", lambda: (ends.append(raw.game_state().over), end()))
    api_test(game, num_cycles=500)
    assert True in ends  # a game was played to its end


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


def test_human_mode_prints_by_itself(capsys: pytest.CaptureFixture[str]) -> None:
    game = env("phoenix", render_mode="human")
    game.reset(seed=1)
    assert "phoenix: seat 1 to move" in capsys.readouterr().out
    game.step(int(game.unwrapped.legal_actions()[0]))
    assert "phoenix: seat 2 to move" in capsys.readouterr().out
    illegal = next(a for a in range(107) if a not in game.unwrapped.legal_actions())
    game.step(illegal)
    assert "seat 2 has lost by an illegal action" in capsys.readouterr().out
    other = env("phoenix", render_mode="ansi")
    other.reset(seed=1)
    assert capsys.readouterr().out == ""
    assert "seat 1 to move" in other.render()


def test_rendering_without_a_mode_warns_and_draws_nothing() -> None:
    game = raw_env("phoenix")
    game.reset(seed=1)
    with pytest.warns(UserWarning, match="without a render_mode"):
        assert game.render() is None


@pytest.mark.parametrize("action", [1.5, 0.0, "0", [0], np.float64(1), np.array([0, 1])])
def test_what_is_no_whole_number_is_refused_and_not_rounded(action: Any) -> None:
    game = raw_env("tile-challenge", illegal="lose")
    game.reset(seed=1)
    with pytest.raises(genial.BadOption, match="an action is a whole number"):
        game.step(action)
    assert not any(game.terminations.values())
    game.step(np.int32(game.action("draw")))
    assert game.game_state().log[-1].startswith("*")


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
                observation, mask = lab.observe(state, seat)
                seen = game.observe(other)
                assert np.array_equal(seen["observation"], observation)
                assert np.array_equal(seen["action_mask"], mask)
                assert np.array_equal(np.flatnonzero(mask), legal if other == agent else [])
        if step % 10 == 0:  # whatever is not listed is refused, and changes nothing
            before = game.state()
            for action in np.setdiff1d(np.arange(-1, game.action_space(agent).n + 1), legal)[::7]:
                assert game._simulator._play(int(action) if action >= 0 else 10**6) == ILLEGAL
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
