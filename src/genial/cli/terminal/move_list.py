"""List legal moves page by page: there can be thousands."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

_GAP = 2
_FEWEST_LINES = 5
_BOARD_LINES = 28  # stay visible above the list


def matching_moves(moves: Sequence[str], part: str) -> list[str]:
    """Return the moves that begin with a text or, if none does, that name this cell or place.

    >>> matching_moves(["Rh8Bi8", "Gh9Bh8", "Gh9Bh80"], "h8")
    ['Rh8Bi8', 'Gh9Bh8']
    """
    found = [move for move in moves if move.startswith(part)]
    if not found and part:
        named = re.compile(rf"{re.escape(part)}(?!\d)")
        found = [move for move in moves if named.search(move)]
    return found


@dataclass
class Pages:
    """A list of moves, and how many of them have been shown."""

    moves: list[str] = field(default_factory=list)
    shown: int = 0

    @property
    def left(self) -> int:
        """The number of moves that have not been shown."""
        return len(self.moves) - self.shown

    def next(self, width: int, height: int) -> list[str]:
        """Return the lines of the next page."""
        longest = max((len(move) for move in self.moves), default=0) + _GAP
        columns = max(1, (width + _GAP) // longest) if longest else 1
        rows = max(_FEWEST_LINES, height - _BOARD_LINES)
        page = self.moves[self.shown : self.shown + columns * rows]
        self.shown += len(page)
        return [
            "".join(move.ljust(longest) for move in page[first : first + columns]).rstrip()
            for first in range(0, len(page), columns)
        ]
