"""Partners in teams of Ingenious: silent, open, or with racks that both of them see."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

import genial
from genial import State
from genial.bots.belief import from_view
from genial.core import engine
from genial.core.chance import fast_stream
from genial.core.kernel import Records, entry
from genial.games.ingenious.board import N_COLOURS, TYPE_NAMES, TYPE_OF_NAME
from genial.games.ingenious.hidden import copies_possible
from tests.bots.test_belief import swapping_states
from tests.cases import random_states, with_array

TEAMS: dict[str, Any] = {"players": 4, "variant": "teams"}
OPEN = TEAMS | {"partners": "open"}
SHARED = TEAMS | {"partners": "shared"}
PARTNER = {1: 3, 2: 4, 3: 1, 4: 2}


# --- the option and its records


def test_silent_partners_are_not_named() -> None:
    game = genial.game("ingenious", **TEAMS, partners="silent")
    assert game == genial.game("ingenious", **TEAMS)
    assert "partners" not in game.options
    assert "partners" not in game.start(seed=1).record()
    assert "partners" not in game.start(seed=1).view(1)["options"]


@pytest.mark.parametrize("partners", ["open", "shared"])
def test_a_record_names_partners_that_are_not_silent(partners: str) -> None:
    state = [*random_states("ingenious", TEAMS | {"partners": partners}, 2)][-1]
    text = state.record()
    assert text.startswith(
        f"game: ingenious\nplayers: 4\nvariant: teams\npartners: {partners}\nresult:"
    )
    again = genial.replay(text)
    assert again == state
    assert again.game.options["partners"] == partners
    assert again.record() == text
    assert genial.verify(text) == [state]


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"partners": "loud"}, "partners must be silent, open or shared, not 'loud'"),
        ({"partners": "share"}, "did you mean shared"),
        ({"partners": True}, "partners must be silent, open or shared"),
        ({"variant": "standard", "partners": "open"}, "only teams have partners"),
        ({"players": 2, "variant": "standard", "partners": "shared"}, "only teams have partners"),
    ],
)
def test_partners_that_do_not_fit_are_refused(options: dict[str, Any], reason: str) -> None:
    with pytest.raises(genial.BadOption, match=reason):
        genial.game("ingenious", **TEAMS | options)


def test_a_record_with_wrong_partners_is_refused_with_its_line() -> None:
    text = genial.game("ingenious", **SHARED).start(seed=1).record()
    with pytest.raises(genial.BadRecord, match="line 1: partners must be silent, open or shared"):
        genial.replay(text.replace("partners: shared", "partners: loud"))
    with pytest.raises(genial.BadRecord, match="only teams have partners"):
        genial.replay(text.replace("variant: teams", "variant: standard"))


def test_a_record_may_say_that_partners_are_silent() -> None:
    text = genial.game("ingenious", **TEAMS).start(seed=1).record()
    told = genial.replay(text.replace("variant: teams\n", "variant: teams\npartners: silent\n"))
    assert told == genial.replay(text)


# --- what is seen


def test_open_partners_see_no_more_than_silent_ones() -> None:
    for silent, talking in zip(
        random_states("ingenious", TEAMS, 3), random_states("ingenious", OPEN, 3), strict=True
    ):
        for seat in (None, 1, 2, 3, 4):
            one, two = silent.view(seat), talking.view(seat)
            assert two.pop("options") == one.pop("options") | {"partners": "open"}
            assert one == two
            assert "partner_rack" not in two


def test_only_partners_see_each_others_racks_and_draws() -> None:
    for state in [*random_states("ingenious", SHARED, 4)][::5]:
        racks = state.position()["racks"]
        spectator = state.view(None)
        assert "partner_rack" not in spectator
        assert all("?" in line for line in spectator["log"] if line.startswith("* rack"))
        for seat, partner in PARTNER.items():
            view = state.view(seat)
            assert view["rack"] == racks[seat - 1]
            assert view["partner_rack"] == racks[partner - 1]
            for line in view["log"]:
                if line.startswith("* rack"):
                    assert ("?" in line) == (int(line.split()[2]) not in (seat, partner))
            private = state.game.kit.private_fields(state.array.view(np.recarray)[0], seat)
            assert set(private) == {"rack", "partner_rack"}


def test_redealing_keeps_both_racks_of_the_team_and_changes_the_others() -> None:
    for state in [*random_states("ingenious", SHARED, 5)][2::9]:
        racks = state.position()["racks"]
        for viewer in range(5):
            array = state.array.copy()
            engine.redeal(array, 0, viewer - 1, fast_stream(7))
            dealt = with_array(state, array).position()["racks"]
            for seat in PARTNER:
                is_seen = viewer != 0 and seat in (viewer, PARTNER[viewer])
                assert (dealt[seat - 1] == racks[seat - 1]) == is_seen


# --- what follows about the opponents' racks


@entry
def copies(games: Records, seat: int, told: int, kind: int) -> int:
    """How many unseen tiles of a type a hidden tile can be of which this much is known."""
    return copies_possible(games[0], seat, np.uint64(told), kind)


def can_be_dealt(state: State, viewer: int) -> bool:
    """Can re-dealing for a viewer (from 1; 0: a spectator) bring the true racks?"""
    array = state.array.copy()
    known, held = array["known"][0], array["held"][0]
    team = {viewer, PARTNER[viewer]} if viewer and array["shared"][0] else {viewer}
    hidden = [seat for seat in range(state.game.players) if seat + 1 not in team]
    left = {seat: Counter(array["rack"][0, seat, : held[seat]].tolist()) for seat in hidden}
    for tiles in left.values():
        for kind, count in tiles.items():
            array["bag"][0, kind >> 3] += np.uint64(count << 8 * (kind & 7))
    slots = [
        (seat, int(known[seat]) >> 10 * k & 0x3FF) for seat in hidden for k in range(held[seat])
    ]
    slots.sort(key=lambda slot: slot[1] >> N_COLOURS == 0)  # those from before a swap first

    def fill(place: int) -> bool:
        if place == len(slots):
            return True
        seat, told = slots[place]
        for kind in [kind for kind, count in left[seat].items() if count]:
            if copies(array, viewer - 1, told, kind) <= 0:
                continue
            left[seat][kind] -= 1
            array["bag"][0, kind >> 3] -= np.uint64(1 << 8 * (kind & 7))
            if fill(place + 1):
                return True
            left[seat][kind] += 1
            array["bag"][0, kind >> 3] += np.uint64(1 << 8 * (kind & 7))
        return False

    return fill(0)


@pytest.mark.parametrize("options", [TEAMS, SHARED], ids=["silent", "shared"])
def test_what_follows_from_swaps_never_excludes_the_true_racks(options: dict[str, Any]) -> None:
    swapped = 0
    for seed in range(2):
        for state in [*swapping_states(options, seed)][12 + seed :: 9]:
            swapped += int(state.array["swapped"][0])
            for viewer in range(5):
                assert can_be_dealt(state, viewer), (state.log, viewer)
    assert swapped > 10


def drawn(state: State, move: str, tiles: str) -> State:
    """The state after a move and these draws."""
    state = state.play_undealt(state.game.kit.read(move))
    for tile in tiles.split():
        state = state.settle(TYPE_OF_NAME[tile])
    assert not state.is_chance_due
    return state


def after_a_swap_of_seat_2(options: dict[str, Any]) -> State:
    """Seat 2 has shown and put back an RR; two others lie, and two are on seat 4's rack."""
    game = genial.game("ingenious", **options)
    bag = Counter(game.start(seed=1).position()["bag"])
    for rack in game.start(seed=1).position()["racks"]:
        bag += Counter(rack)
    racks = ["BB BB BO BO BY BY", "GG GG GB GB GO RR", "BB OO OO BO BY YP", "RR RR YY YY OY OY"]
    board = {"h8": "R", "h9": "R", "f8": "R", "f9": "R"}
    bag -= Counter(" ".join([*racks, "RR RR"]).split())
    purple_lags = dict.fromkeys("RGBOY", 5) | {"P": 0}
    state = game.at(
        {
            "turn": 2, "phase": "place", "bonus": 0, "board": board,
            "racks": [sorted(rack.split(), key=TYPE_NAMES.index) for rack in racks],
            "bag": {name: bag[name] for name in TYPE_NAMES},
            "scores": [purple_lags] * 2, "laid": [1, 2, 3, 4], "openings": ["h3", "m3"],
        }
    )  # fmt: skip
    state = state.play("Gk8Gk9")
    assert list(state.legal()) == ["keep", "swap"]
    return drawn(state, "swap", "RP GP BP OP YP PP")


