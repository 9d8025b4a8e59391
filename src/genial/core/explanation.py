"""What a game says about moves: which are legal, in short, and what one would score and why.

These are the Structs on the wire; each game may add its own (see `genial.core.kit`).
"""

from __future__ import annotations

import msgspec


class Explanation(msgspec.Struct, kw_only=True):
    """What a move would score and why; games have subclasses of their own."""

    move: str
    gains: dict[str, int]  # points by colour


class PlainExplanation(Explanation):
    """The explanation of a game that has no more to say."""


class Choices(msgspec.Struct):
    """The legal moves, small enough to be sent with every turn."""


class MoveList(Choices):
    """The legal moves one by one."""

    moves: list[str]
