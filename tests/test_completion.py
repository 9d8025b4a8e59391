"""What follows from the rest of a position is filled in, and what does not follow stays."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import genial
from tests.cases import CASES, name_of, random_states

Case = tuple[str, dict[str, Any]]
every_case = pytest.mark.parametrize("case", CASES, ids=name_of)

FOLLOWS = {
    "ingenious": ["bag", "laid", "openings", "phase", "bonus"],
    "tile-challenge": ["stack", "series", "finished", "idle", "bonus"],
    "spezial": ["turns"],
    "phoenix": ["pile", "start", "turn", "last"],
}
CELL_PAIRS = [("h8", "h9"), ("g8", "g9"), ("i7", "i8"), ("f9", "f10"), ("j6", "j7")]


@every_case
def test_a_position_of_a_game_is_complete(case: Case) -> None:
    for state in [*random_states(*case, 4)][1:]:
        position = state.position()
        assert state.game.complete(position) == position


@every_case
def test_what_is_missing_is_filled_in_so_that_a_game_begins_there(case: Case) -> None:
    for state in [*random_states(*case, 4)][1:-1:5]:
        position = state.position()
        if position.get("phase") == "swap or keep" or position.get("bonus"):
            continue  # not all of the rest
        if position.get("finished"):
            continue
        rest = {key: value for key, value in position.items() if key not in FOLLOWS[case[0]]}
        completed = state.game.complete(rest)
        begun = state.game.at(completed)
        assert begun.turn == state.turn
        assert begun.view(1)["scores"] == state.view(1)["scores"]
        assert state.game.complete(completed) == completed
        if case[0] in ("tile-challenge", "spezial"):
            assert completed == position | {"idle": 0} if "idle" in position else position


def at_start() -> tuple[genial.Game, dict[str, Any]]:
    game = genial.game("ingenious")
    return game, game.start(seed=3).position()


def test_tiles_that_are_laid_by_hand_leave_the_bag() -> None:
    game, position = at_start()
    board: dict[str, str] = {}
    for pair, tile in zip(CELL_PAIRS, ("RG", "RG", "YY", "BO", "GP"), strict=True):
        board = board | dict(zip(pair, tile, strict=True))
        completed = game.complete(position | {"board": board})
        taken = Counter(position["bag"])
        taken.subtract(completed["bag"])
        changes = {name: count for name, count in taken.items() if count}
        assert changes == {tile: 1}, "that tile and no other"
        position = completed
    assert game.at(position).view(1)["bag"] == 120 - 12 - 5


def test_tiles_that_are_taken_from_the_board_return_to_the_bag() -> None:
    states = [*random_states("ingenious", {"players": 2}, 4)]
    before, after = states[20].position(), states[21].position()
    completed = states[20].game.complete(after | {"board": before["board"]})
    count = sum(after["bag"].values())
    assert sum(completed["bag"].values()) == count + 1
    back = Counter(completed["bag"])
    back.subtract(after["bag"])
    (tile,) = +back
    new = set(after["board"]) - set(before["board"])
    assert sorted(tile) == sorted(after["board"][cell] for cell in new)


def test_a_rack_is_filled_from_the_bag() -> None:
    game, position = at_start()
    out = position["racks"][0][0]
    inn = next(tile for tile in position["bag"] if tile != out and position["bag"][tile])
    racks = [[inn, *position["racks"][0][1:]], position["racks"][1]]
    bag = game.complete(position | {"racks": racks})["bag"]
    assert bag[inn] == position["bag"][inn] - 1
    assert bag[out] == position["bag"][out] + 1


def test_symbols_that_no_tiles_have_leave_as_many_tiles_as_there_must_be() -> None:
    game, position = at_start()
    cells = sorted(name for pair in CELL_PAIRS for name in pair)
    more = ["h7", "h6", "h10", "h11", "g10", "g11", "i9", "i10"]
    board = dict.fromkeys(cells + more, "R")
    completed = game.complete(position | {"board": board})
    assert sum(completed["bag"].values()) == 120 - 12 - 9
    game.at(completed)


def test_the_first_tiles_of_the_seats_before_the_one_in_turn_lie() -> None:
    game = genial.game("ingenious", players=3)
    position = game.start(seed=1).position() | {"turn": 2}
    board = {"m4": "R", "l5": "G"}  # at the green symbol
    completed = game.complete(position | {"board": board})
    assert completed["laid"] == [1]
    assert len(completed["openings"]) == 5
    assert "m3" not in completed["openings"]
    assert game.at(completed).turn == 2


def test_a_full_track_ends_the_game_and_the_end_is_taken_back() -> None:
    states = [*random_states("ingenious", {"players": 2}, 4)]
    position = states[30].position()
    full = position | {"scores": [dict.fromkeys("RGBOYP", 18), position["scores"][1]]}
    over = states[30].game.complete(full)
    assert over["phase"] == "over"
    assert states[30].game.at(over).over
    again = states[30].game.complete(over | {"scores": position["scores"]})
    assert again["phase"] == "place"


def test_the_stack_holds_what_lies_nowhere_else_and_never_less_than_nothing() -> None:
    game = genial.game("tile-challenge")
    position = game.start(seed=1).position()
    middle = position["middle"] | {"R": 21, "G": 4}
    collections = [position["collections"][0] | {"R": 3}, position["collections"][1]]
    changed = position | {"middle": middle, "collections": collections}
    stack = game.complete(changed)["stack"]
    assert (stack["R"], stack["G"]) == (0, 17)
    with pytest.raises(genial.BadPosition, match="21 tiles of R, not 24") as error:
        game.at(game.complete(changed))
    assert error.value.facts == {
        "reason": "colour-total", "colour": "R", "count": 24, "expected": 21,
    }  # fmt: skip


def test_a_finished_game_that_has_not_ended_goes_on() -> None:
    *_, last = random_states("tile-challenge", {"players": 2}, 4)
    position = last.position()
    winner = max(position["collections"], key=lambda tiles: min(tiles.values()))
    winner["R"] -= 1
    begun = last.game.at(last.game.complete(position))
    assert not begun.over


@pytest.mark.parametrize(
    ("number", "points"), [(2, [0, 0]), (2, [4, 9]), (2, [13, 6]), (3, [26, 6]), (3, [1, 14])]
)
def test_a_round_before_is_found_that_brings_the_points(number: int, points: list[int]) -> None:
    game = genial.game("phoenix")
    position = game.start(seed=1).position() | {"round": number, "points": points}
    completed = game.complete(position)
    begun = game.at(completed)
    assert begun.turn == number % 2 or 2
    assert [track["points"] for track in begun.scores] == points
    assert game.complete(completed) == completed


def test_points_that_no_round_brings_are_refused() -> None:
    game = genial.game("phoenix")
    position = game.start(seed=1).position() | {"round": 2, "points": [1, 0]}
    with pytest.raises(genial.BadPosition) as error:
        game.at(game.complete(position))
    assert error.value.facts["reason"] in ("points", "last")


def test_discards_tell_whose_turn_it_is() -> None:
    game = genial.game("phoenix")
    position = game.start(seed=1).position()
    card = next(card for card, count in position["pile"].items() if count)
    completed = game.complete(position | {"discards": {card: 1}})
    assert completed["turn"] == 2
    assert completed["pile"][card] == position["pile"][card] - 1
    assert game.at(completed).turn == 2


@pytest.mark.parametrize("name", genial.games())
@pytest.mark.parametrize("bad", [{}, {"turn": "x"}, {"scores": 5}, {"board": [1]}])
def test_what_is_no_position_is_refused(name: str, bad: dict[str, Any]) -> None:
    with pytest.raises(genial.BadPosition) as error:
        genial.game(name).complete(bad)
    assert error.value.facts["reason"] == "shape"


@every_case
def test_every_position_of_every_seat_number_is_completed_without_a_crash(case: Case) -> None:
    """Data of the right shape with too many or too few entries is left for `at` to refuse."""
    state = [*random_states(*case, 4)][3]
    position = state.position()
    for key, value in position.items():
        if isinstance(value, list):
            for changed in (value[:1], value + value, []):
                try:
                    state.game.at(state.game.complete(position | {key: changed}))
                except genial.BadPosition as error:
                    assert "\n" not in str(error)
                    assert error.facts["reason"]
