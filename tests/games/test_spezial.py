"""The rules of Genial Spezial, sentence by sentence."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from typing import Any

import numpy as np
import pytest
from tests.oracle import spezial as oracle

import genial
from genial.core import engine
from genial.games import spezial
from genial.games.spezial import chains, rules
from genial.games.spezial import kit as spezial_kit
from genial.games.spezial.board import CELL_OF_NAME
from genial.games.spezial.notation import read_chance

State = Any

# Two players on the layout `rebuilt`: the towers of the left hexagon are g10 and g16 (large),
# d13, d16, g13, j10 and j13 (small); m7 and m13 in the middle are large. Unlike the chips of a
# real deal these are all of value 1 where the examples do not say otherwise.
CHIPS = {
    "d13": "P1", "d16": "G1", "g10": "G2", "g13": "P1", "g16": "O1", "j10": "O1",
    "j13": "B1", "m7": "B1", "m13": "G1", "p7": "O2", "p10": "P2", "s4": "B2",
    "s7": "G2", "s10": "O2", "v4": "P2", "v7": "B2",
}  # fmt: skip
# Seat 2 lays these far away from all towers.
FAR = ["u1u2", "u3v2", "u9u10", "v9w8", "w1w2", "w5x4", "x3y3", "x5x6"]
NOTHING = {"O": 0, "P": 0, "B": 0, "G": 0}
ONE_EACH = {"O": 1, "P": 1, "B": 1, "G": 1}


def dealt(**other_chips: str) -> State:
    """A new game for two with the chips above."""
    towers = {**CHIPS, **other_chips}
    line = "* chips " + " ".join(f"{cell}:{chip}" for cell, chip in towers.items())
    return genial.replay(f"game: spezial\nplayers: 2\nboard: rebuilt\n\n{line}\n")


def after(*tiles: str, state: State | None = None) -> State:
    """The state after seat 1 has laid these tiles, seat 2 having laid tiles far away."""
    state = state or dealt()
    for tile in tiles:
        state = state.play(tile, seat=1)
        state = state.play(next(far for far in FAR if far in state.legal()), seat=2)
    return state


def gains(state: State, move: str) -> dict[str, int]:
    """What a move of seat 1 adds to its scores; the explanation must agree."""
    before, now = state.scores[0], state.play(move, seat=1).scores[0]
    added = {colour: now[colour] - before[colour] for colour in now}
    assert state.explain(move)["gains"] == {c: n for c, n in added.items() if n}
    return added


def plus(*gained: dict[str, int]) -> dict[str, int]:
    """The sum of points."""
    return {colour: sum(each.get(colour, 0) for each in gained) for colour in "OPBG"}


def scored(state: State, *tracks: dict[str, int]) -> State:
    """The same position with other scores."""
    return state.game.at(state.position() | {"scores": list(tracks)})


# --- the board and its set-up ----------------------------------------------------------------


def test_board_is_two_side_7_hexagons_that_share_an_edge() -> None:
    assert set(spezial.rules.b.CELLS) == oracle.BOARD
    assert len(spezial.rules.b.CELLS) == 247


@pytest.mark.parametrize(("players", "large", "small"), [(2, 6, 10), (3, 8, 12), (4, 10, 14)])
def test_towers_stand_by_the_digits(players: int, large: int, small: int) -> None:
    towers = genial.game("spezial", players=players).start(seed=1).view(None)["towers"]
    twin = oracle.Oracle(players=players)
    assert {tower["cell"] for tower in towers if tower["large"]} == set(
        map(oracle.name, twin.large)
    )
    assert {tower["cell"] for tower in towers} == set(map(oracle.name, twin.towers))
    assert Counter(tower["large"] for tower in towers) == {True: large, False: small}


def test_dark_fields_without_the_digit_are_ordinary_cells() -> None:
    assert "g7g8" in genial.game("spezial", players=2).start(seed=1).legal()
    assert "g7g8" not in genial.game("spezial", players=3).start(seed=1).legal()


@pytest.mark.parametrize(("players", "ones", "twos"), [(2, 2, 2), (3, 3, 2), (4, 3, 3)])
def test_chips_left_out_depend_on_the_players(players: int, ones: int, twos: int) -> None:
    towers = genial.game("spezial", players=players).start(seed=5).view(1)["towers"]
    chips = Counter((tower["colour"], tower["value"]) for tower in towers)
    assert chips == {(c, v): n for c in "OPBG" for v, n in ((1, ones), (2, twos))}
    assert not any(tower["black"] for tower in towers)


def test_chips_are_dealt_one_by_one_over_the_towers_in_the_order_of_the_cells() -> None:
    game = genial.game("spezial", players=3)
    (line,) = game.start(seed=3).log
    words = line.split()[2:]
    cells = [word.split(":")[0] for word in words]
    assert [oracle.name(cell) for cell in sorted(oracle.Oracle(players=3).towers)] == cells
    array = game.template.copy()
    out, weights = np.zeros(8, np.int32), np.zeros(8, np.int32)
    stock = Counter({kind: 3 if kind % 2 == 0 else 2 for kind in range(8)})
    for kind in read_chance(line):
        n = engine.outcomes(array, 0, out, weights)
        assert dict(zip(out[:n].tolist(), weights[:n].tolist(), strict=True)) == stock
        assert engine.replay_outcome(array, 0, kind, out, weights)
        stock = stock - Counter([kind])
    assert engine.outcomes(array, 0, out, weights) == 0


# --- placing ---------------------------------------------------------------------------------


def test_tile_covers_any_two_adjacent_empty_cells() -> None:
    state = dealt()
    twin = oracle.Oracle(players=2)
    twin.feed(state.log[0])
    assert set(state.legal()) == twin.legal()
    assert len(state.legal()) == len(twin.legal())


@pytest.mark.parametrize(
    ("move", "code", "sentence"),
    [
        ("g11g12", "taken", "g11 is taken"),
        ("g12g13", "taken", "g12 is taken"),
        ("g13g14", "tower", "g13 has a tower"),
        ("m10m11", "bonus-colours", "m10 is a bonus field, so choose one colour: m10m11+O"),
        ("m10m11+OP", "bonus-colours", "m10 is a bonus field, so choose one colour: m10m11+O"),
        ("m11m12+O", "no-bonus", "m11m12 covers no bonus field, so choose no colour"),
        ("pass", "must-place", "a tile can be laid, so you must not pass"),
    ],
)
def test_illegal_moves_say_why(move: str, code: str, sentence: str) -> None:
    state = after("g11g12")
    with pytest.raises(genial.IllegalMove, match=f"^{re.escape(sentence)}$") as refused:
        state.play(move)
    assert refused.value.code == code
    with pytest.raises(genial.IllegalMove, match=f"^{re.escape(sentence)}$"):
        state.explain(move)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("m12m11", "not-canonical"),
        ("m11m10+O", "not-canonical"),
        ("m10m12", "not-adjacent"),
        ("m10m10", "not-adjacent"),
        ("a1a2", "no-such-cell"),
        ("z1z2", "no-such-cell"),
        ("m010m11", "bad-text"),
        ("m10m11+", "no-such-colour"),
        ("m10m11+R", "no-such-colour"),
        ("m10m11+OPB", "no-such-colour"),
        ("m11m12 ", "bad-text"),
        ("m1１m12", "bad-text"),
        ("PASS", "bad-text"),
        ("", "bad-text"),
        ("+O", "bad-text"),
    ],
)
def test_texts_that_spell_no_move_are_refused(text: str, code: str) -> None:
    with pytest.raises(genial.BadText) as refused:
        spezial_kit.read(text)
    assert refused.value.code == code


def test_backward_spelling_names_the_right_one() -> None:
    with pytest.raises(genial.BadText, match=r"must be written m10m11\+PO$"):
        spezial_kit.read("m11m10+OP")


def test_every_move_has_one_spelling() -> None:
    texts = [spezial_kit.spell(code) for code in range(rules.PASS + 1)]
    assert len(set(texts)) == len(texts)
    assert [spezial_kit.read(text) for text in texts] == list(range(rules.PASS + 1))


def test_seats_take_turns_from_the_one_that_starts() -> None:
    state = genial.game("spezial", players=3, start=3).start(seed=1)
    seats = []
    for _ in range(7):
        seats.append(state.turn)
        state = state.play(state.legal()[0])
    assert seats == [3, 1, 2, 3, 1, 2, 3]
    assert state.view(1)["tiles_left"] == [18, 18, 17]
    assert state.view(1)["round"] == 3


# --- the end -----------------------------------------------------------------------------------


def random_end(players: int, seed: int) -> State:
    chooser = random.Random(seed)
    state = genial.game("spezial", players=players).start(seed=seed)
    while not state.over:
        state = state.play(chooser.choice(state.legal()))
    return state


def test_game_ends_after_20_rounds() -> None:
    state = random_end(2, 1)
    assert len(state.log) == 1 + 2 * 20
    assert state.turn is None
    assert not state.legal()
    assert state.view(1)["tiles_left"] == [0, 0]
    assert state.view(1)["round"] == 20
    with pytest.raises(genial.IllegalMove, match="the game is over"):
        state.play("m10m11+O")


def test_weakest_colour_decides_then_the_second_weakest() -> None:
    """Blue has 11 and 12, red 11 and 13: red wins."""
    blue, red = {"O": 11, "P": 12, "B": 20, "G": 20}, {"O": 13, "P": 14, "B": 11, "G": 13}
    state = scored(random_end(2, 1), blue, red)
    assert state.ranks == (2, 1)
    assert scored(state, red, {"O": 11, "P": 13, "B": 13, "G": 14}).ranks == (1, 1)


BLOCKING = """
    a14b13 a16a17+O b14b15 b17c16 b18c18 c11d11 c12c13 c15d14 c19d19+O d10e9+O d17e17 e11e12
    e14e15 e18f18 f9g8 f10g9 f12g11 f13g12 f15g14 f16f17 f19g18 h8i7 h10i10 h12i12 h14i13 h15h16
    h17i17 i8i9 i11j11 i15j14 j8k7 j15k14 j16k15+O k8k9 k11k12 l8l9 l10m9 l11m10+O l12l13 m11n10
    n7n8 n11n12 o5p4+O o6p6 o8o9 o11o12 o13p12 p9q8 q4r4 q5r5 q7r7 q9q10 q11r11 q12q13 r2r3 r6s5
    r9s8 r13s12 s2s3 s9t8 s11t11 t2u1 t4u4 t5t6 t9u9 u2u3 u6u7 u10u11 v2w1 v5w5 v8w8 v10w9+O
    w2w3 w6x6 w7x7 x2y2 x3x4 y4y5+O
