"""Gymnasium: one seat against bots, and what it shares with games by the thousand."""

from __future__ import annotations

import copy
from collections import Counter
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import genial
from genial.bots import Bot, make
from genial.core.kit import Data
from genial.lab.gymnasium import BY_THE_CLOCK, IDS, Games, Seat
from genial.lab.rendering import MODES
from genial.lab.texts import text as text_of
from tests.cases import CASES, name_of

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
    asked = [state for state in seat.state.history if state.turn not in (None, 1)]
    assert len(spy.views) == len(asked) > 5
    assert spy.views == [state.view(state.turn) for state in asked]


@one_each
def test_an_effort_is_for_bots_that_think_by_the_clock(case: Case) -> None:
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
    table, tries = seat._simulator, 4000
    legal = table.legal.tolist()
    played = Counter(table.sample(seat._dice) for _ in range(tries))
    assert set(played) == set(legal)
    assert max(played.values()) < 2 * tries / len(legal)
