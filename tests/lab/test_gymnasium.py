"""Gymnasium: one seat against bots, and games by the thousand."""

from __future__ import annotations

import copy
from collections import Counter
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

import genial
from genial import lab
from genial.bots import Bot, make
from genial.core.game import Origin, State
from genial.core.kit import Data
from genial.lab.drawings import text as text_of
from genial.lab.gymnasium import BY_THE_CLOCK, IDS, Games, Seat
from genial.lab.rendering import MODES
from tests.cases import CASES, are_same, name_of

Case = tuple[str, dict[str, Any]]
every_case = pytest.mark.parametrize("case", CASES, ids=name_of)
ONE_EACH: list[Case] = [
    ("ingenious", {"players": 3}),
    ("tile-challenge", {"players": 2}),
    ("spezial", {"players": 4}),
    ("phoenix", {}),
]
one_each = pytest.mark.parametrize("case", ONE_EACH, ids=name_of)


@pytest.mark.parametrize("name", genial.games())
def test_check_env_passes_in_all_render_modes(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for mode in (None, *MODES):
        made = gymnasium.make(IDS[name], disable_env_checker=True, render_mode=mode)
        check_env(made.unwrapped)
    assert f"{name}: seat" in capsys.readouterr().out


def test_human_mode_prints_by_itself(capsys: pytest.CaptureFixture[str]) -> None:
    seat = Seat("phoenix", render_mode="human")
    _, info = seat.reset(seed=1)
    assert capsys.readouterr().out.count("phoenix: seat 1 to move") == 1
    seat.step(int(np.flatnonzero(info["action_mask"])[0]))
    assert capsys.readouterr().out.count("phoenix: seat 1 to move") == 1
    seat.step(-1)
    assert "seat 1 has lost by an illegal action" in capsys.readouterr().out
    games = Games("phoenix", 2, render_mode="human")
    games.reset(seed=1)
    assert capsys.readouterr().out.count("seat 1 to move") == 2
    games.step([int(games.sample()[0]), -1])
    out = capsys.readouterr().out
    assert out.count("seat 2 to move") == 1
    assert out.count("seat 1 has lost by an illegal action") == 1


def test_rendering_without_a_mode_warns_and_draws_nothing() -> None:
    for environment, drawn in ((Seat("phoenix"), None), (Games("phoenix", 2), (None, None))):
        environment.reset(seed=1)
        with pytest.warns(UserWarning, match="without a render_mode"):
            assert environment.render() == drawn


def test_a_batch_draws_every_game() -> None:
    for mode in ("ansi", "rgb_array", "svg"):
        games = Games("tile-challenge", 3, render_mode=mode)
        games.reset(seed=1)
        drawn = games.render()
        assert len(drawn) == 3
        if mode == "ansi":
            assert list(drawn) == [text_of(games.state(i).view(None)) for i in range(3)]
        if mode == "rgb_array":
            assert all(pixels.dtype == np.uint8 and pixels.ndim == 3 for pixels in drawn)
        if mode == "svg":
            assert all(drawing.startswith("<svg") for drawing in drawn)


@pytest.mark.parametrize("action", [1.5, 0.0, "0", np.float32(1)])
def test_what_is_no_whole_number_is_refused_and_not_rounded(action: Any) -> None:
    seat, games = Seat("tile-challenge"), Games("tile-challenge", 1)
    for environment in (seat, games):
        environment.reset(seed=1)
    with pytest.raises(genial.BadOption, match="whole number"):
        seat.step(action)
    with pytest.raises(genial.BadOption, match="whole numbers"):
        games.step([action])
    assert not seat.step(np.uint8(seat.action("draw")))[2]
    assert not games.step(np.array([seat.action("draw")], np.uint16))[2].any()


@every_case
def test_a_seat_plays_whole_games_against_bots(case: Case) -> None:
    name, options = case
    players = genial.game(name, **options).players
    seat = Seat(name, seat=players, opponent="random", **options)
    random = np.random.default_rng(1)
    _, info = seat.reset(seed=1)
    over, reward, steps = False, 0.0, 0
    while not over:
        assert seat.state.turn == players
        action = int(random.choice(np.flatnonzero(info["action_mask"])))
        observation, reward, over, truncated, info = seat.step(action)
        assert seat.observation_space.contains(observation)
        assert not truncated
        steps += 1
    worth = seat.state.utilities[players - 1]
    assert reward == pytest.approx(worth if players == 1 else 2 * worth - 1)
    assert steps > 3


def test_the_others_are_the_bots_that_were_asked_for() -> None:
    game = genial.game("tile-challenge", players=3)
    mine = make(game, "random", seed=9)
    seat = Seat("tile-challenge", players=3, seat=2, opponent=["kid", mine])
    assert [bot.name for bot in seat._bots.values()] == ["kid", "random"]
    assert list(seat._bots) == [3, 1]
    for bad in ({"opponent": "nobody"}, {"opponent": ["kid"]}, {"seat": 4}):
        with pytest.raises(genial.BadOption):
            Seat("tile-challenge", players=3, **bad)


def test_an_illegal_action_loses_or_is_refused() -> None:
    for illegal in ("lose", "raise"):
        seat = Seat("tile-challenge", illegal=illegal)
        seat.reset(seed=1)
        stop = seat.action("stop")
        if illegal == "raise":
            for bad in (stop, -1, 3):
                with pytest.raises(genial.IllegalMove):
                    seat.step(bad)
            assert seat.step(seat.action("draw"))[2] is False
        else:
            *_, reward, over, _, info = seat.step(stop)
            assert (reward, over) == (-1.0, True)
            assert not info["action_mask"].any()
            with pytest.raises(genial.BadOption, match="reset first"):
                seat.step(seat.action("draw"))


def test_gains_are_the_points_of_the_own_moves() -> None:
    seat = Seat("spezial", rewards="gains")
    _, info = seat.reset(seed=1)
    total, over = 0.0, False
    while not over:
        action = int(np.flatnonzero(info["action_mask"])[0])
        _, reward, over, _, info = seat.step(action)
        total += reward
    assert total == sum(seat.state.scores[0].values()) > 0


def test_gains_of_a_series_add_up_to_its_sum() -> None:
    seat = Seat("tile-challenge", rewards="gains", games=3)
    random = np.random.default_rng(2)
    _, info = seat.reset(seed=2)
    total, over = 0.0, False
    while not over:
        action = int(random.choice(np.flatnonzero(info["action_mask"])))
        _, reward, over, _, info = seat.step(action)
        total += reward
    assert seat.state.series is not None
    assert total == seat.state.series[0] > 0


class Spy(Bot):
    """Plays the first legal move, and keeps what it was shown."""

    def __init__(self, game: genial.Game) -> None:
        self.name, self.game, self.views = "spy", game, list[Data]()
        self._bot = make(game, "random", seed=3)

    def choose(self, view: Data, clock: object = None) -> str:
        self.views.append(copy.deepcopy(view))
        view["log"].clear()  # what a bot does with its view is its own affair
        return self._bot.choose(self.views[-1])


@one_each
def test_bots_are_shown_the_view_of_their_seat(case: Case) -> None:
    name, options = case
    spy = Spy(genial.game(name, **options))
    seat = Seat(name, opponent=spy, **options)
    _, info = seat.reset(seed=3)
    over = False
    while not over:
        _, _, over, _, info = seat.step(int(np.flatnonzero(info["action_mask"])[-1]))
    asked = [state for state in seat.state._history() if state.turn not in (None, 1)]
    assert len(spy.views) == len(asked) > 5
    assert spy.views == [state.view(state.turn) for state in asked]


@one_each
def test_an_effort_is_for_those_who_think_by_the_clock(case: Case) -> None:
    others = genial.game(case[0], **case[1]).players - 1
    for name in BY_THE_CLOCK:
        seat = Seat(case[0], opponent=[name, *["kid"] * (others - 1)], effort=8, **case[1])
        assert [bot.name for bot in seat._bots.values()] == [name, *["kid"] * (others - 1)]
    with pytest.raises(genial.BadOption, match="effort is for search and genius"):
        Seat(case[0], opponent="kid", effort=8, **case[1])


def test_with_an_effort_the_search_repeats_its_games_under_a_seed() -> None:
    logs = []
    for seed in (3, 3, 4):
        seat = Seat("tile-challenge", opponent="search", effort=16, seat=2)
        _, info = seat.reset(seed=seed)
        for _ in range(6):
            _, _, over, _, info = seat.step(int(np.flatnonzero(info["action_mask"])[-1]))
            if over:
                break
        logs.append(seat.state.log)
    assert logs[0] == logs[1] != logs[2]


def test_random_opponents_play_any_legal_move_and_repeat_it_under_a_seed() -> None:
    seat = Seat("phoenix", seat=2)
    logs = []
    for seed in (1, 1, 2):
        seat.reset(seed=seed)
        logs.append(seat.state.log)
    assert logs[0] == logs[1] != logs[2]
    table, tries = seat._table, 4000
    legal = table.legal.tolist()
    played = Counter(table.sample(seat._dice) for _ in range(tries))
    assert set(played) == set(legal)
    assert max(played.values()) < 2 * tries / len(legal)


# --- many games


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
            observation, mask = lab.observed(state, seat)
            assert np.array_equal(shown[i], observation)
            assert np.array_equal(infos["action_mask"][i], mask)
        chosen = games.sample()
        assert infos["action_mask"][np.arange(6), chosen].all()
        shown, rewards, over, cut, infos = games.step(chosen)
        packed = bits.step(bits.sample())[4]["packed_mask"]
        assert np.array_equal(actions.unpacked(packed), infos["action_mask"])
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
        assert np.array_equal(shown[i], lab.observed(state, int(acted[i]) + 1)[0])
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
            ended = State(games.game, before[i : i + 1], None, Origin(whole=False))
            assert np.array_equal(infos["final_obs"][i], lab.observed(ended, 1)[0])
        return
    assert are_same(games.records[1:], before[1:])
    for i in (1, 2, 3):
        assert np.array_equal(shown[i], lab.observed(games.state(i), 1)[0])
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
        assert np.array_equal(shown[i], lab.observed(games.state(i), seat)[0])
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
