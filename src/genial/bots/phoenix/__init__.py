"""Bots for Phoenix: greedy styles, the search, and levels.

What a line looks like in `sight`, a quick judgement of moves in `judge`, the learnt one in `net`
and `foresight`, how that was learnt in `training`, what the search asks in `mind`.
"""

from __future__ import annotations

import functools

from genial.bots.greedy import Greedy
from genial.bots.phoenix import mind
from genial.bots.registry import Maker
from genial.bots.search import Search
from genial.core.game import Game

BASELINE = "plan"


def bots(game: Game) -> dict[str, Maker]:
    """Makers of the bots, weakest first, levels included."""

    def greedy(style: str, overlook: float = 0.0, name: str | None = None) -> Maker:
        return functools.partial(Greedy, mind=mind, style=style, overlook=overlook, name=name)

    def search(name: str, effort: int | None = None) -> Maker:
        return functools.partial(Search, mind=mind, name=name, effort=effort)

    return {
        **{style: greedy(style) for style in mind.STYLES},
        "search": search("search"),
        "kid": greedy("points", 0.8, "kid"),
        "novice": greedy("order", 0.6, "novice"),
        "casual": greedy("wise", 0.5, "casual"),
        "club": greedy("wise", 0.15, "club"),
        "expert": search("expert", 10),
        "genius": search("genius"),
    }
