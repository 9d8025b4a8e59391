"""The four games drawn with letters and colours, a module each.

A board is drawn from a `Scene` and knows no rules; it fits into 80 columns where it can.
"""

from __future__ import annotations

import importlib
from typing import Protocol, cast

from rich.text import Text

from genial.cli.boards.scene import Event as Event
from genial.cli.boards.scene import Scene as Scene
from genial.cli.messages import Messages

_MODULES = {
    "ingenious": "ingenious",
    "tile-challenge": "tile_challenge",
    "spezial": "spezial",
    "phoenix": "phoenix",
}


class Board(Protocol):
    """What a game's module here offers."""

    def draw(self, scene: Scene) -> list[Text]:
        """The lines of the picture."""

    def question(self, scene: Scene) -> str:
        """What the seat to move is asked for."""

    def chance_words(self, line: str, say: Messages) -> str | None:
        """A chance line of the log in words, if it is worth telling."""


def board_of(game: str) -> Board:
    """The board of a game."""
    return cast(Board, importlib.import_module(f"genial.cli.boards.{_MODULES[game]}"))
