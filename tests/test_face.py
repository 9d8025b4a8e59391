"""The library's face, as records.md fixes it."""

from __future__ import annotations

import random
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

import genial
from genial import State


def test_the_games_there_are() -> None:
    assert genial.games() == ("ingenious", "tile-challenge", "spezial", "phoenix")


@pytest.mark.parametrize("name", ["chess", "", None, 3, "Ingenious"])
def test_an_unknown_game_names_the_known_ones(name: object) -> None:
    with pytest.raises(genial.BadOption, match="ingenious, tile-challenge, spezial or phoenix"):
        genial.game(name)  # type: ignore[arg-type]


def test_playing_leaves_the_old_state_unchanged() -> None:
    state = genial.game("ingenious").start(seed=7)
    before = state.position()
    after = state.play("Rd12Bd11")
    assert state.position() == before
    assert state.turn == 1
    assert after.undo() is state
    with pytest.raises(genial.IllegalMove, match="no move to take back"):
        state.undo()


def test_the_seat_is_checked_when_given() -> None:
    state = genial.game("ingenious").start(seed=7)
    with pytest.raises(genial.WrongTurn, match="it is seat 1's turn") as refused:
        state.play("Rd12Bd11", seat=2)
    assert refused.value.code == "wrong-turn"
    assert isinstance(refused.value, genial.IllegalMove)
    assert state.play("Rd12Bd11", seat=1).turn == 2


def test_the_four_refusals_differ() -> None:
    state = genial.game("ingenious").start(seed=7)
    for text, kind in [("nonsense", genial.BadText), ("Rh8Bi8", genial.IllegalMove)]:
        with pytest.raises(genial.IllegalMove) as refused:
            state.play(text)
        assert type(refused.value) is kind


def test_legal_moves_are_a_sequence() -> None:
    moves = genial.game("ingenious").start(seed=7).legal()
    texts = list(moves)
    assert len(moves) == len(texts) == 594
    assert moves[0] == texts[0]
    assert moves[-1] == texts[-1]
    assert moves[2:5] == texts[2:5]
    assert moves.index(texts[100]) == 100
    assert texts[100] in moves
    assert "Rh8Bi8" not in moves
    assert "nonsense" not in moves
    assert 5 not in moves
    assert moves == texts
    assert moves.count(texts[3]) == 1
    assert [*reversed(moves)] == texts[::-1]
    with pytest.raises(ValueError, match="not among"):
        moves.index("Rh8Bi8")
    with pytest.raises(IndexError):
        moves[594]
    assert random.Random(1).choice(moves) in texts


def test_a_view_is_refused_for_a_seat_that_does_not_exist() -> None:
    state = genial.game("phoenix").start(seed=1)
    for seat in (0, 3, "1"):
        with pytest.raises(genial.GenialError, match="seats 1 to 2"):
            state.view(seat)  # type: ignore[arg-type]


def test_a_position_of_another_game_is_refused() -> None:
    position = genial.game("phoenix").start(seed=1).position()
    with pytest.raises(genial.BadPosition, match="another game"):
        genial.game("ingenious").at(position)
    two = genial.game("ingenious", players=2).start(seed=1).position()
    with pytest.raises(genial.BadPosition, match="other options than"):
        genial.game("ingenious", players=3).at(two)
    for nonsense in (None, 5, [], "x", {}):
        with pytest.raises(genial.BadPosition):
            genial.game("ingenious").at(nonsense)  # type: ignore[arg-type]


def test_a_state_from_a_position_has_a_log_from_there_and_no_record() -> None:
    start = genial.game("ingenious").start(seed=7)
    state = start.game.at(start.position(), seed=3)
    assert state.log == []
    assert state.play("Rd12Bd11").log[0] == "1 Rd12Bd11"
    with pytest.raises(genial.GenialError, match="has no record"):
        state.record()


def test_headers_of_a_record() -> None:
    state = genial.game("ingenious", start=2).start(seed=7)
    text = state.record(seat_1="Ada", seat_2="Bob Ö", site="")
    assert text.startswith("game: ingenious\nplayers: 2\nvariant: standard\nstart: 2\n")
    assert "\nseat 1: Ada\n" in text
    assert "\nsite:\n" in text
    assert genial.replay(text).record() == text
    for bad in ("two\nlines", "bell\x07", " blank", "x" * 3000, 5):
        with pytest.raises(genial.GenialError, match="header"):
            state.record(site=bad)  # type: ignore[arg-type]


