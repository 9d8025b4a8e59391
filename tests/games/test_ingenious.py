"""The rules of Ingenious, one test a rule. They also pass un-jitted."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

import genial
from genial import State
from genial.core import engine
from genial.core.chance import fast_stream
from genial.games.ingenious import kit as ingenious_kit

COLOURS = "RGBOYP"
COPIES = {a + b: 5 if a == b else 6 for i, a in enumerate(COLOURS) for b in COLOURS[i:]}
TYPES = [*COPIES]
SYMBOLS = {"h3": "R", "m3": "G", "m8": "B", "h13": "O", "c13": "Y", "c8": "P"}
EVEN = dict.fromkeys(COLOURS, 0)


def at(
    players: int = 2,
    *,
    board: str = "",
    rack: str = "RR RG RB RO RY RP",
    scores: list[dict[str, int]] | None = None,
    variant: str = "standard",
    **rest: Any,
) -> State:
    """A position: tiles on the board like `Rh8Bi8`, seat 1 to move with this rack."""
    game = genial.game("ingenious", players=players, variant=variant)
    cells: dict[str, str] = {}
    for tile in board.split():
        first, second = _halves(tile)
        cells |= {first[1:]: first[0], second[1:]: second[0]}
    bag = Counter(COPIES)
    racks = [rack.split()]
    bag -= Counter(racks[0])
    for _ in range(players - 1):
        racks.append([taken_from(bag) for _ in range(6)])
    for _ in range(len(cells) // 2):
        taken_from(bag)
    tracks = 2 if variant == "teams" else players
    position = {
        "turn": 1,
        "phase": "place",
        "bonus": 0,
        "board": cells,
        "racks": racks,
        "bag": dict(bag),
        "scores": scores or [EVEN] * tracks,
        "laid": [*range(1, players + 1)],
        "openings": [*SYMBOLS][players:],
    }
    return game.at(position | rest, seed=1)


@pytest.mark.parametrize(
    ("options", "full"),
    [
        ({"players": 2}, [18]),
        ({"players": 4}, [18]),
        ({"players": 4, "variant": "teams"}, [18, 36]),
        ({"players": 1}, [18, 36]),
    ],
)
def test_a_view_says_where_a_colour_is_complete(options: dict[str, Any], full: list[int]) -> None:
    assert genial.game("ingenious", **options).start(seed=1).view(None)["full"] == full


def taken_from(bag: Counter[str]) -> str:
    """A tile of which there are many."""
    tile = max(bag, key=lambda tile: (bag[tile], tile))
    bag[tile] -= 1
    return tile


def _halves(tile: str) -> tuple[str, str]:
    cut = next(k for k in range(1, len(tile)) if tile[k] in COLOURS)
    return tile[:cut], tile[cut:]


def gains(state: State, move: str) -> dict[str, int]:
    told = state.explain(move)["gains"]
    track = state.game.tracks[(state.turn or 0) - 1]
    after = state.play(move).scores[track]
    before = state.scores[track]
    assert told == {c: after[c] - before[c] for c in COLOURS if after[c] != before[c]}
    return told


# --- board, tiles, set-up


@pytest.mark.parametrize(("players", "cells"), [(1, 91), (2, 91), (3, 127), (4, 169)])
def test_the_board_has_a_size_for_each_number_of_players(players: int, cells: int) -> None:
    state = at(players, rack="RR" if players == 1 else "RR RG RB RO RY RP")
    free = set()
    for move in state.legal():
        first, second = _halves(move)
        free |= {first[1:], second[1:]}
    assert len(free | set(SYMBOLS)) == cells
    assert not free & set(SYMBOLS)


def test_six_symbols_are_printed_on_the_inner_hexagon_whatever_the_player_count() -> None:
    for players in (1, 2, 3, 4):
        assert (
            genial.game("ingenious", players=players).start(seed=1).view(None)["board"] == SYMBOLS
        )


def test_there_are_120_tiles_and_every_player_draws_six() -> None:
    position = genial.game("ingenious", players=4).start(seed=1).position()
    tiles = Counter(position["bag"])
    for rack in position["racks"]:
        assert len(rack) == 6
        tiles.update(rack)
    assert tiles == Counter(COPIES)
    assert sum(COPIES.values()) == 120


# --- placing


def test_the_first_tile_must_touch_a_printed_symbol_that_no_other_first_tile_touched() -> None:
    state = genial.game("ingenious", players=2).start(seed=7)
    with pytest.raises(genial.IllegalMove, match="must touch a printed symbol") as refused:
        state.play("Rh8Bi8")
    assert refused.value.code == "first-tile"
    state = state.play("Rd12Bd11")  # beside the yellow symbol on c13
    with pytest.raises(genial.IllegalMove, match="another first tile touches") as refused:
        state.play("Rd13Ge13")
    assert refused.value.code == "symbol-taken"
    assert all("c12" not in move for move in state.legal())


def test_the_first_tiles_colour_need_not_match() -> None:
    state = genial.game("ingenious", players=2).start(seed=7)
    assert gains(state, "Rd12Bd11") == {}


def test_after_the_first_tile_any_two_adjacent_free_cells_will_do() -> None:
    state = at(board="Rg8Gg9")
    assert "Rh7Rh8" in state.legal()
    assert "Re8Rf8" in state.legal()


def test_a_tile_may_not_lie_on_taken_or_printed_cells_or_beyond_the_board_in_use() -> None:
    state = at(board="Rg8Gg9")
    for move, reason, code in [
        ("Rf9Rg8", "g8 is taken", "taken"),
        ("Rh3Rh4", "h3 has a printed symbol", "printed"),
        ("Rb10Rc10", "b10 is not on the board in use", "off-board"),
    ]:
        with pytest.raises(genial.IllegalMove, match=reason) as refused:
            state.play(move)
        assert refused.value.code == code


def test_only_tiles_of_the_own_rack_can_be_placed() -> None:
    with pytest.raises(genial.IllegalMove, match="GG is not in the rack"):
        at().play("Gh8Gi8")


def test_equal_tiles_and_doubles_give_one_move() -> None:
    one = at(rack="RG RG RG RG RG RG")
    assert len(one.legal()) == len(at(rack="RR RR RR RR RR GG").legal())
    assert len(set(one.legal())) == len(one.legal())


# --- scoring


def test_each_half_looks_in_five_directions_not_through_its_own_tile() -> None:
    """A double beside nothing scores nothing, although its halves are equal."""
    assert gains(at(), "Rh8Ri8") == {}


def test_a_line_counts_until_it_is_interrupted() -> None:
    state = at(board="Rh9Rh10 Gh11Rh12")
    assert gains(state, "Rh8Gi8") == {"R": 2}  # two reds, then green ends the line


def test_printed_symbols_count_like_tiles() -> None:
    assert gains(at(), "Rh4Gi4") == {"R": 1}


def test_lines_go_on_beyond_the_neighbouring_cells_in_all_five_directions() -> None:
    board = "Bi8Bi9 Bg8Bf8 Bh9Bh10 Bg9Bf10"
    state = at(board=board, rack="RB RB RB RB RB RB")
    told = state.explain("Rh7Bh8")
    blue = told["parts"][1]
    assert blue["colour"] == "B"
    assert blue["points"] == 7
    assert sorted(len(line["cells"]) for line in blue["lines"]) == [1, 2, 2, 2]
    assert gains(state, "Rh7Bh8") == {"B": 7}


def test_both_halves_of_a_double_score() -> None:
    state = at(board="Gh9Gh10 Gi9Gi10", rack="GG GG GG GG GG RR")
    assert gains(state, "Gh8Gi8") == {"G": 2 + 2 + 1}  # i8 also sees h9, h8 sees no more


# --- Ingenious!


def points(**given: int) -> dict[str, int]:
    return EVEN | given


def test_a_colour_stops_at_18_and_the_surplus_is_lost() -> None:
    state = at(board="Rh9Rh10 Rh11Rh12", scores=[points(R=16), EVEN])
    assert gains(state, "Rh8Gi8") == {"R": 2}
    assert state.explain("Rh8Gi8")["parts"][0]["points"] == 4


def test_reaching_18_earns_a_bonus_move_before_drawing() -> None:
    state = at(board="Rh9Rh10 Rh11Rh12", scores=[points(R=14), EVEN])
    assert state.explain("Rh8Gi8")["bonus_moves"] == 1
    state = state.play("Rh8Gi8")
    assert state.turn == 1
    assert state.view(1)["rack_sizes"] == [5, 6]
    assert state.log == ["1 Rh8Gi8"]
    assert state.play("Re8Re9").turn == 2


def test_one_tile_can_earn_two_bonus_moves() -> None:
    """The rulebook's team example, on single tracks: green and yellow reach 18 together."""
    board, rack = "Gh9Gh10 Gh11Gh12 Yj7Yk6", "GY RR RR RB RB RB"
    state = at(board=board, rack=rack, scores=[points(G=14, Y=16), EVEN])
    assert state.explain("Gh8Yi8")["bonus_moves"] == 2
    state = state.play("Gh8Yi8").play("Re8Re9")
    assert state.turn == 1
    assert state.view(1)["rack_sizes"] == [4, 6]
    assert state.play("Rk7Rk8").turn == 2


