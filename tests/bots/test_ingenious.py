"""What bots know of Ingenious is what the rules say."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import genial
from genial import State
from genial.bots import training
from genial.bots.ingenious import evaluation, policy, selfplay
from genial.bots.ingenious import model as ingenious
from genial.bots.ingenious import training as lessons
from genial.bots.network import Trainer, predict, size
from genial.core.chance import fast_stream
from genial.core.kernel import Records
from genial.games.ingenious.board import EMPTY
from genial.games.ingenious.rules import OVER, PLACING
from tests.bots.kernels import chosen, expected, followed, judged, listed, prepared
from tests.cases import CASES, name_of, random_states

OPTIONS = [options for name, options in CASES if name == "ingenious"]
every_option = pytest.mark.parametrize(
    "options", OPTIONS, ids=[name_of(case) for case in CASES if case[0] == "ingenious"]
)


def features_of(array: Records) -> Records:
    """Compute the features of a position."""
    features: Records = np.zeros(1, ingenious.FEATURES)
    prepared(array, features)
    return features


def some_states(options: dict[str, Any], every: int = 7) -> list[State]:
    states = list(random_states("ingenious", options, 5, eager=True))
    return [state for state in states[::every] if not state.over]


@every_option
def test_potentials_kept_move_by_move_are_those_worked_out_afresh(options: dict[str, Any]) -> None:
    state = genial.game("ingenious", **options).start(seed=4)
    array = state.array.copy()
    features, stream, moves = features_of(array), fast_stream(1), 0
    w = ingenious.load_weights(state.game.options)
    while array["phase"][0] != OVER:
        followed(array, features, chosen(array, features, w, stream), stream)
        free = array["board"][0] == EMPTY
        kept, fresh = features["potential"][0][free], features_of(array)["potential"][0][free]
        assert np.array_equal(kept[:, :7], fresh[:, :7])
        moves += 1
    assert moves > 25


@every_option
def test_potentials_are_what_a_placement_then_scores(options: dict[str, Any]) -> None:
    for state in some_states(options):
        potential = features_of(state.array)["potential"][0]
        for code in state.legal().codes[::37].tolist():
            if code >= policy.KEEP:
                continue
            edge, way = divmod(code, 36)
            low, high = policy.EDGE_LOW[edge], policy.EDGE_HIGH[edge]
            told = state.explain(state.game.kit.spell(code))
            halves = sorted(part["points"] for part in told["parts"] if part["kind"] == "half")
            assert halves == sorted([int(potential[low, way // 6]), int(potential[high, way % 6])])


@every_option
def test_candidates_are_the_best_legal_moves_and_priors_add_up(options: dict[str, Any]) -> None:
    w = ingenious.load_weights(genial.game("ingenious", **options).options)
    for state in some_states(options):
        array, features = state.array, features_of(state.array)
        legal = state.legal().codes.tolist()
        moves, priors = np.zeros(20_000, np.int32), np.zeros(20_000)
        n = listed(array, features, w, 12, moves, priors)
        assert 1 <= n <= 12
        assert len(set(moves[:n].tolist())) == n
        assert set(moves[:n].tolist()) <= set(legal)
        assert priors[:n].sum() == pytest.approx(1)
        assert (np.diff(priors[:n]) <= 1e-12).all()
        values = np.zeros(20_000)
        count = judged(array, features, w, policy.WISE, moves, values)
        assert sorted(moves[:count].tolist()) == sorted(legal)
        if array["phase"][0] == PLACING:
            best = chosen(array, features, w, fast_stream(1))
            assert best in legal
            where = moves[:count].tolist().index(best)
            assert values[where] == pytest.approx(values[:count].max(), abs=1e-5)


@pytest.mark.parametrize("style", ["points", "lexicographic", "util"])
def test_a_style_prefers_what_it_says(style: str) -> None:
    k = policy.STYLES.index(style)
    for state in some_states({"players": 2}, every=11):
        if state.array["phase"][0] != PLACING:
            continue
        moves, values = np.zeros(20_000, np.int32), np.zeros(20_000)
        features = features_of(state.array)
        n = judged(state.array, features, policy.util_weights(), k, moves, values)
        best = state.game.kit.spell(int(moves[values[:n].argmax()]))
        worst = state.game.kit.spell(int(moves[values[:n].argmin()]))
        assert score(state, best, style) >= score(state, worst, style)
        assert all(score(state, best, style) >= score(state, m, style) for m in state.legal()[::97])


def score(state: State, move: str, style: str) -> Any:
    """A style by the library's face alone."""
    track = state.game.tracks[(state.turn or 1) - 1]
    points = list(state.play(move).scores[track].values())
    if style == "points":
        return sum(points)
    if style == "lexicographic":
        return sorted(points)
    return round(sum(1 - 0.85**p for p in points), 9)


