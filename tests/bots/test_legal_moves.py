"""The law that no bot of ours ever plays, or thinks of, a move that is not legal."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import genial
from genial import State, bots
from genial.bots import tree
from genial.bots.bot import Clock, Thought
from genial.bots.search import Search
from genial.bots.tree import SearchTree
from genial.core.chance import fast_stream
from genial.core.errors import BadView
from tests.cases import CASES, name_of, random_states

CHOICES = int(os.environ.get("GENIAL_SOAK_CHOICES", "480"))  # a game, over all its options
FIRST_SEED = int(os.environ.get("GENIAL_SOAK_SEED", "0"))
Case = tuple[str, dict[str, Any]]
every_case = pytest.mark.parametrize("case", CASES, ids=name_of)
TREES = [case for case in CASES if case[0] != "tile-challenge"]
every_tree = pytest.mark.parametrize("case", TREES, ids=name_of)


BUSY = "import os\nparent = os.getppid()\nwhile os.getppid() == parent: sum(range(10**6))"


@pytest.fixture
def starved() -> Iterator[None]:
    """Let another process compete for the processor, as long as this one lives."""
    beside = subprocess.Popen([sys.executable, "-c", BUSY])
    yield
    beside.kill()
    beside.wait()


def share(case: Case) -> int:
    """How many choices each of a game's cases gets."""
    return -(-CHOICES // sum(other == case[0] for other, _ in CASES))


def check(state: State, thought: Thought) -> None:
    legal = state.legal()
    moves = [candidate.move for candidate in thought.candidates]
    illegal = [move for move in (thought.move, *moves) if move not in legal]
    assert not illegal, f"{illegal} of {len(legal)} legal moves, after {state.log}"
    assert moves[0] == thought.move
    assert len(set(moves)) == len(moves)


def ask(bot: bots.Bot, state: State, chooser: random.Random) -> str:
    """Ask a bot in one of many ways, most of them in a hurry; its move, which is legal."""
    view = state.view(state.turn)
    stop = threading.Event()
    stop.set()
    ways: list[Callable[[], Thought | str]] = [
        lambda: bot.think(view, seconds=0.0),
        lambda: bot.think(view, seconds=chooser.choice([0.001, 0.01, 0.025, 0.04])),
        lambda: bot.think(view, seconds=30.0, stop=stop),
        lambda: bot.choose(view, Clock(left=chooser.choice([0.05, 0.5]))),
    ]
    if chooser.random() < 0.03:  # by effort it forgets what it thought before
        ways = [lambda: bot.think(view, effort=chooser.choice([1, 2, 40]))]
    said = chooser.choice(ways)()
    if isinstance(said, str):
        assert said in state.legal(), f"{said} after {state.log}"
        return said
    check(state, said)
    return said.move


def roster(game: genial.Game) -> list[bots.Bot]:
    """Every bot and level of a game, and the strongest with two threads."""
    made = [bots.make(game, name, seed=5) for name in bots.names(game)]
    return [*made, bots.make(game, "search", seed=6, threads=2)]


@pytest.mark.slow
@every_case
def test_no_bot_in_a_hurry_plays_or_thinks_of_an_illegal_move(case: Case, starved: None) -> None:
    game = genial.game(case[0], **case[1])
    entrants = roster(game)  # one of each for all games: they must notice when a new one begins
    clocked = [bot for bot in entrants if bot.name in ("search", "genius")]
    chooser = random.Random(FIRST_SEED)
    asked = 0
    while asked < share(case):
        players = [chooser.choice(clocked if chooser.random() < 0.7 else entrants)
                   for _ in range(game.players)]  # fmt: skip
        states = [game.start(seed=chooser.getrandbits(32))]
        while not (state := states[-1]).over and asked < share(case):
            assert state.turn is not None
            bot = players[state.turn - 1]
            move = ask(bot, state, chooser)
            asked += 1
            if chooser.random() < 0.1:
                move = chooser.choice(state.legal())  # not what it meant to play
            states.append(state.play(move))
            if chooser.random() < 0.03:
                del states[max(1, len(states) - chooser.randrange(1, 6)) :]  # taken back


@every_tree
def test_only_legal_moves_are_kept_of_a_tree(case: Case) -> None:
    """Whatever was tried in other deals: the root has legal moves, and counts what they count."""
    dropped = 0
    for state in [state for state in random_states(*case, 3) if not state.over][::7]:
        bot = bots.make(state.game, "search", seed=1)
        assert isinstance(bot, Search)
        search_tree, codes = bot._trees[0], np.array(state.legal().codes, np.int32)
        bot._prepare_trees(state.view(state.turn), state.array, timed=False)
        search_tree.grow(state.array, (state.turn or 1) - 1, 500, fast_stream(1))
        before = search_tree.first_moves()
        few = codes[:: 2 if len(codes) > 1 else 1]
        assert search_tree.reuse([], few)
        kept = search_tree.first_moves()
        assert set(kept) == set(before) & set(few.tolist())
        assert all(kept[move][0] == before[move][0] for move in kept)
        consistent(search_tree)
        dropped += len(before) - len(kept)
        search_tree.grow(state.array, (state.turn or 1) - 1, 100, fast_stream(1))
        assert search_tree.nodes[0]["visits"] == sum(count for count, _ in kept.values()) + 100
        consistent(search_tree)
    assert dropped > 0


def consistent(search_tree: SearchTree) -> None:
    """Every node is below the root, is found, and the root counts what its children count."""
    nodes = search_tree.nodes[: search_tree.used]
    assert nodes["parent"][0] == tree.NONE
    assert (nodes["parent"][1:] < np.arange(1, search_tree.used)).all()
    assert (nodes["parent"][1:] >= 0).all()
    children = nodes[1:][nodes["parent"][1:] == tree.ROOT]
    assert nodes["visits"][0] == children["visits"].sum()
    assert nodes["value_sums"][0] == pytest.approx(children["value_sums"].sum(axis=0))
    for place in range(1, search_tree.used):
        path: list[int] = []
        at = place
        while at != tree.ROOT:
            path.insert(0, int(nodes["move"][at]))
            at = int(nodes["parent"][at])
        assert tree.descend(search_tree.nodes, search_tree.slots, np.array(path, np.int32)) == place


@pytest.mark.parametrize("seed", [10, 11, 13, 14])
def test_a_forced_move_is_played_whatever_was_thought_before(seed: int) -> None:
    case: Case = ("ingenious", {"players": 1})
    bot = bots.make(genial.game(case[0], **case[1]), "search", seed=1)
    states = [state for state in random_states(*case, seed) if not state.over]
    assert len(states[-1].legal()) == 1
    for state in states:
        thought = bot.think(state.view(1), seconds=0.0)
        check(state, thought)
    assert [candidate.move for candidate in thought.candidates] == list(states[-1].legal())
    assert thought.visits == 1


def test_a_tree_is_kept_only_while_the_seat_has_seen_nothing_drawn() -> None:
    game = genial.game("ingenious", players=2)
    bot = bots.make(game, "search", seed=1)
    assert isinstance(bot, Search)
    state = game.start(seed=2)
    bot.think(state.view(1), seconds=0.0)
    log = state.view(1)["log"]
    move = next(iter(state.legal()))
    assert bot._path(log) == []
    assert bot._path([*log, f"1 {move}", "* rack 2 ??"]) == [game.kit.read(move)]
    assert bot._path([*log, f"1 {move}", "* rack 1 RG"]) is None  # what it has drawn
    assert bot._path([*log, "* shown 2 RG BB OP RR PP GY"]) is None
    assert bot._path(log[:-1]) is None  # taken back
    assert bot._path([*log[:-1], "* rack 2 ??", f"1 {move}"]) is None  # another game
    bot.think(state.view(1), effort=5)
    assert bot._path(log) is None


def test_a_search_that_was_broken_off_leaves_no_tree_for_the_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = genial.game("spezial", players=2)
    bot = bots.make(game, "search", seed=1)
    assert isinstance(bot, Search)
    state = game.start(seed=2)
    bot.think(state.view(1), seconds=0.0)
    state = state.play(next(iter(state.legal())))
    with monkeypatch.context() as patch:
        patch.setattr(bot, "_grow", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            bot.think(state.view(2), seconds=0.0)
    assert bot._path(state.view(2)["log"]) is None
    check(state, bot.think(state.view(2), seconds=0.0))


@pytest.mark.parametrize("width", [0.0, -5.0, float("nan"), float("inf"), 1e300])
def test_a_search_of_any_width_considers_legal_moves(width: float) -> None:
    game = genial.game("ingenious", players=2)
    bot = bots.make(game, "search", seed=1, width=width, widen=0.0)
    state = game.start(seed=2)
    check(state, bot.think(state.view(1), effort=20))


def test_a_search_is_refused_when_it_is_another_seats_turn() -> None:
    game = genial.game("ingenious", players=2)
    bot = bots.make(game, "search", seed=1)
    state = game.start(seed=2)
    for view in (state.view(2), state.view(None)):
        with pytest.raises(BadView, match="its seat's turn"):
            bot.choose(view)
