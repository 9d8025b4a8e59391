"""OpenSpiel: its own tests on our games, and bots across the border."""

from __future__ import annotations

import pickle
import random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms.generate_playthrough import playthrough

import genial
from genial.arena import match
from genial.core import engine
from genial.core.chance import fast_stream
from genial.games.phoenix.cards import KINDS as CARDS
from genial.lab.encoding import encoding_of
from genial.lab.events import things_of
from genial.lab.openspiel import load, short_name
from genial.lab.spiel_bots import Mcts, Ours, Uniform
from genial.lab.texts import text
from tests.cases import CASES, are_same, name_of, with_array

Case = tuple[str, dict[str, Any]]
every_case = pytest.mark.parametrize("case", CASES, ids=name_of)


def played(case: Case, seed: int, steps: int = 10**9) -> Any:
    """A state of a random game, or its end; every outcome as likely as it should be."""
    chooser = random.Random(seed)
    state = load(case[0], **case[1]).new_initial_state()
    for _ in range(steps):
        if state.is_terminal():
            break
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chooser.choices(outcomes, chances)[0])
        else:
            state.apply_action(chooser.choice(state.legal_actions()))
    return state


@every_case
def test_random_sim_test_passes(case: Case) -> None:
    pyspiel.random_sim_test(load(case[0], **case[1]), num_sims=2, serialize=False, verbose=False)


@pytest.mark.parametrize("name", genial.games())
def test_random_sim_test_passes_with_states_written_and_read(name: str) -> None:
    pyspiel.random_sim_test(load(name), num_sims=1, serialize=True, verbose=False)


def dealt(state: Any) -> Any:
    """The state after the draws that are due."""
    chooser = random.Random(1)  # always the first outcome might deal for ever
    while state.is_chance_node():
        state.apply_action(chooser.choice(state.legal_actions()))
    return state


