"""What users hand in never makes a kernel write outside its arrays: it is refused first.

The bounds themselves are watched when these run with `NUMBA_BOUNDSCHECK=1` (see `guard`).
"""

from __future__ import annotations

import json
import random
from typing import Any

import numpy as np
import pytest

import genial
from genial import State, bots
from genial.bots.belief import from_view
from genial.core import engine
from genial.core.chance import fast_stream
from genial.core.kernel import JIT
from tests.cases import CASES, name_of, random_states

Case = tuple[str, dict[str, Any]]
every_case = pytest.mark.parametrize("case", CASES, ids=name_of)


# --- positions -----------------------------------------------------------------------------


def twisted(data: Any, chooser: random.Random) -> Any:
    """Plain data of the same shape with a value changed: numbers, duplicates, swaps."""
    if isinstance(data, dict) and data:
        key = chooser.choice(list(data))
        if chooser.random() < 0.15:
            other = chooser.choice(list(data))
            return {**data, key: data[other], other: data[key]}
        return {**data, key: twisted(data[key], chooser)}
    if isinstance(data, list):
        what = chooser.random()
        if data and what < 0.6:
            place = chooser.randrange(len(data))
            return [*data[:place], twisted(data[place], chooser), *data[place + 1 :]]
        if data and what < 0.8:
            return [*data, chooser.choice(data)]  # one too many, and twice
        return data[:-1]
    if isinstance(data, int) and not isinstance(data, bool):
        return chooser.choice([data + 1, data - 1, 0, 1, -1, 127, 128, 255, 256, 2**31, 2**63])
    if isinstance(data, str) and data:
        return chooser.choice([data[::-1], data + "\n", data[:-1], data * 2, data.lower()])
    return chooser.choice([0, 1, -1, None, data])


def played_out(state: State, seed: int) -> None:
    """Play on by the kernels' own choice: nothing but the kernels sees these moves."""
    array, stream = state.array.copy(), fast_stream(seed)
    engine.redeal(array, 0, seed % (state.game.players + 1) - 1, stream)
    utilities = np.zeros((1, state.game.players))
    engine.playouts(array, stream.reshape(1, -1), 0, 1, utilities)
    assert np.isfinite(utilities).all()


@every_case
def test_a_twisted_position_is_refused_or_plays_to_its_end(case: Case) -> None:
    name, options = case
    game = genial.game(name, **options)
    states = [*random_states(name, options, 3)]
    positions = [state.position() for state in (states[0], *states[1::9], states[-1])]
    taken = refused = 0
    for seed in range(400 if JIT else 40):
        chooser = random.Random(seed)
        data: Any = chooser.choice(positions)
        for _ in range(chooser.choice([1, 1, 2, 3, 5])):
            data = twisted(data, chooser)
        try:
            state = game.at(data, seed=seed)
        except genial.BadPosition as error:
            refused += 1
            assert "\n" not in str(error)
            continue
        taken += 1
        played_out(state, seed)
        for move in list(state.legal())[:3]:
            state.explain(move)
    assert refused > taken > 0 or not JIT


def test_a_printed_symbol_that_is_named_twice_is_refused() -> None:
    """Otherwise a first tile finds no place, and a random move lies outside the board."""
    game = genial.game("ingenious", players=2)
    position = game.start(seed=1).position()
    position["openings"] = [position["openings"][0]] * len(position["openings"])
    with pytest.raises(genial.BadPosition, match="openings"):
        game.at(position)


def test_a_position_with_too_many_racks_is_refused() -> None:
    game = genial.game("ingenious", players=4)
    position = game.start(seed=1).position()
    position["racks"].append(["RG"])
    with pytest.raises(genial.BadPosition, match="4 racks"):
        game.at(position)


def test_bonus_moves_are_owed_only_to_a_player_who_places() -> None:
    game = genial.game("ingenious", players=2)
    states = (s for seed in range(40) for s in random_states("ingenious", {"players": 2}, seed))
    position = next(s.position() for s in states if s.position()["phase"] == "swap or keep")
    with pytest.raises(genial.BadPosition, match="bonus"):
        game.at({**position, "bonus": 2})


def test_a_chip_with_a_line_break_is_refused() -> None:
    game = genial.game("spezial", players=2)
    position = game.start(seed=1).position()
    tower, chip = next(iter(position["chips"].items()))
    position["chips"][tower] = f"{chip}\n"
    with pytest.raises(genial.BadPosition):
        game.at(position)


# --- moves ---------------------------------------------------------------------------------


