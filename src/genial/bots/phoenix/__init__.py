"""Bots for Phoenix: none yet beside the random one."""

from __future__ import annotations

from genial.bots.registry import Maker
from genial.core.game import Game

BASELINE = "random"


def bots(game: Game) -> dict[str, Maker]:
    """Makers of the bots, weakest first, levels included."""
    return {}