@every_case
def test_what_is_not_legal_is_refused_and_changes_nothing(case: Case) -> None:
    for steps in (0, 3, 60):
        state = played(case, 6, steps=steps)
        for at in (state, dealt(state.clone())):
            before, history = at.position, at.history()
            legal = at.legal_actions()
            size = at.get_game().max_chance_outcomes()
            if not at.is_chance_node():
                size = at.get_game().num_distinct_actions()
            bad = [action for action in range(size) if action not in legal]
            for action in [*bad[:: len(bad) // 40 + 1], size, -2]:
                with pytest.raises(
                    genial.GenialError, match=r"cannot be the outcome|not legal|actions are"
                ):
                    at.apply_action(action)
            assert at.position is before
            assert at.history() == history


@pytest.mark.parametrize("name", genial.games())
def test_states_are_written_and_read_at_every_kind_of_node(name: str) -> None:
    game = load(name)
    state, kinds = game.new_initial_state(), set()
    chooser = random.Random(7)
    while not state.is_terminal() and len(state.history()) < 60:
        state.apply_action(chooser.choice(state.legal_actions()))
        again = game.deserialize_state(state.serialize())
        kinds.add(again.is_chance_node())
        assert are_same(again.position.array, state.position.array)
        assert (str(again), again.history()) == (str(state), state.history())
        assert again.legal_actions() == state.legal_actions()
        assert again.information_state_string(0) == state.information_state_string(0)
    assert kinds == {True, False}


@pytest.mark.parametrize("name", genial.games())
def test_a_state_at_a_position_of_the_library_is_written_and_read(name: str) -> None:
    position = genial.game(name).start(seed=3)
    for _ in range(2):
        position = position.play(position.legal()[0])
    game = load(name)
    state = game.state_at(position)
    again = game.deserialize_state(state.serialize())
    assert again.position == position
    assert again.legal_actions() == state.legal_actions()
    assert again.history() == []
    told = again.information_state_string(0)
    assert told == "\n".join(position.view(1)["log"])


@pytest.mark.parametrize("name", ["ingenious", "phoenix"])
def test_a_state_that_was_set_up_has_no_information_state(name: str) -> None:
    game = genial.game(name)
    set_up = load(name).state_at(game.at(game.start(seed=1).position()))
    assert set_up.observation_string(0)
    for ask in (set_up.information_state_string, set_up.information_state_tensor):
        with pytest.raises(genial.GenialError, match="so it has no history"):
            ask(0)


@every_case
def test_strings_at_chance_nodes_show_the_table_and_what_has_come(case: Case) -> None:
    game = load(case[0], **case[1])
    chooser, state = random.Random(8), game.new_initial_state()
    table, nodes = None, 0
    for _ in range(120):
        if state.is_terminal():
            break
        for player in (0, game.num_players() - 1):
            seen = state.observation_string(player)
            if not state.is_chance_node():
                assert seen == text(state.position.view(player + 1))
            elif table is not None:
                own = "\n".join(state.position.news(player + 1))
                assert seen == text(table.view(player + 1)) + own
                nodes += 1
        if not state.is_chance_node():
            table = state.position
        state.apply_action(chooser.choice(state.legal_actions()))
    if case[0] == "spezial":  # which is dealt once, before the table is there
        assert nodes == 0
    else:
        assert nodes > 10


@pytest.mark.parametrize("name", genial.games())
def test_observations_come_apart_into_what_is_public_and_what_is_private(name: str) -> None:
    game = load(name)
    assert game.get_type().provides_factored_observation_string
    private = pyspiel.IIGObservationType(
        public_info=False, perfect_recall=False, private_info=pyspiel.PrivateInfoType.SINGLE_PLAYER
    )
    observer = game.make_py_observer(private)
    state = dealt(played((name, {}), 9, steps=45))
    for player in range(2):
        view = state.position.view(player + 1)
        held = view.get("rack") or view.get("hand") or []
        assert observer.string_from(state, player) == " ".join(held)
    public_only = pyspiel.IIGObservationType(
        public_info=True, perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE
    )
    shown = game.make_py_observer(public_only).string_from(state, 0)
    assert shown == text(state.position.view(None))


def test_the_private_part_of_a_partner_who_sees_both_racks_has_both() -> None:
    private = pyspiel.IIGObservationType(
        public_info=False, perfect_recall=False, private_info=pyspiel.PrivateInfoType.SINGLE_PLAYER
    )
    case = ("ingenious", {"players": 4, "variant": "teams", "partners": "shared"})
    state = dealt(played(case, 9, steps=45))
    observer = state.get_game().make_py_observer(private)
    racks = [" ".join(rack) for rack in state.position.position()["racks"]]
    assert observer.string_from(state, 0) == f"{racks[0]}\n{racks[2]}"
    assert observer.string_from(state, 3) == f"{racks[3]}\n{racks[1]}"


def test_options_that_are_mostly_left_out_are_parameters_there() -> None:
    game = pyspiel.load_game(
        "python_genial_ingenious(players=4,variant=teams,partners=shared,headstart=1 0 1 0)"
    )
    assert game.rules.options == {
        "players": 4, "variant": "teams", "partners": "shared", "start": 1, "headstart": "1 0 1 0",
    }  # fmt: skip
    assert game.observation_tensor_size() > load("ingenious", players=4).observation_tensor_size()
    assert load("ingenious", players=4, variant="teams", partners="silent").rules == genial.game(
        "ingenious", players=4, variant="teams"
    )


def test_while_cards_are_dealt_only_their_owner_sees_them() -> None:
    private = pyspiel.IIGObservationType(
        public_info=False, perfect_recall=False, private_info=pyspiel.PrivateInfoType.SINGLE_PLAYER
    )
    state = played(("phoenix", {}), 3, steps=28)  # two cards of the first hand
    observer = state.get_game().make_py_observer(private)
    assert state.is_chance_node()
    assert observer.string_from(state, 0).startswith("* hand 1 ")
    assert "?" not in observer.string_from(state, 0)
    assert observer.string_from(state, 1) == ""


def test_what_all_players_see_together_is_not_offered() -> None:
    kind = pyspiel.IIGObservationType(
        public_info=True, perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS
    )
    with pytest.raises(genial.BadOption, match="not offered"):
        load("phoenix").make_py_observer(kind)


@pytest.mark.parametrize("name", genial.games())
def test_playthroughs_can_be_written(name: str) -> None:
    text = playthrough(short_name(name), None, seed=1)
    assert f'GameType.short_name = "{short_name(name)}"' in text
    assert "IsTerminal() = True" in text
    assert "ChanceOutcomes()" in text
    assert "InformationStateString(0)" in text
    assert ("InformationStateTensor(0)" in text) == (name != "tile-challenge")
    part = {"ingenious": "rack", "tile-challenge": "stack", "spezial": "scores", "phoenix": "hand"}
    assert f"ObservationTensor(0).{part[name]}" in text


def test_playthroughs_can_be_repeated() -> None:
    one, other = (playthrough(short_name("tile-challenge"), None, seed=2) for _ in range(2))
    assert one == other


@every_case
def test_a_game_played_there_is_a_game_of_the_library(case: Case) -> None:
    state = played(case, 1)
    position = state.position
    assert state.is_terminal()
    assert genial.replay(position.record()) == position
    players = position.game.players
    wanted = position.utilities if players == 1 else [2 * u - 1 for u in position.utilities]
    assert state.returns() == pytest.approx(list(wanted))


@every_case
def test_information_states_tell_nothing_that_is_hidden(case: Case) -> None:
    game = load(case[0], **case[1])
    state = played(case, 2, steps=150)
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    position = state.position
    for seat in range(position.game.players):
        array = position.array.copy()
        engine.redeal(array, 0, seat, fast_stream(seat))
        other = game.state_at(with_array(position, array))
        assert other.observation_string(seat) == state.observation_string(seat)
        assert np.array_equal(other.observation_tensor(seat), state.observation_tensor(seat))
        log = position.view(seat + 1)["log"]
        assert state.information_state_string(seat) == "\n".join(log)


def tensor(state: Any, player: int) -> bytes:
    return np.array(state.information_state_tensor(player), np.float32).tobytes()


TOLD = [case for case in CASES if things_of(genial.game(case[0])) is not None]


@pytest.mark.parametrize("case", TOLD, ids=name_of)
def test_information_state_tensors_tell_what_the_strings_tell(case: Case) -> None:
    game = load(case[0], **case[1])
    assert game.get_type().provides_information_state_tensor
    chooser, state = random.Random(4), game.new_initial_state()
    found: dict[tuple[int, str], bytes] = {}
    while not state.is_terminal():
        if chooser.random() < 0.2 or not state.legal_actions():
            for player in (0, game.num_players() - 1):
                told = player, state.information_state_string(player)
                assert found.setdefault(told, tensor(state, player)) == tensor(state, player)
        state.apply_action(chooser.choice(state.legal_actions()))
    assert len({(player, seen) for (player, _), seen in found.items()}) == len(found) > 10
    shape = game.information_state_tensor_shape()
    assert len(state.information_state_tensor(0)) == int(np.prod(shape))


@pytest.mark.parametrize(("name", "hidden"), [("ingenious", 6), ("phoenix", 5)])
def test_information_state_tensors_hide_what_the_other_holds(name: str, hidden: int) -> None:
    ends = []
    for seed in (1, 2):
        state, chooser, dealt = load(name).new_initial_state(), random.Random(5), []
        while state.is_chance_node():
            dealt.append(state.clone())
            state.apply_action(chooser.choice(state.chance_outcomes())[0])
        state, chooser = dealt[-hidden], random.Random(seed)  # the last hand is dealt anew
        while state.is_chance_node():
            state.apply_action(chooser.choice(state.chance_outcomes())[0])
        ends.append(state)
    assert str(ends[0]) != str(ends[1])
    assert tensor(ends[0], 0) == tensor(ends[1], 0)
    assert tensor(ends[0], 1) != tensor(ends[1], 1)


def test_events_are_laid_out_as_documented() -> None:
    state = played(("phoenix", {}), 3, steps=36)
    observer = state.get_game().make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))
    observer.set_from(state, 1)
    events, actions = observer.dict["events"], encoding_of(genial.game("phoenix")).actions
    assert observer.dict["seat"].tolist() == [0, 1]
    kinds = ["spectrum"] * 6 + ["line"] * 20 + ["hand"] * 10
    numbers = {kind: k for k, kind in enumerate(("move", *(things_of(actions.game) or {})))}
    assert events[:36, :5].argmax(1).tolist() == [numbers[kind] for kind in kinds]
    assert events[:6, 5:7].sum() == 0  # no player's
    assert events[6:26, 5:7].argmax(1).tolist() == [1] * 10 + [0] * 10  # the own line is the second
    numbers = events[:, 7:] @ (2 ** np.arange(7))
    assert numbers[26:31].tolist() == [0] * 5  # the other's hand
    hand = state.position.view(2)["hand"]
    assert sorted(CARDS[int(k) - 1] for k in numbers[31:36]) == sorted(hand)
    assert not events[36:].any()
    move = state.legal_actions()[0]
    state.apply_action(move)
    observer.set_from(state, 1)
    assert (events[36, :7].tolist(), events[36, 7:] @ (2 ** np.arange(7))) == (
        [1, 0, 0, 0, 0, 0, 1],
        move,
    )


