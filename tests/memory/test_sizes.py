"""The size of every buffer is a claim about the rules: here each is derived or searched for.

A kernel does not look at how long its arrays are. If one of these fails, it writes past an end.
"""

from __future__ import annotations

import itertools
import json
import random
from math import perm
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import genial
from genial.bots import ingenious as ingenious_bots
from genial.bots import phoenix as phoenix_bots
from genial.bots import spezial as spezial_bots
from genial.bots import tile_challenge as tile_challenge_bots
from genial.bots import tree
from genial.bots.ingenious import selfplay as ingenious_selfplay
from genial.bots.phoenix import selfplay as phoenix_selfplay
from genial.bots.tile_challenge import backpropagation
from genial.core import engine
from genial.core.chance import fast_stream
from genial.core.game import TRACE
from genial.core.kernel import in_python
from genial.games import ingenious, phoenix, spezial, tile_challenge
from genial.games.ingenious import board as hexagons
from genial.games.phoenix import cards
from genial.games.phoenix.rows import LINE, N_COLOURS, PAWNS_OF_A_COLOUR, SPECTRUM
from genial.games.spezial.board import CELL_NAMES, N_EDGES
from tests.cases import CASES, name_of, random_states

Case = tuple[str, dict[str, Any]]
every_case = pytest.mark.parametrize("case", CASES, ids=name_of)
CANARY = -7


def listed(array: Any, rules: Any) -> list[int]:
    """The legal moves of a game; nothing behind MAX_MOVES is written."""
    out = np.full(rules.MAX_MOVES + 1000, CANARY, np.int32)
    n = engine.moves(array, 0, out)
    assert n <= rules.MAX_MOVES
    assert (out[n:] == CANARY).all()
    codes: list[int] = out[:n].tolist()
    assert len(set(codes)) == n
    return codes


# --- MAX_MOVES -----------------------------------------------------------------------------


def test_the_moves_of_ingenious_fit_whatever_the_rack_holds() -> None:
    """`legal` writes each edge with each way; a rack has RACK places, a type at most two ways."""
    assert max(int(ways).bit_count() for ways in hexagons.WAYS_OF_TYPE) == 2
    game = genial.game("ingenious", players=4)
    array = game.start(seed=1).array.copy()
    array["laid"], array["words"] = 15, hexagons.WORDS
    array["free"] = hexagons.edge_set(list(range(hexagons.N_EDGES)))
    chooser = random.Random(1)
    most = 0
    for _ in range(200):
        array["rack"][0, array["turn"][0]] = [
            chooser.randrange(hexagons.N_TYPES + 1) for _ in range(hexagons.RACK)
        ]
        most = max(most, len(listed(array, ingenious.rules)))
    mixed = [t for t, (a, b) in enumerate(hexagons.TYPES) if a != b][: hexagons.RACK]
    array["rack"][0, array["turn"][0]] = mixed
    assert len(listed(array, ingenious.rules)) == ingenious.rules.MAX_MOVES >= most


def test_the_moves_of_phoenix_fit_whatever_the_hand_holds() -> None:
    """All 2048 sets of kinds, the one that no hand can hold included."""
    array = genial.game("phoenix").start(seed=1).array.copy()
    most = 0
    for kinds in range(1 << cards.N_KINDS):
        counts = [kinds >> kind & 1 for kind in range(cards.N_KINDS)]
        array["hand"][0, array["turn"][0]] = cards.pack_counts(counts)
        n = len(listed(array, phoenix.rules))
        if sum(counts) <= cards.HAND:
            most = max(most, n)
    assert most == cards.MOST_MOVES == 66


def crowded(tmp_path: Path) -> str:
    """A layout with a bonus field on every cell that has no tower: the most moves there can be."""
    shipped = json.loads(
        (Path(spezial.__file__).parent / "layouts" / "rebuilt.json").read_text(encoding="utf-8")
    )
    fields = [field for field in shipped["fields"] if field["kind"] != "bonus"]
    taken = {field["cell"] for field in fields}
    fields += [{"cell": cell, "kind": "bonus"} for cell in CELL_NAMES if cell not in taken]
    file = tmp_path / "crowded.json"
    file.write_text(json.dumps({"name": "crowded", "fields": fields}))
    return spezial.layouts.add(file)


KINDS_OF_EDGES = ("free", "bonus", "double")


