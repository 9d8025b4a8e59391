"""Bots for games that have none of their own: the search with random playouts, and levels.

What the search asks is in `model`, how a view becomes a game in `belief`.
"""

from __future__ import annotations

import functools

from genial.bots.generic import model
from genial.bots.model import register
from genial.bots.registry import Maker
from genial.bots.search import Search
from genial.core.game import Game

BASELINE = "random"


def bots(game: Game) -> dict[str, Maker]:
    """Return the makers of all bots, weakest first, levels included."""
    register(game.kit.rules, model)

    def search(name: str, effort: int | None = None) -> Maker:
        return functools.partial(Search, model=model, name=name, effort=effort)

    return {
        "search": search("search"),
        "novice": search("novice", 20),
        "club": search("club", 200),
        "genius": search("genius"),
    }
