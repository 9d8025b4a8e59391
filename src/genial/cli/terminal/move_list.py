"""Legal moves by the page: there can be thousands."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

_GAP = 2
_FEWEST_LINES = 5
_LINES_KEPT = 28  # of the screen, so that the board stays in sight


def matching(moves: Sequence[str], part: str) -> list[str]:
    """The moves that begin with a text; if none does, those that name this cell or place.

    >>> matching(["Rh8Bi8", "Gh9Bh8", "Gh9Bh80"], "h8")
    ['Rh8Bi8', 'Gh9Bh8']
    """
    found = [move for move in moves if move.startswith(part)]
    if not found and part:
        named = re.compile(rf"{re.escape(part)}(?!\d)")
        found = [move for move in moves if named.search(move)]
    return found


@dataclass
class Pages:
    """A list of moves and how much of it was shown."""

    moves: list[str] = field(default_factory=list)
    shown: int = 0

    @property
    def left(self) -> int:
        """How many have not been shown."""
        return len(self.moves) - self.shown

    def next(self, width: int, height: int) -> list[str]:
        """The lines of the next page."""
        longest = max((len(move) for move in self.moves), default=0) + _GAP
        columns = max(1, (width + _GAP) // longest) if longest else 1
        rows = max(_FEWEST_LINES, height - _LINES_KEPT)
        page = self.moves[self.shown : self.shown + columns * rows]
        self.shown += len(page)
        return [
            "".join(move.ljust(longest) for move in page[first : first + columns]).rstrip()
            for first in range(0, len(page), columns)
        ]
