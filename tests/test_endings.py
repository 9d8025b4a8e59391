"""How games end: why, what decided, the best moves; and what each move did, in short."""

from __future__ import annotations

import random
from typing import Any

import pytest

import genial
from genial.core.ending import ending_of
from genial.core.state import State

GAMES: list[tuple[str, dict[str, Any], set[str]]] = [
    ("ingenious", {}, {"no-room", "all-full"}),
    ("ingenious", {"players": 1}, {"no-room"}),
    ("ingenious", {"players": 4, "variant": "teams"}, {"no-room"}),
    ("tile-challenge", {"players": 3}, {"complete", "idle"}),
    ("tile-challenge", {"games": 2}, {"series"}),
    ("spezial", {"players": 3}, {"all-laid"}),
    ("phoenix", {}, {"rounds"}),
]


def played(game: str, options: dict[str, Any], seed: int = 1) -> State:
    rng, state = random.Random(seed), genial.game(game, **options).start(seed=seed)
    while not state.over:
        moves = state.legal()
        state = state.play(moves[rng.randrange(len(moves))])
    return state


@pytest.mark.parametrize(("game", "options", "reasons"), GAMES)
def test_a_finished_game_says_why_it_is_over_and_a_running_one_does_not(
    game: str, options: dict[str, Any], reasons: set[str]
) -> None:
    state = played(game, options)
    told = ending_of(state, state.ranks)
    assert told.reason in reasons
    assert told.facts["n"] > 0
    earlier = ending_of(state.undo(), tuple(range(1, state.game.players + 1)))
    assert earlier.reason == ""
    assert earlier.place is None, "colours did not decide a game that was broken off"


@pytest.mark.parametrize("seed", range(6))
def test_the_marked_place_is_the_first_difference_of_winner_and_second(seed: int) -> None:
    state = played("ingenious", {"players": 3}, seed)
    told, ranks = ending_of(state, state.ranks), state.ranks
    assert ranks is not None
    columns = [
        [points[colour] for colour in order]
        for points, order in zip(state.scores, told.orders, strict=True)
    ]
    assert columns == [sorted(points.values()) for points in state.scores]
    first, second = ranks.index(1), ranks.index(2)
    assert told.place is not None
    assert columns[first][: told.place] == columns[second][: told.place]
    assert columns[first][told.place] > columns[second][told.place]


def test_no_place_is_marked_where_colours_did_not_decide() -> None:
    state = played("ingenious", {})
    ranks = state.ranks
    assert ranks in ((1, 2), (2, 1))
    assert ending_of(state, ranks).place is not None
    assert ending_of(state, ranks[::-1]).place is None, "the winner by colours had given up"
    assert ending_of(state, (1, 1)).place is None
    assert ending_of(state, None).place is None


@pytest.mark.parametrize(("game", "options", "reasons"), GAMES)
def test_effects_add_up_to_the_tracks(
    game: str, options: dict[str, Any], reasons: set[str]
) -> None:
    if game == "phoenix" or "games" in options:
        return  # a round brings points to both seats, a series begins anew
    state = played(game, options)
    sums = [dict.fromkeys(points, 0) for points in state.scores]
    for after in state.history[1:]:
        assert after.effect is not None
        assert after.mover is not None
        for colour, points in after.effect.gains.items():
            sums[state.game.tracks[after.mover - 1]][colour] += points
    assert sums == state.scores


def test_the_last_move_of_a_game_in_a_series_keeps_its_gains() -> None:
    state = played("tile-challenge", {"games": 2})
    (last,) = [
        after for after in state.history[1:]
        if after.previous is not None and after.series != after.previous.series and not after.over
    ]  # fmt: skip
    assert last.previous is not None
    assert last.effect is not None
    assert last.last_move is not None
    assert last.effect.gains == last.previous.explain(last.last_move)["gains"] != {}


def test_best_moves_are_those_with_the_most_points() -> None:
    state = played("ingenious", {})
    best = ending_of(state, state.ranks).best
    sums = [sum(one.gains.values()) for one in best]
    assert sums == sorted(sums, reverse=True)
    for one in best:
        gains = [
            sum(after.effect.gains.values())
            for after in state.history[1:]
            if after.mover == one.seat and after.effect is not None
        ]
        assert sum(one.gains.values()) == max(gains)
        assert state.history[one.number].last_move == one.move
        assert one.piece == "".join(letter for letter in one.move if letter.isupper())


def test_completed_colours_are_counted_by_seat() -> None:
    game = genial.game("ingenious", headstart="6 6")
    rng, state = random.Random(4), game.start(seed=4)
    while not state.over:
        moves = state.legal()
        best = max(rng.sample(range(len(moves)), min(30, len(moves))),
                   key=lambda k: sum(state.explain(moves[k])["gains"].values()))  # fmt: skip
        state = state.play(moves[best])
    completed = ending_of(state, state.ranks).completed  # type: ignore[attr-defined]
    assert completed == [sum(n == 18 for n in points.values()) for points in state.scores]
    assert sum(completed) > 0


def test_a_failed_turn_says_why() -> None:
    state, seen = played("tile-challenge", {}, 3), set()
    for after in state.history[1:]:
        before, effect = after.previous, after.effect
        assert before is not None
        assert effect is not None
        if after.last_move != "draw" or not effect.failed:
            continue
        view = before.view(None, log=False)
        assert f"* tile {effect.colour}" == after.lines[1]
        in_row = effect.colour in view["staging"]
        assert effect.failed == ("in-row" if in_row else "not-in-middle")
        assert in_row or not view["middle"][effect.colour]
        seen.add(effect.failed)
    assert seen == {"in-row", "not-in-middle"}
    failed = ending_of(state, state.ranks).failed  # type: ignore[attr-defined]
    assert sum(failed) == sum(bool(after.effect and after.effect.failed) for after in state.history)


def test_the_rounds_of_phoenix_add_up_to_the_points() -> None:
    state = played("phoenix", {})
    told: Any = ending_of(state, state.ranks)
    assert len(told.rounds) == told.facts["n"] == 3
    assert [sum(column) for column in zip(*told.rounds, strict=True)] == told.totals
    assert told.totals == [points["points"] for points in state.scores]
