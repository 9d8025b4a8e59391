"""What holds for every bot of every game."""

from __future__ import annotations

import threading
from typing import Any

import msgspec
import numpy as np
import pytest

import genial
from genial import State, bots
from genial.bots.bot import Clock, Thought
from genial.bots.search import Search
from genial.core import engine
from genial.core.chance import fast_stream
from tests.bots.timing import worked_less_than
from tests.cases import CASES, are_same, name_of, random_states, with_array

Case = tuple[str, dict[str, Any]]
every_case = pytest.mark.parametrize("case", CASES, ids=name_of)
EFFORT = 60
SEARCHED = [name for name in genial.games() if "search" in bots.names(genial.game(name))]


def quick(game: genial.Game, name: str, seed: int = 1) -> bots.Bot:
    """A bot that does not think long, whatever its habits are."""
    try:
        return bots.make(game, name, seed=seed, effort=EFFORT)
    except TypeError:
        return bots.make(game, name, seed=seed)


def some_states(case: Case, seed: int, every: int) -> list[State]:
    states = list(random_states(*case, seed))
    return [state for state in states[::every] if not state.over]


@every_case
def test_every_bot_plays_legal_moves(case: Case) -> None:
    states = some_states(case, 11, 13)
    game = states[0].game
    for name in bots.names(game):
        bot = quick(game, name)
        assert bot.name == name
        for state in states:
            assert bot.choose(state.view(state.turn)) in state.legal()


@every_case
def test_the_same_view_gives_the_same_choice_whatever_is_hidden(case: Case) -> None:
    states = some_states(case, 12, 17)
    game = states[0].game
    changed = 0
    for name in bots.names(game):
        for state in states:
            array = state.array.copy()
            engine.redeal(array, 0, (state.turn or 1) - 1, fast_stream(3))
            other = with_array(state, array)
            changed += not are_same(array, state.array)
            assert other.view(state.turn) == state.view(state.turn)
            first = quick(game, name).choose(state.view(state.turn))
            assert quick(game, name).choose(other.view(state.turn)) == first
    hides = case[0] == "phoenix" or (case[0] == "ingenious" and case[1]["players"] > 1)
    assert (changed > 0) == hides


@every_case
def test_a_thought_is_complete(case: Case) -> None:
    state = some_states(case, 13, 9)[1]
    for name in bots.names(state.game):
        thought = quick(state.game, name).think(state.view(state.turn))
        assert thought.move in state.legal()
        assert thought.candidates[0].move == thought.move
        moves = [candidate.move for candidate in thought.candidates]
        assert len(set(moves)) == len(moves)
        assert all(move in state.legal() for move in moves)
        assert len(thought.value) == state.game.players
        assert all(-1e-9 <= value <= 1 + 1e-9 for value in thought.value)
        assert msgspec.json.decode(msgspec.json.encode(thought), type=Thought) == thought
        if thought.colours is not None:
            assert [set(track) for track in thought.colours] == [set(t) for t in state.scores]


@pytest.mark.parametrize("name", SEARCHED)
@pytest.mark.parametrize("threads", [1, 2])
def test_an_effort_is_reproducible_and_is_what_it_says(name: str, threads: int) -> None:
    game = genial.game(name)
    state = some_states((name, {}), 5, 6)[1]
    view = state.view(state.turn)
    thoughts = []
    for _ in range(2):
        bot = bots.make(game, "search", seed=9, threads=threads)
        bot.think(view, effort=33)  # what was thought before must not matter
        thought = bot.think(view, effort=301)
        thoughts.append(msgspec.structs.replace(thought, seconds=0.0))
    assert thoughts[0] == thoughts[1]
    if isinstance(bot, Search) and len(state.legal()) > 1:
        assert thoughts[0].visits == 301


@pytest.mark.parametrize("name", SEARCHED)
def test_thinking_keeps_to_its_time_and_can_be_stopped(name: str) -> None:
    game = genial.game(name)
    bot = bots.make(game, "search", seed=1, seconds=0.2)
    state = game.start(seed=2)
    view = state.view(state.turn)
    bot.choose(view)  # compiles
    bot.think(view, seconds=0.05)
    for seconds in (0.0, 0.05, 0.3):
        with worked_less_than(seconds + 0.2):
            assert bot.think(view, seconds=seconds).move in state.legal()
    with worked_less_than(0.7):
        bot.choose(view, Clock(left=1.0))
    stop = threading.Event()
    threading.Timer(0.1, stop.set).start()
    with worked_less_than(2):
        assert bot.think(view, seconds=30, stop=stop).move in state.legal()
    stop.set()
    assert bot.think(view, effort=10**9, stop=stop).move in state.legal()


def test_by_the_clock_a_search_goes_on_with_the_tree_it_has() -> None:
    game = genial.game("ingenious", players=2)
    bot = bots.make(game, "search", seed=1)
    assert isinstance(bot, Search)
    state = game.start(seed=2)
    thought = bot.think(state.view(1), seconds=0.3)
    state = state.play(thought.move)
    replies = bot._trees[0]
    replies.reuse([game.kit.read(thought.move)], np.array(state.legal().codes, np.int32))
    known = replies.first_moves()
    reply = next(m for m in sorted(known, key=lambda m: -known[m][0]) if m in state.legal().codes)
    visits = known[reply][0]
    bot._last_log = state.view(1)["log"]
    state = state.play(game.kit.spell(reply))
    bot._prepare_trees(state.view(1), state.array, timed=True)
    kept = replies.first_moves()
    assert replies.nodes[0]["visits"] == sum(count for count, _ in kept.values())
    assert 0 < replies.nodes[0]["visits"] < visits
    assert kept.keys() <= set(state.legal().codes)
    assert 0 < replies.used < visits + 1
    bot._prepare_trees(state.view(1), state.array, timed=False)
    assert replies.used == 1


def test_unknown_bots_are_refused_with_the_names_there_are() -> None:
    with pytest.raises(genial.BadOption, match="did you mean search"):
        bots.make(genial.game("ingenious"), "serch")
    with pytest.raises(TypeError, match="colour"):
        bots.make(genial.game("ingenious"), "search", colour=1)


@pytest.mark.parametrize("case", [case for case in CASES if case[0] in SEARCHED], ids=name_of)
def test_levels_are_named_weakest_first(case: Case) -> None:
    game = genial.game(case[0], **case[1])
    assert bots.levels(game)[0] == "kid"
    assert bots.levels(game)[-1] == "genius"
    assert set(bots.levels(game)) <= set(bots.LEVELS)
