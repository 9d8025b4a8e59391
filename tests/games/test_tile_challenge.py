"""Tile Challenge: the rulebook's examples, every ruling, refusals, explanations, positions."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

import genial
from genial import State
from genial.core import engine
from genial.core.chance import fast_stream
from genial.core.kernel import in_python
from genial.core.ranking import is_ahead
from genial.games.tile_challenge import kit, rules
from genial.games.tile_challenge.tiles import heap_of

COLOURS = "RGBOYP"
REST = "the rest"  # of the tiles


def heap(tiles: str) -> dict[str, int]:
    return {colour: tiles.count(colour) for colour in COLOURS}


def rows(*numbers: int) -> dict[str, int]:
    return dict(zip(COLOURS, numbers, strict=True))


EMPTY = rows(0, 0, 0, 0, 0, 0)


def position(
    *collections: dict[str, int],
    middle: str = REST,
    stack: str = REST,
    staging: str = "",
    players: int = 2,
    **rest: Any,
) -> dict[str, Any]:
    """A position in which all tiles not mentioned lie in the middle or in the stack."""
    mine = [*collections, *[EMPTY] * (players - len(collections))]
    others = Counter({c: 21 - staging.count(c) - sum(m[c] for m in mine) for c in COLOURS})
    known = stack if middle == REST else middle
    others.subtract(known)
    rest_of_tiles = {colour: others[colour] for colour in COLOURS}
    return {
        "turn": 1,
        "finished": 0,
        "series": [0] * players,
        "collections": mine,
        "middle": rest_of_tiles if middle == REST else heap(middle),
        "staging": list(staging),
        "stack": heap(stack) if middle == REST else rest_of_tiles,
        "bonus": 0,
        "idle": 0,
    } | rest


def at(*collections: dict[str, int], players: int = 2, games: int = 1, **table: Any) -> State:
    game = genial.game("tile-challenge", players=players, games=games)
    return game.at(position(*collections, players=players, **table), seed=1)


def replayed(body: str, **options: int) -> State:
    """The state after the lines of a body."""
    headers = {"players": 2, "games": 1} | options
    lines = ["game: tile-challenge", *(f"{key}: {value}" for key, value in headers.items()), ""]
    lines += [line.strip() for line in body.strip().splitlines()]
    return genial.replay("\n".join(lines) + "\n")


def middle(state: State) -> dict[str, int]:
    tiles: dict[str, int] = state.view(None)["middle"]
    return tiles


def last_lines(state: State) -> list[str]:
    """What the last move added to the log."""
    return state.log[len(state.undo().log) + 1 :]


def tiles_in(line: str) -> list[str]:
    star, word, *tiles = line.split(" ")
    assert (star, word) == ("*", "middle")
    return tiles


def refused(state: State, move: str) -> str:
    assert move not in state.legal()
    with pytest.raises(genial.IllegalMove) as caught:
        state.play(move)
    with pytest.raises(genial.IllegalMove) as explained:
        state.explain(move)
    assert explained.value.code == caught.value.code
    return caught.value.code


# --- the rulebook's examples ---------------------------------------------------------------

FOUR_TURNS = """
    * middle R B Y
    1 draw
    * tile B
    1 stop
    * middle P
    2 draw
    * tile Y
    2 draw
    * tile G
    3 draw
    * tile R
    3 draw
    * tile P
    3 draw
    * tile R
    4 draw
    * tile G
    4 draw
    * tile R
    4 stop
    """


def first_lines(number: int) -> str:
    return "\n".join(FOUR_TURNS.strip().splitlines()[:number])


def test_example_1_a_match_and_a_stop_take_both_blue_tiles() -> None:
    state = replayed(first_lines(5), players=4)
    assert state.scores[0] == heap("BB")
    assert state.turn == 2


def test_example_2_a_colour_not_in_the_middle_sends_both_tiles_there() -> None:
    state = replayed(first_lines(9), players=4)
    assert middle(state) == heap("RYP" + "YG")
    assert state.scores[1] == EMPTY
    assert state.turn == 3


def test_example_3_a_colour_in_the_staging_row_sends_all_three_tiles_to_the_middle() -> None:
    state = replayed(first_lines(15), players=4)
    assert middle(state) == heap("RYPYG" + "RPR")
    assert state.turn == 4


def test_example_4_a_stop_takes_two_staged_and_four_middle_tiles() -> None:
    state = replayed(FOUR_TURNS, players=4)
    assert state.scores[3] == heap("GG" + "RRRR")
    assert middle(state) == heap("YYPP")
    assert state.turn == 1


PLAYER_A = rows(5, 5, 4, 5, 5, 5)
PLAYER_B = rows(3, 4, 4, 5, 4, 5)
PLAYER_C = rows(5, 3, 3, 5, 5, 5)
PLAYER_D = rows(2, 5, 4, 4, 3, 4)


def test_example_of_the_end_ranks_the_others_by_their_weakest_colours() -> None:
    state = at(PLAYER_A, PLAYER_B, PLAYER_C, PLAYER_D, players=4, middle="RGB").play("take")
    assert state.over
    assert state.ranks == (1, 2, 3, 4)


def test_example_of_several_games_gives_5_3_3_2_points() -> None:
    state = at(PLAYER_A, PLAYER_B, PLAYER_C, PLAYER_D, players=4, middle="RGB", games=2)
    state = state.play("take")
    assert state.series == [5, 3, 3, 2]
    assert not state.over


@pytest.mark.parametrize(
    ("collection", "is_allowed"),
    [
        (rows(3, 1, 2, 2, 4, 2), True),
        (rows(3, 0, 2, 2, 4, 2), True),
        (rows(3, 1, 2, 1, 4, 2), False),
        (EMPTY, False),
    ],
)
def test_example_of_the_weakest_colour(collection: dict[str, int], is_allowed: bool) -> None:
    state = at(collection, middle="GOR")
    assert ("take" in state.legal()) == is_allowed


# --- set-up, and the start of a turn -------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_quota_is_7_6_5_for_2_3_4_players(players: int) -> None:
    state = genial.game("tile-challenge", players=players).start(1)
    assert state.view(1)["quota"] == {2: 7, 3: 6, 4: 5}[players]


def test_set_up_turns_up_three_of_126_tiles() -> None:
    state = genial.game("tile-challenge", start=2).start(1)
    assert len(state.log) == 1
    assert len(tiles_in(state.log[0])) == 3
    assert sum(middle(state).values()) == 3
    assert sum(state.view(1)["stack"].values()) == 123
    assert state.turn == 2
    assert list(state.legal()) == ["draw"]


def test_middle_is_filled_up_to_three_when_a_turn_starts() -> None:
    state = at(middle="RRG", staging="R").play("stop")
    assert state.scores[0] == heap("RRR")
    (line,) = last_lines(state)
    assert len(tiles_in(line)) == 2
    assert sum(middle(state).values()) == 3


def test_middle_has_no_upper_limit() -> None:
    state = at(middle="RRGGBB", stack=REST, staging="R").play("stop")
    assert last_lines(state) == []
    assert middle(state) == heap("GGBB")


def test_a_turn_is_not_interrupted_by_filling_the_middle() -> None:
    state = replayed("* middle R R R\n1 draw\n* tile R")
    assert middle(state) == heap("RRR")
    assert set(state.legal()) == {"draw", "stop"}


# --- draw, stop, take ----------------------------------------------------------------------


def test_draw_of_a_colour_that_lies_only_in_the_middle_joins_the_row() -> None:
    state = at(stack="G").play("draw")
    assert state.view(2)["staging"] == ["G"]
    assert state.turn == 1


def test_draw_of_a_colour_not_in_the_middle_fails() -> None:
    state = at(stack="G" * 21).play("draw")
    assert middle(state)["G"] == 1
    assert state.turn == 2


def test_draw_of_a_colour_in_the_row_fails_and_the_row_goes_to_the_middle() -> None:
    state = at(stack="GG", staging="RG").play("draw")
    assert middle(state) == rows(21, 20, 21, 21, 21, 21)
    assert state.view(1)["staging"] == []
    assert state.turn == 2


def test_stop_needs_a_successful_draw() -> None:
    state = at(middle="RGB")
    assert refused(state, "stop") == "nothing-drawn"
    assert set(at(middle="RGB", staging="G").legal()) == {"draw", "stop"}


def test_stop_takes_the_row_and_every_middle_tile_of_its_colours() -> None:
    state = at(middle="RRGBBB", staging="RB").play("stop")
    assert state.scores[0] == heap("RRR" + "BBBB")
    assert state.turn == 2


def test_stop_puts_what_is_above_the_quota_back_into_the_stack() -> None:
    before = at(rows(5, 0, 0, 0, 0, 0), middle="RRRGGG", staging="R")
    state = before.play("stop")
    assert state.scores[0] == rows(7, 0, 0, 0, 0, 0)
    assert state.view(1)["stack"]["R"] == before.view(1)["stack"]["R"] + 2
    assert middle(state) == heap("GGG")


def test_take_takes_exactly_one_tile_and_ends_the_turn() -> None:
    state = at(rows(1, 1, 1, 1, 1, 0), middle="PPPR").play("take")
    assert state.scores[0] == rows(1, 1, 1, 1, 1, 1)
    assert middle(state) == heap("PPR")
    assert state.turn == 2


def test_take_is_instead_of_drawing() -> None:
    lowest_green = rows(1, 0, 1, 1, 1, 1)
    assert set(at(lowest_green, middle="GRB").legal()) == {"draw", "take"}
    assert refused(at(lowest_green, middle="GRB", staging="R"), "take") == "already-drawn"


def test_take_needs_exactly_one_lowest_colour() -> None:
    state = at(rows(1, 0, 1, 0, 1, 0), middle="GOP")
    assert refused(state, "take") == "no-single-lowest"
    with pytest.raises(genial.IllegalMove, match="G, O and P are level as your lowest colours"):
        state.play("take")


def test_take_needs_its_colour_in_the_middle() -> None:
    state = at(rows(1, 0, 1, 1, 1, 1), middle="RBB")
    assert refused(state, "take") == "not-in-middle"
    with pytest.raises(genial.IllegalMove, match="your lowest colour G is not in the middle"):
        state.play("take")


# --- bonus turns ---------------------------------------------------------------------------


def test_a_colour_that_reaches_its_quota_earns_a_turn_with_a_filled_middle() -> None:
    state = at(rows(5, 0, 0, 0, 0, 0), middle="RGB", staging="R").play("stop")
    assert state.turn == 1
    assert state.view(1)["bonus"] == 0
    assert len(tiles_in(last_lines(state)[0])) == 1


def test_two_colours_that_reach_their_quota_earn_two_turns() -> None:
    state = at(rows(5, 5, 0, 0, 0, 0), middle="RGBBBB", staging="RG").play("stop")
    assert (state.turn, state.view(1)["bonus"]) == (1, 1)


def test_a_colour_past_its_quota_earns_one_turn() -> None:
    state = at(rows(5, 0, 0, 0, 0, 0), middle="RRRGGG", staging="R").play("stop")
    assert (state.turn, state.view(1)["bonus"]) == (1, 0)


def test_a_colour_earns_its_turn_once() -> None:
    state = at(rows(7, 0, 0, 0, 0, 0), middle="RRRGGG", staging="R").play("stop")
    assert state.turn == 2


FULL_ROWS = rows(7, 7, 6, 6, 6, 5)


def test_bonus_turns_survive_a_failed_turn() -> None:
    stack = "P" * 16
    state = at(FULL_ROWS, stack=stack, bonus=1).play("draw")
    assert (state.turn, state.view(1)["bonus"]) == (1, 0)
    assert middle(state)["P"] == 1


def test_bonus_turns_survive_a_take() -> None:
    state = at(FULL_ROWS, middle="PRB", bonus=1).play("take")
    assert (state.turn, state.view(1)["bonus"]) == (1, 0)
    assert state.scores[0]["P"] == 6


def test_a_take_that_reaches_the_quota_earns_no_turn() -> None:
    # With six colours a lone lowest colour one below the quota completes the collection;
    # so the rule only shows in what is explained.
    told = at(rows(7, 7, 7, 7, 7, 6), middle="PRB").explain("take")
    assert (told["bonus_turns"], told["wins"]) == (0, True)


# --- the end -------------------------------------------------------------------------------


def test_a_complete_collection_wins_in_mid_bonus_and_nothing_more_is_drawn() -> None:
    state = at(rows(7, 7, 7, 7, 7, 5), middle="PRB", staging="P", bonus=3).play("stop")
    assert state.over
    assert state.turn is None
    assert state.ranks == (1, 2)
    assert last_lines(state) == []
    assert list(state.legal()) == []
    assert refused(state, "draw") == "game-over"


def test_a_take_can_complete_a_collection_and_win() -> None:
    state = at(EMPTY, rows(7, 7, 7, 7, 7, 6), middle="PRB", turn=2).play("take")
    assert state.over
    assert state.ranks == (2, 1)


def test_equal_collections_share_a_rank() -> None:
    others = rows(1, 2, 3, 4, 5, 0), rows(0, 5, 4, 3, 2, 1), rows(0, 0, 5, 5, 5, 5)
    state = at(rows(5, 5, 5, 5, 5, 4), *others, players=4, middle="PRB").play("take")
    assert state.ranks == (1, 2, 2, 4)


def test_ranking_is_lowest_first_comparison() -> None:
    chooser = random.Random(4)
    array = np.zeros(1, rules.DTYPE).view(np.recarray)
    kit.configure(array[0], kit.options({"players": 4}))
    for _ in range(60):
        top = chooser.randint(1, 5)
        mine = [[chooser.randint(0, top) for _ in COLOURS] for _ in range(4)]
        for seat, numbers in enumerate(mine):
            array[0].collections[seat] = heap_of(rows(*numbers))
        expected = [
            sum(0.5 + 0.5 * in_python(is_ahead)(mine[a], mine[b], 6) for b in range(4) if b != a)
            for a in range(4)
        ]
        utilities = np.zeros(4)
        engine.status(array.view(rules.DTYPE), 0, utilities)
        assert utilities == pytest.approx(np.array(expected) / 3)


def test_one_tile_of_each_colour_beats_five_full_colours_and_none_of_the_sixth() -> None:
    """The narrowest lead there is at the lowest place, the widest behind it."""
    state = at(rows(1, 1, 1, 1, 1, 1), rows(0, 7, 7, 7, 7, 7), middle="RGB")
    assert state.utilities == (1.0, 0.0)


# --- the empty stack and the endless game --------------------------------------------------


def test_with_an_empty_stack_a_player_must_stop() -> None:
    state = at(stack="", staging="G")
    assert list(state.legal()) == ["stop"]
    assert refused(state, "draw") == "stack-empty"
    batch = state.game.batch(20, seed=1)
    batch.records[:] = state.array[0]
    assert set(batch.sample().tolist()) == {kit.STOP}


def test_a_turn_with_an_empty_stack_starts_with_a_reshuffle_even_if_take_were_possible() -> None:
    lowest_green = rows(1, 0, 1, 1, 1, 1)
    before = at(EMPTY, lowest_green, stack="R", staging="R")
    state = before.play("draw")
    tile, reshuffle, turned_up = last_lines(state)
    assert (tile, reshuffle) == ("* tile R", "* reshuffle")
    assert len(tiles_in(turned_up)) == 3
    assert state.turn == 2
    assert sum(middle(state).values()) == 3
    assert sum(state.view(1)["stack"].values()) == 126 - 5 - 3


def test_a_reshuffle_takes_no_random_number() -> None:
    array = at(stack="", staging="G").array.copy()
    array["staging"], array["middle"] = 0, array["middle"] + array["staging"]
    array["phase"] = rules.SHUFFLING
    stream = fast_stream(1)
    before = stream.copy()
    out, weights = np.zeros(rules.MAX_OUTCOMES, np.int32), np.zeros(rules.MAX_OUTCOMES, np.int32)
    assert engine.outcomes(array, 0, out, weights) == 1
    assert (out[0], weights[0]) == (rules.RESHUFFLE, 1)
    assert engine.draw_one(array, 0, stream) == rules.RESHUFFLE
    assert (stream == before).all()


def test_surplus_can_fill_an_empty_stack() -> None:
    state = at(rows(7, 0, 0, 0, 0, 0), stack="", staging="R").play("stop")
    assert last_lines(state) == []
    assert state.view(1)["stack"] == rows(14, 0, 0, 0, 0, 0)


def test_the_60th_turn_without_a_change_ends_the_game_as_it_stands() -> None:
    state = at(EMPTY, heap("RGBOYP"), stack="G" * 20, idle=58).play("draw")
    assert (state.over, state.view(1)["idle"]) == (False, 59)
    state = at(EMPTY, heap("RGBOYP"), stack="G" * 20, idle=59).play("draw")
    assert state.over
    assert state.ranks == (2, 1)
    assert last_lines(state) == ["* tile G"]


def test_the_60th_idle_turn_ends_the_game_though_bonus_turns_are_owed() -> None:
    state = at(rows(7, 7, 7, 0, 0, 0), stack="G" * 14, bonus=2, idle=59).play("draw")
    assert state.over
    assert state.view(1)["bonus"] == 0


def test_a_stop_that_yields_only_surplus_changes_nothing() -> None:
    full_red = rows(7, 0, 0, 0, 0, 0)
    assert at(full_red, middle="RGG", staging="R", idle=3).play("stop").view(1)["idle"] == 4
    assert at(full_red, middle="RGG", staging="R", idle=59).play("stop").over


def test_a_change_of_a_collection_starts_the_count_again() -> None:
    assert at(middle="RGG", staging="R", idle=59).play("stop").view(1)["idle"] == 0
    take = at(rows(1, 1, 1, 1, 1, 0), middle="PPPR", idle=59).play("take")
    assert take.view(1)["idle"] == 0


# --- series --------------------------------------------------------------------------------

NEARLY = rows(7, 7, 7, 7, 7, 6)


def test_the_next_game_of_a_series_starts_afresh_with_the_next_seat() -> None:
    state = at(NEARLY, rows(2, 3, 4, 5, 6, 7), middle="PRB", games=3).play("take")
    view = state.view(1)
    assert state.series == [7, 2]
    assert state.scores == [EMPTY, EMPTY]
    assert state.turn == 2
    assert (view["game_number"], view["idle"], view["bonus"]) == (2, 0, 0)
    assert sum(view["stack"].values()) == 123
    (line,) = last_lines(state)
    assert len(tiles_in(line)) == 3


def test_the_start_passes_on_from_the_option_start_round_the_table() -> None:
    game = genial.game("tile-challenge", players=3, games=3, start=3)
    nearly = rows(6, 6, 6, 6, 6, 5)
    ending = position(nearly, players=3, middle="PRB")
    assert game.at(ending).play("take").turn == 1
    ending |= {"finished": 1, "series": [6, 0, 0]}
    assert game.at(ending).play("take").turn == 2


def test_the_idle_count_is_per_game() -> None:
    state = at(stack="G" * 21, idle=59, games=2).play("draw")
    assert not state.over
    assert state.view(1)["idle"] == 0


def test_a_series_is_ranked_by_the_sums_only() -> None:
    lost = rows(0, 7, 7, 7, 7, 7)
    last: dict[str, Any] = {"games": 2, "finished": 1, "middle": "PRB"}
    assert at(NEARLY, lost, series=[0, 7], **last).play("take").ranks == (1, 1)
    state = at(NEARLY, rows(1, 0, 0, 0, 0, 0), series=[0, 7], **last).play("take")
    assert (state.series, state.ranks) == ([7, 7], (1, 1))
    assert at(NEARLY, lost, series=[1, 6], **last).play("take").ranks == (1, 2)


def test_after_the_end_scores_are_those_of_the_last_game() -> None:
    state = at(NEARLY, series=[0, 3], games=2, finished=1, middle="PRB").play("take")
    assert state.over
    assert state.scores == [rows(7, 7, 7, 7, 7, 7), EMPTY]
    assert state.view(1)["game_number"] == 2


def test_a_single_game_fills_the_series_too() -> None:
    state = at(NEARLY, rows(3, 3, 3, 3, 3, 2), middle="PRB").play("take")
    assert state.series == [7, 2]


def test_the_standing_in_a_series_counts_the_game_being_played() -> None:
    weak, strong = rows(1, 1, 1, 1, 1, 1), rows(2, 2, 2, 2, 2, 2)
    assert at(weak, strong, middle="PRB", games=2).utilities == (0.0, 1.0)
    even = at(weak, strong, middle="PRB", games=3, finished=1, series=[3, 2])
    assert even.utilities == (0.5, 0.5)


# --- texts ---------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["draw", "stop", "take"])
def test_every_move_has_one_spelling(text: str) -> None:
    assert kit.spell(kit.read(text)) == text
    for other in (text.upper(), f" {text}", f"{text}\n"):
        with pytest.raises(genial.BadText, match=f"must be written {text}") as caught:
            kit.read(other)
        assert caught.value.code == "not-canonical"


@pytest.mark.parametrize("text", ["", "pass", "draw stop", "Rh8Bi8", "0", "dräw"])
def test_what_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(genial.BadText, match="a move is draw, stop or take"):
        kit.read(text)


def test_tiles_turned_up_at_one_go_are_one_line() -> None:
    trace = [9, 6, 5, 0, 0]
    lines = ["* tile G", "* reshuffle", "* middle P R R"]
    assert kit.chance_lines(trace, 1, {}) == lines
    assert list(itertools.chain(*map(kit.read_chance, lines))) == trace
    assert kit.chance_lines([], 1, {}) == []
    assert [kit.redact(line, None, {}) for line in lines] == lines


@pytest.mark.parametrize(
    "line",
    ["* middle", "* middle R G B O", "* middle RGB", "* middle X", "* middle  R", "* tile",
     "* tile g", "* tile R G", "* tile R\n", "* reshuffle R", "*", "", "* rack 1 RG"],
)  # fmt: skip
def test_malformed_chance_lines_are_refused(line: str) -> None:
    with pytest.raises(genial.BadText, match="should look like"):
        kit.read_chance(line)


@pytest.mark.parametrize(
    "body",
    ["* middle R G", "* tile R", "* reshuffle", "* middle R G B\n1 draw\n* middle G",
     "* middle R G B\n2 draw", "* middle R G B\n1 stop", "* middle R G B\n* middle R"],
)  # fmt: skip
def test_records_with_impossible_lines_are_refused(body: str) -> None:
    with pytest.raises(genial.BadRecord):
        replayed(body)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"players": 1}, "players must be 2, 3 or 4"),
        ({"players": 5}, "players must be 2, 3 or 4"),
        ({"players": True}, "players must be 2, 3 or 4"),
        ({"games": 0}, "games must be 1 to 99"),
        ({"games": 100}, "games must be 1 to 99"),
        ({"start": 3}, "start must be 1 or 2"),
        ({"variant": "teams"}, "there is no option 'variant'"),
    ],
)
def test_bad_options_are_refused_with_those_allowed(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(genial.BadOption, match=sentence):
        genial.game("tile-challenge", **options)


def test_options_are_complete_and_may_come_as_text() -> None:
    assert kit.options({}) == {"players": 2, "games": 1, "start": 1}
    given = {"start": "4", "games": "99", "players": "4"}
    assert list(kit.options(given).items()) == [("players", 4), ("games", 99), ("start", 4)]


# --- explanations --------------------------------------------------------------------------


def test_explain_draw_tells_the_exact_chance_of_failing() -> None:
    told = at(middle="RRGB", staging="G").explain("draw")
    kinds = {part["colour"]: (part["kind"], part["left"]) for part in told["parts"]}
    assert kinds == {
        "R": ("join", 19),
        "G": ("fail", 19),
        "B": ("join", 20),
        "O": ("fail", 21),
        "Y": ("fail", 21),
        "P": ("fail", 21),
    }
    assert (told["failing"], told["stack"]) == (82, 121)
    assert told["gains"] == {}


def test_explain_stop_tells_rows_surplus_and_bonus_turns() -> None:
    state = at(rows(5, 7, 0, 0, 0, 0), middle="RRRGBB", staging="RGB")
    told = state.explain("stop")
    assert told == {
        "move": "stop",
        "gains": {"R": 2, "B": 3},
        "parts": [
            {"kind": "row", "points": 2, "colour": "R", "staging": 1, "middle": 3, "surplus": 2,
             "bonus": True},
            {"kind": "row", "points": 0, "colour": "G", "staging": 1, "middle": 1, "surplus": 2,
             "bonus": False},
            {"kind": "row", "points": 3, "colour": "B", "staging": 1, "middle": 2, "surplus": 0,
             "bonus": False},
        ],
        "bonus_turns": 1,
        "wins": False,
    }  # fmt: skip
    assert state.play("stop").scores[0] == rows(7, 7, 3, 0, 0, 0)


def test_explain_take_tells_the_colour() -> None:
    told = at(rows(1, 1, 1, 1, 1, 0), middle="PPR").explain("take")
    assert told["gains"] == {"P": 1}
    assert told["parts"] == [{"kind": "take", "points": 1, "colour": "P"}]
    assert told["wins"] is False


def test_explain_of_a_win_holds_in_the_middle_of_a_series() -> None:
    told = at(rows(7, 7, 7, 7, 7, 5), middle="PRB", staging="P", games=2).explain("stop")
    assert (told["gains"], told["wins"]) == ({"P": 2}, True)


def test_explain_equals_what_play_adds() -> None:
    chooser = random.Random(3)
    state = genial.game("tile-challenge", players=3).start(3)
    while not state.over:
        seat = state.turn
        assert seat is not None
        for move in state.legal():
            after, gains = state.play(move), state.explain(move)["gains"]
            added = Counter(after.scores[seat - 1])
            added.subtract(state.scores[seat - 1])
            assert +added == gains
        state = state.play(chooser.choice(state.legal()))


# --- views and positions -------------------------------------------------------------------


def test_all_players_see_the_same() -> None:
    state = at(rows(7, 7, 1, 2, 3, 4), middle="RRB", staging="B", bonus=1, idle=7, games=5,
               finished=2, series=[3, 9])  # fmt: skip
    view = state.view(None)
    for seat in (1, 2):
        assert state.view(seat) == view | {"seat": seat}
    assert view["scores"][0] == rows(7, 7, 1, 2, 3, 4)
    assert (view["middle"], view["staging"]) == (heap("RRB"), ["B"])
    assert view["stack"] == rows(12, 14, 18, 19, 18, 17)
    assert (view["bonus"], view["idle"], view["game_number"]) == (1, 7, 3)
    assert view["series"] == [3, 9]


def test_position_and_at_are_inverse() -> None:
    chooser = random.Random(9)
    state = genial.game("tile-challenge", players=4, games=2, start=3).start(9)
    while True:
        again = state.game.at(state.position())
        assert again.position() == state.position()
        assert (again.turn, again.ranks, again.series) == (state.turn, state.ranks, state.series)
        assert list(again.legal()) == list(state.legal())
        if state.over:
            break
        state = state.play(chooser.choice(state.legal()))


ENDED: dict[str, Any] = {"finished": 1, "series": [7, 0]}
COMPLETE = rows(7, 7, 7, 7, 7, 7)


@pytest.mark.parametrize(
    ("bad", "sentence"),
    [
        (position(middle="RGB") | {"turn": 3}, "turn must be 1 to 2"),
        (position(middle="RGB") | {"turn": 0}, "not a position"),
        (position(middle="RGB") | {"turn": True}, "not a position"),
        (position(middle="RGB") | {"extra": 1}, "not a position"),
        (position(middle="RGB") | {"finished": 2}, "finished must be 0 to 1"),
        (position(middle="RGB") | {"series": [0]}, "for each of 2 seats"),
        (position(middle="RGB", players=3), "for each of 2 seats"),
        (position(middle="RGB") | {"middle": {"R": 3}}, "each of R G B O Y P"),
        (position(middle="RGB") | {"middle": heap("RG") | {"X": 1}}, "not a position"),
        (position(middle="RGB") | {"middle": heap("RG") | {"R\n": 1}}, "not a position"),
        (position(middle="RGB") | {"middle": heap("RGG")}, "there are 21 tiles of G, not 22"),
        (position(middle="RGB") | {"middle": 10**30}, "not a position"),
        (position(middle="RGB") | {"idle": 61}, "not a position"),
        (position(middle="RGB") | {"staging": ["R"]}, "there are 21 tiles of R, not 22"),
        (position(middle="RGB", staging="O"), "O is in staging, but not in the middle"),
        (position(middle="RGB", staging="GR"), "different colours in the order"),
        (position(middle="RGGB", staging="GG"), "different colours in the order"),
        (position(rows(8, 0, 0, 0, 0, 0), middle="RGB"), "at most 7 tiles"),
        (position(middle="RG"), "at least 3 tiles lie in the middle"),
        (position(stack=""), "no turn starts with an empty stack"),
        (position(middle="RGB", bonus=1), "1 bonus turns cannot be left"),
        (position(rows(7, 0, 0, 0, 0, 0), middle="RGB", bonus=1), "1 bonus turns cannot be left"),
        (position(middle="RGB", idle=60), "finished does not count it"),
        (position(COMPLETE, middle="RGB"), "finished does not count it"),
        (position(middle="RGB", finished=1), "the last has not ended"),
        (position(COMPLETE, middle="RGB", turn=2, **ENDED), "only the seat in turn"),
        (position(COMPLETE, middle="RGB", idle=2, **ENDED), "only the seat in turn"),
        (position(COMPLETE, COMPLETE, middle="RGB", **ENDED), "only the seat in turn"),
        (position(COMPLETE, middle="RGB", bonus=1, **ENDED), "after the end"),
        (position(COMPLETE, middle="RGB", staging="R", **ENDED), "after the end"),
        (position(COMPLETE, middle="RGB", finished=1, series=[7, 1]), "cannot have brought 1"),
        (position(COMPLETE, middle="RGB", finished=1, series=[6, 0]), "cannot have brought 6"),
        (position(middle="RGB", series=[1, 0]), "cannot have brought 1"),
    ],
)  # fmt: skip
def test_impossible_positions_are_refused(bad: dict[str, Any], sentence: str) -> None:
    with pytest.raises(genial.BadPosition, match=sentence):
        genial.game("tile-challenge").at(bad)


def test_one_game_of_a_series_has_one_winner() -> None:
    at(middle="RGB", games=4, finished=3, series=[19, 20])
    with pytest.raises(genial.BadPosition, match="no two seats can win the same game"):
        at(middle="RGB", games=4, finished=3, series=[20, 20])


@pytest.mark.parametrize("key", list(position(middle="RGB")))
@pytest.mark.parametrize(
    "value", [None, -1, 0.5, "R", [], {}, [None], ["R\n"], [{"R": None}], 10**30], ids=repr
)
def test_a_position_of_the_wrong_shape_is_refused(key: str, value: object) -> None:
    missing = {k: v for k, v in position(middle="RGB").items() if k != key}
    with pytest.raises(genial.BadPosition):
        genial.game("tile-challenge").at(missing)
    if (key, value) != ("staging", []):
        with pytest.raises(genial.BadPosition):
            genial.game("tile-challenge").at(missing | {key: value})
