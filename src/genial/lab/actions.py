"""Actions: every move that can ever be legal in a game with its options, numbered from 0."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
import numpy.typing as npt

from genial.core.errors import BadOption, BadText, quote
from genial.core.game import Game
from genial.core.kernel import Codes
from genial.lab.observations import sight_of

NONE = -1  # a code of the kernel that is never legal with these options


def whole(action: Any) -> int:
    """Return an action as a number; raises BadOption for what is none, such as 1.5.

    >>> whole(np.int64(3))
    3
    """
    try:
        return operator.index(action)
    except TypeError:
        raise BadOption(f"an action is a whole number, not {quote(action)}") from None


class Actions:
    """The two-way map between numbers of actions and texts of moves.

    >>> import genial
    >>> actions = Actions(genial.game("tile-challenge"))
    >>> actions.size, actions.text(1), actions.number("take")
    (3, 'stop', 2)
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.codes: Codes = np.array(sight_of(game).codes(game), np.int32)
        self.size = len(self.codes)
        self.of_code: Codes = np.full(int(self.codes.max()) + 1, NONE, np.int32)
        self.of_code[self.codes] = np.arange(self.size, dtype=np.int32)
        self.packed_size = (self.size + 7) // 8

    def text(self, action: int) -> str:
        """Return the text of the move with this number."""
        return self.game.kit.spell(self.code(action))

    def code(self, action: int) -> int:
        """Return the kernel's number of the move with this number; raises BadOption."""
        if not 0 <= action < self.size:
            raise BadOption(f"actions are 0 to {self.size - 1}, not {quote(action)}")
        return int(self.codes[action])

    def number(self, text: str) -> int:
        """Return the number of a move; raises BadText if the text is none of this game."""
        code = self.game.kit.read(text)
        if code >= len(self.of_code) or self.of_code[code] == NONE:
            raise BadText(f"{text} is never legal with these options", code="never-legal")
        return int(self.of_code[code])

    def unpack(self, masks: npt.NDArray[np.uint8]) -> npt.NDArray[np.int8]:
        """Unpack masks of bits to ones and zeros."""
        bits = np.unpackbits(masks, axis=-1, count=self.size, bitorder="little")
        return bits.view(np.int8)
