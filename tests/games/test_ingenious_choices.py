"""The places and points that tell the moves of Ingenious are those of the rules."""

from __future__ import annotations

import pytest
from tests.cases import CASES, random_states

from genial.core.explanation import MoveList
from genial.games.ingenious.board import COLOURS
from genial.games.ingenious.choices import Places

INGENIOUS = [options for name, options in CASES if name == "ingenious"]


@pytest.mark.parametrize("options", INGENIOUS, ids=str)
def test_places_and_points_tell_every_move_and_what_it_scores(options: dict[str, object]) -> None:
    seen = 0
    for state in [*random_states("ingenious", options, 3)][:-1:3]:
        told = state.choices()
        if isinstance(told, MoveList):
            assert told.moves == list(state.legal())
            continue
        assert isinstance(told, Places)
        ends = [place.split() for place in told.places]
        rack = state.view(state.turn)["rack"]
        moves = {f"{a}{one}{b}{other}" for a, b in rack for one, other in ends}
        moves |= {f"{a}{other}{b}{one}" for a, b in rack for one, other in ends if a != b}
        assert moves == set(state.legal())
        for move in list(state.legal())[::20]:
            for part in state.explain(move)["parts"]:
                if part["kind"] == "half":
                    points = told.points[part["cell"]][COLOURS.index(part["colour"])]
                    assert points == part["points"]
                    seen += points > 0
    assert seen > 10