def test_a_colour_earns_its_bonus_once() -> None:
    state = at(board="Rh9Rh10", scores=[points(R=18), EVEN])
    assert state.explain("Rh8Gi8")["bonus_moves"] == 0
    assert gains(state, "Rh8Gi8") == {}


def test_a_bonus_with_no_tile_left_lapses() -> None:
    state = at(board="Rh9Rh10", rack="RG RR RB RO RY RP", scores=[points(R=17), EVEN])
    position = state.position()
    for tile in position["racks"][0]:
        position["bag"][tile] += tile != "RG"
    position["racks"][0] = ["RG"]
    state = state.game.at(position, seed=1)
    assert state.view(1)["rack"] == ["RG"]
    after = state.play("Rh8Gi8")
    assert after.turn == 2
    assert after.view(1)["rack_sizes"] == [6, 6]


def test_a_player_with_18_in_all_six_colours_wins_at_once() -> None:
    full = dict.fromkeys(COLOURS, 18)
    state = at(board="Rh9Rh10", scores=[full | {"R": 16}, full | {"P": 17}])
    after = state.play("Rh8Gi8")
    assert after.over
    assert after.ranks == (1, 2)
    assert after.log == ["1 Rh8Gi8"]  # nothing is drawn any more
    assert list(after.legal()) == []
    with pytest.raises(genial.IllegalMove, match="the game is over"):
        after.play("Rh7Gi7")


