"""What bots know of Phoenix is what the rules say."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import genial
from genial import State, bots
from genial.bots import training
from genial.bots.model import (
    Floats,
    Weights,
)
from genial.bots.phoenix import features, network, styles
from genial.bots.phoenix import model as phoenix
from genial.bots.phoenix import training as lessons
from genial.core.chance import fast_stream
from genial.core.kernel import Codes, Records, cold
from genial.games.phoenix import rules, scoring
from genial.games.phoenix.cards import FIRST_DISCARD, KINDS, MOVES, SHIFT, SWITCH
from genial.games.phoenix.rows import COLOURS, LINE, row_of, spell_row
from tests.bots.kernels import chosen, expected, followed, judged, listed, prepared
from tests.cases import random_states

IN_ORDER = row_of(COLOURS)
Ranked = tuple[int, ...]


# --- the kernels, called from Python -------------------------------------------------------


@cold
def lifted(line: int) -> int:
    return features.pawns_to_lift(line)


@cold
def strayed(line: int) -> tuple[int, int]:
    return features.displacement(line, features.rank_counts(line))


@cold
def ranked(line: int, spectrum: int) -> int:
    return features.replace_digits(line, features.ranks_of_colours(spectrum))


@cold
def points(line: int) -> int:
    return features.points_now(line)


@cold
def best_points(line: int) -> int:
    return features.points_if_matched(features.rank_counts(line))


@cold
def made(own: int, other: int, move: int) -> tuple[int, int]:
    return features.lines_after(own, other, move)


@cold
def finishing(own: int, other: int) -> int:
    return features.finishing_kinds(own, other)


@cold
def scored(line: int, spectrum: int) -> int:
    return scoring.line_points(line, spectrum)


def features_of(array: Records) -> Records:
    """Compute the features of a position."""
    work: Records = np.zeros(1, phoenix.FEATURES)
    prepared(array, work)
    return work


def lists() -> tuple[Codes, Floats]:
    return np.zeros(rules.MAX_MOVES, np.int32), np.zeros(rules.MAX_MOVES)


@pytest.fixture(scope="module")
def w() -> Weights:
    return phoenix.load_weights({})


@pytest.fixture(scope="module")
def states() -> list[State]:
    found = [*random_states("phoenix", {}, 3), *random_states("phoenix", {"start": 2}, 4)]
    return [state for state in found[::5] if not state.over]


# --- lines ---------------------------------------------------------------------------------


def packed(line: Ranked) -> int:
    return sum(rank << 4 * place for place, rank in enumerate(line))


def random_lines(seed: int, count: int) -> Iterator[Ranked]:
    """Ranked lines: anyhow, nearly in order, in order."""
    chooser = random.Random(seed)
    for k in range(count):
        line = chooser.sample([rank for rank in range(6) for _ in range(5)], LINE)
        if k % 3:
            line.sort()
        if k % 3 == 1:
            one, other = chooser.sample(range(LINE), 2)
            line[one], line[other] = line[other], line[one]
        yield tuple(line)


def longest_part_in_order(line: Ranked) -> int:
    best = [1] * LINE
    for k, j in itertools.product(range(LINE), range(LINE)):
        if j < k and line[j] <= line[k]:
            best[k] = max(best[k], best[j] + 1)
    return max(best)


def neighbours(line: Ranked) -> set[Ranked]:
    """What one card on the own line can make of it."""
    found = set()
    for move in MOVES:
        new = list(line)
        if move.deed == SWITCH:
            new[move.origin], new[move.target] = line[move.target], line[move.origin]
        elif move.deed == SHIFT:
            new.insert(move.target, new.pop(move.origin))
        found.add(tuple(new))
    return found


def moves_from_match(goal: Ranked, depth: int) -> dict[Ranked, int]:
    """All lines that this many cards can bring into order, with the fewest that do."""
    found, edge = {goal: 0}, {goal}
    for moves in range(1, depth + 1):
        edge = {new for line in edge for new in neighbours(line)} - set(found)
        found |= dict.fromkeys(edge, moves)
    return found


def test_lifted_pawns_are_those_outside_a_longest_part_in_order() -> None:
    for line in random_lines(1, 600):
        assert lifted(packed(line)) == LINE - longest_part_in_order(line)


@pytest.mark.parametrize("goal", ["0011223345", "0000111245", "0123445555", "1113333355"])
def test_a_card_lifts_one_pawn_or_two(goal: str) -> None:
    for line, moves in moves_from_match(tuple(map(int, goal)), 3).items():
        pawns = lifted(packed(line))
        assert math.ceil(pawns / 2) <= moves
        assert (pawns == 0) == (moves == 0)


def test_distances_tell_how_many_cards_a_match_takes() -> None:
    found = moves_from_match((0, 0, 1, 2, 2, 3, 4, 4, 4, 5), 3)
    far: dict[int, list[tuple[int, int, int]]] = {1: [], 2: [], 3: []}
    for line, moves in random.Random(1).sample(sorted(found.items()), 2000):
        if moves:
            far[moves].append((lifted(packed(line)), *strayed(packed(line))))
    means = [np.mean(far[moves], axis=0) for moves in (1, 2, 3)]
    assert (means[0] < means[1]).all()
    assert (means[1] < means[2]).all()


def test_pawns_stray_from_where_they_lie_in_the_matching_line() -> None:
    for line in random_lines(2, 300):
        goal = sorted(line)
        home = {rank: [k for k in range(LINE) if goal[k] == rank] for rank in line}
        outside = sum(goal[k] != line[k] for k in range(LINE))
        away = sum(abs(k - home[rank].pop(0)) for k, rank in enumerate(line))
        assert strayed(packed(line)) == (outside, away)


def test_points_of_ranked_lines_are_those_of_the_rules() -> None:
    chooser = random.Random(3)
    for line in random_lines(3, 300):
        spectrum = row_of("".join(chooser.sample(COLOURS, 6)))
        coloured = packed(tuple(int(spectrum >> 4 * rank & 15) for rank in line))
        assert ranked(coloured, spectrum) == packed(line)
        assert points(packed(line)) == scored(coloured, spectrum)
        assert best_points(packed(line)) == scored(packed(tuple(sorted(line))), IN_ORDER)


def test_what_a_move_makes_of_ranked_lines_is_what_the_rules_make_of_them(
    states: list[State],
) -> None:
    for state in states:
        turn = (state.turn or 1) - 1
        lines = features_of(state.array)["line"][0].tolist()
        for code in state.legal().codes[::3].tolist():
            after = state.play(state.game.kit.spell(code))
            if after.view(None)["round"] != state.view(None)["round"] or after.over:
                continue
            own, other = made(lines[turn], lines[1 - turn], code)
            seen = features_of(after.array)["line"][0].tolist()
            assert [own, other] == [seen[turn], seen[1 - turn]]


def test_finishers_are_the_cards_that_end_the_round() -> None:
    ends = 0
    for own, other in zip(random_lines(4, 240), random_lines(5, 240), strict=True):
        expected_kinds = {
            KINDS[move.kind]
            for code, move in enumerate(MOVES[:FIRST_DISCARD])
            if (new := spell_row(made(packed(own), packed(other), code)[0], LINE))
            == "".join(sorted(new, key=COLOURS.index))
        }
        told = finishing(packed(own), packed(other))
        names = {name for kind, name in enumerate(KINDS) if told >> kind & 1}
        if lifted(packed(own)) <= features.MAX_PUT_RIGHT:
            assert names == expected_kinds
            ends += bool(names)
        else:
            assert names == set()
            assert expected_kinds <= {"N1", "N2"}
    assert ends > 20


# --- model ---------------------------------------------------------------------------------


def test_features_kept_move_by_move_are_those_computed_afresh(w: Weights) -> None:
    array = genial.game("phoenix").start(seed=4).array.copy()
    work, stream, moves = features_of(array), fast_stream(1), 0
    while array["phase"][0] != rules.OVER:
        followed(array, work, chosen(array, work, w, stream), stream)
        assert (work["line"] == features_of(array)["line"]).all()  # the scratch means nothing now
        moves += 1
    assert moves > 15


def test_styles_judge_exactly_the_legal_moves(w: Weights, states: list[State]) -> None:
    for state, style in itertools.product(states, range(len(phoenix.STYLES))):
        moves, values = lists()
        n = judged(state.array, features_of(state.array), w, style, moves, values)
        assert sorted(moves[:n].tolist()) == sorted(state.legal().codes.tolist())
        assert np.isfinite(values[:n]).all()


def test_candidates_are_legal_and_their_priors_add_up(w: Weights, states: list[State]) -> None:
    for state, limit in itertools.product(states, (1, 5, rules.MAX_MOVES)):
        moves, priors = lists()
        n = listed(state.array, features_of(state.array), w, limit, moves, priors)
        assert 1 <= n <= limit
        assert len(set(moves[:n].tolist())) == n
        assert set(moves[:n].tolist()) <= set(state.legal().codes.tolist())
        assert priors[:n].sum() == pytest.approx(1)
        assert (priors[:n] > 0).all()
        assert (np.diff(priors[:n]) <= 1e-12).all()


def test_the_policy_plays_legal_moves(w: Weights, states: list[State]) -> None:
    for seed, state in enumerate(states):
        move = chosen(state.array, features_of(state.array), w, fast_stream(seed))
        assert move in state.legal().codes


def nearly_matched() -> State:
    """Seat 1 can finish by switching places 1 and 2, with 8 points against 4."""
    state = genial.game("phoenix").start(seed=1)
    position = state.position()
    position |= {
        "spectrum": "RGBYPO",
        "lines": ["GRGGBBBYPO", "OPYBGRRGBY"],
        "hands": [["S1", "S1", "S2", "X", "X"], ["S1", "S2", "S3", "X", "M2"]],
    }
    copies = {move.kind for move in MOVES}
    assert len(copies) == len(KINDS)
    from genial.games.phoenix.cards import COPIES

    held = [card for hand in position["hands"] for card in hand]
    position["pile"] = {name: count - held.count(name) for name, count in COPIES.items()}
    position["discards"] = {}
    return state.game.at(position)


@pytest.mark.parametrize("style", ["order", "plan", "wise", "learnt"])
def test_a_match_within_reach_is_seen(style: str) -> None:
    state = nearly_matched()
    bot = bots.make(state.game, style, seed=1)
    assert bot.choose(state.view(1)) == "S1:1-2"


def test_the_search_sees_a_match_within_reach() -> None:
    state = nearly_matched()
    thought = bots.make(state.game, "search", seed=1).think(state.view(1), effort=200)
    assert thought.move == "S1:1-2"
    assert thought.value[0] > 0.6


def test_the_outlook_of_a_finished_game_is_its_result(w: Weights) -> None:
    for seed in range(3):
        state = list(random_states("phoenix", {}, seed))[-1]
        out = np.zeros(2)
        expected(state.array, features_of(state.array), w, out)
        assert out == pytest.approx(state.utilities, abs=0.03)


def test_the_outlook_is_the_same_from_both_ends_of_the_table(w: Weights) -> None:
    """Seats are alike: with everything exchanged the shares are exchanged."""
    for state in random_states("phoenix", {}, 8):
        if state.over:
            continue
        array = state.array.copy()
        twin = array.copy()
        for field in ("hand", "line", "points", "last_line"):
            twin[field][0] = array[field][0][::-1]
        twin["turn"], twin["start"] = 1 - array["turn"], 1 - array["start"]
        one, other = np.zeros(2), np.zeros(2)
        expected(array, features_of(array), w, one)
        expected(twin, features_of(twin), w, other)
        assert one == pytest.approx(other[::-1], abs=1e-6)


def test_a_lead_is_worth_more_the_greater_and_the_later_it_is(w: Weights) -> None:
    table = w[network.LEAD_TABLE : network.LAYER_1].reshape(3, 2, network.LEADS)
    assert (np.diff(table, axis=2) >= -1e-6).all()
    assert table[:, :, 0] == pytest.approx(0, abs=1e-3)
    assert table[:, :, -1] == pytest.approx(1, abs=1e-3)
    five = network.MOST_LEAD + 5
    assert 0.5 < table[0, 0, five] < table[1, 0, five] < table[2, 0, five] == 1


# --- training ------------------------------------------------------------------------------


def test_training_goes_on_where_it_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lessons, "BREEDING", 1)
    monkeypatch.setattr(lessons, "_PAIRS", 2)
    monkeypatch.setattr(lessons, "_TRIALS", 2)
    monkeypatch.setattr(lessons, "_EXAMPLES", 3000)
    monkeypatch.setattr(lessons, "_SAMPLED", 2048)
    game = genial.game("phoenix")
    told: list[float] = []
    whole = training.train(
        game, tmp_path / "whole", seed=3, rounds=3, report=lambda n: told.append(n["round"])
    )
    training.train(game, tmp_path / "parts", seed=3, rounds=2, report=lambda n: None)
    parts = training.train(game, tmp_path / "parts", seed=3, rounds=3, report=lambda n: None)
    assert told == [1, 2, 3]
    assert np.array_equal(whole, parts)
    assert np.isfinite(whole).all()


# --- strength, with fixed seeds and wide margins -------------------------------------------


def share(one: str, other: str, games: int) -> float:
    """What a bot wins against another, each deal twice with the seats changed."""
    game = genial.game("phoenix")
    won = 0.0
    for k in range(games):
        players = [bots.make(game, one, seed=k), bots.make(game, other, seed=k)]
        if k % 2:
            players.reverse()
        state = game.start(seed=k // 2)
        while state.turn is not None:
            state = state.play(players[state.turn - 1].choose(state.view(state.turn)))
        won += state.utilities[k % 2]
    return won / games


@pytest.mark.parametrize(
    ("better", "worse"), [("plan", "order"), ("learnt", "points"), ("novice", "kid")]
)
def test_better_bots_win_more(better: str, worse: str) -> None:
    assert share(better, worse, 20) > 0.55


def test_a_search_wins_more_than_what_it_searches_with() -> None:
    game = genial.game("phoenix")
    assert styles.STYLES[styles.PLAN] == bots.phoenix.BASELINE
    assert share("expert", "points", 6) > 0.6
    assert game.players == 2