@pytest.mark.parametrize(("options", "partner_sees"), [(TEAMS, False), (SHARED, True)])
def test_a_tile_put_back_that_the_partner_has_drawn_is_out_of_the_bag(
    options: dict[str, Any], partner_sees: bool
) -> None:
    """All RR but seat 4's are seen then, so nothing keeps seat 4 from having both."""
    state = drawn(after_a_swap_of_seat_2(options), "Bk3Bk4", "RR")
    before_the_swap = 1 << N_COLOURS + 1
    for viewer in (1, 3):
        array = state.array.copy()
        for seat in (1, 3, *(() if partner_sees else [PARTNER[viewer] - 1])):
            for kind in array["rack"][0, seat].tolist():
                array["bag"][0, kind >> 3] += np.uint64(1 << 8 * (kind & 7))
        assert copies(array, viewer - 1, before_the_swap, TYPE_OF_NAME["RR"]) == 2
        assert can_be_dealt(state, viewer)


def test_nothing_that_a_swap_put_back_was_on_an_opponents_rack() -> None:
    checked = 0
    for seed in range(3):
        for state in swapping_states(SHARED, seed):
            if state.previous is None or not state.lines[0].endswith("swap"):
                continue
            mover = state.mover or 0
            shown = Counter(state.news(None)[1].split()[3:])
            before = state.previous.position()
            for viewer in range(5):
                seen = {viewer, PARTNER.get(viewer, 0)}
                unseen = Counter(before["bag"])
                for seat in set(PARTNER) - seen:
                    unseen += Counter(before["racks"][seat - 1])
                if mover not in seen:
                    unseen -= shown
                array = state.array.copy()
                engine.redeal(array, 0, viewer - 1, fast_stream(checked))
                racks = with_array(state, array).position()["racks"]
                dealt = Counter(tile for seat in set(PARTNER) - seen for tile in racks[seat - 1])
                assert dealt <= unseen, (state.log, viewer)
                checked += 1
    assert checked > 50