# --- drawing and swapping


def test_a_turn_ends_with_drawing_back_up_to_six() -> None:
    state = genial.game("ingenious", players=2).start(seed=7).play("Rd12Bd11")
    assert state.log[-1] == "* rack 1 RR"
    assert state.view(1)["rack_sizes"] == [6, 6]


def swappable(rack: str = "GG GB GO RR RR RR", low: str = "P") -> State:
    return at(board="Rh9Rh10", rack=rack, scores=[dict.fromkeys(COLOURS, 9) | {low: 1}, EVEN])


def test_a_swap_is_offered_when_no_tile_left_shows_the_lowest_colour() -> None:
    state = swappable().play("Rk6Rk7")
    assert state.turn == 1
    assert list(state.legal()) == ["keep", "swap"]
    assert state.view(1)["phase"] == "swap or keep"
    with pytest.raises(genial.IllegalMove, match="swap or keep must be chosen first"):
        state.play("Ge8Ge9")


def test_no_swap_while_a_tile_left_shows_the_lowest_colour() -> None:
    state = swappable("GG GB GP RR RR RR").play("Rk6Rk7")
    assert state.turn == 2
    with pytest.raises(genial.IllegalMove, match="no swap is allowed"):
        state.play("swap")


def test_swap_needs_every_lowest_colour_missing() -> None:
    tied = dict.fromkeys(COLOURS, 9) | {"P": 1, "O": 1}
    state = at(rack="GG GB GO RR RR RR", scores=[tied, EVEN]).play("Rk6Rk7")
    assert state.turn == 2  # GO shows orange, one of the two lowest
    state = at(rack="GG GB GY RR RR RR", scores=[tied, EVEN]).play("Rk6Rk7")
    assert list(state.legal()) == ["keep", "swap"]


