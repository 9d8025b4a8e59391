"""What a game says about moves: which are legal, what one would score and why, what one did.

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


class Effect(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a move that was played did, in short. All seats may know it."""

    gains: dict[str, int] = {}  # points by colour, of the seat that moved
    failed: str = ""  # why it came to nothing, in a word of the game
    colour: str = ""  # because of which it failed


class Choices(msgspec.Struct):
    """The legal moves, small enough to be sent with every turn."""


class MoveList(Choices):
    """The legal moves one by one."""

    moves: list[str]
