"""Bots for Tile Challenge: simple habits, exact stopping, the search, and six levels.

A turn is solved in `turn_solver` and, with the turn after it, in `lookahead`; what a position is
worth is in `network`, how that was learnt in `training`; rules of thumb are in `styles`.
"""

from __future__ import annotations

import functools

from genial.bots.greedy import Greedy
from genial.bots.registry import Maker
from genial.bots.tile_challenge import model
from genial.bots.tile_challenge.search import TurnSearch
from genial.bots.tile_challenge.styles import STYLES
from genial.core.game import Game

BASELINE = "haul"


def bots(game: Game) -> dict[str, Maker]:
    """Return the makers of all bots, weakest first, levels included."""

    def greedy(style: str, overlook: float = 0.0, name: str | None = None) -> Maker:
        return functools.partial(Greedy, model=model, style=style, overlook=overlook, name=name)

    return {
        **{style: greedy(style) for style in STYLES},
        "search": TurnSearch,
        "kid": greedy("daring", 0.0, "kid"),
        "novice": greedy("bold", 0.0, "novice"),
        "casual": greedy("steady", 0.42, "casual"),
        "club": greedy("count", 0.07, "club"),
        "expert": greedy("feel", 0.08, "expert"),
        "genius": functools.partial(TurnSearch, name="genius"),
    }
