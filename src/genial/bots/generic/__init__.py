"""Bots for games that have none of their own: the search with random playouts, and levels.

What the search asks is in `evaluation`, how a view becomes a game in `belief`.
"""

from __future__ import annotations

import functools

from genial.bots.generic import evaluation
from genial.bots.mind import register
from genial.bots.registry import Maker
from genial.bots.search import Search
from genial.core.game import Game

BASELINE = "random"


def bots(game: Game) -> dict[str, Maker]:
    """Makers of the bots, weakest first, levels included."""
    register(game.kit.rules, evaluation)

    def search(name: str, effort: int | None = None) -> Maker:
        return functools.partial(Search, mind=evaluation, name=name, effort=effort)

    return {
        "search": search("search"),
        "novice": search("novice", 20),
        "club": search("club", 200),
        "genius": search("genius"),
    }