# --- rebuilding from a view


def test_a_view_in_which_the_partners_draws_are_hidden_is_refused() -> None:
    view = genial.game("ingenious", **SHARED).start(seed=1).view(1)
    view["log"][2] = "* rack 3 ?? ?? ?? ?? ?? ??"
    with pytest.raises(genial.BadView, match=r"'\* rack 3 .* cannot have happened"):
        from_view(view, fast_stream(1))


def test_a_view_in_which_an_opponents_draws_are_seen_is_refused() -> None:
    state = genial.game("ingenious", **SHARED).start(seed=1)
    view = state.view(1)
    view["log"][1] = state.log[1]
    with pytest.raises(genial.BadView, match=r"'\* rack 2 .* cannot have happened"):
        from_view(view, fast_stream(1))


def test_a_tile_that_the_partner_did_not_draw_cannot_be_played() -> None:
    chooser = random.Random(1)
    state = genial.game("ingenious", **SHARED).start(seed=1)
    held = state.position()["racks"][2]
    for _ in range(3):
        state = state.play(chooser.choice(state.legal()))
    view = state.view(1)
    place, move = next((k, line) for k, line in enumerate(view["log"]) if line.startswith("3 "))
    other = next(name for name in TYPE_NAMES if name not in held and name[0] != name[1])
    colours = iter(other)
    laid = "".join(next(colours) if letter in "RGBOYP" else letter for letter in move)
    view["log"][place] = laid
    with pytest.raises(genial.BadView, match=f"'{laid}' cannot have happened"):
        from_view(view, fast_stream(1))