def test_the_outlook_of_a_finished_game_is_its_result() -> None:
    for options in OPTIONS:
        state = list(random_states("ingenious", options, 3))[-1]
        out = np.zeros(4)
        w = ingenious.load_weights(state.game.options)
        expected(state.array, features_of(state.array), w, out)
        assert out[: state.game.players] == pytest.approx(state.utilities, abs=0.051)


def test_a_network_answers_in_a_kernel_what_its_trainer_predicts() -> None:
    trainer = Trainer(5, 8, seed=1)
    w = np.concatenate([np.zeros(3, np.float32), trainer.to_array()])
    assert w.size == 3 + size(5, 8)
    x = np.random.default_rng(2).normal(size=(20, 5)).astype(np.float32)
    assert [predict(w, 3, row, 5, 8) for row in x] == pytest.approx(
        trainer.predict(x).tolist(), abs=1e-5
    )


def test_a_network_learns_what_can_be_learnt() -> None:
    rng = np.random.default_rng(3)
    x = rng.normal(size=(20_000, 4)).astype(np.float32)
    y = (x[:, 0] * x[:, 1] > 0).astype(np.float32)  # no straight line separates these
    trainer = Trainer(4, 16, seed=1)
    losses = [trainer.fit(x, y, batch=256, seed=k) for k in range(8)]
    assert losses[-1] < 0.25 < 0.6 < losses[0]


def test_positions_come_from_both_winners_and_losers() -> None:
    game = genial.game("ingenious", players=2)
    x, y = selfplay.positions(game, ingenious.FEATURES, policy.util_weights(), 2000, 1)
    assert x.shape == (2000, evaluation.input_count(2))
    assert 0.4 < y.mean() < 0.6
    assert np.isfinite(x).all()
    assert x.max() < 10


def test_training_goes_on_where_it_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lessons, "BREEDING", 1)
    monkeypatch.setattr(lessons, "_GAMES", 8)
    monkeypatch.setattr(lessons, "_POSITIONS", 2048)
    game = genial.game("ingenious", players=2)
    told: list[float] = []
    whole = training.train(
        game, tmp_path / "whole", seed=3, rounds=3, report=lambda n: told.append(n["round"])
    )
    training.train(game, tmp_path / "parts", seed=3, rounds=2, report=lambda n: None)
    parts = training.train(game, tmp_path / "parts", seed=3, rounds=3, report=lambda n: None)
    assert told == [1, 2, 3]
    assert len(training.read_log(tmp_path / "parts")) == 3
    assert np.array_equal(whole, parts)
    assert np.array_equal(np.load(tmp_path / "parts" / training.LEARNT), parts)


def test_what_was_learnt_beats_the_simple_style() -> None:
    for options in OPTIONS:
        game = genial.game("ingenious", **options)
        w = ingenious.load_weights(game.options)
        simple = policy.util_weights(36 if len(set(game.tracks)) != game.players > 1 else 18)
        if game.players == 1:
            simple = policy.util_weights(36)
        short = w[: policy.NETWORK_START]
        ours = selfplay.win_share(game, ingenious.FEATURES, short, simple, 400, 5)
        if game.players == 1:
            theirs = selfplay.win_share(game, ingenious.FEATURES, simple, simple, 400, 5)
        else:
            theirs = selfplay.win_share(game, ingenious.FEATURES, simple, short, 400, 5)
        assert ours > theirs + 0.01