def test_a_swap_shows_the_rack_draws_six_and_then_puts_the_old_tiles_back() -> None:
    state = swappable().play("Rk6Rk7")
    before = state.position()
    after = state.play("swap")
    assert after.turn == 2
    drawn = after.log[-1].split()[3:]
    assert len(drawn) == 6
    assert sorted(drawn, key=[*COPIES].index) == after.position()["racks"][0]
    old, bag = Counter(before["racks"][0]), Counter(before["bag"])
    assert not Counter(drawn) - bag  # none of the copies that were set aside
    assert Counter(after.position()["bag"]) == bag - Counter(drawn) + old
    assert after.view(2)["log"][-2:] == ["* shown 1 RR RR GG GB GO", "* rack 1 ?? ?? ?? ?? ?? ??"]


def test_after_keep_one_draws_as_usual_and_is_not_asked_again() -> None:
    after = swappable().play("Rk6Rk7").play("keep")
    assert after.turn == 2
    assert after.log[-1].startswith("* rack 1 ")
    assert len(after.log[-1].split()) == 4


# --- the end


def crowded(players: int = 2, **rest: Any) -> State:
    """A board on which only h8 and i8 are free and adjacent; seat 1 is to move."""
    game = genial.game("ingenious", players=players)
    names = {half[1:] for move in at(players, rack="RR RR RR RR RR GG").legal()
             for half in _halves(move)}  # fmt: skip
    taken = sorted(names - {"h8", "i8"})
    if len(taken) % 2:
        taken = taken[1:]
    pairs = [taken[k : k + 2] for k in range(0, len(taken), 2)]
    position = at(players).position()
    position["board"] = {cell: COLOURS[k % 6] for k, pair in enumerate(pairs) for cell in pair}
    bag = Counter(position["bag"])
    for _ in range(len(pairs)):
        taken_from(bag)
    return game.at(position | {"bag": dict(bag)} | rest)


def test_the_game_ends_when_no_two_adjacent_cells_are_free() -> None:
    state = crowded()
    assert {half[1:] for move in state.legal() for half in _halves(move)} == {"h8", "i8"}
    after = state.play("Rh8Ri8")
    assert after.over
    assert after.log == ["1 Rh8Ri8"]


def test_pending_bonus_moves_lapse_at_the_end() -> None:
    state = crowded(scores=[dict.fromkeys(COLOURS, 17), EVEN])
    best = max(state.legal(), key=lambda move: state.explain(move)["bonus_moves"])
    assert state.explain(best)["bonus_moves"] > 0
    assert state.explain(best)["ends"]
    assert state.play(best).over


def test_the_lowest_colour_decides() -> None:
    """The rulebook's example: A's lowest is 10, B's is 9."""
    assert ranked([10, 12, 13, 15, 16, 18], [9, 14, 15, 17, 18, 18]) == (1, 2)


def test_a_tie_goes_to_the_next_lowest_colour() -> None:
    """The rulebook's example: 9 and 9, 12 and 12, then 13 against 14."""
    assert ranked([9, 12, 13, 18, 18, 18], [9, 12, 14, 15, 15, 15]) == (2, 1)


def test_more_markers_on_the_tied_place_lose() -> None:
    """The rulebook's special case: two markers on 9 lose against one."""
    assert ranked([9, 9, 18, 18, 18, 18], [9, 10, 10, 10, 10, 10]) == (2, 1)


def test_a_full_tie_is_a_shared_rank() -> None:
    assert ranked([1, 2, 3, 4, 5, 6], [6, 5, 4, 3, 2, 1]) == (1, 1)
    assert ranked([5] * 6, [1, 2, 3, 4, 5, 6], [6, 5, 4, 3, 2, 1], [0] * 6) == (1, 2, 2, 4)


