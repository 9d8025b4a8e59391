"""How a game of Genial Spezial ended."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from genial.core.ending import Ending as BaseEnding
from genial.core.ending import compare_colours
from genial.core.kernel import as_record
from genial.core.state import State
from genial.games.spezial.rules import TILES
from genial.games.spezial.view import visible


class Ending(BaseEnding, kw_only=True):
    """How a game of Genial Spezial ended, and how far the chains reached."""

    reason: Literal["", "all-laid"]
    connected: list[int]  # by seat: the most towers that one chain touches


def ending(state: State, ranks: Sequence[int] | None) -> Ending:
    """Return why the game is over, what decided, and the longest chains."""
    chains = visible(as_record(state.array), None)["chains"]
    return Ending(
        reason="all-laid" if state.over else "",
        facts={"n": TILES},
        connected=[max((len(chain.towers) for chain in own), default=0) for own in chains],
        **compare_colours(state, ranks),
    )
