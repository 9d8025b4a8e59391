"""Bots for Phoenix: greedy styles, the search, and levels.

The ranked lines are in `features`, a quick evaluation of moves in `styles`, the network in
`network`, the moves that the search tries in `policy`, what a position is worth in `evaluation`,
how all that was learnt in `training`.
"""

from __future__ import annotations

import functools

from genial.bots.greedy import Greedy
from genial.bots.phoenix import model
from genial.bots.registry import Maker
from genial.bots.search import Search
from genial.core.game import Game

BASELINE = "plan"


def bots(game: Game) -> dict[str, Maker]:
    """Return the makers of all bots, weakest first, levels included."""

    def greedy(style: str, overlook: float = 0.0, name: str | None = None) -> Maker:
        return functools.partial(Greedy, model=model, style=style, overlook=overlook, name=name)

    def search(name: str, effort: int | None = None) -> Maker:
        return functools.partial(Search, model=model, name=name, effort=effort)

    return {
        **{style: greedy(style) for style in model.STYLES},
        "search": search("search"),
        "kid": greedy("points", 0.8, "kid"),
        "novice": greedy("order", 0.6, "novice"),
        "casual": greedy("wise", 0.5, "casual"),
        "club": greedy("wise", 0.15, "club"),
        "expert": search("expert", 10),
        "genius": search("genius"),
    }