def test_errors_survive_pickling() -> None:
    import pickle

    with pytest.raises(genial.BadRecord) as refused:
        genial.replay("game: x")
    error = pickle.loads(pickle.dumps(refused.value))
    assert str(error) == str(refused.value)
    assert error.line == 1
    assert error.code == refused.value.code


def play_out(seed: int) -> State:
    chooser = random.Random(seed)
    state = genial.game("ingenious").start(seed=seed)
    while not state.over:
        state = state.play(chooser.choice(state.legal()))
    return state


def test_states_can_be_played_in_threads() -> None:
    alone = [play_out(seed).record() for seed in range(8)]
    barrier = threading.Barrier(4)

    def work(seed: int) -> str:
        if seed < 4:
            barrier.wait()
        return play_out(seed).record()

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(work, range(8))) == alone


# --- how a state came about


def played(moves: int, name: str = "phoenix", **options: Any) -> State:
    """A state after some moves at random."""
    chooser, state = random.Random(moves), genial.game(name, **options).start(seed=5)
    for _ in range(moves):
        state = state.play(chooser.choice(state.legal()))
    return state


def test_a_state_knows_its_last_move_its_player_and_the_state_before() -> None:
    start = played(0)
    move = start.legal()[3]
    state = start.play(move)
    assert (start.last_move, start.mover, start.previous, start.move_count) == (None, None, None, 0)
    assert (state.last_move, state.mover, state.move_count) == (move, start.turn, 1)
    assert state.previous is start
    assert state.lines[0] == f"{start.turn} {move}"


def test_history_is_every_state_from_the_start_on() -> None:
    state = played(4)
    assert [one.move_count for one in state.history] == [0, 1, 2, 3, 4]
    assert state.history[-1] is state
    assert [line for one in state.history for line in one.lines] == state.log


def test_a_branch_deals_from_its_own_seed_and_leaves_the_game_alone() -> None:
    state = played(3, "tile-challenge")
    log, one, other = state.log, state.branch(seed=1), state.branch(seed=2)
    assert one == other == state
    assert one.log == log

    def later(state: State) -> list[str]:
        for _ in range(30):
            state = state.play(state.legal()[0])
        return state.log

    assert later(one) == later(state.branch(seed=1)) != later(other)
    assert state.log == log
    assert "commitment" in state.record()
    assert "commitment" not in one.record(), "its deals do not follow from the key"


def test_given_draws_replace_what_was_dealt() -> None:
    game = genial.game("phoenix")
    mine, stored = game.start(seed=1), game.start(seed=2)
    same = mine.with_draws(mine.chance_lines)
    other = mine.with_draws(stored.chance_lines)
    assert same is mine
    assert other == stored
    assert other.chance_lines == stored.chance_lines
    assert "commitment" not in other.record()
    move = mine.legal()[0]
    cards = [mine.branch(seed).play(move) for seed in range(20)]
    after = next(state for state in cards if state.chance_lines != cards[0].chance_lines)
    assert cards[0].with_draws(after.chance_lines) == after
    assert cards[0].with_draws(after.chance_lines).previous == mine


@pytest.mark.parametrize(
    "lines", [("* card 1 M1",), (), ("* nonsense",), ("* spectrum RRRRRR",)]
)  # fmt: skip
def test_draws_that_cannot_be_are_refused(lines: tuple[str, ...]) -> None:
    with pytest.raises(genial.GenialError):
        played(0).with_draws(lines)


def test_chance_by_hand_leads_where_the_dealer_went() -> None:
    dealt = played(2, "ingenious", players=2)
    state = dealt.game.start_undealt()
    assert state.is_chance_due
    for one in dealt.history:
        if one.previous is not None:
            state = state.play_undealt(one.last_code)
        for outcome in one.draws:
            weights = dict(state.outcomes())
            assert weights[outcome] > 0
            state = state.settle(outcome)
        assert not state.is_chance_due
        assert state.outcomes() == []
    assert state == dealt
    assert state.log == dealt.log


def test_an_outcome_that_is_not_due_is_refused() -> None:
    with pytest.raises(genial.IllegalMove, match="cannot be the outcome of this draw"):
        played(1).settle(3)
