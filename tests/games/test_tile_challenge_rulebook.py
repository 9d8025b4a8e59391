"""Sentences of Tile Challenge's printed rules that no other test pins."""

from __future__ import annotations

import random
from itertools import pairwise

from tests.games.test_tile_challenge import (
    COLOURS,
    EMPTY,
    at,
    heap,
    last_lines,
    middle,
    replayed,
    rows,
)

import genial
from genial import State


def random_game(players: int, seed: int) -> list[State]:
    """All states of a game in which the players stop or take more often than not."""
    chooser = random.Random(seed)
    states = [genial.game("tile-challenge", players=players).start(seed=seed)]
    while not states[-1].over:
        legal = states[-1].legal()
        states.append(states[-1].play(legal[-1] if chooser.random() < 0.6 else legal[0]))
    return states


def test_there_are_21_tiles_of_each_colour() -> None:
    state = genial.game("tile-challenge", players=4).start(seed=1)
    stack = state.view(None)["stack"]
    assert {c: stack[c] + middle(state)[c] for c in COLOURS} == dict.fromkeys(COLOURS, 21)


def test_play_goes_round_by_seat_number() -> None:
    changes = [
        (before.turn, after.turn)
        for before, after in pairwise(random_game(3, 4))
        if after.turn not in (before.turn, None)
    ]
    assert set(changes) == {(1, 2), (2, 3), (3, 1)}


def test_collected_tiles_are_safe_until_the_end() -> None:
    for before, after in pairwise(random_game(2, 7)):
        for then, now in zip(before.scores, after.scores, strict=True):
            assert all(now[colour] >= then[colour] for colour in COLOURS)


def test_a_failed_turn_costs_only_what_was_turned_up_in_it() -> None:
    collection = rows(3, 2, 1, 0, 4, 5)
    state = at(collection, stack="GG", staging="RG").play("draw")
    assert state.scores[0] == collection
    assert state.turn == 2


def test_a_player_may_draw_on_as_long_as_tiles_match() -> None:
    state = at(stack="PP", staging="RGBOY").play("draw")
    assert state.view(1)["staging"] == [*COLOURS]
    assert set(state.legal()) == {"draw", "stop"}


def test_the_middle_may_show_one_colour_only() -> None:
    state = replayed("* middle R R R\n1 draw\n* tile R\n1 stop\n* middle G G G")
    assert middle(state) == heap("GGG")
    assert (state.turn, state.scores[0]) == (2, heap("RRRR"))


def test_taking_turns_up_nothing_and_leaves_the_rest_of_the_middle() -> None:
    state = at(rows(2, 2, 2, 2, 2, 1), middle="PPRG").play("take")
    assert middle(state) == heap("PRG")
    assert last_lines(state) == []
    assert state.scores == [rows(2, 2, 2, 2, 2, 2), EMPTY]
