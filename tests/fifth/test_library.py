"""The fifth game in the library: play, records, views, batches, and its registration."""

from __future__ import annotations

import itertools
import os
import pickle
import random
import subprocess
import sys

import numpy as np
import pytest

import genial
from genial import State
from genial.bots.belief import from_view
from genial.core import engine
from genial.core.chance import fast_stream
from genial.games import facts
from tests.fifth import rules


def play_out(seed: int, moves: int = 99) -> State:
    """A game of random moves."""
    chooser, state = random.Random(seed), genial.game("pairs").start(seed=seed)
    while not state.over and state.move_count < moves:
        state = state.play(chooser.choice(state.legal()))
    return state


def test_one_registration_makes_a_game_known() -> None:
    assert genial.games()[-1] == "pairs"
    assert genial.game("pairs").title == facts("pairs").title == "Pairs"
    genial.register("tests.fifth")  # twice is once
    assert genial.games().count("pairs") == 1


def test_processes_started_from_here_know_it_too() -> None:
    code = "import genial; print(genial.game('pairs').start(seed=3).position())"
    done = subprocess.run(
        [sys.executable, "-c", code], env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.stdout.strip() == str(genial.game("pairs").start(seed=3).position()), done.stderr


def test_another_package_cannot_take_the_name_of_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "impostor", sys.modules["tests.fifth"])
    with pytest.raises(genial.BadOption, match=r"already a game 'pairs': tests\.fifth"):
        genial.register("impostor")


def test_options_are_checked() -> None:
    with pytest.raises(genial.BadOption, match="players must be 2"):
        genial.game("pairs", players=3)
    with pytest.raises(genial.BadOption, match="no option 'cards'"):
        genial.game("pairs", cards=3)


def test_a_game_is_played_to_its_end_and_scores_pairs() -> None:
    state = play_out(1)
    assert state.over
    assert state.move_count == rules.N_CARDS
    played = [one.last_move for one in state.history[1:]]
    pairs = sum(a == b for a, b in itertools.pairwise(played))
    points = [track["points"] for track in state.scores]
    assert sum(points) == 3 * (1 + 2 + 3 + 4 + 5 + 6) + rules.PAIR * pairs
    assert state.ranks == tuple(1 + sum(other > own for other in points) for own in points)


def test_illegal_moves_are_refused_with_a_reason() -> None:
    state = genial.game("pairs").start(seed=1)
    missing = next(card for card in range(1, 7) if f"play:{card}" not in state.legal())
    with pytest.raises(genial.IllegalMove, match="is not in the hand") as refused:
        state.play(f"play:{missing}")
    assert refused.value.code == "not-in-hand"
    with pytest.raises(genial.BadText, match="looks like play:4"):
        state.play("play 4")


@pytest.mark.parametrize("moves", [0, 7, 99])
def test_records_replay_and_their_deals_can_be_verified(moves: int) -> None:
    state = play_out(2, moves)
    again = genial.replay(state.record())
    assert again == state
    assert again.record() == state.record()
    if state.over:
        assert genial.verify(state.record())[0] == state


@pytest.mark.parametrize("moves", [0, 5, 99])
def test_positions_and_pickles_come_back_as_they_were(moves: int) -> None:
    state = play_out(3, moves)
    assert state.game.at(state.position()) == state
    assert pickle.loads(pickle.dumps(state)) == state


def test_a_view_hides_what_the_opponent_drew() -> None:
    state = play_out(4, 6)
    mine, theirs, spectators = state.view(1), state.view(2), state.view(None)
    assert mine["hand"] == state.position()["hands"][0]
    assert spectators["hand"] is None
    assert [line for line in mine["log"] if line.startswith("* hand")][1] == "* hand 2 ? ? ?"
    assert not any("?" in line for line in mine["log"] if line.startswith("* card 1"))
    assert all(line.endswith("?") for line in theirs["log"] if line.startswith("* card 1"))
    assert genial.schema("pairs")["$defs"]["View"]["properties"]["pile"] == {"type": "integer"}


@pytest.mark.parametrize("seat", [1, 2])
def test_redealing_what_a_seat_cannot_see_leaves_its_view_alone(seat: int) -> None:
    state = play_out(5, 9)
    deals = set()
    for seed in range(20):
        array = state.array.copy()
        engine.redeal(array, 0, seat - 1, fast_stream(seed))
        other = state.game.state_of(array)
        assert other.view(seat, log=False) == state.view(seat, log=False)
        deals.add(str(other.position()["hands"]))
    assert len(deals) > 3


@pytest.mark.parametrize("seat", [1, 2])
@pytest.mark.parametrize("moves", [0, 1, 8, 17])
def test_from_view_rebuilds_a_possible_game(seat: int, moves: int) -> None:
    state = play_out(6, moves)
    view = state.view(seat)
    deals = set()
    for seed in range(12):
        rebuilt = state.game.state_of(from_view(view, fast_stream(seed)))
        assert rebuilt.view(seat, log=False) == state.view(seat, log=False)
        assert rebuilt.turn == state.turn
        deals.add(str(rebuilt.position()["hands"]))
    assert (len(deals) > 1) is (moves < 17), "what is hidden is dealt at random"


def test_from_view_refuses_a_log_that_cannot_be() -> None:
    view = play_out(6, 8).view(1)
    move = next(k for k, line in enumerate(view["log"]) if line.startswith("1 "))
    view["log"][move] = "2 play:1"
    with pytest.raises(genial.BadView):
        from_view(view, fast_stream(1))


def test_many_games_are_played_side_by_side() -> None:
    batch = genial.game("pairs").batch(200, seed=1)
    utilities = batch.playout()
    assert batch.over.all()
    assert np.allclose(utilities.sum(axis=1), 1.0)
    assert 0.3 < utilities[:, 0].mean() < 0.7
