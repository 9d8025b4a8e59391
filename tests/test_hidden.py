"""Ingenious: re-dealt racks agree with everything that was public (rules, "Hidden").

The checker works on the redacted log alone and knows nothing of how the kernel keeps track:
it asks whether some history of draws explains the log and the racks that were dealt.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import pytest

from genial import State
from genial.core import engine
from genial.core.chance import fast_stream
from tests.cases import random_states, with_array
from tests.oracle import oracle

COPIES = {a + b: 5 if a == b else 6 for i, a in enumerate("RGBOYP") for b in "RGBOYP"[i:]}


@dataclass
class Tile:
    kind: str
    played: float  # the time it left the rack; infinite while it is still there
    not_before: float = 0  # it was drawn after this time


@dataclass
class Rack:
    """What the log tells of one seat since the set-up or its last swap."""

    draws: list[tuple[int, int]] = field(default_factory=list)  # time, how many
    plays: list[tuple[int, str]] = field(default_factory=list)  # time, tile
    declined: list[tuple[int, set[str]]] = field(default_factory=list)  # time, lowest colours
    unasked: list[tuple[int, set[str]]] = field(default_factory=list)
    shown: Counter[str] = field(default_factory=Counter)  # what the last swap put back
    swapped_at: int = 0


def public_histories(states: Sequence[State]) -> Iterator[tuple[State, dict[int, Rack]]]:
    """Read the spectator's log of a game up to each of its states, given in order.

    The oracle only supplies the scores after each turn.
    """
    final = states[-1]
    reader = LogReader(final)
    seen, feed = final.view(None)["log"], iter(final.log)
    lines = zip(seen, (None if line.startswith("* shown") else next(feed) for line in seen),
                strict=True)  # fmt: skip
    read = 0
    for state in states:
        length = len(state.view(None)["log"])
        for line, truth in itertools.islice(lines, length - read):
            reader.read(line, truth)
        read = length
        yield state, reader.racks


class LogReader:
    """Keeps what the lines of a log tell of the racks."""

    def __init__(self, state: State) -> None:
        self._state, self._twin = state, oracle(state.game.name, **state.game.options)
        self.racks = {seat: Rack() for seat in range(1, state.game.players + 1)}
        self._mover, self._asked, self._time = 0, False, 0

    def read(self, line: str, truth: str | None) -> None:
        """Read a line as spectators see it; the truth is for the oracle."""
        words, racks = line.split(), self.racks
        self._time += 1
        time = self._time
        if line.startswith("* shown"):
            racks[int(words[2])] = Rack(shown=Counter(words[3:]), swapped_at=time)
            return
        if line.startswith("* rack"):
            seat = int(words[2])
            if self._mover == seat and not self._asked and len(words) < 9:
                racks[seat].unasked.append((time, self._lowest(seat)))
            racks[seat].draws.append((time, len(words) - 3))
            self._asked = False
        elif words[1] in ("keep", "swap"):
            self._asked = True
            if words[1] == "keep":
                racks[int(words[0])].declined.append((time, self._lowest(int(words[0]))))
        else:
            self._mover = int(words[0])
            letters = [letter for letter in words[1] if letter in "RGBOYP"]
            racks[self._mover].plays.append((time, "".join(letters)))
        assert truth is not None
        self._twin.feed(truth)

    def _lowest(self, seat: int) -> set[str]:
        points = self._twin.scores[self._state.game.tracks[seat - 1]]
        return {colour for colour, n in points.items() if n == min(points.values())}


def is_possible(rack: Rack, held: list[str]) -> bool:
    """Is there a way to say when each tile was drawn?"""
    tiles = [Tile(kind, time) for time, kind in rack.plays]
    tiles += [Tile(kind, float("inf")) for kind in held]
    for time, colours in rack.declined:
        for tile in tiles:
            if tile.played > time and colours & set(tile.kind):
                tile.not_before = max(tile.not_before, time)
    for time, colours in rack.unasked:
        if not any(
            tile.played > time and tile.not_before < time and colours & set(tile.kind)
            for tile in tiles
        ):
            return False
    # Each tile takes a draw between its bounds: give every draw the tile that leaves first.
    waiting = list(tiles)
    for time, count in rack.draws:
        for _ in range(count):
            able = [tile for tile in waiting if tile.not_before < time < tile.played]
            if not able:
                return False
            waiting.remove(min(able, key=lambda tile: (tile.played, tile.not_before)))
    return not waiting


OPTIONS = [
    {"players": 2},
    {"players": 3},
    {"players": 4},
    {"players": 4, "variant": "teams"},
    {"players": 4, "variant": "teams", "partners": "shared"},
]


@pytest.mark.slow
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_redealt_racks_can_have_come_about(options: dict[str, object]) -> None:
    constrained = checked = 0
    for seed in range(24):
        states = [*random_states("ingenious", options, seed)][20::3]
        for state, racks in public_histories(states):
            for viewer in range(state.game.players + 1):
                array = state.array.copy()
                engine.redeal(array, 0, viewer - 1, fast_stream(seed * 10 + viewer))
                dealt = with_array(state, array).position()["racks"]
                for seat, rack in racks.items():
                    assert is_possible(rack, dealt[seat - 1]), (state.log, seat, dealt)
                    checked += 1
                    constrained += bool(rack.declined)
    assert constrained > 50
    assert checked > 900


def keep_once() -> State:
    """A game just after a declined swap."""
    for seed in range(200):
        for state in random_states("ingenious", {"players": 2}, seed):
            if state.previous is not None and state.lines[0].endswith("keep"):
                return state
    raise AssertionError("no swap was declined in 200 games")


def test_after_a_declined_swap_all_but_the_new_tile_lack_the_lowest_colours() -> None:
    state = keep_once()
    mover = state.mover
    assert mover is not None
    points = state.scores[mover - 1]
    low = {colour for colour, n in points.items() if n == min(points.values())}
    viewer = 3 - mover
    seen = set()
    for seed in range(300):
        array = state.array.copy()
        engine.redeal(array, 0, viewer - 1, fast_stream(seed))
        rack = with_array(state, array).position()["racks"][mover - 1]
        assert sum(bool(low & set(tile)) for tile in rack) <= 1
        seen.add(tuple(rack))
    assert len(seen) > 250


def test_after_a_swap_the_new_rack_holds_none_of_the_copies_that_were_set_aside() -> None:
    """All copies of RR but the one shown are on the board or in view, so RR cannot come."""
    checked = 0
    for seed in range(300):
        for state in random_states("ingenious", {"players": 2}, seed):
            if state.previous is None or not state.lines[0].endswith("swap"):
                continue
            mover = state.mover
            assert mover is not None
            shown = Counter(state.view(None)["log"][-2].split()[3:])
            viewer = 3 - mover
            before = state.previous
            unseen = Counter(before.position()["bag"]) + Counter(before.position()["racks"][mover - 1])  # noqa: E501  # fmt: skip
            for deal in range(20):
                array = state.array.copy()
                engine.redeal(array, 0, viewer - 1, fast_stream(deal))
                rack = Counter(with_array(state, array).position()["racks"][mover - 1])
                for tile, count in rack.items():
                    assert count <= unseen[tile] - shown[tile]
                checked += 1
        if checked > 400:
            break
    assert checked > 400