def test_the_moves_of_spezial_fit_with_a_bonus_field_on_every_cell(tmp_path: Path) -> None:
    board = crowded(tmp_path)
    for players in (2, 3, 4):
        game = genial.game("spezial", players=players, board=board)
        state = game.start(seed=1)
        free, bonus, double = (int(state.array[f"n_{kind}"][0]) for kind in KINDS_OF_EDGES)
        n = len(listed(state.array, spezial.rules))
        assert n == free + 3 * bonus + 12 * double > 0.8 * spezial.rules.MAX_MOVES
        assert spezial.rules.MAX_MOVES == 16 * N_EDGES
        assert game.batch(8, seed=1).playout().sum() == 8 * players / 2


def test_tile_challenge_has_two_moves_at_most() -> None:
    assert tile_challenge.rules.MAX_MOVES == 2  # `draw`, and one of `stop` and `take`
    for players in (2, 3, 4):
        for state in random_states("tile-challenge", {"players": players}, players):
            listed(state.array, tile_challenge.rules)


# --- MAX_OUTCOMES --------------------------------------------------------------------------


@every_case
def test_the_outcomes_of_every_draw_fit(case: Case) -> None:
    name, options = case
    game = genial.game(name, **options)
    rules = game.kit.rules
    array, stream = game.template.copy(), fast_stream(1)
    out, weights = (np.full(rules.MAX_OUTCOMES + 100, CANARY, np.int32) for _ in range(2))
    scratch_moves = np.zeros(rules.MAX_MOVES, np.int32)
    utilities = np.zeros(game.players)
    most = 0
    for _ in range(3000):
        due, over, _ = engine.status(array, 0, utilities)
        if over:
            break
        if not due:
            n = engine.moves(array, 0, scratch_moves)
            engine.replay_move(
                array, 0, int(scratch_moves[engine.number_below(stream, n)]), scratch_moves
            )
            continue
        out[:], weights[:] = CANARY, CANARY
        n = engine.outcomes(array, 0, out, weights)
        most = max(most, n)
        assert (out[n:] == CANARY).all()
        assert (weights[n:] == CANARY).all()
        engine.draw_one(array, 0, stream)
    assert most == rules.MAX_OUTCOMES  # reached: the whole bag or pile is there at the start


# --- traces --------------------------------------------------------------------------------


MOST_DRAWN = {"ingenious": 24, "spezial": 24, "tile-challenge": 5, "phoenix": 37}


@every_case
def test_what_a_move_brings_fits_into_its_trace(case: Case) -> None:
    name, options = case
    assert max(MOST_DRAWN.values()) < TRACE
    for seed in range(3):
        for state in random_states(name, options, seed):
            drawn = len(state.draws)
            # Phoenix: lines of which one matches are dealt again, twenty pawns each time.
            assert drawn <= MOST_DRAWN[name] or (name == "phoenix" and (drawn - 37) % 20 in (0, 19))


def test_so_many_lines_that_match_are_not_dealt_in_a_row() -> None:
    """A trace of Phoenix has room for ten deals of lines of which one matches, and a good one."""
    matching = sum(
        int(np.prod([perm(PAWNS_OF_A_COLOUR, count) for count in counts]))
        for counts in itertools.product(range(PAWNS_OF_A_COLOUR + 1), repeat=N_COLOURS)
        if sum(counts) == LINE
    )
    once = 2 * matching / perm(30, LINE)  # either line; at most
    assert 1 / 28_000 < once < 1 / 27_000
    deals = (TRACE - 1 - SPECTRUM - 2 * cards.HAND) // (2 * LINE)
    assert deals == 10 + 1
    assert once**deals < 1e-48


def test_a_trace_that_is_too_short_is_filled_and_no_more() -> None:
    game = genial.game("phoenix")
    array = game.template.copy()
    trace = np.full(64, CANARY, np.int32)
    moves = np.zeros(phoenix.rules.MAX_MOVES, np.int32)
    n = engine.advance(array, 0, engine.NO_MOVE, fast_stream(1), trace[:10], moves)
    assert n == 10
    assert (trace[10:] == CANARY).all()
    assert array["phase"][0] == phoenix.rules.MOVING


# --- bots ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["ingenious", "spezial", "phoenix"])
def test_a_tree_always_has_room_for_its_nodes(name: str) -> None:
    game = genial.game(name)
    model = __import__(f"genial.bots.{name}.model", fromlist=["model"])
    settings = np.array([float(model.SETTINGS[key]) for key in tree.SETTINGS])
    search_tree = tree.SearchTree(game, model, settings, model.load_weights(game.options))
    root = game.start(seed=1).array
    tree.prepare_root(root, search_tree.root_features)
    for iterations in (1, 63, 64, 900, 1, 2000):
        search_tree.grow(root, int(root["turn"][0]), iterations, fast_stream(1))
        assert search_tree.used <= search_tree.nodes.size
        assert search_tree.slots.size & (search_tree.slots.size - 1) == 0, (
            "a mask takes the place of a remainder"
        )
        assert search_tree.slots.size >= 2 * search_tree.used, "a look-up ends at an empty slot"


