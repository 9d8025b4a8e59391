"""Gymnasium: games by the thousand."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import genial
from genial import lab
from genial.core.origin import Origin
from genial.core.state import State
from genial.lab.gymnasium import IDS, Games
from tests.cases import are_same
from tests.lab.test_gymnasium import Case, one_each


@one_each
def test_every_game_of_a_batch_is_shown_as_the_library_shows_it(case: Case) -> None:
    name, options = case
    games, bits = (Games(name, 6, masks=kind, **options) for kind in ("bytes", "bits"))
    actions = lab.Actions(games.game)
    shown, infos = games.reset(seed=1)
    bits.reset(seed=1)
    for _ in range(40):
        for i in range(6):
            state, seat = games.state(i), int(infos["seat"][i])
            assert seat == state.turn
            observation, mask = lab.observe(state, seat)
            assert np.array_equal(shown[i], observation)
            assert np.array_equal(infos["action_mask"][i], mask)
        chosen = games.sample()
        assert infos["action_mask"][np.arange(6), chosen].all()
        shown, rewards, over, cut, infos = games.step(chosen)
        packed = bits.step(bits.sample())[4]["packed_mask"]
        assert np.array_equal(actions.unpack(packed), infos["action_mask"])
        assert not cut.any()
        if over.any():
            break
        assert not rewards.any()


def finished(games: Games) -> tuple[Any, ...]:
    """Step until the first games end."""
    for _ in range(3000):
        before = games.records.copy()
        acted = games._seats.copy()
        step = games.step(games.sample())
        if step[2].any():
            return before, acted, *step
    raise AssertionError("no game has ended")


def test_a_game_that_ended_begins_anew_with_the_next_step() -> None:
    games = Games("spezial", 4, autoreset_mode=AutoresetMode.NEXT_STEP)
    games.reset(seed=1)
    _, acted, shown, rewards, over, _, infos = finished(games)
    assert over.all()  # all games of Genial Spezial have the same length
    for i in range(4):
        state = games.state(i)
        assert state.over
        assert infos["rewards"][i].tolist() == [2 * u - 1 for u in state.utilities]
        assert rewards[i] == infos["rewards"][i, acted[i]]
        assert np.array_equal(shown[i], lab.observe(state, int(acted[i]) + 1)[0])
        assert not infos["action_mask"][i].any()
    _, rewards, over, _, infos = games.step(np.full(4, -1))  # whatever is handed in now
    assert not rewards.any()
    assert not over.any()
    assert infos["action_mask"].any(axis=1).all()
    assert (games.records["rounds"] == 0).all()


def test_a_game_that_ended_begins_anew_at_once() -> None:
    games = Games("phoenix", 3, autoreset_mode="SameStep")
    games.reset(seed=2)
    _, acted, shown, rewards, over, _, infos = finished(games)
    assert games.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    for i in range(3):
        assert (infos["final_obs"][i] is not None) == bool(over[i]) == infos["_final_obs"][i]
        assert not games.state(i).over
        if over[i]:
            parts = lab.Observations(games.game).split(infos["final_obs"][i])
            assert not parts["turn"].any()
            assert parts["seat"].argmax() == acted[i]
            mine, theirs = parts["points"]
            assert rewards[i] == np.sign(mine - theirs)
            assert lab.Observations(games.game).split(shown[i])["points"].sum() == 0


def test_a_game_that_ended_waits_until_it_is_reset() -> None:
    games = Games("spezial", 2, autoreset_mode=AutoresetMode.DISABLED)
    games.reset(seed=3)
    finished(games)
    with pytest.raises(genial.BadOption, match="reset"):
        games.step(games.sample())
    games.reset(options={"reset_mask": np.array([True, False])})
    assert [games.state(i).over for i in range(2)] == [False, True]
    with pytest.raises(genial.BadOption, match="game 1 is over"):
        games.step(games.sample())
    with pytest.raises(genial.BadOption, match="reset_mask"):
        games.reset(options={"reset_mask": np.array([1, 0])})


def test_an_illegal_action_is_refused_and_nothing_is_played_if_that_is_asked_for() -> None:
    games = Games("ingenious", 3, illegal="raise")
    with pytest.raises(genial.BadOption, match="reset first"):
        games.step([0, 0, 0])
    games.reset(seed=1)
    before, actions = games.records.tobytes(), games.sample()
    for bad in (lab.Actions(games.game).number("keep"), -1, 10**6):
        with pytest.raises(genial.IllegalMove, match="not legal in game 2"):
            games.step([*actions[:2], bad])
    with pytest.raises(genial.BadOption, match="each of the 3 games"):
        games.step(actions[:2])
    assert games.records.tobytes() == before


@pytest.mark.parametrize("mode", list(AutoresetMode))
@pytest.mark.parametrize("opponent", ["self", "random"])
def test_an_illegal_action_loses_its_game_and_no_other(mode: AutoresetMode, opponent: str) -> None:
    told = {"players": 3, "opponent": opponent, "seat": 1, "autoreset_mode": mode}
    games, legal = (Games("ingenious", 4, **told) for _ in range(2))
    for batch in (games, legal):
        batch.reset(seed=1)
    actions = games.sample()
    legal.step(actions)
    keep, before = lab.Actions(games.game).number("keep"), games.records.copy()
    shown, rewards, over, _, infos = games.step([actions[0], keep, -1, 10**6])
    assert rewards.tolist() == [0, -1, -1, -1]
    assert infos["rewards"].tolist() == [[0, 0, 0], *[[-1, 0, 0]] * 3]
    assert over.tolist() == [False, True, True, True]
    assert games.records[0] == legal.records[0]
    anew = mode == AutoresetMode.SAME_STEP
    assert infos["action_mask"].any(axis=1).tolist() == [True, anew, anew, anew]
    if anew:
        for i in (1, 2, 3):
            ended = State(games.game, before[i : i + 1], None, Origin(is_known=False))
            assert np.array_equal(infos["final_obs"][i], lab.observe(ended, 1)[0])
        return
    assert are_same(games.records[1:], before[1:])
    for i in (1, 2, 3):
        assert np.array_equal(shown[i], lab.observe(games.state(i), 1)[0])
    if mode == AutoresetMode.NEXT_STEP:
        _, rewards, over, _, infos = games.step(games.sample())
        assert not over.any()
        assert not rewards.any()
        assert not are_same(games.records[1:], before[1:])
    else:
        with pytest.raises(genial.BadOption, match="game 1 is over"):
            games.step(games.sample())
        _, infos = games.reset(options={"reset_mask": np.array([False, True, False, False])})
    wanted = [True, True, *[mode == AutoresetMode.NEXT_STEP] * 2]
    assert infos["action_mask"].any(axis=1).tolist() == wanted


def test_actions_of_the_space_can_be_played_as_gymnasiums_users_do() -> None:
    for masks, key in (("bytes", "action_mask"), ("bits", "packed_mask")):
        games = gymnasium.make_vec(
            IDS["tile-challenge"], num_envs=8, vectorization_mode="vector_entry_point", masks=masks
        )
        games.action_space.seed(1)
        games.reset(seed=1)
        lost = 0
        for _ in range(30):
            _, rewards, over, _, infos = games.step(games.action_space.sample())
            assert not infos[key][over].any()
            lost += int((rewards == -1).sum())
        assert lost > 10


def test_looking_for_a_random_action_changes_nothing_of_the_deal() -> None:
    one, other = Games("ingenious", 3), Games("ingenious", 3)
    for games in (one, other):
        games.reset(seed=5)
    for _ in range(60):  # games end and others begin on the way
        actions = one.sample()
        for _ in range(3):
            other.sample()
        one.step(actions)
        other.step(actions)
    assert are_same(one.records, other.records)


def test_games_that_end_at_different_times_begin_anew_one_by_one() -> None:
    games = Games("tile-challenge", 12, autoreset_mode=AutoresetMode.NEXT_STEP)
    _, infos = games.reset(seed=6)
    ended, ends = np.zeros(12, bool), []
    for step in range(400):
        before = games.records.copy()
        actions = games.sample()
        actions[ended] = -1  # is not looked at
        _, rewards, over, _, infos = games.step(actions)
        assert not rewards[ended].any()
        assert not over[ended].any()
        for i in np.flatnonzero(ended):
            assert games.records[i]["idle"] == 0
            assert not games.state(i).scores[0]["R"]
            assert not are_same(games.records[i : i + 1], before[i : i + 1])
        for i in np.flatnonzero(over):
            assert games.state(i).over
            ends.append(step)
        assert np.array_equal(infos["action_mask"].any(axis=1), ~over)
        ended = over
    assert len(set(ends)) > 5


def test_a_seed_for_some_games_repeats_these_and_leaves_the_others() -> None:
    games = Games("phoenix", 4)
    games.reset(seed=7)
    first = games.records.copy()
    for _ in range(10):
        games.step(games.sample())
    later = games.records.copy()
    mask = np.array([True, False, False, True])
    shown, infos = games.reset(seed=7, options={"reset_mask": mask})
    assert are_same(games.records[mask], first[mask])
    assert are_same(games.records[~mask], later[~mask])
    for i in range(4):
        seat = int(infos["seat"][i])
        assert seat == games.state(i).turn
        assert np.array_equal(shown[i], lab.observe(games.state(i), seat)[0])
    games.reset(seed=8, options={"reset_mask": mask})
    assert not are_same(games.records[mask], first[mask])


def test_games_do_not_depend_on_how_many_pieces_the_work_has() -> None:
    ends = []
    for chunks in (1, 7):
        games = Games("ingenious", 50, masks="none", observations=False)
        games._chunks = chunks
        games.reset(seed=4)
        for _ in range(120):
            games.step(games.sample())
        ends.append(games.records.tobytes())
    assert ends[0] == ends[1]


def test_against_random_opponents_the_learner_is_always_to_move() -> None:
    games = Games("ingenious", 5, opponent="random", seat=3, players=4)
    _, infos = games.reset(seed=1)
    ends = 0
    for _ in range(60):
        assert (infos["seat"] == 3).all()
        *_, over, _, infos = games.step(games.sample())
        ends += int(over.sum())
    assert ends


def test_a_copy_of_a_batch_goes_on_in_the_same_way() -> None:
    games = Games("tile-challenge", 10)
    games.reset(seed=1)
    twin = games.copy()
    for _ in range(30):
        one, other = games.step(games.sample()), twin.step(twin.sample())
        assert np.array_equal(one[0], other[0])
    assert games.records.tobytes() == twin.records.tobytes()


@pytest.mark.parametrize(
    "bad", [{"num_envs": 0}, {"masks": "none at all"}, {"opponent": "kid"}, {"seat": 3}]
)
def test_bad_options_of_batches_are_refused(bad: dict[str, Any]) -> None:
    with pytest.raises(genial.BadOption, match="must be"):
        Games("ingenious", **bad)


def test_gymnasium_makes_batches_by_their_id() -> None:
    games = gymnasium.make_vec(IDS["phoenix"], num_envs=2, vectorization_mode="vector_entry_point")
    shown, _ = games.reset(seed=1)
    assert games.observation_space.contains(shown)
