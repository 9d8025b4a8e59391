"""A view in numbers: all that a seat may see, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest

from genial import State
from genial.bots.belief import from_view
from genial.core import engine
from genial.core.chance import fast_stream
from genial.core.kernel import Records, as_record, copy_records
from genial.wasm.entries import deal_hidden_of
from tests.cases import CASES, are_same, name_of, random_states, redealt

every_case = pytest.mark.parametrize("case", CASES, ids=name_of)
Case = tuple[str, dict[str, Any]]


def redacted(state: State, seat: int | None) -> Records:
    array = copy_records(state.array)
    engine.redact(array, 0, (seat or 0) - 1)
    return array


def some_states(case: Case) -> list[State]:
    name, options = case
    return [state for seed in range(3) for state in [*random_states(name, options, seed)][seed::5]]


def seats_of(state: State) -> list[int | None]:
    return [None, *range(1, state.game.players + 1)]


@every_case
def test_a_view_in_numbers_shows_all_that_the_view_shows(case: Case) -> None:
    for state in some_states(case):
        kit, truth = state.game.kit, as_record(state.array)
        for seat in seats_of(state):
            seen = as_record(redacted(state, seat))
            assert kit.visible(seen, seat) == kit.visible(truth, seat)
            assert kit.scores(seen) == kit.scores(truth)


@every_case
def test_a_view_in_numbers_does_not_depend_on_what_is_hidden(case: Case) -> None:
    for state in some_states(case):
        for seat in seats_of(state):
            other = redealt(state, seat)
            assert are_same(redacted(other, seat), redacted(state, seat))


@every_case
def test_a_view_in_numbers_leads_to_the_game_that_the_view_leads_to(case: Case) -> None:
    package = case[0].replace("-", "_")
    for state in some_states(case):
        for seat in range(1, state.game.players + 1):
            array, stream, other = redacted(state, seat), fast_stream(seat), fast_stream(seat)
            deal_hidden_of(package)(array, seat - 1, stream)
            rebuilt = from_view(state.view(seat), other)
            assert are_same(array, rebuilt)
            assert stream.tolist() == other.tolist()
