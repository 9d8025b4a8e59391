"""Views that are quick to make are those of the library."""

from __future__ import annotations

import json

import msgspec
import pytest

from genial.server.tables.views import Views
from tests.cases import CASES, name_of, random_states


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_a_quick_view_is_the_librarys(case: tuple[str, dict[str, object]]) -> None:
    for state in [*random_states(*case, 3)][::4]:
        views = Views(state)
        for seat in [None, *range(1, state.game.players + 1)]:
            quick = json.loads(msgspec.json.encode(views.of(seat, views.log(seat))))
            assert quick == json.loads(json.dumps(state.view(seat)))
