"""What bots know of Genial Spezial is what the rules say."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import genial
from genial import State, bots
from genial.bots import training
from genial.bots.greedy import evaluate_root
from genial.bots.model import Floats, Weights
from genial.bots.network import Inputs, Trainer, size
from genial.bots.spezial import endgame, evaluation, features, network, policy, selfplay
from genial.bots.spezial import model as spezial
from genial.bots.spezial import training as lessons
from genial.bots.tree import prepare_root
from genial.core.chance import fast_stream
from genial.core.kernel import Codes, Records, cold, is_over
from genial.games.spezial import board, rules
from tests.bots.kernels import chosen, expected, followed, listed
from tests.bots.timing import worked_less_than
from tests.cases import CASES, name_of, random_states

OPTIONS = [options for name, options in CASES if name == "spezial"]
every_option = pytest.mark.parametrize(
    "options", OPTIONS, ids=[name_of(case) for case in CASES if case[0] == "spezial"]
)
HAND = np.concatenate([policy.hand_made_weights(), np.zeros(2000, np.float32)])


@cold
def previewed(work: Records, seat: int, edge: int) -> int:
    return features.tower_points(work[0], features.reach_of(work[0], seat, edge))


@cold
def answered(w: Weights, x: Inputs, h: Inputs, inputs: int, hidden: int) -> float:
    return network.predict(w, 3, x, h, inputs, hidden)


@cold
def tried_all(games: Records, level: int, moves: Codes, worth: Floats) -> int:
    """What each seat gets when all players play best, by trying everything; how many games."""
    s, ended = games[level], 0
    if is_over(s):
        evaluation.payoff(s, worth[level])
        return 1
    for k in range(rules.legal(s, moves[level])):
        games[level + 1] = games[level]
        rules.play(games[level + 1], moves[level, k])
        ended += tried_all(games, level + 1, moves, worth)
        if k == 0 or endgame.is_better(s, worth[level + 1], worth[level]):
            for seat in range(s.players):
                worth[level, seat] = worth[level + 1, seat]
    return ended


def features_of(array: Records) -> Records:
    """Compute the features of a position."""
    work: Records = np.zeros(1, spezial.FEATURES)
    prepare_root(array, work)
    return work


def some_states(options: dict[str, Any], every: int = 7) -> list[State]:
    states = list(random_states("spezial", options, 5, eager=True))
    return [state for state in states[::every] if not state.over]


def near_the_end(options: dict[str, Any], plies: int, seed: int) -> Records:
    """A game in which all players played well until this many tiles were left."""
    game = genial.game("spezial", **options)
    array = game.start(seed=seed).array.copy()
    work, stream = features_of(array), fast_stream(seed)
    for _ in range(rules.TILES * game.players - plies):
        followed(array, work, chosen(array, work, HAND, stream), stream)
    return array


def thinned(array: Records, keep: int, seed: int) -> Records:
    """The same position, but tiles can be laid on this many edges only."""
    s = array.view(np.recarray)[0]
    free = [e for e in range(board.N_EDGES) if int(s.free[e // 64]) >> e % 64 & 1]
    stay = np.random.default_rng(seed).permutation(free)[:keep]
    s.free[:] = board.edge_set(stay.tolist())
    s.n_free = np.bitwise_count(s.free).sum()
    s.n_bonus = np.bitwise_count(s.free & s.bonus).sum()
    s.n_double = np.bitwise_count(s.free & s.double).sum()
    return array


def points_of(array: Records, points: int) -> list[int]:
    """The tracks of the seat to move with these points."""
    now = array["scores"][0, array["turn"][0]].tolist()
    return [min(rules.FULL, have + (points >> 8 * c & 255)) for c, have in enumerate(now)]


@every_option
def test_reach_kept_move_by_move_is_that_worked_out_afresh(options: dict[str, Any]) -> None:
    array = genial.game("spezial", **options).start(seed=4).array.copy()
    work, stream = features_of(array), fast_stream(1)
    for _ in range(rules.TILES * options["players"]):
        followed(array, work, chosen(array, work, HAND, stream), stream)
        fresh = features_of(array)
        empty = np.flatnonzero(array["board"][0, : board.N_CELLS] == rules.EMPTY)
        assert np.array_equal(work["reach"][0][:, empty], fresh["reach"][0][:, empty])
        for field in ("hot", "empty", "chip_points", "place", "large", "black"):
            assert np.array_equal(work[field], fresh[field])
    assert array["rounds"][0] == rules.TILES


@every_option
def test_points_are_known_before_a_tile_is_laid(options: dict[str, Any]) -> None:
    scored = 0
    for state in some_states(options):
        array, work = state.array, features_of(state.array)
        seat = (state.turn or 1) - 1
        hot = work["hot"][0, seat]
        for code in state.legal().codes[::5].tolist():
            edge, chosen_colours = divmod(code, rules.CHOICES)
            towers = previewed(work, seat, edge)
            points = towers + int(rules.CHOICE_POINTS[chosen_colours])
            after = state.play(state.game.kit.spell(code))
            assert points_of(array, points) == list(after.scores[seat].values())
            assert (towers > 0) == (int(hot[edge // 64]) >> edge % 64 & 1)
            scored += towers > 0
    assert scored > 10


@every_option
def test_candidates_are_the_best_legal_moves_and_priors_add_up(options: dict[str, Any]) -> None:
    w = spezial.load_weights(genial.game("spezial", **options).options)
    moves, priors = np.zeros(20_000, np.int32), np.zeros(20_000)
    for state in some_states(options):
        array, work = state.array, features_of(state.array)
        legal = state.legal().codes.tolist()
        n = listed(array, work, w, 12, moves, priors)
        assert 1 <= n <= 12
        assert len(set(moves[:n].tolist())) == n
        assert set(moves[:n].tolist()) <= set(legal)
        assert priors[:n].sum() == pytest.approx(1)
        assert priors[:n].min() > 0
        assert (np.diff(priors[:n]) <= 1e-12).all()
        first = int(moves[0])
        values = np.zeros(20_000)
        count = evaluate_root(array, work, w, policy.WISE, moves, values)
        assert moves[:count].tolist() == legal
        assert values[legal.index(first)] == pytest.approx(values[:count].max(), abs=1e-4)
        best = chosen(array, work, w, fast_stream(1))
        assert values[legal.index(best)] == pytest.approx(values[:count].max(), abs=0.03)


@pytest.mark.parametrize("style", ["points", "lowest", "util"])
def test_a_style_prefers_what_it_says(style: str) -> None:
    moves, values = np.zeros(20_000, np.int32), np.zeros(20_000)
    for state in some_states({"players": 2}, every=5):
        work = features_of(state.array)
        n = evaluate_root(state.array, work, HAND, policy.STYLES.index(style), moves, values)
        best = state.game.kit.spell(int(moves[values[:n].argmax()]))
        likes = score(state, best, style)
        assert all(likes >= score(state, move, style) for move in state.legal()[::31])


def score(state: State, move: str, style: str) -> Any:
    """A style by the library's face alone."""
    points = list(state.play(move).scores[(state.turn or 1) - 1].values())
    if style == "points":
        return sum(points)
    if style == "lowest":
        return sorted(points)
    decay = 0.93 + (0.7 - 0.93) * (len(state.log) - 1) // 2 / 19
    return round(sum((1 - decay**p) / (1 - decay) for p in points), 6)