def ranked(*scores: list[int]) -> tuple[int, ...]:
    """The ranks of a game that is over with these scores."""
    players = len(scores)
    state = crowded(players)
    position = state.play(state.legal()[0]).position()
    position["scores"] = [dict(zip(COLOURS, points, strict=True)) for points in scores]
    ranks = state.game.at(position).ranks
    assert ranks is not None
    return ranks


# --- teams and solo


def test_teams_share_a_double_length_track_and_its_rank() -> None:
    state = at(4, variant="teams", board="Rh9Rh10", scores=[points(R=17), EVEN])
    assert state.game.tracks == (0, 1, 0, 1)
    after = state.play("Rh8Gi8")
    assert after.scores[0]["R"] == 18  # the surplus is lost
    assert after.turn == 1  # a bonus move
    again = at(4, variant="teams", board="Rh9Rh10", scores=[points(R=18), EVEN])
    assert gains(again, "Rh8Gi8") == {"R": 2}  # and goes on from 18


def test_a_team_reaching_18_twice_at_once_gets_two_bonus_moves() -> None:
    """The rulebook's example: 4 green and 2 yellow, both reach 18 on the first track."""
    board = "Gh9Gh10 Gh11Gh12 Yj7Yk6"
    rack = "GY RR RR RB RB RB"
    state = at(4, variant="teams", board=board, rack=rack, scores=[points(G=14, Y=16), EVEN])
    told = state.explain("Gh8Yi8")
    assert told["gains"] == {"G": 4, "Y": 2}
    assert told["bonus_moves"] == 2
    assert state.play("Gh8Yi8").play("Re5Re6").turn == 1


def test_teams_track_ends_at_36_with_a_second_bonus() -> None:
    state = at(4, variant="teams", board="Rh9Rh10", scores=[points(R=35), EVEN])
    assert state.explain("Rh8Gi8")["bonus_moves"] == 1
    assert gains(state, "Rh8Gi8") == {"R": 1}
    full = at(4, variant="teams", board="Rh9Rh10", scores=[points(R=36), EVEN])
    assert gains(full, "Rh8Gi8") == {}


def test_a_double_is_scored_in_the_order_that_gives_more() -> None:
    """From 16, halves of 2 and 4: 18 by the small one, then on to 22, not 18 and then 20."""
    board = "Rh9Rh10 Ri9Rj9 Rj8Rk8"
    state = at(4, variant="teams", board=board, scores=[points(R=16), EVEN])
    parts = [part["points"] for part in state.explain("Rh8Ri8")["parts"]]
    small, large = sorted(parts)
    assert small >= 2
    assert gains(state, "Rh8Ri8") == {"R": 2 + large}
    assert state.explain("Rh8Ri8")["bonus_moves"] == 1


def test_the_order_of_a_doubles_halves_does_not_depend_on_where_they_lie() -> None:
    """The same as before with the larger half on the lower cell."""
    state = at(4, variant="teams", board="Rg8Rf8 Rg9Rf10 Rj8Rk8", scores=[points(R=16), EVEN])
    low, high = (part["points"] for part in state.explain("Rh8Ri8")["parts"])
    assert low > high >= 2
    assert gains(state, "Rh8Ri8") == {"R": 2 + low}


def test_a_double_that_passes_18_and_36_earns_two_bonus_moves() -> None:
    board = "Ri9Ri10 Ri11Ri12 Ri13Ri14 Rj7Rk6 Rl5Rm4 Rn3Ro2 Ri6Ri7 Ri4Ri5 Ri2Ri3"
    state = at(4, variant="teams", board=board, scores=[points(R=17), EVEN])
    assert [part["points"] for part in state.explain("Rh8Ri8")["parts"]] == [1, 18]
    assert state.explain("Rh8Ri8")["bonus_moves"] == 2
    assert state.play("Rh8Ri8").scores[0]["R"] == 36


def test_six_times_36_wins_at_once_for_the_team() -> None:
    full = dict.fromkeys(COLOURS, 36)
    state = at(4, variant="teams", board="Rh9Rh10", scores=[full | {"R": 35}, full | {"R": 0}])
    after = state.play("Rh8Gi8")
    assert after.over
    assert after.ranks == (1, 2, 1, 2)


