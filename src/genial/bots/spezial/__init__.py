"""Bots for Genial Spezial: greedy styles, the search, and eight levels.

What every cell reaches is in `features`, what points are worth in `utility`, what a tile does in
`move_features`, which move to play in `policy`, what a position is worth in `evaluation`, the
exact end in `endgame` and `search`; how the weights were learnt in `training`.
"""

from __future__ import annotations

import functools

from genial.bots.greedy import Greedy
from genial.bots.registry import Maker
from genial.bots.spezial import model
from genial.bots.spezial.policy import STYLES
from genial.bots.spezial.search import EndgameSearch
from genial.core.game import Game

BASELINE = "deny"


def bots(game: Game) -> dict[str, Maker]:
    """Return the makers of all bots, weakest first, levels included."""

    def greedy(style: str, overlook: float = 0.0, name: str | None = None) -> Maker:
        return functools.partial(Greedy, model=model, style=style, overlook=overlook, name=name)

    def search(name: str, effort: int | None = None) -> Maker:
        return functools.partial(EndgameSearch, name=name, effort=effort)

    return {
        **{style: greedy(style) for style in STYLES},
        "search": search("search"),
        "kid": greedy("deny", 0.6, "kid"),
        "novice": greedy("deny", 0.3, "novice"),
        "casual": search("casual", 22),
        "club": search("club", 90),
        "strong": search("strong", 330),
        "expert": search("expert", 1300),
        "master": search("master", 5500),
        "genius": search("genius"),
    }