def test_tile_challenge_says_that_it_has_no_information_state_tensor() -> None:
    kind = load("tile-challenge").get_type()
    assert kind.provides_information_state_string
    assert not kind.provides_information_state_tensor
    assert kind.information == pyspiel.GameType.Information.PERFECT_INFORMATION


def test_chance_nodes_have_the_weights_of_the_bag() -> None:
    state = load("ingenious").new_initial_state()
    outcomes = dict(state.chance_outcomes())
    assert len(outcomes) == 21
    assert outcomes[0] == pytest.approx(5 / 120)  # RR
    assert outcomes[1] == pytest.approx(6 / 120)  # RG
    assert sum(outcomes.values()) == pytest.approx(1)
    state.apply_action(0)
    assert dict(state.chance_outcomes())[0] == pytest.approx(4 / 119)


def test_clones_and_copies_are_independent() -> None:
    state = played(("phoenix", {}), 3, steps=60)
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    twin = state.clone()
    twin.apply_action(twin.legal_actions()[0])
    assert len(twin.history()) == len(state.history()) + 1
    assert twin.position != state.position
    game = state.get_game()
    again = game.deserialize_state(state.serialize())
    assert str(again) == str(state)
    assert again.position == state.position
    assert pickle.loads(pickle.dumps(game)).num_players() == 2


