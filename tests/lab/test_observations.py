"""What a seat sees as numbers: nothing hidden, nothing lost, laid out as documented."""

from __future__ import annotations

import hashlib
import itertools
import random
import re
from collections import Counter
from typing import Any

import numpy as np
import pytest

import genial
from genial import State, lab
from genial.core import engine
from genial.core.chance import fast_stream
from genial.core.hexes import hexagon
from genial.games.ingenious.board import NAMES as INGENIOUS
from genial.games.ingenious.board import RADIUS, TYPE_NAMES
from genial.games.phoenix.cards import COPIES, KINDS
from genial.games.spezial.board import NAMES as SPEZIAL
from tests.cases import CASES, name_of, random_states, with_array

every_case = pytest.mark.parametrize("case", CASES, ids=name_of)
Case = tuple[str, dict[str, Any]]


def some_states(case: Case, every: int = 11) -> list[State]:
    name, options = case
    return [*random_states(name, options, seed=5)][::every]


def parts(state: State, seat: int) -> dict[str, Any]:
    observation, _ = lab.observe(state, seat)
    return lab.Observations(state.game).split(observation)


@every_case
def test_redealing_what_a_seat_cannot_see_leaves_its_observation_unchanged(case: Case) -> None:
    changed = 0
    for state in some_states(case):
        for seat in range(1, state.game.players + 1):
            array = state.array.copy()
            engine.redeal(array, 0, seat - 1, fast_stream(seat))
            other = with_array(state, array)
            changed += other != state
            one, mask = lab.observe(state, seat)
            two, other_mask = lab.observe(other, seat)
            assert np.array_equal(one, two)
            assert np.array_equal(mask, other_mask)
    hides_nothing = case[0] in ("tile-challenge", "spezial") or case[1] == {"players": 1}
    assert (changed == 0) is hides_nothing


@every_case
def test_numbers_are_between_0_and_1_and_differ_between_positions(case: Case) -> None:
    states = some_states(case, every=5)
    seen = {lab.observe(state, 1)[0].tobytes() for state in states}
    for state in states:
        observation, _ = lab.observe(state, state.game.players)
        assert observation.dtype == np.float32
        assert observation.min() >= 0
        assert observation.max() <= 1
    assert len(seen) == len(states)


@every_case
def test_a_view_gives_the_same_observation_as_the_truth(case: Case) -> None:
    for state in some_states(case, every=25):
        for seat in range(1, state.game.players + 1):
            for one, two in zip(
                lab.observe(state, seat), lab.observe_view(state.view(seat)), strict=True
            ):
                assert np.array_equal(one, two)


def from_own_seat(values: list[Any], seat: int) -> list[Any]:
    return values[seat - 1 :] + values[: seat - 1]


def turn_of(state: State, seat: int) -> list[float]:
    players = state.game.players
    return [float(state.turn == (seat - 1 + k) % players + 1) for k in range(players)]


INGENIOUS_CASES = [case for case in CASES if case[0] == "ingenious"]


@pytest.mark.parametrize("case", INGENIOUS_CASES, ids=name_of)
def test_ingenious_observations_tell_what_the_view_tells(case: Case) -> None:
    for state in some_states(case):
        seat = state.game.players
        view, seen = state.view(seat), parts(state, seat)
        far = RADIUS[state.game.players]
        board = {}
        for plane, colour in enumerate("RGBOYP"):
            for q, r in np.argwhere(seen["board"][plane]):
                board[INGENIOUS.of((int(q) - far, int(r) - far))] = colour
        assert board == view["board"]
        assert int(seen["board"][6].sum()) == len(hexagon(far)) - len(board)
        rack = Counter({TYPE_NAMES[k]: round(6 * n) for k, n in enumerate(seen["rack"])})
        assert +rack == Counter(view["rack"])
        shared = case[1].get("partners") == "shared"
        assert ("partner_rack" in seen) == ("partner_rack" in view) == shared
        partners = view.get("partner_rack", [])
        if shared:
            held = enumerate(seen["partner_rack"])
            assert +Counter({TYPE_NAMES[k]: round(6 * n) for k, n in held}) == Counter(partners)
        unseen = Counter({TYPE_NAMES[k]: round(6 * n) for k, n in enumerate(seen["unseen"])})
        others = [] if seat == 1 else state.position()["racks"][: seat - 1]
        hidden = Counter(tile for rack in others for tile in rack) - Counter(partners)
        assert +unseen == +(Counter(state.position()["bag"]) + hidden)
        end = 36 if case[1].get("variant") == "teams" or seat == 1 else 18
        tracks = [list(points.values()) for points in view["scores"]]
        first = state.game.tracks[seat - 1]
        assert np.rint(seen["scores"] * end).tolist() == tracks[first:] + tracks[:first]
        assert np.rint(seen["rack_sizes"] * 6).tolist() == from_own_seat(view["rack_sizes"], seat)
        assert round(120 * float(seen["bag"][0])) == view["bag"]
        asked = ["place", "swap or keep"]
        assert seen["phase"].tolist() == [float(view["phase"] == what) for what in asked]
        assert seen["turn"].tolist() == turn_of(state, seat)
        assert seen["seat"].argmax() == seat - 1


