"""Bots for tests, most of which misbehave. Written `py:tests.arena.bots:NAME`."""

from __future__ import annotations

import ctypes
import time
from typing import Any

import numpy as np

from genial.bots import Bot, Clock, Thought
from genial.bots.belief import from_view
from genial.bots.bot import Candidate
from genial.core import engine
from genial.core.chance import fast_stream
from genial.core.game import Game
from genial.core.kit import Data

SLOW = 2.2  # seconds that a slow bot takes


class First(Bot):
    """Plays the first legal move, until `turns` have gone by; then something happens."""

    def __init__(
        self, game: Game, *, seed: int, turns: int = 10**9, effort: int | None = None
    ) -> None:
        self.name = "first"
        self.game = game
        self._seed, self._turns = seed, turns

    def choose(self, view: Data, clock: Clock | None = None) -> str:
        self._turns -= 1
        if self._turns < 0:
            return self.misbehave(view)
        return self.legal(view)[0]

    def misbehave(self, view: Data) -> Any:
        return self.legal(view)[0]

    def legal(self, view: Data) -> list[str]:
        moves = np.zeros(self.game.kit.rules.MAX_MOVES, np.int32)
        count = engine.moves(from_view(view, fast_stream(0)), 0, moves)
        return [self.game.kit.spell(int(code)) for code in moves[:count]]

    def think(self, view: Data, **_: Any) -> Thought:
        move = self.legal(view)[0]
        return Thought(move=move, candidates=(Candidate(move, 0.5),), value=())


class Chance(First):
    """Plays at random, after its seed."""

    def choose(self, view: Data, clock: Clock | None = None) -> str:
        legal = self.legal(view)
        return legal[hash((self._seed, len(view["log"]))) % len(legal)]


class Last(First):
    """Plays the last legal move."""

    def choose(self, view: Data, clock: Clock | None = None) -> str:
        return self.legal(view)[-1]


class Raises(First):
    def misbehave(self, view: Data) -> Any:
        raise ValueError("no idea\nwhat to do")


class Illegal(First):
    def misbehave(self, view: Data) -> Any:
        return "Rh8Bh9x"


class NoText(First):
    def misbehave(self, view: Data) -> Any:
        return 7


class Slow(First):
    def misbehave(self, view: Data) -> Any:
        time.sleep(SLOW)
        return self.legal(view)[0]


class Hangs(First):
    def misbehave(self, view: Data) -> Any:
        while True:
            time.sleep(1)


class Dies(First):
    def misbehave(self, view: Data) -> Any:
        ctypes.string_at(0)


class Clocked(First):
    """Remembers nothing, but insists on its clock."""

    def choose(self, view: Data, clock: Clock | None = None) -> str:
        assert clock is not None
        assert clock.left > 0
        return super().choose(view, clock)


class CannotBeMade(First):
    def __init__(self, game: Game, *, seed: int) -> None:
        if seed:
            raise RuntimeError("out of luck")
        super().__init__(game, seed=seed)


class OnlyChooses:
    """The least that a class of one's own must have."""

    def __init__(self, game: Game, *, seed: int) -> None:
        self._game = game

    def choose(self, view: Data) -> str:
        moves = np.zeros(self._game.kit.rules.MAX_MOVES, np.int32)
        engine.moves(from_view(view, fast_stream(0)), 0, moves)
        return self._game.kit.spell(int(moves[0]))


class Silent:
    """Is no bot at all."""

    def __init__(self, game: Game, *, seed: int) -> None:
        pass


class TakesNothing(First):
    def __init__(self) -> None:
        pass


class FailsAtOnce(OnlyChooses):
    def choose(self, view: Data) -> str:
        return str(1 // 0)