@every_option
def test_the_outlook_of_a_finished_game_is_its_result(options: dict[str, Any]) -> None:
    state = list(random_states("spezial", options, 3))[-1]
    out = np.zeros(4)
    w = spezial.load_weights(state.game.options)
    expected(state.array, features_of(state.array), w, out)
    assert out[: state.game.players] == pytest.approx(state.utilities, abs=0.051)
    for state in some_states(options):
        expected(state.array, features_of(state.array), w, out)
        assert out.sum() == pytest.approx(state.game.players / 2, abs=1e-6)
        assert (out >= 0).all()


def test_the_network_answers_in_a_kernel_what_its_trainer_predicts() -> None:
    trainer = Trainer(5, 8, seed=1)
    w = np.concatenate([np.zeros(3, np.float32), network.to_kernel_layout(trainer)])
    assert w.size == 3 + size(5, 8)
    x = np.random.default_rng(2).normal(size=(20, 5)).astype(np.float32)
    h = np.zeros(8, np.float32)
    assert [answered(w, row, h, 5, 8) for row in x] == pytest.approx(
        trainer.predict(x).tolist(), abs=1e-5
    )


@pytest.mark.parametrize(
    ("players", "plies", "keep"),
    [(2, 1, 999), (2, 2, 60), (2, 3, 40), (2, 4, 16), (3, 3, 30), (4, 4, 14)],
)
def test_the_end_is_solved_exactly(players: int, plies: int, keep: int) -> None:
    room = plies + 1
    games: Records = np.zeros(room, rules.DTYPE)
    work: Records = np.zeros(room, spezial.FEATURES)
    moves, scores = np.zeros((room, rules.MAX_MOVES), np.int32), np.zeros((room, rules.MAX_MOVES))
    scratch = np.zeros((room, 4)), np.zeros((endgame.PROGRESS_ROWS, room), np.int32)
    for seed in range(5):
        array = thinned(near_the_end({"players": players}, plies, seed), keep, seed)
        truth, worth = np.zeros((room, 4)), np.zeros((room, 4))
        games[0] = array[0]
        tried_all(games, 0, moves, truth)
        budget = np.array([1 << 30], np.int32)
        games[0] = array[0]
        stream = fast_stream(1)
        best = endgame.solve(games, work, HAND, budget, stream, moves, scores, worth, *scratch)
        assert worth[0, :players] == pytest.approx(truth[0, :players], abs=1e-9)
        after = array.copy()
        followed(after, features_of(after), best, stream)
        games[0] = after[0]
        tried_all(games, 0, moves, truth)
        assert truth[0, :players] == pytest.approx(worth[0, :players], abs=1e-9)
        if plies > 1:
            games[0], budget[0] = array[0], 1
            assert (
                endgame.solve(games, work, HAND, budget, stream, moves, scores, worth, *scratch)
                == endgame.NONE
            )