def test_the_opening_plane_shows_the_symbols_that_first_tiles_may_touch() -> None:
    state = genial.game("ingenious", players=3).start(seed=3)
    for _ in range(3):
        seen = parts(state, 1)["board"][7]
        cells = {INGENIOUS.of((int(q) - 6, int(r) - 6)) for q, r in np.argwhere(seen)}
        assert cells == set(state.view(1)["openings"])
        state = state.play(state.legal()[0])


@pytest.mark.parametrize("case", [c for c in CASES if c[0] == "tile-challenge"], ids=name_of)
def test_tile_challenge_observations_tell_what_the_view_tells(case: Case) -> None:
    for state in some_states(case, every=23):
        seat = 2
        view, seen = state.view(seat), parts(state, seat)
        quota, games = view["quota"], case[1].get("games", 1)
        for heap in ("stack", "middle"):
            assert np.rint(seen[heap] * 21).tolist() == list(view[heap].values())
        assert seen["staging"].tolist() == [float(c in view["staging"]) for c in "RGBOYP"]
        tracks = [list(points.values()) for points in view["scores"]]
        assert np.rint(seen["collections"] * quota).tolist() == from_own_seat(tracks, seat)
        sums = np.rint(seen["series"] * quota * games).tolist()
        assert sums == from_own_seat(view["series"], seat)
        assert round(6 * float(seen["bonus"][0])) == view["bonus"]
        assert round(60 * float(seen["idle"][0])) == view["idle"]
        assert seen["turn"].tolist() == turn_of(state, seat)


@pytest.mark.parametrize("case", [c for c in CASES if c[0] == "spezial"], ids=name_of)
def test_spezial_observations_tell_what_the_view_tells(case: Case) -> None:
    for state in some_states(case):
        seat = 2
        view, seen = state.view(seat), parts(state, seat)

        def cells(plane: int, seen: Any = seen) -> set[str]:
            return {
                SPEZIAL.of((int(q) - 12, int(r) - 9)) for q, r in np.argwhere(seen["board"][plane])
            }

        towers = view["towers"]
        assert cells(1) == {tower["cell"] for tower in towers if not tower["large"]}
        assert cells(2) == {tower["cell"] for tower in towers if tower["large"]}
        for plane, colour in enumerate("OPBG", 3):
            assert cells(plane) == {t["cell"] for t in towers if t["colour"] == colour}
        values = round(3 * float(seen["board"][3:7].sum()))
        assert values == sum(tower["value"] for tower in towers)
        assert cells(7) == {tower["cell"] for tower in towers if tower["black"]}
        assert cells(8) == set(view["bonus"])
        for k in range(state.game.players):
            owner = (seat - 1 + k) % state.game.players + 1
            assert cells(9 + k) == {c for c, holder in view["cells"].items() if holder == owner}
        assert len(cells(0)) + len(view["cells"]) + len(towers) == 247
        tracks = [list(points.values()) for points in view["scores"]]
        assert np.rint(seen["scores"] * 20).tolist() == from_own_seat(tracks, seat)
        assert seen["turn"].tolist() == turn_of(state, seat)


def test_phoenix_observations_tell_what_the_view_tells() -> None:
    for state in some_states(("phoenix", {}), every=7):
        for seat in (1, 2):
            view, seen = state.view(seat), parts(state, seat)
            letters = np.array(list("RGBYPO"))
            assert "".join(letters[seen["spectrum"].argmax(1)]) == view["spectrum"]
            lines = ["".join(letters[line.argmax(1)]) for line in seen["lines"]]
            assert lines == from_own_seat(view["lines"], seat)
            hand = Counter({KINDS[k]: round(5 * float(n)) for k, n in enumerate(seen["hand"])})
            assert +hand == Counter(view["hand"])
            for k, kind in enumerate(KINDS):
                unseen = COPIES[kind] - view["discards"][kind] - view["hand"].count(kind)
                assert round(10 * float(seen["unseen"][k])) == unseen
            points = [entry["points"] for entry in view["scores"]]
            assert np.rint(seen["points"] * 39).tolist() == from_own_seat(points, seat)
            assert round(50 * float(seen["pile"][0])) == view["pile"]
            assert seen["round"].argmax() == (0 if view["over"] else view["round"] - 1)
            assert seen["turn"].tolist() == turn_of(state, seat)


