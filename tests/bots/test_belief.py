"""A game rebuilt from a view agrees with it, and holds nothing that the view does not tell."""

from __future__ import annotations

import copy
import json
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import genial
from genial import State
from genial.bots.belief import from_view
from genial.core import engine
from genial.core.chance import fast_stream
from genial.games.ingenious.rules import CHOOSING
from tests.cases import CASES, are_same, name_of, random_states, with_array
from tests.test_hidden import is_possible, public_histories
from tests.test_laws import chi_square_limit

every_case = pytest.mark.parametrize("case", CASES, ids=name_of)
Case = tuple[str, dict[str, Any]]

HIDDEN = {"ingenious": {"rack", "bag"}, "phoenix": {"hand", "pile"}}  # fields that are dealt
FORCED = [
    {"players": 2},
    *(pytest.param({"players": 3} | more, marks=pytest.mark.slow)
      for more in ({}, {"players": 4}, {"players": 4, "variant": "teams"},
                   {"players": 4, "variant": "teams", "partners": "shared"})),
]  # fmt: skip


def seats_of(state: State) -> list[int | None]:
    return [None, *range(1, state.game.players + 1)]


def swapping_states(options: dict[str, Any], seed: int) -> Iterator[State]:
    """Play a game in which every player tries to bring up the question of a swap."""
    chooser = random.Random(seed)
    state = genial.game("ingenious", **options).start(seed=seed)
    yield state
    while not state.over:
        mover, moves = state.turn or 0, state.legal()
        few = [state.play(chooser.choice(moves)) for _ in range(min(24, len(moves)))]
        state = min(few, key=lambda after: tiles_in_the_way(after, mover))
        yield state


def tiles_in_the_way(state: State, seat: int) -> int:
    """How many tiles of a seat show one of its lowest colours; -1 if it is asked to swap."""
    if state.array["phase"][0] == CHOOSING:
        return -1
    return sum(bool(lowest(state, seat) & set(tile)) for tile in state.view(seat)["rack"])


def lowest(state: State, seat: int) -> set[str]:
    points = state.scores[state.game.tracks[seat - 1]]
    return {colour for colour, n in points.items() if n == min(points.values())}


def seats_seen(state: State, seat: int | None) -> list[int]:
    """The seats whose racks or hands a seat sees."""
    if seat is None:
        return []
    shared = state.game.options.get("partners") == "shared"
    return [seat, seat + 2 if seat < 3 else seat - 2] if shared else [seat]


def check(state: State, seat: int | None, seed: int) -> State:
    """Rebuild a state from the view of a seat, and compare all that the seat may know."""
    view = state.view(seat)
    array = from_view(copy.deepcopy(view), fast_stream(seed))
    rebuilt = with_array(state, array)
    assert rebuilt.view(seat) == view
    assert rebuilt.utilities == state.utilities
    hidden = HIDDEN.get(state.game.name, set())
    for field in set(array.dtype.names or ()) - hidden:
        assert np.array_equal(array[field], state.array[field]), field
    if seat is not None and seat == state.turn:
        assert rebuilt.legal() == state.legal()
    for field in hidden & {"rack", "hand"}:
        for owner in seats_seen(state, seat):
            assert np.array_equal(array[field][0, owner - 1], state.array[field][0, owner - 1])
    assert genial.game(state.game.name, **state.game.options).at(rebuilt.position()) == rebuilt
    return rebuilt


@every_case
def test_a_rebuilt_game_shows_the_same_view_and_the_same_moves(case: Case) -> None:
    name, options = case
    for seed in range(2):
        states = [*random_states(name, options, seed)]
        for state in [*states[seed::6], *states[-2:]]:
            for seat in seats_of(state):
                rebuilt = check(state, seat, seed)
                if not rebuilt.over:
                    rebuilt.play(rebuilt.legal()[0])


@pytest.mark.parametrize("options", FORCED, ids=str)
def test_rebuilt_racks_agree_with_swaps_that_were_taken_declined_or_not_allowed(
    options: dict[str, Any],
) -> None:
    seen: Counter[str] = Counter()
    for seed in range(2):
        states = [*swapping_states(options, seed)]
        for state, racks in public_histories(states[seed::8]):
            for seat in seats_of(state):
                dealt = check(state, seat, seed).position()["racks"]
                for owner, rack in racks.items():
                    assert is_possible(rack, dealt[owner - 1]), (state.log, owner, dealt)
        seen += Counter(line.split()[1] for line in states[-1].log)
    assert seen["keep"] > 10
    assert seen["swap"] > 10


def test_a_player_asked_to_swap_holds_no_lowest_colour() -> None:
    states = swapping_states({"players": 3}, seed=1)
    asked = [state for state in states if state.array["phase"][0] == CHOOSING]
    assert len(asked) > 10
    for state in asked[::2]:
        turn = state.turn or 0
        for seat in seats_of(state):
            for seed in range(3):
                rebuilt = check(state, seat, seed)
                rack = rebuilt.position()["racks"][turn - 1]
                assert not lowest(state, turn) & set("".join(rack))


@every_case
def test_games_that_look_the_same_are_rebuilt_the_same(case: Case) -> None:
    name, options = case
    for state in [*random_states(name, options, 5)][1::9]:
        for seat in seats_of(state):
            array = state.array.copy()
            engine.redeal(array, 0, (seat or 0) - 1, fast_stream(11))
            other = json.loads(json.dumps(with_array(state, array).view(seat)))
            one = from_view(state.view(seat), fast_stream(3))
            assert are_same(one, from_view(other, fast_stream(3)))