def test_a_player_solves_the_end_and_still_keeps_to_its_time() -> None:
    game = genial.game("spezial", players=2)
    quick = bots.make(game, "deny", seed=1)
    state = game.start(seed=3)
    while sum(state.view(1)["tiles_left"]) > 4:
        state = state.play(quick.choose(state.view(state.turn)))
    view = state.view(state.turn)
    bot = bots.make(game, "search", seed=1)
    sure = bot.think(view, effort=10**7)
    assert len(sure.candidates) == 1
    assert sure.colours is not None
    assert len(bot.think(view, effort=30).candidates) > 1  # cannot solve it, searches
    for _ in range(2):
        bot.think(view, seconds=0.01)  # compiles
    for seconds in (0.0, 0.05):
        with worked_less_than(seconds + 0.2):
            assert bot.think(view, seconds=seconds).move in state.legal()
    stop = threading.Event()
    stop.set()
    assert bot.think(view, effort=10**9, stop=stop).move in state.legal()
    line = state
    while not line.over:
        line = line.play(bot.think(line.view(line.turn), effort=10**7).move)
    assert line.utilities == pytest.approx(sure.value, abs=0.051)


def test_positions_come_from_both_winners_and_losers() -> None:
    game = genial.game("spezial", players=3)
    x, y = selfplay.positions(game, HAND, 1000, 1)
    assert x.shape == (1000, evaluation.INPUTS)
    assert 0.4 < y.mean() < 0.6
    assert np.isfinite(x).all()
    assert x.max() < 10


def test_training_goes_on_where_it_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lessons, "STUDY", 1)
    monkeypatch.setattr(lessons, "IMITATE", 1)
    monkeypatch.setattr(lessons, "_GAMES", 1)
    monkeypatch.setattr(lessons, "_EFFORT", 20)
    monkeypatch.setattr(lessons, "_POSITIONS", 1024)
    game = genial.game("spezial", players=2)
    told: list[float] = []
    whole = training.train(
        game, tmp_path / "whole", seed=3, rounds=3, report=lambda n: told.append(n["round"])
    )
    training.train(game, tmp_path / "parts", seed=3, rounds=2, report=lambda n: None)
    parts = training.train(game, tmp_path / "parts", seed=3, rounds=3, report=lambda n: None)
    assert told == [1, 2, 3]
    assert len(training.read_log(tmp_path / "parts")) == 3
    assert np.array_equal(whole, parts)
    assert whole.size == evaluation.SIZE
    assert np.array_equal(np.load(tmp_path / "parts" / training.LEARNT), parts)


def test_numbers_of_another_game_are_refused() -> None:
    with pytest.raises(genial.BadOption, match="1305 numbers"):
        bots.make(genial.game("spezial"), "search", learnt=np.zeros(9, np.float32))


def test_a_little_search_beats_the_best_simple_style() -> None:
    got = 0.0
    for seed in range(3):
        for seat in (1, 2):
            state = genial.game("spezial", players=2).start(seed=seed)
            ours = bots.make(state.game, "search", seed=seed, effort=100)
            simple = bots.make(state.game, "deny", seed=seed)
            while not state.over:
                bot = ours if state.turn == seat else simple
                state = state.play(bot.choose(state.view(state.turn)))
            got += state.utilities[seat - 1]
    assert got >= 4