@every_case
def test_actions_and_texts_map_both_ways(case: Case) -> None:
    name, options = case
    actions = lab.Actions(genial.game(name, **options))
    texts = [actions.text(number) for number in range(actions.size)]
    assert len(set(texts)) == actions.size
    some = random.Random(1).sample(range(actions.size), min(500, actions.size))
    assert all(actions.number(texts[number]) == number for number in some)
    for state in some_states(case):
        if state.turn is not None:
            _, mask = lab.observe(state, state.turn)
            assert {texts[number] for number in np.flatnonzero(mask)} == set(state.legal())


def test_a_text_that_is_never_legal_has_no_number() -> None:
    actions = lab.Actions(genial.game("ingenious", players=2))
    with pytest.raises(genial.BadText, match="never legal"):
        actions.number("Ra9Ra10")  # on the board for four
    with pytest.raises(genial.BadText):
        actions.number("nonsense")
    with pytest.raises(genial.BadOption, match=r"actions are 0 to \d+"):
        actions.text(actions.size)


def test_an_observation_of_another_size_is_refused() -> None:
    with pytest.raises(genial.BadOption, match="190 numbers"):
        lab.Observations(genial.game("phoenix")).split(np.zeros(5, np.float32))


def test_actions_are_numbered_as_the_pages_say() -> None:
    two = lab.Actions(genial.game("ingenious", players=2))
    colours = "RGBOYP"
    for edge in range(0, two.size // 36, 17):
        texts = [two.text(36 * edge + way) for way in range(36)]
        cells = {tuple(sorted(re.findall(r"[a-o]\d+", text))) for text in texts}
        assert len(cells) == 1
        for way, text in enumerate(texts):
            laid = {cell: colour for colour, cell in re.findall(r"([RGBOYP])([a-o]\d+)", text)}
            low, high = sorted(laid, key=lambda cell: (cell[0], int(cell[1:])))
            assert (laid[low], laid[high]) == (colours[way // 6], colours[way % 6])
    assert [two.text(two.size - 2), two.text(two.size - 1)] == ["keep", "swap"]
    assert lab.Actions(genial.game("ingenious", players=1)).size == two.size - 2
    special = lab.Actions(genial.game("spezial"))
    assert special.text(special.size - 1) == "pass"
    bonuses = [special.text(k).partition("+") for k in range(special.size)]
    by_edge: dict[str, list[str]] = {}
    for first, _, last in bonuses:
        by_edge.setdefault(first, []).append(last)
    choices = {tuple(colours) for colours in by_edge.values()}
    assert choices == {("",), tuple("OPBG")}  # no edge of this board covers two bonus fields
    cards = lab.Actions(genial.game("phoenix"))
    plays = [cards.text(k) for k in range(cards.size)]
    assert plays[-len(KINDS) :] == [f"-{kind}" for kind in KINDS]
    kinds = [re.match(r"[MSN]\d|R|X", text)[0] for text in plays[: -len(KINDS)]]  # type: ignore[index]
    assert [kind for kind, _ in itertools.groupby(kinds)] == list(KINDS)
    simple = lab.Actions(genial.game("tile-challenge"))
    assert [simple.text(k) for k in range(3)] == ["draw", "stop", "take"]


# What a whole game looks like to its seats. Another digest means that observations or numbers of
# actions have changed: then VERSION must grow, too.
DIGESTS = {
    "ingenious-players1": "08e3042500da",
    "ingenious-players2": "53b86c78598b",
    "ingenious-players2-start2": "6ace236b709f",
    "ingenious-players3-start3": "0ad2305979e1",
    "ingenious-players4": "8cc0e0ebe2fe",
    "ingenious-players4-variantteams": "58bcf53a49e4",
    "ingenious-players4-variantteams-partnersshared": "7ddfad4cb19e",
    "tile-challenge-players2": "88407b93920e",
    "tile-challenge-players3-start2": "1f74c88a328c",
    "tile-challenge-players4": "e1cde51bf0b5",
    "tile-challenge-players2-games3": "b8b75bb83188",
    "tile-challenge-players4-games2-start4": "aa6a165ce8b2",
    "spezial-players2": "d88bf635d6bd",
    "spezial-players2-boardgenerated-7": "448ee5f9d068",
    "spezial-players3-start3": "39834ee2e152",
    "spezial-players4": "abcdb61c5564",
    "phoenix": "4537a0f67d61",
    "phoenix-start2": "cfa26db09a7d",
}


@every_case
def test_observations_and_actions_stay_as_this_version_has_them(case: Case) -> None:
    digest = hashlib.blake2b(digest_size=6)
    for state in some_states(case, every=9):
        for seat in range(1, state.game.players + 1):
            for array in lab.observe(state, seat):
                digest.update(array.tobytes())
    assert lab.Observations.version == 1
    assert digest.hexdigest() == DIGESTS[name_of(case)]
