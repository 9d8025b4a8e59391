"""Draw the games with letters and colours, a module for each.

A board is drawn from a `Scene` and knows no rules; it fits into 80 columns if possible.
"""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol, cast

from rich.text import Text

from genial.cli.i18n.messages import Messages
from genial.cli.terminal.boards.scene import Scene as Scene
from genial.cli.terminal.boards.scene import ShownMove as ShownMove

if TYPE_CHECKING:
    from genial.core.state import State

_MODULES = {
    "ingenious": "ingenious",
    "tile-challenge": "tile_challenge",
    "spezial": "spezial",
    "phoenix": "phoenix",
}


class Board(Protocol):
    """What the module of a game provides."""

    def draw(self, scene: Scene) -> list[Text]:
        """Return the lines of the picture."""

    def question(self, scene: Scene) -> str:
        """Return the question to the seat to move."""

    def remarks(
        self, before: State, after: State, lines: Sequence[str], say: Messages
    ) -> list[str]:
        """Return remarks on a move; `lines` are what chance added to the log."""


def board_of(game: str) -> Board:
    """Return the board of a game."""
    return cast(Board, importlib.import_module(f"genial.cli.terminal.boards.{_MODULES[game]}"))
