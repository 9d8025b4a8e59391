"""The rules of Phoenix, one test a rule. They also pass un-jitted."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from tests.oracle import oracle

import genial
from genial import State
from genial.core import engine
from genial.core.chance import fast_stream
from genial.games import phoenix
from genial.games.phoenix import explain
from genial.games.phoenix import kit as phoenix_kit

CARDS = {"M2": 5, "M3": 3, "M4": 1, "S1": 10, "S2": 7, "S3": 4, "S4": 2,
         "R": 5, "N1": 2, "N2": 1, "X": 10}  # fmt: skip
COLOURS = "RGBYPO"
MIXED = "RGBYPORGBY"  # ten pawns of which no three are alike
OTHER = "OPYBGROPYG"
SET_UP = ["spectrum", "line", "line", "hand", "hand"]
ENDED = {"spectrum": COLOURS, "lines": [MIXED, OTHER]}  # 4 : 4


def at(
    line: str = MIXED,
    opposite: str = OTHER,
    *,
    spectrum: str = COLOURS,
    hand: str = "M4 S4 R N2 X",
    pile: int = 40,
    round: int = 1,
    points: list[int] | None = None,
    **rest: Any,
) -> State:
    """A position: the player in turn has this line and hand; this many cards in the pile."""
    start = (round + 1) % 2 + 1
    turn = (start - 1 + 40 - pile) % 2 + 1
    own = hand.split()
    cards = [card for card in CARDS for _ in range(CARDS[card])]
    for card in own:
        cards.remove(card)
    random.Random(3).shuffle(cards)
    other, there, gone = (
        sorted(cards[:5], key=[*CARDS].index),
        cards[5 : 5 + pile],
        cards[5 + pile :],
    )
    last = ENDED if round > 1 else None
    position = {
        "round": round,
        "start": start,
        "turn": turn,
        "spectrum": spectrum,
        "lines": [line, opposite] if turn == 1 else [opposite, line],
        "hands": [own, other] if turn == 1 else [other, own],
        "pile": {card: there.count(card) for card in CARDS},
        "discards": {card: gone.count(card) for card in CARDS},
        "points": points or [4 * (round - 1)] * 2,
        "last": last,
    }
    return genial.game("phoenix").at(position | rest, seed=1)


def lines(state: State) -> list[str]:
    return state.view(None)["lines"]


def moves_of(hand: str) -> set[str]:
    return set(at(hand=hand).legal())


def finished(seed: int) -> State:
    chooser, state = random.Random(seed), genial.game("phoenix").start(seed=seed)
    while not state.over:
        state = state.play(chooser.choice(state.legal()))
    return state


# --- set-up


def test_there_are_50_cards_and_five_pawns_of_each_colour() -> None:
    assert sum(CARDS.values()) == 50
    position = genial.game("phoenix").start(seed=1).position()
    held = Counter(position["hands"][0]) + Counter(position["hands"][1])
    assert Counter(position["pile"]) + held == Counter(CARDS)
    assert Counter(phoenix.rules.ALL_PAWNS.tobytes()) == {5: 6, 0: 2}


def test_a_round_starts_with_spectrum_lines_and_hands_in_this_order() -> None:
    log = genial.game("phoenix", start=2).start(seed=1).log
    assert [line.split()[1:-1][:2] for line in log[:3]] == [
        ["spectrum"],
        ["line", "1"],
        ["line", "2"],
    ]
    assert [line.split()[1:3] for line in log[3:]] == [["hand", "1"], ["hand", "2"]]
    assert sorted(log[0].split()[2]) == sorted(COLOURS)
    assert all(len(line.split()[3]) == 10 for line in log[1:3])
    assert all(len(line.split()[3:]) == 5 for line in log[3:])


@pytest.mark.parametrize("start", [1, 2])
def test_the_start_alternates_from_round_to_round(start: int) -> None:
    chooser, state = random.Random(start), genial.game("phoenix", start=start).start(seed=4)
    begun = {1: state.turn}
    while not state.over:
        state = state.play(chooser.choice(state.legal()))
        view = state.view(None)
        if view["round"] not in begun:
            begun[view["round"]] = state.turn
            assert view["start"] == state.turn
            assert view["pile"] == 40
    assert begun == {1: start, 2: 3 - start, 3: start}


def settle_all(array: Any, letters: str, first: int) -> None:
    out, weights = np.zeros(11, np.int32), np.zeros(11, np.int32)
    for letter in letters:
        outcome = first + COLOURS.index(letter)
        assert engine.replay_outcome(array, 0, outcome, out, weights)


def outcomes(array: Any) -> dict[int, int]:
    out, weights = np.zeros(11, np.int32), np.zeros(11, np.int32)
    n = engine.outcomes(array, 0, out, weights)
    return dict(zip(out[:n].tolist(), weights[:n].tolist(), strict=True))


@pytest.mark.parametrize(
    ("first", "second"), [("RRGGBBYYPP", "RGBYPOOOOO"), ("RGBYPORGBY", "RRRGGBBYPO")]
)
def test_lines_of_which_one_already_matches_are_both_dealt_again(first: str, second: str) -> None:
    array = genial.game("phoenix").template.copy()
    assert outcomes(array) == dict.fromkeys(range(6), 1)
    settle_all(array, COLOURS, 0)
    assert outcomes(array) == dict.fromkeys(range(6, 12), 5)
    settle_all(array, first + second[:9], 6)
    assert sum(outcomes(array).values()) == 11
    settle_all(array, second[9:], 6)
    assert outcomes(array) == dict.fromkeys(range(6, 12), 5)
    settle_all(array, MIXED + OTHER, 6)
    assert list(outcomes(array).items()) == [(12 + k, n) for k, n in enumerate(CARDS.values())]
    named = array.view(np.recarray)[0]
    assert phoenix_kit.position(named)["lines"] == [MIXED, OTHER]


def test_only_the_deal_that_counts_is_written() -> None:
    put_back = [6 + COLOURS.index(letter) for letter in "RRGGBBYYPPRGBYPOOOOO"]
    counts = [6 + COLOURS.index(letter) for letter in MIXED + OTHER]
    trace = [0, 1, 2, 3, 4, 5, *put_back, *counts, *range(12, 22)]
    written = ["* spectrum RGBYPO", f"* line 1 {MIXED}", f"* line 2 {OTHER}",
               "* hand 1 M2 M3 M4 S1 S2", "* hand 2 S3 S4 R N1 N2"]  # fmt: skip
    assert phoenix_kit.chance_lines(trace, None, {}) == written
    assert phoenix_kit.chance_lines(trace, 2, {}) == written
    assert phoenix_kit.chance_lines([22, *trace], 2, {}) == ["* card 2 X", *written]
    assert [code for line in written for code in phoenix_kit.read_chance(line)] == [
        *range(6), *counts, *range(12, 22)]  # fmt: skip


# --- moves


def test_how_many_ways_there_are_to_play_each_card() -> None:
    ways = Counter(move.text.split(":")[0] for move in phoenix.cards.MOVES)
    assert [ways[card] for card in CARDS] == [16, 14, 12, 9, 8, 7, 6, 1, 5, 8, 10]
    assert [ways[f"-{card}"] for card in CARDS] == [1] * 11
    assert len(phoenix.cards.MOVES) == 107
    assert len(moves_of("M2 M3 M4 S1 X")) == 17 + 15 + 13 + 11 + 10 == phoenix.cards.MOST_MOVES
    assert phoenix.rules.MAX_MOVES == 107, "room for any hand, not only one that can be dealt"


def test_equal_cards_give_one_move() -> None:
    assert moves_of("R R R R R") == {"R", "-R"}
    assert len(moves_of("S4 S4 R R R")) == 6 + 1 + 2


def test_switch_and_modify_1_are_spelt_with_the_lower_place_first() -> None:
    moves = moves_of("S2 S3 N1 R R")
    assert "S2:4-6" in moves
    assert {m for m in moves if m.startswith("N1")} == {f"N1:{k}>{k + 1}" for k in range(1, 6)}
    for text, spelt in [("S2:6-4", "S2:4-6"), ("N1:3>2", "N1:2>3"), ("S3:1>4", "S3:1-4"),
                        ("M2:1-3", "M2:1>3"), ("X:07", "X:7"), ("M2:01>3", "M2:1>3")]:  # fmt: skip
        with pytest.raises(genial.BadText, match=f"^{text} must be written {spelt}$") as refused:
            at().play(text)
        assert refused.value.code == "not-canonical"


def test_both_ways_to_move_between_two_places_are_moves_of_their_own() -> None:
    assert {"M2:1>3", "M2:3>1", "N2:1>3", "N2:3>1"} <= moves_of("M2 N2 R R R")
    state = at("RGBYPORGBY", hand="M2 N2 R R R")
    assert lines(state.play("M2:1>3"))[0] == "GBRYPORGBY"
    assert lines(state.play("M2:3>1"))[0] == "BRGYPORGBY"


def test_a_pawn_cannot_leave_the_line_nor_move_another_distance() -> None:
    for text, reason, code in [
        ("M2:9>11", "there is no place 11, only 1 to 10", "no-such-place"),
        ("M2:0>2", "there is no place 0, only 1 to 10", "no-such-place"),
        ("X:11", "there is no place 11, only 1 to 10", "no-such-place"),
        ("N2:5>7", "there is no place 7, only 1 to 6", "no-such-place"),
        ("M3:2>4", "M3 is for places 3 apart, but 2 and 4 are 2 apart", "wrong-distance"),
        ("S1:2-2", "S1 is for places 1 apart, but 2 and 2 are 0 apart", "wrong-distance"),
    ]:
        with pytest.raises(genial.BadText, match=f"^{reason}$") as refused:
            at().play(text)
        assert refused.value.code == code


@pytest.mark.parametrize("text", ["", "M1:1>2", "S5:1-6", "N3:1>4", "s2:4-6", "-", "X", "R:1", "M2",
                                  "M2:1>3 ", "M2:١>3", "M2:1>3\n", "-M5", "x" * 9999])  # fmt: skip
def test_anything_else_is_no_move(text: str) -> None:
    with pytest.raises(genial.BadText, match=r"is not a move.*; moves look like M3:2>5"):
        at().play(text)


def test_a_card_must_be_in_the_hand() -> None:
    state = at(hand="S1 S2 S3 R R")
    for text in ["X:7", "-X"]:
        with pytest.raises(genial.IllegalMove, match=r"^X is not in the hand$") as refused:
            state.play(text)
        assert (refused.value.code, refused.value.facts) == ("not-in-hand", {"card": "X"})


def test_every_spelling_reads_back() -> None:
    for code, move in enumerate(phoenix.cards.MOVES):
        assert phoenix_kit.spell(code) == move.text
        assert phoenix_kit.read(move.text) == code


def test_moves_that_change_nothing_visible_are_legal() -> None:
    state = at("RRBYPOGGBR", "RPYBGYOPYG", hand="S1 R X M2 S2")
    assert {"S1:1-2", "R", "X:1"} <= set(state.legal())
    for move in ("S1:1-2", "R", "X:1"):
        after = state.play(move)
        assert lines(after) == lines(state)
        assert after.turn == 2


# --- the cards, with the rulebook's examples (their pictures are lost, the colours are ours)


def test_rulebook_move_the_yellow_pawn_four_places_to_the_right() -> None:
    assert lines(at("RYGBPOBGPR").play("M4:2>6")) == ["RGBPOYBGPR", OTHER]


def test_moving_to_the_left_closes_up_too() -> None:
    assert lines(at("RGBPOYBGPR").play("M4:6>2")) == ["RYGBPOBGPR", OTHER]
    assert lines(at("RGBPOYBGPR", hand="M3 R R R R").play("M3:10>7")) == ["RGBPOYRBGP", OTHER]


def test_rulebook_switch_4_of_a_yellow_and_a_blue_pawn() -> None:
    assert lines(at("RYGRPBOGPR").play("S4:2-6")) == ["RBGRPYOGPR", OTHER]


def test_rulebook_rotation_of_both_ends() -> None:
    assert lines(at("YRGBPORGBP").play("R")) == ["PRGBPORGBY", OTHER]


def test_rulebook_modify_2_moves_the_yellow_cube_to_the_right() -> None:
    state = at(spectrum="RYGBPO")
    after = state.play("N2:2>4")
    assert after.view(None)["spectrum"] == "RGBYPO"
    assert lines(after) == lines(state)
    assert state.play("N2:4>2").view(None)["spectrum"] == "RBYGPO"


def test_modify_1_switches_two_neighbouring_cubes() -> None:
    state = at(hand="N1 R R R R")
    assert state.play("N1:5>6").view(None)["spectrum"] == "RGBYOP"


def test_rulebook_exchange_of_a_yellow_pawn_and_the_opponents_green_one_opposite() -> None:
    state = at("RBPYRBPORB", "OGOGRGYPYP")
    assert lines(state.play("X:4")) == ["RBPGRBPORB", "OGOYRGYPYP"]
    state = at("RBPYRBPORB", "OGOGRGYPYP", pile=39)  # seat 2 is in turn
    assert lines(state.play("X:4")) == ["OGOYRGYPYP", "RBPGRBPORB"]


def test_a_discarded_card_does_nothing_and_a_card_is_drawn() -> None:
    state = at()
    after = state.play("-X")
    assert lines(after) == lines(state)
    assert after.view(None)["spectrum"] == state.view(None)["spectrum"]
    view = after.view(1)
    assert (view["hand_sizes"], view["pile"], view["discards"]["X"]) == ([5, 5], 39, 1)
    assert after.log == ["1 -X", f"* card 1 {added(state, after)}"]


def added(before: State, after: State) -> str:
    (card,) = Counter(after.position()["hands"][0]) - (
        Counter(before.position()["hands"][0]) - Counter(["X"])
    )
    return card


# --- match and the end of a round


def test_rulebook_a_line_without_orange_matches() -> None:
    state = at("RRGGBBYPYP", "OOOGORGBYP", hand="S1 R R R R")
    told = state.explain("S1:8-9")
    assert told["lines"][0] == "RRGGBBYYPP"
    assert told["matches"] == [True, False]
    assert told["gains"] == {"points": 5}
    assert told["ends_round"]
    after = state.play("S1:8-9")
    assert after.scores == [{"points": 5}, {"points": 4 + 2}]
    assert told["parts"] == [
        {"seat": 1, "kind": "match", "points": 5},
        {"seat": 2, "kind": "colours", "points": 4},
        {"seat": 2, "kind": "run", "points": 2, "colour": "O", "places": [1, 3]},
    ]
    assert [line.split()[1] for line in after.log[1:]] == [
        "spectrum",
        "line",
        "line",
        "hand",
        "hand",
    ]


@pytest.mark.parametrize(
    ("line", "switch", "matches"),
    [
        ("RRGGBBYPYO", "S1:8-9", True),
        ("RRGGBBPYYO", "S1:7-8", False),  # Y P Y: not in one block
        ("GGRRBBYPYO", "S1:8-9", False),  # not in the order of the spectrum
        ("OPYPYBBGGR", "S1:3-4", False),  # not the other way round
        ("RRRRYRYYYY", "S1:5-6", True),  # two colours are enough
        ("RRRGRYYYYR", "S1:4-5", False),  # few blocks are not enough
    ],
)
def test_a_line_matches_in_blocks_in_the_order_of_the_spectrum(
    line: str, switch: str, matches: bool
) -> None:
    state = at(line, opposite_of(line), hand="S1 R R R R")
    assert state.explain(switch)["matches"] == [matches, False]
    assert state.play(switch).view(None)["round"] == 1 + matches


def opposite_of(line: str) -> str:
    """A line out of the other pawns that does not match."""
    rest = [colour * (5 - line.count(colour)) for colour in COLOURS[::-1]]
    return "".join(pawns[k : k + 1] for k in range(5) for pawns in rest)[:10]


def test_the_opponents_line_can_end_the_round_by_an_exchange() -> None:
    state = at("OGPYPOYGBO", "RRGGBBOYYP")
    told = state.explain("X:7")
    assert told["lines"] == ["OGPYPOOGBO", "RRGGBBYYYP"]
    assert told["matches"] == [False, True]
    assert told["gains"] == {"points": 0}
    after = state.play("X:7")
    assert after.scores == [{"points": 0}, {"points": 5 + 2}]
    assert after.view(None)["round"] == 2


def test_a_change_of_the_spectrum_can_end_the_round_for_both_lines() -> None:
    state = at("RRRBBGGYYY", "RRBGGPPOOO", hand="N1 R R R R")
    told = state.explain("N1:2>3")
    assert told["matches"] == [True, True]
    assert told["spectrum"] == "RBGYPO"
    assert state.play("N1:2>3").scores == [{"points": 5 + 2 + 2}, {"points": 5 + 2}]


def test_after_a_match_no_card_is_drawn() -> None:
    state = at("RRGGBBYPYP", "OOOGORGBYP", hand="S1 R R R R", round=3)
    after = state.play("S1:8-9")
    assert after.over
    assert after.log == ["1 S1:8-9"]
    assert after.view(1)["hand_sizes"] == [4, 5]
    assert after.view(None)["pile"] == 40
    assert after.scores == [{"points": 13}, {"points": 14}]
    assert after.ranks == (2, 1)
    assert lines(after) == ["RRGGBBYYPP", "OOOGORGBYP"]


def test_a_round_ends_after_the_turn_in_which_the_last_card_was_drawn() -> None:
    state = at("RRRGORGBYP", pile=1)
    assert state.turn == 2
    told = state.explain("-X")
    assert told["ends_round"]
    assert told["gains"] == {"points": 6}
    assert told["line_points"] == [4, 6]
    assert not told["ends"]
    after = state.play("-X")
    assert after.scores == [{"points": 4}, {"points": 6}]
    assert [line.split()[1] for line in after.log] == [
        "-X",
        "card",
        "spectrum",
        "line",
        "line",
        "hand",
        "hand",
    ]
    assert after.turn == after.view(None)["start"] == 2
    before = at("RRRGORGBYP", pile=2)
    assert before.explain("-X")["gains"] == {"points": 0}
    assert before.explain("-X")["line_points"] == [6, 4]
    assert not before.play("-X").view(None)["last_round"]


def test_a_round_without_a_match_has_twenty_turns_each() -> None:
    state = finished(3)
    rounds = "\n".join(state.log).split("* spectrum")[1:]
    assert len(rounds) == 3
    for text in rounds:
        turns = Counter(line[0] for line in text.splitlines()[5:] if line[0] != "*")
        assert turns == {"1": 20, "2": 20}


# --- points


@pytest.mark.parametrize(
    ("line", "points"),
    [
        ("RGBYPORGBY", 4),
        ("RGBYPRGBYP", 0),
        ("RRGBYPRGYP", 0),  # two are no run
        ("RRRGBYPGYP", 2),
        ("RRRRGBPGYP", 3),
        ("RRRRRBPGYP", 4),
        ("RRRBRRYGYP", 2),  # a second run of two is worth nothing
        ("GRRRBGGGYP", 4),  # every run counts
        ("OOORRRBGYP", 8),
        ("YPOORRRRRG", 4),
        ("BOPGRYYYYY", 8),  # up to the end
        ("RRRGGGBBPY", 4),  # not a match, P stands before Y
        ("RRRGGGBBYP", 9),
        ("RRRGGGBYPO", 13),
        ("RRRRRGBYPO", 13),
        ("GGGGGOOOOO", 13),
    ],
)
def test_what_a_line_is_worth_at_the_end_of_a_round(line: str, points: int) -> None:
    assert phoenix.view.totals(phoenix.view.parts([line, MIXED], COLOURS)) == [points, 4]
    array = at(pile=1).array.copy()  # seat 2 is in turn
    array["line"][0, 1] = phoenix.rows.row_of(line)
    scratch = np.zeros(phoenix.rules.MAX_MOVES, np.int32)
    assert engine.replay_move(array, 0, phoenix_kit.read("-X"), scratch)
    if array["finished"][0] == 0:
        assert engine.replay_outcome(array, 0, *outcomes(array), scratch, scratch.copy())
    assert array["points"].tolist() == [[4, points]]


def test_the_most_points_after_three_rounds_win_and_equal_is_a_draw() -> None:
    state = at("RRRGORGBYP", pile=1, round=3)
    assert state.turn == 2
    after = state.play("-X")
    assert after.over
    assert after.turn is None
    assert after.scores == [{"points": 12}, {"points": 14}]
    assert after.ranks == (2, 1)
    assert state.explain("-X")["ends"]
    assert at(pile=1, round=3, points=[10, 9]).play("-X").ranks == (1, 2)
    assert at(pile=1, round=3, points=[10, 10]).play("-X").ranks == (1, 1)
    with pytest.raises(genial.IllegalMove, match="the game is over"):
        after.play("-X")


# --- views, explanations, positions


def test_hands_and_drawn_cards_are_seen_by_their_seat_only() -> None:
    state = genial.game("phoenix").start(seed=2)
    state = state.play(state.legal()[0])
    own, other, spectator = (state.view(seat) for seat in (1, 2, None))
    assert own["hand"] == sorted(own["hand"], key=[*CARDS].index) == state.position()["hands"][0]
    assert other["hand"] == state.position()["hands"][1]
    assert spectator["hand"] is None
    assert own["log"][4] == "* hand 2 ? ? ? ? ?"
    assert own["log"][-1] == state.log[-1] != "* card 1 ?"
    assert other["log"][3] == spectator["log"][3] == "* hand 1 ? ? ? ? ?"
    assert other["log"][-1] == spectator["log"][-1] == "* card 1 ?"
    assert own["log"][:3] == spectator["log"][:3] == state.log[:3]


def test_a_spectators_redeal_mixes_both_hands() -> None:
    state = at(hand="R R R R R")
    seen = Counter()
    for seed in range(60):
        array = state.array.copy()
        engine.redeal(array, 0, -1, fast_stream(seed))
        hands = phoenix_kit.position(array.view(np.recarray)[0])["hands"]
        assert [len(hand) for hand in hands] == [5, 5]
        seen.update(hands[1])
    assert seen["R"] > 10  # 30 are expected, none if seat 1 drew its own cards again


def test_the_view_keeps_how_the_last_round_ended() -> None:
    state = at("RRGGBBYPYP", "OOOGORGBYP", hand="S1 R R R R")
    told = state.explain("S1:8-9")
    last = state.play("S1:8-9").view(None)["last_round"]
    assert last == {"round": 1, "points": [5, 6],
                    **{key: told[key] for key in ("spectrum", "lines", "parts")}}  # fmt: skip


def test_explaining_needs_no_hidden_knowledge() -> None:
    state = at(hand="R R R R R")
    told = state.explain("X:1")
    assert told["lines"] == ["OGBYPORGBY", "RPYBGROPYG"]
    assert told["move"] == "X:1"
    assert not told["ends_round"]
    assert told["parts"] == []
    assert state == at(hand="R R R R R")


def in_order(pawns: str, spectrum: str) -> bool:
    return list(pawns) == sorted(pawns, key=spectrum.index)


def test_explaining_counts_the_fewest_pawns_that_stand_out_of_order() -> None:
    chooser = random.Random(4)
    for _ in range(60):
        spectrum = "".join(chooser.sample(COLOURS, 6))
        line, opposite = ("".join(chooser.choices(COLOURS, k=10)) for _ in range(2))
        if max(Counter(line + opposite).values()) > 5:
            continue
        if in_order(line, spectrum) or in_order(opposite, spectrum):
            continue
        told = at(line, opposite, spectrum=spectrum).explain("-X")
        for pawns, out in zip((line, opposite), told["misplaced"], strict=True):
            stay = max(len(kept) for n in range(11) for kept in combinations(pawns, n)
                       if in_order("".join(kept), spectrum))  # fmt: skip
            assert out == 10 - stay


def test_a_line_matches_when_none_is_out_of_order() -> None:
    told = at("RRGGBBYPYP").explain("S1:8-9")
    assert (told["matches"], told["misplaced"][0]) == ([True, False], 0)


def test_explained_points_are_what_the_kernel_adds() -> None:
    chooser, state, ended = random.Random(8), genial.game("phoenix").start(seed=8), 0
    while not state.over:
        move = chooser.choice(state.legal())
        told, seat = state.explain(move), state.turn or 0
        after = state.play(move)
        gained = [now["points"] - then["points"]
                  for now, then in zip(after.scores, state.scores, strict=True)]  # fmt: skip
        assert told["gains"] == {"points": gained[seat - 1]}
        assert gained == (told["line_points"] if told["ends_round"] else [0, 0])
        assert told["ends"] == after.over
        ended += told["ends_round"]
        state = after
    assert ended == 3


def test_the_oracle_agrees_through_a_game_of_many_matches() -> None:
    chooser, matches = random.Random(5), 0
    for seed in range(2):
        state, twin, seen = genial.game("phoenix").start(seed=seed), oracle("phoenix"), 0
        while not state.over:
            for line in state.log[seen:]:
                twin.feed(line)
            seen = len(state.log)
            assert set(state.legal()) == twin.legal()
            assert (state.turn, state.scores) == (twin.turn, twin.scores)
            moves = [chooser.choice(state.legal()) for _ in range(12)]
            move = max(moves, key=lambda move: order(state.explain(move)))
            matches += any(state.explain(move)["matches"])
            state = state.play(move)
        for line in state.log[seen:]:
            twin.feed(line)
        assert (state.ranks, state.scores) == (twin.ranks, twin.scores)
    assert matches > 0


def order(told: dict[str, Any]) -> int:
    """How nearly either line matches: pairs of neighbours that are in the order."""
    places = [[told["spectrum"].index(pawn) for pawn in line] for line in told["lines"]]
    return max(sum(a <= b for k, a in enumerate(row) for b in row[k:]) for row in places)


def test_positions_restore_to_the_same_record() -> None:
    state = finished(6)
    for step in [*state.history[::13], state]:
        again = step.game.at(step.position())
        assert again == step
        assert again.array.tobytes() == step.array.tobytes()
        for seat in (None, 1, 2):
            seen = again.view(seat)
            del seen["beginning"]
            assert seen | {"log": []} == step.view(seat) | {"log": []}
    over = at("RRGGBBYPYP", "OOOGORGBYP", hand="S1 R R R R", round=3, pile=17).play("S1:8-9")
    assert over.game.at(over.position()).array.tobytes() == over.array.tobytes()


def test_equal_games_are_equal_bytes() -> None:
    assert all(name for name, *_ in phoenix.rules.DTYPE.descr)  # no padding


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"spectrum": "RRGBYP"}, "one cube of each colour"),
        ({"spectrum": "RGBYP\n"}, "not a position"),
        ({"lines": ["RRRRRRGBYP", OTHER]}, "only 5 pawns R"),
        ({"lines": ["RGBYPORGBYP", OTHER]}, "not a position"),
        ({"lines": [MIXED]}, "not a position"),
        ({"lines": ["RRGGBBYYPP", OTHER]}, "a round ends when"),
        ({"hands": [["R\n"] * 5, ["R"] * 5]}, "not a position"),
        ({"hands": [["R"] * 5, ["X"] * 5]}, "hold 3 cards M2, not 5"),
        ({"pile": {"M1": 3}}, "there is no card 'M1'"),
        ({"pile": {"X": -1}}, "not a position"),
        ({"turn": 2}, "after 0 turns of this round it is seat 1's turn"),
        ({"turn": None}, "a round ends when"),
        ({"start": 2, "turn": 2}, "seat 1 began round 1"),
        ({"round": 4}, "not a position"),
        ({"round": 3}, "last is how"),
        ({"points": [1, 0]}, "seat 1 cannot have '1' points"),
        ({"points": [0, 10**30]}, "not a position|cannot have"),
        ({"last": ENDED}, "last is how"),
        ({"lines": 7}, "not a position"),
        ({"colour": 7}, "not a position"),
    ],
)
def test_impossible_positions_are_refused(change: dict[str, Any], reason: str) -> None:
    position = at().position()
    with pytest.raises(genial.BadPosition, match=reason):
        genial.game("phoenix").at(position | change)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"points": [4, 3]}, "seat 2 cannot have '3' points"),
        ({"points": [4, 5]}, "seat 2 cannot have '5' points"),
        ({"last": None}, "last is how"),
        ({"last": ENDED | {"spectrum": "RGBYPP"}}, "one cube of each colour"),
        ({"last": ENDED | {"lines": ["O" * 10, OTHER]}}, "only 5 pawns O"),
        ({"last": ENDED | {"x": 1}}, "not a position"),
        ({"turn": None, "lines": ["RRGGBBYYPP", OTHER]}, "the game is over after round 3"),
    ],
)
def test_impossible_second_rounds_are_refused(change: dict[str, Any], reason: str) -> None:
    position = at(round=2).position()
    with pytest.raises(genial.BadPosition, match=reason):
        genial.game("phoenix").at(position | change)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"last": ENDED}, "the last round is this one"),
        ({"points": [9, 100]}, "seat 2 cannot have"),
        ({"turn": 1}, "a round ends when"),
        ({"lines": [MIXED, OTHER]}, "a round ends when"),
    ],
)
def test_impossible_ends_are_refused(change: dict[str, Any], reason: str) -> None:
    over = at("RRGGBBYPYP", "OOOGORGBYP", hand="S1 R R R R", round=3).play("S1:8-9")
    over.game.at(over.position())
    with pytest.raises(genial.BadPosition, match=reason):
        over.game.at(over.position() | change)


def test_hands_must_have_five_cards_and_four_after_a_match() -> None:
    position = at(pile=20).position()
    position["discards"][position["hands"][0].pop()] += 1
    with pytest.raises(genial.BadPosition, match="seat 1 must hold 5 cards"):
        genial.game("phoenix").at(position)
    over = at("RRGGBBYPYP", "OOOGORGBYP", hand="S1 R R R R", round=3).play("S1:8-9").position()
    over["hands"][0].append("S1")
    over["discards"]["S1"] -= 1
    with pytest.raises(genial.BadPosition, match="seat 1 must hold 4 cards"):
        genial.game("phoenix").at(over)


def test_a_line_that_matches_leaves_a_card_in_the_pile() -> None:
    over = at("RRGGBBYPYP", "OOOGORGBYP", hand="S1 R R R R", round=3, pile=2).play("S1:8-9")
    position = over.position()
    for card in CARDS:
        position["discards"][card] += position["pile"][card]
        position["pile"][card] = 0
    with pytest.raises(genial.BadPosition, match="the last card cannot have been drawn"):
        over.game.at(position)


# --- options and records


@pytest.mark.parametrize("wrong", [{"players": 3}, {"players": 1}, {"start": 3}, {"start": True},
                                   {"seed": 1}, {"variant": "x"}])  # fmt: skip
def test_phoenix_is_for_two_players(wrong: dict[str, Any]) -> None:
    with pytest.raises(genial.BadOption):
        genial.game("phoenix", **wrong)
    assert genial.game("phoenix").options == {"players": 2, "start": 1}
    assert genial.game("phoenix", players="2", start="2").options == {"players": 2, "start": 2}


@pytest.mark.parametrize("line", ["* spectrum RGBYP", "* spectrum RGBYPX", "* line 3 RGBYPORGBY",
                                  "* line 1 RGBYPORGB", "* hand 1 S1 S1", "* hand 1 S1 S1 S1 S1 S9",
                                  "* card 1", "* card 1 X X", "*  card 1 X", "* tile R",
                                  "* card 1 X\n", ""])  # fmt: skip
def test_other_chance_lines_are_refused(line: str) -> None:
    with pytest.raises(genial.BadText, match=r"should look like"):
        phoenix_kit.read_chance(line)


def test_a_record_with_a_deal_that_matches_is_refused() -> None:
    head = "game: phoenix\nplayers: 2\n\n* spectrum RGBYPO\n"
    deal = "* line 1 RRGGBBYYPP\n* line 2 RGBYPOOOOO\n"
    rest = f"* line 1 {MIXED}\n* line 2 {OTHER}\n* hand 1 M2 M3 M4 S1 S2\n* hand 2 S3 S4 R N1 N2\n"
    assert lines(genial.replay(head + rest)) == [MIXED, OTHER]
    with pytest.raises(genial.BadRecord, match=r"line 5: .* is not what is drawn here"):
        genial.replay(head + deal + rest)
    with pytest.raises(genial.BadRecord, match=r"line 7: .* cannot be drawn here"):
        genial.replay(head + deal + rest[rest.index("* hand") :])


def test_the_last_round_in_numbers_is_that_of_the_view() -> None:
    state, chooser = genial.game("phoenix").start(seed=4), random.Random(4)
    numbers = np.zeros(explain.N_NUMBERS, np.int32)
    assert explain.explain_last_round(state.array, numbers) == engine.ILLEGAL
    while not state.over:
        state = state.play(chooser.choice(state.legal()))
        last = state.view(None)["last_round"]
        if last is None:
            continue
        assert explain.explain_last_round(state.array, numbers) == explain.N_NUMBERS
        told = numbers.tolist()
        letters = "".join(COLOURS[colour] for colour in told[: explain.MISPLACED])
        assert letters == last["spectrum"] + "".join(last["lines"])
        assert told[explain.POINTS :][:2] == last["points"]
        runs = [part["points"] for part in last["parts"] if part["kind"] == "run"]
        assert [n for n in told[explain.RUN_POINTS : explain.RUN_ENDS] if n] == runs
        assert told[explain.ENDS] == state.over