def test_the_swap_test_of_teams_uses_the_teams_track_and_the_own_tiles() -> None:
    low = dict.fromkeys(COLOURS, 9) | {"P": 1}
    state = at(4, variant="teams", rack="GG GB GO RR RR RR", scores=[low, EVEN])
    assert list(state.play("Rk6Rk7").legal()) == ["keep", "swap"]


def test_solo_draws_one_tile_a_turn_without_bonus_and_swap() -> None:
    state = genial.game("ingenious", players=1).start(seed=3)
    assert len(state.log) == 1
    assert len(state.log[0].split()) == 4
    tile = state.view(1)["rack"][0]
    with pytest.raises(genial.IllegalMove, match="must touch a printed symbol"):
        state.play(f"{tile[0]}h8{tile[1]}h9" if tile[0] <= tile[1] else "Rh8Rh9")
    state = state.play(state.legal()[0])
    assert state.turn == 1
    assert len(state.log) == 3
    near = at(1, board="Rh9Rh10", rack="RG", scores=[points(R=17)])
    after = near.play("Rh8Gi8")
    assert near.explain("Rh8Gi8")["bonus_moves"] == 0
    assert after.scores[0]["R"] == 18
    assert after.view(1)["rack_sizes"] == [1]


@pytest.mark.parametrize("lowest", COLOURS)
def test_the_solo_result_is_the_lowest_colour(lowest: str) -> None:
    state = at(1, rack="RG", scores=[dict.fromkeys(COLOURS, 9) | {lowest: 3}])
    assert state.utilities == (3 / 36,)


def test_solo_ends_at_once_at_six_times_36() -> None:
    full = dict.fromkeys(COLOURS, 36)
    state = at(1, board="Rh9Rh10", rack="RG", scores=[full | {"R": 34}])
    after = state.play("Rh8Gi8")
    assert after.over
    assert after.ranks == (1,)
    assert after.utilities == (1.0,)


# --- hidden, refused


def redealt_rack(state: State, seat: int, viewer: int, seed: int) -> list[str]:
    """A seat's rack after re-dealing what the viewer cannot know."""
    array = state.array.copy()
    engine.redeal(array, 0, viewer - 1, fast_stream(seed))
    record = array.view(np.recarray)[0]
    return list(ingenious_kit.position(record)["racks"][seat - 1])


def showing(colour: str, rack: list[str]) -> int:
    return sum(colour in tile for tile in rack)


def test_redealing_respects_a_declined_swap_while_the_tiles_are_held() -> None:
    state = swappable().play("Rk6Rk7").play("keep")
    racks = [redealt_rack(state, 1, 2, seed) for seed in range(60)]
    assert {showing("P", rack) for rack in racks} == {0, 1}  # only the new tile may show purple
    reply = next(move for move in state.legal() if move.endswith(("f6", "f7", "g6")))
    state = state.play(reply).play("Re8Re9")  # a tile that can have been there before
    assert state.view(1)["rack_sizes"][0] == 5  # a swap is possible again: nothing is drawn yet
    racks = [redealt_rack(state, 1, 2, seed) for seed in range(60)]
    assert {showing("P", rack) for rack in racks} == {0, 1}
    state = state.play("keep")
    racks = [redealt_rack(state, 1, 2, seed) for seed in range(60)]
    assert {showing("P", rack) for rack in racks} == {0, 1}


def test_redealing_knows_that_a_tile_of_the_forbidden_colour_was_new() -> None:
    state = swappable().play("Rk6Rk7").play("keep")
    position = state.position()
    old = position["racks"][0][0]
    purple = next(tile for tile, n in position["bag"].items() if n and "P" in tile)
    array = state.array.copy()
    record = array.view(np.recarray)[0]
    places = record.rack[0].tolist()
    record.rack[0, places.index(TYPES.index(old))] = TYPES.index(purple)  # seat 1 drew purple
    state = State(state.game, array, state.stream, state.origin)
    reply = next(move for move in state.legal() if move.endswith(("f6", "f7", "g6")))
    state = state.play(reply)
    move = next(m for m in state.legal() if m.endswith("d10") and set(purple) <= set(m))
    state = state.play(move)
    racks = [redealt_rack(state, 1, 2, seed) for seed in range(80)]
    assert {showing("P", rack) for rack in racks} <= {0, 1}


