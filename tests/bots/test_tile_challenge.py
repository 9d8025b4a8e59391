"""The bots of Tile Challenge: turns are solved exactly, habits are what they say, levels differ."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import genial
from genial import State, bots
from genial.bots import training
from genial.bots.bot import Clock
from genial.bots.tile_challenge import (
    backpropagation,
    lookahead,
    network,
    styles,
    turn_solver,
    utility,
)
from genial.bots.tile_challenge import model as tile_challenge
from genial.bots.tile_challenge import training as lessons
from genial.bots.tile_challenge.backpropagation import AVERAGE, NETWORK, initial_rows
from genial.bots.tile_challenge.selfplay import gather_positions, win_shares
from genial.core.chance import fast_stream
from genial.core.kernel import Records, cold, in_python
from genial.games.tile_challenge import rules
from genial.games.tile_challenge.rules import DRAW, DRAWN, STOP, TAKE
from tests.cases import random_states
from tests.games.test_tile_challenge import EMPTY, REST, at, rows

Values = list[Fraction]


@cold
def judge(games: Records, w: Any, row: Any, hidden: Any, told: Any, out: Any) -> None:
    network.predict(games[0], w, row, hidden, told, out)


def judged(games: Records, w: Any, out: Any) -> None:
    row, hidden, told = (
        np.zeros(n, np.float32) for n in (network.WIDTH, network.HIDDEN, network.SERIES)
    )
    judge(games, w, row, hidden, told, out)


@cold
def ended(games: Records, out: Any) -> None:
    utility.end_utilities(games[0], False, out)


@cold
def solved(games: Records, w: Any, plans: Records) -> None:
    turn_solver.solve(games[0], w, plans[0])


@cold
def solved_ahead(games: Records, w: Any, plans: Records, spare: Records) -> int:
    return lookahead.solve_ahead(games[0], w, plans[0], spare, plans[1:])


@cold
def passed_back(games: Records, w: Any, answer: Any, gradient: Any, scratch: Any) -> float:
    return backpropagation.pass_back(games[0], w, answer, 1.0, gradient, scratch)


@cold
def eager(games: Records, style: int) -> float:
    return styles.eagerness(games[0], style)


@cold
def likely_to_fail(games: Records) -> float:
    return styles.fail_chance(games[0])


def definite_network(players: int, seed: int = 5) -> Any:
    """A network that says something definite about every position."""
    return 2 * initial_rows(players, seed)[NETWORK]


def numbers(array: Any, players: int) -> Values:
    return [Fraction(float(number)) for number in array[:players]]


def after_the_turn(game: Records, finished: int, w: Any) -> Values:
    out = np.zeros(4, np.float32)
    named = game.view(np.recarray)[0]
    if named.phase == rules.OVER or named.finished > finished:
        ended(game, out)
    else:
        judged(game, w, out)
    return numbers(out, int(named.players))


def enumerated(
    game: Records,
    w: Any,
    found: dict[int, Any],
    judge: Callable[..., Values] = after_the_turn,
    known: dict[bytes, Values] | None = None,
) -> Values:
    """What each seat can expect in the middle of a turn, by playing all of it out by the rules.

    `found` has what the moves are worth to the seat in turn, by staging row. The same position
    comes up in many orders; `known` has what has been worked out already.
    """
    known = {} if known is None else known
    if (same := known.get(game.tobytes())) is not None:
        return same
    named = game.view(np.recarray)[0]
    seat, finished, staging = int(named.turn), int(named.finished), int(named.staging)
    worth: dict[int, Values] = {}
    moves, weights = np.zeros(8, np.int32), np.zeros(8, np.int32)
    for move in moves[: in_python(rules.legal)(named, moves)].tolist():
        other = game.copy()
        record = other.view(np.recarray)[0]
        in_python(rules.play)(record, move)
        if move != DRAW:
            worth[move] = judge(other, finished, w)
            continue
        outcomes = np.zeros(8, np.int32)
        n = in_python(rules.chance)(record, outcomes, weights)
        total = int(weights[:n].sum())
        means = [Fraction(0)] * int(named.players)
        for outcome, weight in zip(outcomes[:n].tolist(), weights[:n].tolist(), strict=True):
            drawn = other.copy()
            then = drawn.view(np.recarray)[0]
            in_python(rules.settle)(then, outcome)
            joined = int(then.staging) == staging + (1 << 8 * (outcome - DRAWN))
            if joined:
                values = enumerated(drawn, w, found, judge, known)
            else:
                values = judge(drawn, finished, w)
            means = [m + Fraction(weight, total) * v for m, v in zip(means, values, strict=True)]
        worth[move] = means
    found[staging] = {move: values[seat] for move, values in worth.items()}
    known[game.tobytes()] = max(worth.values(), key=lambda values: values[seat])
    return known[game.tobytes()]


def check_plan(state: State, w: Any) -> int:
    """Compare the plan of a turn with all its ways to go on; how many staging rows there are."""
    players = state.game.players
    plans: Records = np.zeros(1, turn_solver.PLAN)
    game = state.array.copy()
    solved(game, w, plans)
    assert game.tobytes() == state.array.tobytes()
    plan = plans.view(np.recarray)[0]
    found: dict[int, Any] = {}
    expected = enumerated(game, w, found)
    here = set_of(int(game["staging"][0]))
    assert plan.value[here][:players] == pytest.approx([float(v) for v in expected], abs=2e-5)
    for staging, moves in found.items():
        staged = set_of(int(staging))
        stop = moves.get(STOP, moves.get(TAKE, Fraction(-1)))
        assert plan.stop[staged] == pytest.approx(float(stop), abs=2e-5)
        assert plan.draw[staged] == pytest.approx(float(moves.get(DRAW, -1)), abs=2e-5)
    return len(found)


def set_of(staging: int) -> int:
    return sum(1 << k for k, number in enumerate(staging.to_bytes(8, "little")) if number)


POSITIONS = {
    "start": at(middle="RGB"),
    "one colour": at(middle="RRRR"),
    "five colours": at(rows(1, 2, 3, 4, 5, 6), rows(2, 2, 2, 2, 2, 2), middle="RRGBOOY"),
    "half-way": at(rows(1, 2, 3, 4, 5, 6), middle="RRGBOY", staging="G"),
    "fills two": at(rows(6, 6, 0, 0, 0, 0), middle="RGB", bonus=0),
    "bonus turns owed": at(rows(7, 7, 7, 0, 0, 0), middle="RRGB", bonus=2),
    "about to win": at(rows(7, 7, 7, 7, 6, 6), rows(5, 5, 5, 5, 5, 5), middle="YPPR"),
    "wins by taking": at(rows(7, 7, 7, 7, 7, 6), rows(5, 5, 5, 5, 5, 5), middle="YPPR"),
    "takes": at(rows(3, 2, 1, 2, 3, 3), middle="BBRG"),
    "nothing but surplus": at(rows(7, 7, 1, 1, 1, 1), middle="RRG", turn=1),
    "last idle turn": at(rows(7, 7, 1, 1, 1, 1), rows(3, 0, 0, 0, 0, 0), middle="RRB", idle=59),
    "two tiles in the stack": at(rows(2, 2, 2, 2, 2, 2), stack="RG", middle=REST),
    "one tile in the stack": at(rows(2, 2, 2, 2, 2, 2), stack="R", middle=REST),
    "all staged": at(rows(2, 2, 2, 2, 2, 2), stack="", middle=REST, staging="R"),
    "three players": at(rows(1, 2, 3, 4, 5, 5), rows(2, 2, 2, 2, 2, 2), middle="RGGO", players=3),
    "four players": at(EMPTY, EMPTY, rows(4, 4, 4, 4, 4, 4), middle="RGGOY", players=4, turn=4),
    "wins among four": at(
        rows(5, 5, 5, 5, 5, 4), rows(4, 4, 4, 4, 4, 4), rows(0, 0, 1, 1, 1, 1),
        rows(4, 4, 4, 4, 4, 4), middle="RGPP", players=4,
    ),
    "series": at(rows(1, 2, 3, 4, 5, 6), middle="RGG", games=5, finished=2, series=[9, 12]),
    "end of a series": at(
        rows(7, 7, 7, 7, 7, 6), rows(5, 5, 5, 5, 5, 5), middle="PPP", games=3, finished=2,
        series=[9, 11],
    ),
    "end of a game of a series": at(
        rows(6, 6, 6, 6, 6, 5), rows(5, 5, 5, 5, 5, 5), middle="PPP", games=4, finished=1,
        series=[3, 6, 2], players=3,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", POSITIONS)
def test_a_turn_is_solved_exactly(name: str) -> None:
    state = POSITIONS[name]
    rows_found = check_plan(state, definite_network(state.game.players))
    assert (rows_found == 1) is (name == "all staged")


@pytest.mark.parametrize("options", [{"players": 2}, {"players": 4}, {"players": 3, "games": 2}])
def test_turns_of_any_game_are_solved_exactly(options: dict[str, int]) -> None:
    states = list(random_states("tile-challenge", options, 3))
    few = [state for state in states[:: len(states) // 8] if not state.over]
    assert len(few) > 5
    for state in few:
        if sum(1 for number in state.view(None)["middle"].values() if number) < 6:
            check_plan(state, definite_network(state.game.players))


def test_the_order_of_the_colours_makes_no_difference() -> None:
    w = definite_network(2)
    one = at(rows(1, 2, 3, 4, 5, 6), rows(3, 0, 0, 2, 1, 1), middle="RRGBO")
    other = at(rows(6, 5, 4, 3, 2, 1), rows(1, 1, 2, 0, 0, 3), middle="PPYOB")
    values = []
    for state in (one, other):
        out = np.zeros(4, np.float32)
        judged(state.array.copy(), w, out)
        values.append(out)
    assert values[0] == pytest.approx(values[1], abs=1e-6)
    assert 0 < values[0][0] < 1


def test_the_first_get_more_and_share_it_if_they_are_level() -> None:
    best, good, bad = rows(5, 5, 5, 5, 5, 4), rows(4, 4, 4, 4, 4, 4), EMPTY
    out = np.zeros(4, np.float32)
    ended(at(bad, best, good, good, middle="RGB", players=4).array.copy(), out)
    assert out.tolist() == pytest.approx([0, 1, 1 / 4, 1 / 4])
    ended(at(good, good, bad, bad, middle="RGB", players=4).array.copy(), out)
    assert out.tolist() == pytest.approx([2 / 3, 2 / 3, 1 / 12, 1 / 12], abs=1e-6)


# --- the turn after ------------------------------------------------------------------------


@pytest.mark.parametrize("missing", [1, 2, 3])
def test_the_ways_to_turn_up_tiles_are_counted_exactly(missing: int) -> None:
    stack = [3, 0, 1, 2, 5, 1]
    heap = np.uint64(sum(number << 8 * colour for colour, number in enumerate(stack)))
    tiles = [colour for colour, number in enumerate(stack) for _ in range(number)]
    orders = Counter(tuple(sorted(way)) for way in itertools.permutations(tiles, missing))
    for colours in itertools.combinations_with_replacement(range(6), missing):
        ways = in_python(lookahead.order_count)(heap, *[-1] * (3 - missing), *colours)
        assert max(ways, 0) == orders[colours]


def after_two_turns(game: Records, finished: int, w: Any) -> Values:
    """What comes of a position if the next turn is played as planned, whatever is turned up."""
    named = game.view(np.recarray)[0]
    if named.phase == rules.OVER or named.finished > finished:
        return after_the_turn(game, finished, w)
    if not in_python(rules.due)(named):
        plans: Records = np.zeros(1, turn_solver.PLAN)
        solved(game, w, plans)
        return numbers(plans["value"][0, 0], int(named.players))
    outcomes, weights = np.zeros(8, np.int32), np.zeros(8, np.int32)
    n = in_python(rules.chance)(named, outcomes, weights)
    means = [Fraction(0)] * int(named.players)
    for outcome, weight in zip(outcomes[:n].tolist(), weights[:n].tolist(), strict=True):
        other = game.copy()
        in_python(rules.settle)(other.view(np.recarray)[0], outcome)
        share = Fraction(weight, int(weights[:n].sum()))
        values = after_two_turns(other, finished, w)
        means = [m + share * v for m, v in zip(means, values, strict=True)]
    return means


@pytest.mark.parametrize(
    "name",
    ["start", "one colour", "fills two", "about to win", "last idle turn", "end of a series"],
)
def test_two_turns_are_solved_exactly(name: str) -> None:
    state = POSITIONS[name]
    players, w = state.game.players, definite_network(state.game.players)
    game, spare = state.array.copy(), state.array.copy()
    plans: Records = np.zeros(2, turn_solver.PLAN)
    assert solved_ahead(game, w, plans, spare) > 0
    assert game.tobytes() == state.array.tobytes()
    expected = enumerated(game, w, {}, after_two_turns)
    here = set_of(int(game["staging"][0]))
    found = plans["value"][0, here, :players]
    assert found == pytest.approx([float(v) for v in expected], abs=2e-5)


# --- habits --------------------------------------------------------------------------------


def some_states(options: dict[str, Any], seed: int = 4) -> list[State]:
    return [s for s in random_states("tile-challenge", options, seed) if not s.over]


def test_the_chance_to_fail_is_what_the_rules_say() -> None:
    for state in some_states({"players": 3}):
        if "draw" in state.legal():
            told = state.explain("draw")
            expected = told["failing"] / told["stack"]
            assert likely_to_fail(state.array.copy()) == pytest.approx(expected)


def test_a_habit_draws_until_it_has_enough() -> None:
    enough_for = {styles.DARING: 4, styles.BOLD: 3, styles.STEADY: 2, styles.COUNT: 2}
    for style, enough in enough_for.items():
        for staging in ("R", "RG", "RGB", "RGBO", "RGBOY"):
            game = at(middle="RGBOYP", staging=staging).array.copy()
            assert (eager(game, style) > 0) == (len(staging) < enough)
    assert eager(at(middle="RGBB", staging="RGB").array.copy(), styles.DARING) < 0


def test_some_take_where_drawing_is_risky_and_some_never_do() -> None:
    safe = at(rows(3, 2, 1, 2, 3, 3), middle="BRGOYP").array.copy()
    risky = at(rows(3, 2, 1, 2, 3, 3), middle="BBB").array.copy()
    for style in range(styles.EXACT):
        assert eager(safe, style) > 0
        assert (eager(risky, style) > 0) == (style < styles.COUNT)


def test_by_feel_the_stack_is_not_counted_and_by_risk_it_is() -> None:
    many, few = rows(0, 0, 0, 0, 0, 0), rows(0, 0, 0, 7, 7, 7)
    for style, differ in ((styles.FEEL, False), (styles.RISK, True)):
        eagerness = [
            eager(at(many, mine, middle="RGBOOO", staging="R").array.copy(), style)
            for mine in (many, few)
        ]
        assert (eagerness[0] != eagerness[1]) == differ


def test_a_haul_that_fills_a_colour_is_worth_a_risk_and_a_rich_one_is_kept() -> None:
    poor = at(rows(0, 0, 0, 0, 0, 0), middle="RGBOY", staging="R")
    rich = at(rows(0, 0, 0, 0, 0, 0), middle="RRRRRRGBO", staging="R")
    assert eager(poor.array.copy(), styles.HAUL) > 0 > eager(rich.array.copy(), styles.HAUL)


# --- the bot -------------------------------------------------------------------------------


def test_a_thought_tells_what_the_moves_are_worth() -> None:
    game = genial.game("tile-challenge", players=2)
    bot = bots.make(game, "search", seed=1)
    state = at(rows(7, 7, 7, 7, 7, 6), rows(6, 6, 6, 6, 6, 6), middle="PPP", staging="P")
    thought = bot.think(state.view(1))
    assert thought.move == "stop"
    assert [candidate.move for candidate in thought.candidates] == ["stop", "draw"]
    assert thought.candidates[0].value == 1.0 > thought.candidates[1].value
    assert thought.value == (1.0, 0.0)
    assert thought.colours is not None
    assert thought.colours[0] == dict.fromkeys("RGBOYP", 7.0)
    assert thought.colours[1] == dict.fromkeys("RGBOYP", 6.0)


def test_a_series_is_thought_about_to_the_end_of_the_game_being_played() -> None:
    game = genial.game("tile-challenge", players=2, games=99)
    thought = bots.make(game, "search", seed=1).think(game.start(seed=1).view(1))
    assert thought.colours is not None
    assert max(min(track.values()) for track in thought.colours) > 3


def test_in_a_hurry_only_its_own_turn_is_solved() -> None:
    state = at(rows(1, 2, 3, 4, 5, 6), rows(2, 2, 2, 2, 2, 2), middle="RRGBOOY")
    view = state.view(1)
    bot = bots.make(state.game, "search", seed=1)
    exact = bots.make(state.game, "exact", seed=1)
    quick = bot.think(view, seconds=0.01)
    assert [c.value for c in quick.candidates] == [c.value for c in exact.think(view).candidates]
    assert quick.candidates != bot.think(view, seconds=1).candidates
    assert bot.think(view, effort=1).candidates == quick.candidates
    assert bot.choose(view, Clock(left=0.1)) == quick.move


def test_what_was_learnt_for_others_is_refused() -> None:
    game = genial.game("tile-challenge", players=3)
    with pytest.raises(genial.BadOption, match="3 players"):
        bots.make(game, "search", learnt=definite_network(2))


# --- strength ------------------------------------------------------------------------------


def share_between(game: genial.Game, one: str, other: str, deals: int) -> float:
    """What one bot gets against the other; every deal is played from both seats."""
    players = [bots.make(game, name, seed=3) for name in (one, other)]
    got = 0.0
    for seed in range(deals):
        for seats in (players, players[::-1]):
            state = game.start(seed=seed)
            while not state.over:
                bot = seats[(state.turn or 1) - 1]
                state = state.play(bot.choose(state.view(state.turn)))
            got += state.utilities[seats.index(players[0])]
    return got / (2 * deals)


@pytest.mark.slow
@pytest.mark.parametrize("place", range(1, 6))
def test_every_level_beats_the_one_below(place: int) -> None:
    game = genial.game("tile-challenge", players=2)
    levels = bots.levels(game)
    assert share_between(game, levels[place], levels[place - 1], 40) > 0.53


@pytest.mark.parametrize(("players", "least"), [(2, 0.56), (3, 0.35), (4, 0.27)])
def test_exact_stopping_wins_against_rules_of_thumb(players: int, least: float) -> None:
    game = genial.game("tile-challenge", players=players)
    w = tile_challenge.load_weights(game.options)
    for style in (styles.RISK, styles.HAUL):
        assert win_shares(game, w, style, 1200, seed=8)[1] > least


# --- learning ------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{"players": 2}, {"players": 3, "games": 4}, {"players": 4}])
def test_the_gradient_is_the_slope_of_the_error(options: dict[str, int]) -> None:
    state = some_states(options)[30]
    players = state.game.players
    rng = np.random.default_rng(1)
    w = definite_network(players)
    w += rng.normal(0, 0.1, w.size).astype(np.float32)
    answer = np.array([0.9, 0.1, 0.3, 0.2], np.float32)
    gradient, scratch = np.zeros(w.size, np.float32), np.zeros(backpropagation.SCRATCH, np.float32)
    passed_back(state.array, w, answer, gradient, scratch)

    def loss(numbers: Any) -> float:
        """Cross-entropy, whose slope the gradient is."""
        out = np.zeros(4, np.float32)
        judged(state.array, numbers.astype(np.float32), out)
        seats = [int(state.array["turn"][0])] if players == 2 else range(players)
        return -sum(
            float(answer[k] * np.log(out[k]) + (1 - answer[k]) * np.log(1 - out[k])) for k in seats
        )

    steepest = np.argsort(-np.abs(gradient))[:40:4]
    for k in [*steepest.tolist(), *rng.choice(np.flatnonzero(gradient), 6).tolist()]:
        step = np.zeros(w.size)
        step[k] = 1e-2
        slope = (loss(w + step) - loss(w - step)) / 2e-2
        assert slope == pytest.approx(float(gradient[k]), rel=0.05, abs=2e-3)


def test_positions_to_learn_from_end_in_what_came_of_the_game() -> None:
    game = genial.game("tile-challenge", players=2)
    w = initial_rows(2, 1)[AVERAGE]
    positions: Records = np.zeros(4000, rules.DTYPE)
    answers = np.zeros((4000, 2), np.float32)
    work, plans = game.template.copy(), np.zeros(1, turn_solver.PLAN)
    n = gather_positions(
        game.template, work, plans, w, 10, 1.0, 0.0, fast_stream(3), positions, answers
    )
    assert 10 * 10 < n < 4000
    assert set(answers[:n].ravel().tolist()) <= {0.0, 0.5, 1.0}
    starts = np.flatnonzero((positions["middle"][:n] == 0) & (positions["collections"][:n, 0] == 0))
    assert len(starts) >= 10
    again = gather_positions(
        game.template, work, plans, w, 10, 0.0, 0.0, fast_stream(3), positions, answers
    )
    assert again == n
    assert len(set(answers[:n, 0].tolist())) > n / 2


def test_training_goes_on_where_it_was_interrupted(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr(lessons, "_GAMES", 20)
    monkeypatch.setattr(lessons, "_TRIALS", 10)
    game = genial.game("tile-challenge", players=2)
    told: list[dict[str, float]] = []
    again: list[dict[str, float]] = []

    def interrupted(numbers: dict[str, float]) -> None:
        again.append(numbers)
        if len(again) < 3:
            raise KeyboardInterrupt

    at_once = training.train(game, tmp_path / "one", seed=5, rounds=3, report=told.append)
    other = tmp_path / "other"
    for _ in range(2):
        with pytest.raises(KeyboardInterrupt):
            training.train(game, other, seed=5, rounds=3, report=interrupted)
    in_parts = training.train(game, other, seed=5, rounds=3, report=interrupted)
    assert [numbers["round"] for numbers in told] == [1, 2, 3]
    assert told == again
    assert np.array_equal(at_once, in_parts)
    assert not np.array_equal(at_once, initial_rows(2, 5)[AVERAGE])
    different = training.train(game, tmp_path / "two", seed=6, rounds=1, report=told.append)
    assert not np.array_equal(different, at_once)


@pytest.mark.parametrize("options", [{"players": 2}, {"players": 4}, {"players": 3, "games": 2}])
def test_what_was_learnt_fits_the_game(options: dict[str, int]) -> None:
    game = genial.game("tile-challenge", **options)
    w = tile_challenge.load_weights(game.options)
    assert w.dtype == np.float32
    assert w.shape == (in_python(network.size)(game.players),)
    assert np.isfinite(w).all()