def test_explaining_any_card_leaves_the_heap_as_it_was() -> None:
    """A sixth kind of card once made more legal moves than there was room for."""
    game = genial.game("phoenix")
    widest = ["M2", "M3", "M4", "S1", "X"]  # the hand with the most moves
    position = game.start(seed=1).position()
    cards = [card for hand in position["hands"] for card in hand]
    pool = {kind: position["pile"][kind] + cards.count(kind) for kind in position["pile"]}
    hands = [widest, ["S1", "S1", "S2", "S2", "X"]]
    for card in [card for hand in hands for card in hand]:
        pool[card] -= 1
    turn = position["turn"] - 1
    state = game.at({**position, "pile": pool, "hands": hands if turn == 0 else hands[::-1]})
    room = np.full(state.game.kit.rules.MAX_MOVES + 64, -7, np.int32)
    assert engine.moves(state.array, 0, room) == 66
    for kind in ("S2", "S3", "S4", "R", "N1", "N2"):
        explained = state.explain(f"-{kind}")
        assert explained["move"] == f"-{kind}"
    for text in ("S2:1-3", "N2:1>3", "R", "M2:1>3"):
        assert state.explain(text)["move"] == text


@every_case
def test_every_move_that_can_be_spelt_is_explained_or_refused(case: Case) -> None:
    name, options = case
    states = [*random_states(name, options, 5)][::7]
    kit = genial.game(name, **options).kit
    last = {"ingenious": 462 * 36 + 2, "spezial": 678 * 21 + 1, "tile-challenge": 3, "phoenix": 107}
    chooser = random.Random(6)
    for state in states:
        for _ in range(40 if JIT else 4):
            text = kit.spell(chooser.randrange(last[name]))
            try:
                explained = state.explain(text)
            except genial.IllegalMove:
                assert text not in state.legal() or state.over
            else:
                assert explained["move"] == text


# --- batches -------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [-2, -1, 3, 99, 2**40, 1.5, None, "1"])
def test_a_batch_hides_from_its_own_seats_only(seat: Any) -> None:
    batch = genial.game("phoenix").batch(2, seed=1)
    with pytest.raises(genial.GenialError):
        batch.hide(seat)


@pytest.mark.parametrize("code", [-1, -(2**31), 107, 2**31 - 1, 2**31, 2**32, 2**40])
def test_a_batch_refuses_every_code_that_is_not_legal(code: int) -> None:
    batch = genial.game("phoenix").batch(2, seed=1)
    codes = np.array([batch.legal(0).codes[0], code], np.int64)
    with pytest.raises(genial.IllegalMove, match="game 1"):
        batch.step(codes)
    with pytest.raises(genial.BadOption):
        batch.step(codes.astype(np.float64))


@pytest.mark.parametrize("index", [2, -3, 2**40])
def test_a_batch_has_no_games_beyond_its_own(index: int) -> None:
    with pytest.raises(IndexError):
        genial.game("phoenix").batch(2, seed=1).legal(index)


@pytest.mark.parametrize("threads", [-1, 0, 1.5, True])
def test_a_batch_is_played_by_at_least_one_thread(threads: Any) -> None:
    with pytest.raises(genial.BadOption, match="thread"):
        genial.game("phoenix").batch(2, seed=1).playout(threads=threads)


# --- views ---------------------------------------------------------------------------------


@every_case
def test_a_twisted_view_is_refused_or_thought_about(case: Case) -> None:
    name, options = case
    game = genial.game(name, **options)
    states = [state for state in random_states(name, options, 4) if not state.over][::11]
    known = bots.names(game)
    thinkers = [bots.make(game, bot, seed=1) for bot in (known[1], known[-1])]
    for seed in range(120 if JIT else 12):
        chooser = random.Random(seed)
        state = chooser.choice(states)
        data: Any = json.loads(json.dumps(state.view(state.turn)))
        for _ in range(chooser.choice([1, 1, 2])):
            data = twisted(data, chooser)
        try:
            array = from_view(data, fast_stream(seed))
        except genial.GenialError as error:
            assert "\n" not in str(error)
            continue
        due, over, turn = engine.status(array, 0, np.zeros(game.players))
        assert not due
        if (data["game"], data["options"]) != (name, dict(game.options)) or over:
            continue
        if data["seat"] == turn + 1:
            for bot in thinkers:
                assert bot.think(data, effort=3).move


def test_a_view_that_ends_before_the_deal_is_refused() -> None:
    view = genial.game("spezial").start(seed=1).view(1)
    view["log"][0] = " ".join(view["log"][0].split()[:6])
    with pytest.raises(genial.BadView):
        from_view(view, fast_stream(1))


