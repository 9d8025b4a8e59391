"""Bots for Ingenious: greedy styles, flat Monte Carlo, the search, and six levels.

Potentials of cells are in `features`, what a placement is worth in `policy`, what a position is
worth in `evaluation`, how that was learnt in `training`.
"""

from __future__ import annotations

import functools

from genial.bots.flat import Flat
from genial.bots.greedy import Greedy
from genial.bots.ingenious import model
from genial.bots.ingenious.policy import STYLES, util_weights
from genial.bots.registry import Maker
from genial.bots.search import Search
from genial.core.game import Game
from genial.games.ingenious.scoring import FULL

BASELINE = "util"


def bots(game: Game) -> dict[str, Maker]:
    """Return the makers of all bots, weakest first, levels included."""
    short = len(set(game.tracks)) == game.players > 1
    simple = util_weights(FULL if short else 2 * FULL)

    def greedy(style: str, overlook: float = 0.0, name: str | None = None) -> Maker:
        return functools.partial(Greedy, model=model, style=style, overlook=overlook, name=name)

    def search(name: str, effort: int | None = None) -> Maker:
        return functools.partial(Search, model=model, name=name, effort=effort)

    return {
        **{style: greedy(style) for style in STYLES},
        "flat": functools.partial(Flat, model=model, weights=simple),
        "search": search("search"),
        "kid": greedy("points", 0.8, "kid"),
        "novice": greedy("lexicographic", 0.45, "novice"),
        "casual": greedy("wise", 0.35, "casual"),
        "club": search("club", 30),
        "expert": search("expert", 200),
        "genius": search("genius"),
    }
