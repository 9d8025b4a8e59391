"""The kernels against the naive second implementation, position by position."""

from __future__ import annotations

import itertools
import os
from typing import Any

import pytest

from tests.cases import CASES, name_of, random_states
from tests.oracle import oracle

Case = tuple[str, dict[str, Any]]

POSITIONS = int(os.environ.get("GENIAL_SOAK", "12000"))  # a game, over all its options
FIRST_SEED = int(os.environ.get("GENIAL_SOAK_SEED", "0"))


def share(name: str) -> int:
    """How many positions each of a game's cases compares."""
    cases = sum(other == name for other, _ in CASES)
    return -(-POSITIONS // cases)


SHARED = ("ingenious", {"players": 4, "variant": "teams", "partners": "shared"})


@pytest.mark.parametrize("case", [case for case in CASES if case[0] == "ingenious"], ids=name_of)
def test_views_show_the_racks_that_the_oracle_lets_a_seat_see(case: Case) -> None:
    name, options = case
    told = compared = 0
    for seed in range(FIRST_SEED, FIRST_SEED + 2):
        twin, seen = oracle(name, **options), 0
        for state in random_states(name, options, seed, eager=seed % 2 == 1):
            log = state.log
            for line in log[seen:]:
                twin.feed(line)
            seen = len(log)
            for seat in (None, *range(1, state.game.players + 1)):
                view = state.view(seat, log=False)
                racks = twin.racks_seen(seat)
                own = 1 if twin.solo else seat
                assert view["rack"] == (racks.pop(own) if own else None)
                assert [view[k] for k in view if k == "partner_rack"] == list(racks.values())
                told += len(racks)
                compared += 1
        for seat in (None, *range(1, state.game.players + 1)):
            lines = [line for line in state.view(seat)["log"] if not line.startswith("* shown")]
            assert lines == [twin.redact(line, seat) for line in log]
    assert compared > 60
    assert (told > 0) == (case == SHARED)


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_kernel_and_oracle_agree_after_every_event(case: Case) -> None:
    name, options = case
    compared = 0
    for seed in itertools.count(FIRST_SEED):
        twin = oracle(name, **options)
        seen = 0
        for state in random_states(name, options, seed, eager=seed % 2 == 1):
            log = state.log
            for line in log[seen:]:
                twin.feed(line)
            seen = len(log)
            assert not twin.chance_due
            assert state.turn == twin.turn
            assert state.over == twin.over
            assert state.scores == twin.scores
            assert state.ranks == twin.ranks
            assert state.series == getattr(twin, "series", None)
            legal = list(state.legal())
            assert len(set(legal)) == len(legal)
            assert set(legal) == twin.legal()
            compared += 1
        if compared >= share(name):
            break
    assert compared >= share(name)