def test_a_view_that_lies_about_the_tiles_left_does_not_outgrow_the_solver() -> None:
    game = genial.game("spezial", players=2)
    view = game.start(seed=1).view(1) | {"tiles_left": [1, 1]}
    bot = bots.make(game, "search", seed=1)
    try:
        move = bot.think(view, effort=3).move
    except genial.BadView:
        return
    assert move in game.start(seed=1).legal()


# --- what was learnt -----------------------------------------------------------------------


@pytest.mark.parametrize("name", genial.games())
@pytest.mark.parametrize("size", [0, 1, 100])
def test_numbers_that_were_learnt_for_something_else_are_refused(name: str, size: int) -> None:
    game = genial.game(name)
    with pytest.raises(genial.BadOption, match="learnt"):
        bots.make(game, "search", learnt=np.zeros(size, np.float32))


@pytest.mark.parametrize("name", genial.games())
def test_learnt_numbers_have_the_right_type_and_shape(name: str) -> None:
    game = genial.game(name)
    model = __import__(f"genial.bots.{name.replace('-', '_')}.model", fromlist=["model"])
    fine = model.load_weights(game.options)
    bots.make(game, "search", learnt=fine)
    for other in (fine.astype(np.float64), fine.reshape(1, -1), fine[:-1], fine[::-1]):
        with pytest.raises(genial.BadOption, match="learnt"):
            bots.make(game, "search", learnt=other)


@pytest.mark.parametrize("width", [0.0, -3.0, float("nan"), float("inf")])
def test_a_search_of_no_width_still_looks_at_one_move(width: float) -> None:
    game = genial.game("ingenious", players=2)
    state = game.start(seed=1)
    bot = bots.make(game, "search", seed=1, width=width)
    assert bot.think(state.view(1), effort=20).move in state.legal()


# --- the lab -------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [0, -1, 3, 99, 2**40])
def test_there_is_no_view_from_a_seat_that_does_not_exist(seat: int) -> None:
    lab = pytest.importorskip("genial.lab")
    state = genial.game("phoenix").start(seed=1)
    with pytest.raises(genial.GenialError):
        lab.observe(state, seat)


def test_a_spectators_view_is_no_observation() -> None:
    lab = pytest.importorskip("genial.lab")
    with pytest.raises(genial.GenialError):
        lab.observe_view(genial.game("phoenix").start(seed=1).view(None))


@pytest.mark.parametrize("index", [-1, 4, 99, 2**40, 1.5])
def test_there_is_no_state_beyond_the_games_of_a_vector(index: Any) -> None:
    vector = pytest.importorskip("genial.lab.vector")
    games = vector.Games("phoenix", num_envs=4)
    games.reset(seed=1)
    with pytest.raises(genial.GenialError):
        games.state(index)


@pytest.mark.parametrize("action", [-1, -2, -(2**63), 107, 2**31, 2**62])
@pytest.mark.parametrize("illegal", ["lose", "raise"])
def test_an_action_of_a_vector_that_there_is_not_is_never_played(action: int, illegal: str) -> None:
    vector = pytest.importorskip("genial.lab.vector")
    games = vector.Games("phoenix", num_envs=3, illegal=illegal)
    games.reset(seed=1)
    before = games.records.copy()
    chosen = games.sample()
    chosen[1] = action
    if illegal == "raise":
        with pytest.raises(genial.IllegalMove):
            games.step(chosen)
    else:
        _, rewards, ended, _, _ = games.step(chosen)
        assert rewards[1] == -1.0
        assert ended[1]
    assert games.records[1].tobytes() == before[1].tobytes()


@pytest.mark.parametrize("action", [-1, -(2**63), 107, 2**62, 2**64, 10**30])
def test_an_action_of_a_table_that_there_is_not_is_refused(action: int) -> None:
    simulator = pytest.importorskip("genial.lab.simulator").Simulator
    table = simulator(genial.game("phoenix"))
    table.start(1)
    with pytest.raises(genial.IllegalMove):
        table.play(action)


@pytest.mark.parametrize("player", [2, 99, 2**40])
def test_openspiel_observes_only_players_that_there_are(player: int) -> None:
    pytest.importorskip("pyspiel")
    openspiel = pytest.importorskip("genial.lab.openspiel")
    game = openspiel.load("phoenix")
    state = game.state_at(genial.game("phoenix").start(seed=1))
    with pytest.raises(genial.GenialError):
        game.make_py_observer().set_from(state, player)
