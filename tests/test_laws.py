"""What holds for every game: moves, sampling, hidden information, values."""

from __future__ import annotations

import copy
import pickle
import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

import genial
from genial import State
from genial.core import engine
from tests.cases import CASES, are_same, name_of, random_states, redealt

every_case = pytest.mark.parametrize("case", CASES, ids=name_of)
Case = tuple[str, dict[str, Any]]


def some_states(case: Case, *, games: int, every: int) -> list[State]:
    """A spread of positions of a few random games, over and unfinished."""
    name, options = case
    states = []
    for seed in range(games):
        states += [*random_states(name, options, seed)][seed % every :: every]
    return states


def chi_square_limit(freedom: int) -> float:
    """The value that chance exceeds about once in ten million (Wilson and Hilferty)."""
    spread = 2 / (9 * freedom)
    return float(freedom * (1 - spread + 5.2 * spread**0.5) ** 3)


@every_case
def test_sample_is_uniform_over_legal(case: Case) -> None:
    checked = 0
    for state in some_states(case, games=3, every=7):
        codes = state.legal().codes
        if not 2 <= len(codes) <= 1500:
            continue
        draws = 40 * len(codes)
        batch = state.game.batch(draws, seed=len(codes))
        batch.records[:] = state.array[0]
        seen = Counter(batch.sample().tolist())
        assert set(seen) <= set(codes.tolist())
        expected = draws / len(codes)
        chi_square = sum((seen[code] - expected) ** 2 / expected for code in codes.tolist())
        assert chi_square < chi_square_limit(len(codes) - 1)
        checked += 1
    assert checked > 0


@every_case
def test_every_listed_move_plays_and_every_unlisted_one_is_refused(case: Case) -> None:
    states = some_states(case, games=2, every=9)
    foreign = sorted({move for state in states for move in random.Random(1).sample(
        list(state.legal()), min(60, len(state.legal())))})  # fmt: skip
    for state in states:
        listed = state.legal()
        legal = set(listed)
        for move in random.Random(2).sample(sorted(legal), min(40, len(legal))):
            assert state.parse(move) == move
            assert state.play(move, seat=state.turn).undo() is state
        for move in random.Random(4).sample(foreign, min(200, len(foreign))):
            assert (move in listed) == (move in legal)
            if move not in legal:
                with pytest.raises(genial.IllegalMove):
                    state.play(move)
                with pytest.raises(genial.IllegalMove):
                    state.parse(move)


@every_case
def test_explained_gains_are_what_playing_adds(case: Case) -> None:
    for state in some_states(case, games=2, every=5):
        for move in random.Random(3).sample(list(state.legal()), min(25, len(state.legal()))):
            told = state.explain(move)
            assert told["move"] == move
            after = state.play(move)
            if case[0] == "tile-challenge" and (after.over or after.series != state.series):
                continue  # the collections are of another game
            track = state.game.tracks[state.turn - 1]  # type: ignore[operator]
            before, now = state.scores[track], after.scores[track]
            added = {colour: now[colour] - before[colour] for colour in now}
            assert {c: n for c, n in told["gains"].items() if n} == {c: n for c, n in added.items() if n}  # noqa: E501  # fmt: skip


def pool(position: dict[str, Any]) -> Counter[str]:
    """Everything that can be dealt anew."""
    hidden: Counter[str] = Counter()
    for key in ("bag", "pile"):
        if isinstance(position.get(key), dict):
            hidden.update(position[key])
    for key in ("racks", "hands"):
        for held in position.get(key, []):
            hidden.update(held if isinstance(held, dict) else Counter(held))
    return +hidden


@every_case
def test_redealing_what_a_seat_cannot_see_leaves_its_view_unchanged(case: Case) -> None:
    changed = 0
    for state in some_states(case, games=4, every=3):
        for seat in [*range(state.game.players + 1)]:
            other = redealt(state, seat or None)
            assert other.view(seat or None) == state.view(seat or None)
            assert pool(other.position()) == pool(state.position())
            changed += other != state
    hides = case[0] == "phoenix" or (case[0] == "ingenious" and case[1]["players"] > 1)
    assert (changed > 0) == hides


@every_case
def test_a_views_log_has_as_many_lines_as_the_log_beside_what_is_shown(case: Case) -> None:
    state = [*random_states(*case, 5)][-1]
    for seat in [None, *range(1, state.game.players + 1)]:
        lines = [line for line in state.view(seat)["log"] if not line.startswith("* shown")]
        assert len(lines) == len(state.log)
        for seen, true in zip(lines, state.log, strict=True):
            assert seen == true or (seen.startswith("*") and "?" in seen)


@every_case
def test_states_are_values(case: Case) -> None:
    for state in some_states(case, games=2, every=11):
        assert copy.copy(state) == state
        assert copy.deepcopy(state) == state
        twin = pickle.loads(pickle.dumps(state))
        assert twin == state
        assert hash(twin) == hash(state)
        assert twin.log == state.log
        if not state.over:
            move = state.legal()[0]
            assert twin.play(move) == state.play(move)  # the same deal follows
            assert twin.play(move).log == state.play(move).log
            assert state.play(move) != state
        position = state.position()
        again = state.game.at(position)
        assert again == state
        assert hash(again) == hash(state)
        assert again.position() == position
        assert list(again.legal()) == list(state.legal())


@every_case
def test_the_same_seed_gives_the_same_game(case: Case) -> None:
    name, options = case
    first, second = ([*random_states(name, options, 11)][-1] for _ in range(2))
    assert first.record() == second.record()
    assert genial.game(name, **options).start(12).log != genial.game(name, **options).start(13).log


@every_case
def test_views_match_their_schema(case: Case) -> None:
    import msgspec

    for state in some_states(case, games=1, every=9):
        for seat in [None, *range(1, state.game.players + 1)]:
            view = state.view(seat)
            assert msgspec.json.decode(msgspec.json.encode(view)) == view  # plain JSON
            kind = state.game.kit.View
            assert msgspec.to_builtins(msgspec.convert(view, kind, strict=True)) == view


@every_case
def test_chance_lists_what_draw_draws(case: Case) -> None:
    """`draw` picks the u-th unit of `chance`'s list: the published dealing algorithm."""
    name, options = case
    game = genial.game(name, **options)
    array = game.template.copy()
    stream = game.start(seed=3).stream
    assert stream is not None
    out, weights = game.scratch.outcomes, game.scratch.weights
    drawn_so_far = 0
    for _ in range(60):
        n = engine.outcomes(array, 0, out, weights)
        if n == 0:
            break
        assert sorted(set(out[:n].tolist())) == out[:n].tolist()
        assert (weights[:n] > 0).all()
        twin = array.copy()
        here = stream.copy()
        drawn = engine.draw_one(twin, 0, here)
        if n == 1 and (here == stream).all():
            expected = int(out[0])
        else:
            again = stream.copy()
            unit = engine.number_below(again, int(weights[:n].sum()))
            expected = int(np.repeat(out[:n], weights[:n])[unit])
            assert (again == here).all()
        assert drawn == expected
        assert engine.replay_outcome(array, 0, drawn, out, weights)
        assert are_same(array, twin)
        stream = here
        drawn_so_far += 1
    assert drawn_so_far > 0


def test_the_solo_players_tile_is_public() -> None:
    state = genial.game("ingenious", players=1).start(seed=1)
    assert state.view(None)["rack"] == state.view(1)["rack"]
    assert state.view(None)["log"] == state.log