def test_rows_of_phoenix_fit_and_name_weights_that_there_are() -> None:
    """Adversarial lines: sorted, reversed, all runs, all mixed, and any that can be dealt."""
    net = phoenix_bots.network
    chooser = random.Random(2)
    pawns = [colour for colour in range(N_COLOURS) for _ in range(PAWNS_OF_A_COLOUR)]
    special = [
        [0] * 5 + [5] * 5, [5] * 5 + [0] * 5, [0, 5] * 5, [5, 4, 3, 2, 1, 0, 5, 4, 3, 2],
        [0, 0, 0, 0, 0, 1, 2, 3, 4, 5], [5, 4, 3, 2, 1, 0, 0, 0, 0, 0],
        [0, 1, 1, 1, 1, 1, 2, 3, 4, 5], [1, 0, 2, 3, 4, 5, 5, 5, 5, 5],
        [0, 1, 2, 3, 4, 4, 4, 4, 4, 5],
    ]  # fmt: skip
    lines = special + [chooser.sample(pawns, LINE) for _ in range(300)]
    most = 0
    rows, times = np.zeros(net.MOST_ROWS + 50, np.int32), np.zeros(net.MOST_ROWS + 50, np.float32)
    shares = np.ones((2, cards.N_KINDS), np.float32)
    for one, other in [(a, b) for a in special for b in special] + [
        (chooser.choice(lines), chooser.choice(lines)) for _ in range(400)
    ]:
        n = net.append_all_rows(row_of(one), row_of(other), shares, 40, 2, 13, rows, times)
        most = max(most, n)
        assert n <= net.MOST_ROWS
        assert 0 <= rows[:n].min() <= rows[:n].max() < net.ROWS
    assert most > net.MOST_ROWS - 20


def row_of(ranks: Any) -> int:
    """Numbers as the digits of a row."""
    return sum(number << 4 * place for place, number in enumerate(ranks))


def test_points_of_phoenix_are_within_the_tables() -> None:
    net = phoenix_bots.network
    points = [
        prospect_of(counts)
        for counts in itertools.product(range(PAWNS_OF_A_COLOUR + 1), repeat=N_COLOURS)
        if sum(counts) == LINE
    ]
    assert max(points) == net.MOST_GAIN
    # A lead of d points after f rounds: |d| <= MOST_GAIN * f, and this round brings as many.
    places = [
        in_python(phoenix_bots.evaluation.lead_index)(finished, begins, lead)
        for finished in range(1, phoenix.rules.ROUNDS + 1)
        for begins in (False, True)
        for lead in (-net.MOST_GAIN * finished, net.MOST_GAIN * finished)
    ]
    assert net.LEAD_TABLE <= min(places) <= max(places) < net.LAYER_1
    assert phoenix_bots.model.load_weights({}).size == net.SIZE
    assert phoenix_bots.styles.END_OF_WEIGHTS == net.LEAD_TABLE


def prospect_of(counts: tuple[int, ...]) -> int:
    return int(phoenix_bots.features.points_if_matched(row_of(counts)))


def test_lessons_of_phoenix_fit_into_a_game() -> None:
    net, selfplay = phoenix_bots.network, phoenix_selfplay
    assert selfplay.MAX_PER_GAME == 2 * 40 * 3
    assert max(selfplay.PARTS * cards.HAND, net.MOST_LEAD, net.MOST_GAIN) <= 127, "i1 fields"


def test_what_is_told_of_ingenious_fits() -> None:
    features, policy = ingenious_bots.features, ingenious_bots.policy
    assert features.MAX_INPUTS == ingenious_bots.evaluation.input_count(hexagons.MAX_SEATS)
    assert policy.ROWS == 2 * ingenious.scoring.FULL + 1
    assert features.SCRATCH["values_by_cell"].shape[1] > policy.BEST
    assert (
        ingenious_selfplay._POSITIONS
        >= max(len(hexagons.hexagon(r)) for r in hexagons.RADIUS.values()) // 2
    )
    # A half scores along six lines of at most 14 cells: less than a byte holds.
    assert 6 * 14 < 256


