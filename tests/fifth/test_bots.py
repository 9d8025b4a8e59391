"""The fifth game's bots: the search that serves every game, in matches too."""

from __future__ import annotations

import pytest

import genial
from genial.arena import match
from genial.bots import levels, make, names
from genial.core.errors import BadOption


def test_a_game_without_bots_of_its_own_has_a_search_and_levels() -> None:
    game = genial.game("pairs")
    assert names(game) == ("random", "search", "novice", "club", "genius")
    assert levels(game) == ("novice", "club", "genius")


def test_the_search_compares_all_legal_moves() -> None:
    game = genial.game("pairs")
    state = game.start(seed=3)
    thought = make(game, "search", seed=1).think(state.view(1), effort=500)
    assert {candidate.move for candidate in thought.candidates} == set(state.legal())
    assert thought.move == thought.candidates[0].move
    assert all(0 <= candidate.value <= 1 for candidate in thought.candidates)
    assert thought.visits == 500


def test_the_same_seed_and_view_give_the_same_move() -> None:
    game = genial.game("pairs")
    view = game.start(seed=4).view(1)
    chosen = {make(game, "club", seed=7).choose(view) for _ in range(3)}
    assert len(chosen) == 1


def test_a_match_is_played_and_the_search_beats_random_moves() -> None:
    report = match(
        genial.game("pairs"), ["club", "random"], games=60, seed=1, workers=0
    )  # fmt: skip
    assert report.games == 60
    assert report.score_label == "points"
    assert not report.forfeits
    search, chance = report.bots
    assert search.share is not None
    assert chance.share is not None
    assert search.share > chance.share + 0.2


def test_workers_in_other_processes_know_the_game() -> None:
    report = match(genial.game("pairs"), ["random", "random"], games=8, seed=1, workers=2)
    assert report.games == 8
    assert not report.forfeits


def test_there_is_nothing_to_train() -> None:
    from genial.bots.training import training_of

    with pytest.raises(BadOption, match="Pairs has nothing to train"):
        training_of(genial.game("pairs"))
