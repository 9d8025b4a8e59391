"""Genial Spezial from a view: everything lies open."""

from __future__ import annotations

import numpy as np

from genial.core.game import Game
from genial.core.kernel import Batch, Stream
from genial.core.view import View as BaseView
from genial.games.spezial.rules import TILES
from genial.games.spezial.view import View, restore


def rebuild(game: Game, view: BaseView, array: Batch, stream: Stream) -> None:
    """Write what the view tells into a game that was set up."""
    assert isinstance(view, View)
    position = {
        "chips": {
            tower.cell: f"{tower.colour}{tower.value - tower.black}" for tower in view.towers
        },
        "tiles": view.tiles,
        "turns": sum(TILES - left for left in view.tiles_left),
        "scores": view.scores,
    }
    restore(array.view(np.recarray)[0], position)