def test_what_is_told_of_spezial_fits() -> None:
    evaluation, moves = spezial_bots.evaluation, spezial_bots.move_features
    dtype = spezial_bots.features.FEATURES
    fields = dtype.fields
    assert fields is not None
    room = {name: dtype[name].shape for name in fields}
    assert room["best"][0] > moves.TOP
    assert room["move_features"][0] >= moves.N_FEATURES
    assert room["weights"][0] >= moves.N_FEATURES
    assert room["seat_inputs"][1] >= evaluation.SEAT_INPUTS
    assert room["x"][0] >= evaluation.INPUTS
    assert room["h"][0] >= evaluation.HIDDEN
    assert room["counts"][0] == spezial.rules.FULL + 1
    assert evaluation.LOG.size > N_EDGES * (spezial.rules.MAX_SEATS - 1), (
        "edges shared with all others"
    )
    assert spezial.rules.TOWER + spezial.rules.MAX_TOWERS <= 128, "an i1 field holds every tower"


def test_the_solver_of_spezial_gives_up_where_it_has_no_room() -> None:
    game = genial.game("spezial", players=2)
    endgame = spezial_bots.endgame
    room = spezial_bots.search.DEPTH + 1
    games, features = (
        np.zeros(room, spezial.rules.DTYPE),
        np.zeros(room, spezial_bots.features.FEATURES),
    )
    games[0] = game.start(seed=1).array[0]  # forty tiles are left
    moves = np.zeros((room, spezial.rules.MAX_MOVES), np.int32)
    found = endgame.solve(
        games, features, np.zeros(spezial_bots.evaluation.SIZE, np.float32),
        np.array([1000], np.int32), fast_stream(1), moves, moves.astype(np.float64),
        np.zeros((room, 4)), np.zeros((room, 4)),
        np.zeros((endgame.PROGRESS_ROWS, room), np.int32),
    )  # fmt: skip
    assert found == endgame.NONE


def test_what_is_told_of_tile_challenge_fits() -> None:
    network = tile_challenge_bots.network
    most = max(tile_challenge.rules.QUOTA.values())
    assert network.COUNTS > most
    assert network.BONUSES > tile_challenge.rules.N_COLOURS
    for players in (2, 3, 4):
        last = (
            in_python(network.out_at)(players, tile_challenge.rules.MAX_SEATS - 1) + network.HIDDEN
        )
        assert last + 1 == in_python(network.size)(players)
        deepest = in_python(network.count_at)(players - 1, network.COUNTS - 1, 99) + network.WIDTH
        assert deepest == in_python(network.stack_at)(players, 0)
        tallest = in_python(network.stack_at)(players, tile_challenge.tiles.COPIES) + network.WIDTH
        assert tallest == in_python(network.dense_at)(players)
    assert backpropagation.SCRATCH[1] >= max(network.WIDTH, network.HIDDEN, network.SERIES)
    rules = tile_challenge.rules
    assert max(rules.MAX_GAMES, rules.IDLE_TURNS) <= 127, "i1 fields"
    assert rules.MAX_GAMES * most <= 32767, "an i2 field"
    assert tile_challenge.tiles.N_TILES < 128, "heaps are added up in bytes"
    # However full the collections are, six tiles are left to fill the middle with three.
    for players, quota in rules.QUOTA.items():
        left = tile_challenge.tiles.N_TILES - players * rules.N_COLOURS * quota
        assert left >= 2 * rules.MIDDLE


def test_the_bag_of_ingenious_is_never_empty_when_a_tile_is_drawn() -> None:
    for players, radius in hexagons.RADIUS.items():
        on_board = (len(hexagons.hexagon(radius)) - len(hexagons.PRINTED)) // 2
        racks = players * (1 if players == 1 else hexagons.RACK)
        aside = hexagons.RACK  # a rack being swapped
        assert on_board + racks + aside < hexagons.N_TILES


# --- the lab -------------------------------------------------------------------------------


@every_case
def test_observations_and_masks_stay_within_their_arrays(case: Case) -> None:
    stepping = pytest.importorskip("genial.lab.kernels.stepping")
    encoding = pytest.importorskip("genial.lab.encoding")
    name, options = case
    of = encoding.encoding_of(genial.game(name, **options))
    room, wide = of.observations.size, of.actions.size
    for state in [*random_states(name, options, 2)][::5]:
        for seat in range(state.game.players):
            numbers = np.full(room + 200, CANARY, np.float32)
            mask = np.full(wide + 200, CANARY, np.int8)
            stepping.see(
                state.array, seat, of.actions.of_code, mask[:wide], of.observations.blank,
                numbers[:room],
            )  # fmt: skip
            assert (numbers[room:] == CANARY).all()
            assert (mask[wide:] == CANARY).all()
            assert 0.0 <= numbers[:room].min() <= numbers[:room].max() <= 1.0
            assert set(mask[:wide].tolist()) <= {0, 1}