"""  # 78 tiles of four players after which none can be laid


def test_player_without_a_placement_passes_and_forfeits_the_tile() -> None:
    state = genial.game("spezial", players=4).start(seed=1)
    for move in BLOCKING.split():
        assert "pass" not in state.legal()
        state = state.play(move)
    assert list(state.legal()) == ["pass"]
    assert state.turn == 3
    assert state.explain("pass") == {"move": "pass", "gains": {}, "parts": [], "chain": None}
    for move in ("a14b13", "a13a14"):
        with pytest.raises(genial.IllegalMove, match=r"is taken|has a tower"):
            state.play(move)
    scores = state.scores
    assert state.game.at(state.position()) == state
    state = state.play("pass", seat=3)
    assert state.view(3)["tiles_left"] == [0, 0, 0, 1]
    assert state.game.at(state.position()) == state
    assert state.game.at(state.position()).turn == 4
    state = state.play("pass", seat=4)
    assert state.over
    assert state.scores == scores
    assert state.game.at(state.position()) == state
    assert genial.replay(state.record()) == state


def test_nothing_is_hidden() -> None:
    state = after("g11g12")
    views = [state.view(seat) for seat in (1, 2, None)]
    assert [{**view, "seat": 0} for view in views] == [{**views[0], "seat": 0}] * 3
    assert views[0]["log"] == state.log


# --- positions ---------------------------------------------------------------------------------


def test_position_and_its_inverse() -> None:
    state = after("g11g12", "h12h13", "h14h15", "k9l8", "i10j9").play("m10m11+G")
    position = json.loads(json.dumps(state.position()))
    again = state.game.at(position)
    assert again == state
    assert again.turn == 2
    assert again.position() == position
    for seat in (1, 2):
        seen = again.view(seat)
        del seen["beginning"]
        assert {**seen, "log": []} == {**state.view(seat), "log": []}
    assert again.play("n10n11").undo() == state


def test_position_does_not_depend_on_the_order_of_play() -> None:
    one, other = after("g11g12", "h12h13"), after("h12h13", "g11g12")
    assert scored(one, NOTHING, NOTHING) == scored(other, NOTHING, NOTHING)


WITHOUT_ONE = {cell: chip for cell, chip in CHIPS.items() if cell != "d13"}
BAD_POSITIONS: list[tuple[dict[str, Any], str]] = [  # changes to a good one, and what is said
    ({"chips": WITHOUT_ONE}, "the tower on d13 has no chip"),
    ({"chips": {**CHIPS, "m10": "O1"}}, "no tower stands on 'm10'"),
    ({"chips": {**CHIPS, "d13": "O1"}}, "there are only 2 chips O1"),
    ({"chips": {**CHIPS, "d13": "O3"}}, "this is not a position"),
    ({"chips": [*CHIPS]}, "this is not a position"),
    ({"tiles": [["g11g12"]]}, "tiles must be 2 lists"),
    ({"tiles": [["g11g12", "g11g12"], ["u1u2", "u3v2"]], "turns": 4}, "each tile once"),
    ({"tiles": [["g11g12"], ["g12h12"]]}, "g12h12 covers a cell that is taken"),
    ({"tiles": [["g12g13"], ["u1u2"]]}, "a tower stands on g13"),
    ({"tiles": [["g12g11"], ["u1u2"]]}, "'g12g11' is not a tile"),
    ({"tiles": [["l10m10+O"], ["u1u2"]]}, "is not a tile"),
    ({"tiles": [["g11g12", "h12h13"], []]}, "no seat is two ahead"),
    ({"tiles": [[], ["u1u2"]], "turns": 1}, "no seat is two ahead"),
    ({"tiles": [[1], ["u1u2"]]}, "this is not a position"),
    ({"turns": 1}, "2 tiles cannot have been laid in 1 turns"),
    ({"turns": 3}, "no seat had to pass"),
    ({"turns": 41}, "there are only 40 turns"),
    ({"turns": 10**30}, "this is not a position"),
    ({"turns": True}, "this is not a position"),
    ({"scores": [NOTHING]}, "there must be 2 score tracks"),
    ({"scores": [NOTHING, {**NOTHING, "O": 21}]}, "0 to 20"),
    ({"scores": [NOTHING, {**NOTHING, "O": -1}]}, "0 to 20"),
    ({"scores": [NOTHING, {"O": 1}]}, "0 to 20 for each of O, P, B, G"),
    ({"scores": [NOTHING, {**NOTHING, "R": 1}]}, "for each of"),
    ({"more": 1}, "this is not a position"),
]


@pytest.mark.parametrize(("change", "sentence"), BAD_POSITIONS)
def test_impossible_positions_are_refused(change: dict[str, Any], sentence: str) -> None:
    state = after("g11g12")
    assert state.game.at(state.position()) == state
    with pytest.raises(genial.BadPosition, match=re.escape(sentence)):
        state.game.at(state.position() | change)


@pytest.mark.parametrize("missing", ["chips", "tiles", "turns", "scores"])
def test_position_needs_all_its_fields(missing: str) -> None:
    state = dealt()
    rest = {key: value for key, value in state.position().items() if key != missing}
    with pytest.raises(genial.BadPosition, match=f"the field {missing} is missing"):
        state.game.at(rest)


# --- options -----------------------------------------------------------------------------------


def test_options_are_complete_and_checked() -> None:
    assert list(genial.game("spezial").options.items()) == [
        ("players", 2),
        ("board", "rebuilt"),
        ("start", 1),
    ]
    assert spezial_kit.options({"players": "3", "start": "2"})["start"] == 2
    for bad in (
        {"players": 1},
        {"players": 5},
        {"players": True},
        {"start": 3},
        {"start": 0},
        {"board": "printed"},
        {"board": 1},
        {"board": "../layouts/rebuilt.json"},
        {"variant": "standard"},
    ):
        with pytest.raises(genial.BadOption):
            genial.game("spezial", **bad)


def test_chains_in_numbers_are_those_of_the_view() -> None:
    state, chooser = genial.game("spezial", players=3).start(seed=4), random.Random(4)
    while not state.over:
        state = state.play(chooser.choice(state.legal()))
        view, numbers = state.view(None), np.full(chains.N_NUMBERS, 99, np.int32)
        chains.find_chains(state.array, numbers)
        told, towers = numbers.tolist(), [tower["cell"] for tower in view["towers"]]
        assert told[chains.CHIP_VALUES :][: len(towers)] == [t["value"] for t in view["towers"]]
        free = [told[cell] for name, cell in CELL_OF_NAME.items() if name not in view["cells"]]
        assert set(free) == {chains.NO_CHAIN}
        for chain in [chain for own in view["chains"] for chain in own]:
            (tile,) = {told[chains.CHAIN_OF_CELL + CELL_OF_NAME[cell]] for cell in chain["cells"]}
            for first, counted in (
                (chains.COUNTED_CHIPS, "chips"),
                (chains.COUNTED_LARGE, "large"),
            ):
                members = [cell for k, cell in enumerate(towers) if told[first + tile] >> k & 1]
                assert members == chain[counted]
