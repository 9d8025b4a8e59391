"""The interface of a bot: it gets the view of its seat and its clock, and returns a move."""

from __future__ import annotations

import threading
import time
from typing import Protocol

import msgspec

from genial.core.kit import Data


class Candidate(msgspec.Struct, frozen=True):
    """A move that a bot considered."""

    move: str
    value: float  # the utility that the seat to move can expect, 0 to 1
    visits: int = 0  # how often the bot tried it


class Thought(msgspec.Struct, frozen=True, kw_only=True):
    """A bot's evaluation of a position."""

    move: str  # the bot's choice
    candidates: tuple[Candidate, ...]  # best first
    value: tuple[float, ...]  # by seat: the expected utility, 0 to 1
    visits: int = 0
    colours: tuple[dict[str, float], ...] | None = None  # expected final points, by track
    seconds: float = 0.0


class Clock(msgspec.Struct, frozen=True):
    """The time that a seat has left, in seconds."""

    left: float
    increment: float = 0.0  # added after every turn


class Bot(Protocol):
    """A player of one game. All our bots and all entrants of the arena have this interface.

    Only one thread at a time may use a bot. A bot never sees more than the view. With the same
    seed, the same view gives the same choice, unless the search is timed.
    """

    name: str

    def choose(self, view: Data, clock: Clock | None = None) -> str:
        """Return the text of the move to play, in time if there is a clock."""

    def think(
        self,
        view: Data,
        *,
        seconds: float | None = None,
        effort: int | None = None,
        stop: threading.Event | None = None,
    ) -> Thought:
        """Evaluate the position for some seconds or with some effort (playouts).

        Without either, the bot uses its own default. Setting `stop` ends the search: the best
        move so far is the answer. A bot that only chooses inherits an evaluation that says no
        more than its choice.
        """
        began = time.perf_counter()
        move = self.choose(view)
        return Thought(
            move=move,
            candidates=(Candidate(move, 0.5),),
            value=(0.5,) * view["options"]["players"],
            seconds=time.perf_counter() - began,
        )