def test_redealing_respects_that_no_swap_was_possible() -> None:
    state = swappable("GG GB GP RR RR RR").play("Rk6Rk7")
    assert state.turn == 2
    assert all(showing("P", redealt_rack(state, 1, 2, seed)) for seed in range(60))
    assert all(showing("P", redealt_rack(state, 1, 0, seed)) for seed in range(60))


def test_redealing_never_deals_the_copies_that_were_set_aside() -> None:
    """Of five RR one lies, two were shown and two are the viewer's own: none can be drawn."""
    state = swappable()
    position = state.position()
    own, bag = position["racks"][1], position["bag"]
    for k in range(2):
        bag[own[k]] += 1
        own[k] = "RR"
        bag["RR"] -= 1
    state = state.game.at(position, seed=4).play("Rk6Rk7").play("swap")
    assert Counter(own)["RR"] == 2
    racks = [redealt_rack(state, 1, 2, seed) for seed in range(80)]
    assert not any("RR" in rack for rack in racks)
    assert len({tuple(rack) for rack in racks}) > 70


def test_racks_are_hidden_from_partners_too() -> None:
    state = genial.game("ingenious", players=4, variant="teams").start(seed=1)
    assert state.view(1)["log"][2] == "* rack 3 ?? ?? ?? ?? ?? ??"
    assert state.view(3)["log"][2] == state.log[2]
    assert all("?" in line for line in state.view(None)["log"])


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "is not a move"),
        ("rh8bi8", "is not a move"),
        ("Rh8", "is not a move"),
        ("Rh8Bi8 ", "is not a move"),
        ("Rh99Bi8", "no cell h99"),
        ("Rh8Bk8", "not next to each other"),
        ("Rh8Rh8", "not next to each other"),
        ("Bi8Rh8", "must be written Rh8Bi8"),
        ("Ri8Rh8", "must be written Rh8Ri8"),
        ("Rh08Bi8", "no cell h08"),
    ],
)
def test_a_text_that_is_no_move_is_refused(text: str, reason: str) -> None:
    with pytest.raises(genial.BadText, match=reason):
        at().parse(text)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"turn": 3}, "turn must be 1 to 2"),
        ({"board": {"h8": "R"}}, "odd number"),
        ({"board": {"h3": "R", "h4": "R"}}, "printed symbol"),
        ({"board": {"a1": "R", "h4": "R"}}, "not on the board"),
        ({"racks": [["RR"] * 6, ["RR"] * 6]}, "there are only 5 tiles RR"),
        ({"bag": {}}, "hold 12 tiles, not 120"),
        ({"scores": [EVEN]}, "2 score tracks"),
        ({"scores": [EVEN, points(R=19)]}, "0 to 18"),
        ({"laid": [1, 1]}, "different seats"),
        ({"laid": [1]}, "openings names"),
        ({"phase": "over"}, "a game is over when"),
        ({"phase": "swap or keep"}, "swap is not allowed"),
        ({"phase": "thinking"}, "not a position"),
        ({"more": 1}, "not a position"),
    ],
)
def test_an_impossible_position_is_refused(change: dict[str, Any], reason: str) -> None:
    state = at()
    with pytest.raises(genial.BadPosition, match=reason):
        state.game.at(state.position() | change)


def test_bad_options_name_the_allowed_ones() -> None:
    for options, reason in [
        ({"players": 5}, "players must be 1, 2, 3 or 4"),
        ({"players": True}, "players must be"),
        ({"variant": "team"}, "standard or teams, not 'team' .did you mean teams"),
        ({"variant": "teams"}, "needs 4 players"),
        ({"start": 3}, "start must be 1 or 2"),
        ({"colour": 1}, "there is no option 'colour'"),
    ]:
        with pytest.raises(genial.BadOption, match=reason):
            genial.game("ingenious", **options)
