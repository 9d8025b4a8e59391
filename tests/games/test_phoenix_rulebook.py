"""Sentences of Phoenix' printed rules that no other test pins."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from tests.games.test_phoenix import CARDS, COLOURS, at, finished, lines

import genial


def test_every_turn_uses_one_card_played_or_discarded() -> None:
    state = at(hand="M2 S3 R N1 X")
    cards = Counter(move.lstrip("-").split(":")[0] for move in state.legal())
    assert set(cards) == {"M2", "S3", "R", "N1", "X"}
    assert {move for move in state.legal() if move.startswith("-")} == {
        *("-M2", "-S3", "-R", "-N1", "-X")
    }


def test_a_played_card_lies_open_on_the_discards_and_a_new_one_is_drawn() -> None:
    state = at(hand="S1 R R R R")
    after = state.play("R")
    for seat in (None, 1, 2):
        view = after.view(seat)
        assert view["discards"] == {card: int(card == "R") for card in CARDS}
        assert (view["hand_sizes"], view["pile"]) == ([5, 5], 39)
    assert after.turn == 2


def test_a_game_has_three_rounds_and_their_points_add_up() -> None:
    state = finished(5)
    total, rounds = [0, 0], 0
    for before, after in pairwise(state.history):
        told = before.explain(after.last_move or "")
        if told["ends_round"]:
            rounds += 1
            total = [sum(both) for both in zip(total, told["line_points"], strict=True)]
    assert rounds == sum(line.startswith("* spectrum") for line in state.log) == 3
    assert [score["points"] for score in state.scores] == total


def test_every_round_is_played_with_all_cards_and_pawns() -> None:
    state = finished(5)
    starts = [step for step in state.history if step.view(None)["pile"] == 40]
    assert [step.view(None)["round"] for step in starts] == [1, 2, 3]
    for step in starts:
        position = step.position()
        held = Counter(position["hands"][0]) + Counter(position["hands"][1])
        assert Counter(position["pile"]) + held == Counter(CARDS)
        pawns = Counter("".join(lines(step)))
        assert sum(pawns.values()) == 20
        assert all(pawns[colour] <= 5 for colour in COLOURS)


def test_an_exchange_can_be_made_on_each_of_the_ten_places_and_needs_no_consent() -> None:
    state = at(hand="X R R R R")
    for place in range(1, 11):
        before, after = lines(state), lines(state.play(f"X:{place}"))
        assert after[0][place - 1] == before[1][place - 1]
        assert after[1][place - 1] == before[0][place - 1]


def test_the_lines_keep_ten_places_whatever_is_played() -> None:
    state = genial.game("phoenix").start(seed=4)
    for move in state.legal():
        told = state.explain(move)
        assert [len(line) for line in told["lines"]] == [10, 10]
        assert sorted("".join(told["lines"])) == sorted("".join(lines(state)))
        assert sorted(told["spectrum"]) == sorted(COLOURS)


def test_a_run_of_four_is_not_also_a_run_of_three() -> None:
    told = at("RRRRGYPBGY", hand="S1 R R R R", pile=1).explain("-R")
    runs = [part for part in told["parts"] if part["kind"] == "run"]
    assert [(part["seat"], part["points"], part["places"]) for part in runs] == [(2, 3, [1, 4])]