@pytest.mark.parametrize(("name", "field"), [("ingenious", "rack"), ("phoenix", "hand")])
def test_what_is_hidden_depends_on_the_stream(name: str, field: str) -> None:
    view = [*random_states(name, {}, 1)][9].view(1)
    dealt = {from_view(view, fast_stream(seed))[field].tobytes() for seed in range(40)}
    assert len(dealt) > 35


def test_hidden_cards_of_phoenix_come_as_often_as_there_are_unseen_ones() -> None:
    state = [*random_states("phoenix", {}, 2)][12]
    view = state.view(2)
    position = state.position()
    unseen = Counter(position["pile"]) + Counter(position["hands"][0])
    deals = 4000
    stream = fast_stream(4)
    held: Counter[str] = Counter()
    for _ in range(deals):
        rebuilt = with_array(state, from_view(view, stream))
        held += Counter(rebuilt.position()["hands"][0])
    total = sum(unseen.values())
    expected = {name: deals * 5 * n / total for name, n in unseen.items() if n}
    assert set(held) <= set(expected)
    chi_square = sum((held[name] - n) ** 2 / n for name, n in expected.items())
    assert chi_square < chi_square_limit(len(expected) - 1)


def test_hidden_tiles_of_ingenious_come_as_often_as_there_are_unseen_ones() -> None:
    state = genial.game("ingenious", players=3).start(seed=1)
    view = state.view(1)
    position = state.position()
    unseen = Counter(position["bag"])
    for rack in position["racks"][1:]:
        unseen += Counter(rack)
    deals = 2000
    stream = fast_stream(5)
    held: Counter[str] = Counter()
    for _ in range(deals):
        for rack in with_array(state, from_view(view, stream)).position()["racks"][1:]:
            held += Counter(rack)
    expected = {name: deals * 12 * n / sum(unseen.values()) for name, n in unseen.items()}
    chi_square = sum((held[name] - n) ** 2 / n for name, n in expected.items())
    assert chi_square < chi_square_limit(len(expected) - 1)


@pytest.mark.parametrize("name", ["tile-challenge", "spezial", "phoenix"])
def test_a_position_without_its_history_is_rebuilt_from_what_lies_on_the_table(name: str) -> None:
    for state in [*random_states(name, {}, 3)][::7]:
        placed = state.game.at(state.position())
        for seat in seats_of(placed):
            view = placed.view(seat)
            rebuilt = with_array(placed, from_view(view, fast_stream(1)))
            assert rebuilt.view(seat) == view
            if not placed.over:
                after = placed.play(placed.legal()[0], placed.turn)
                again = with_array(after, from_view(after.view(seat), fast_stream(1)))
                assert again.view(seat) == after.view(seat)


def test_a_view_of_ingenious_without_its_beginning_is_refused() -> None:
    state = [*random_states("ingenious", {}, 3)][8]
    view = state.game.at(state.position()).view(1)
    del view["beginning"]
    with pytest.raises(genial.BadView, match="does not begin with the deal"):
        from_view(view, fast_stream(1))


def changed(view: dict[str, Any], chooser: random.Random) -> dict[str, Any]:
    """A view with something wrong in it, or something that may be right by chance."""
    view = copy.deepcopy(view)
    log = view["log"]
    k = chooser.randrange(len(log))
    kind = chooser.randrange(8)
    if kind == 0:
        del log[k]
    elif kind == 1:
        log.insert(k, log[chooser.randrange(len(log))])
    elif kind == 2:
        other = chooser.randrange(len(log))
        log[k], log[other] = log[other], log[k]
    elif kind == 3:
        place = chooser.randrange(len(log[k]))
        letter = chooser.choice("RGBOYPX123456789? *¹\x00" + log[k])
        log[k] = log[k][:place] + letter + log[k][place + 1 :]
    elif kind == 4:
        del log[k:]
    elif kind == 5:
        view[chooser.choice(list(view))] = chooser.choice([None, 1, -1, 9**20, "x", [], {}, [3]])
    elif kind == 6:
        del view[chooser.choice(list(view))]
    else:
        view["seat"] = chooser.choice([None, 1, 2, 3, 0])
    return view


@every_case
def test_a_wrong_view_is_refused_in_one_sentence_and_nothing_worse(case: Case) -> None:
    name, options = case
    chooser = random.Random(1)
    refused = 0
    states = [*random_states(name, options, 4)]
    for state in states[3 :: max(1, len(states) // 6)]:
        for seat in seats_of(state):
            for _ in range(60):
                view = changed(state.view(seat), chooser)
                try:
                    array = from_view(view, fast_stream(1))
                except genial.BadView as error:
                    refused += 1
                    assert "\n" not in str(error)
                    continue
                moves = np.zeros(state.game.kit.rules.MAX_MOVES, np.int32)
                engine.moves(array, 0, moves)
    assert refused > 100


def test_what_is_no_view_at_all_is_refused() -> None:
    for nonsense in (None, 3, "view", [], {}, {"game": "chess", "options": {}},
                     {"game": "phoenix", "options": None}, {"game": "phoenix", "options": {}},
                     {"game": ["phoenix"], "options": {}}):  # fmt: skip
        with pytest.raises(genial.BadView):
            from_view(nonsense, fast_stream(1))  # type: ignore[arg-type]