def test_our_search_plays_in_openspiel() -> None:
    game = load("phoenix")
    wins = 0.0
    for seed in range(2):
        state = played(("phoenix", {}), seed, steps=36)  # everything is dealt
        assert not state.is_chance_node()
        bots = [Ours(game, "search", effort=60, seed=1), pyspiel.make_uniform_random_bot(1, seed)]
        wins += pyspiel.evaluate_bots(state, bots, seed)[0]
    assert wins > 0


@pytest.mark.parametrize("name", genial.games())
def test_bots_cross_the_border_in_every_game(name: str) -> None:
    state = played((name, {}), 5, steps=36)
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    ours = Ours(load(name), "search", effort=8, seed=1)
    assert ours.step(state) in state.legal_actions()
    game, position = genial.game(name), state.position
    for theirs in (Mcts(game, seed=1, simulations=2, worlds=1), Uniform(game, seed=1)):
        assert theirs.choose(position.view(position.turn)) in position.legal()


def test_openspiels_bots_play_in_the_arena() -> None:
    game = genial.game("spezial")
    theirs = "py:genial.lab.spiel_bots:Mcts:simulations=3,worlds=1"
    report = match(game, [theirs, "py:genial.lab.spiel_bots:Uniform"], games=2, seed=1)
    assert report.games == 2
    assert report.forfeits == []


def test_openspiels_search_asks_in_worlds_that_agree_with_the_view() -> None:
    game = genial.game("phoenix")
    state = game.start(seed=4)
    bot = Mcts(game, seed=1, simulations=4, worlds=3)
    thought = bot.think(state.view(1))
    assert thought.visits == 3
    assert thought.move in state.legal()
    assert thought.move == Mcts(game, seed=1, simulations=4, worlds=3).choose(state.view(1))
    assert Uniform(game, seed=1).choose(state.view(1)) in state.legal()


def test_bad_parameters_are_refused() -> None:
    with pytest.raises(genial.BadOption, match="players must be"):
        load("ingenious", players=7)
