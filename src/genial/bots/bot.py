"""What a bot is: it gets the view of its seat, and its clock, and answers with a move's text."""

from __future__ import annotations

import threading
from typing import Protocol

import msgspec

from genial.core.kit import Data


class Candidate(msgspec.Struct, frozen=True):
    """A move that a bot has considered."""

    move: str
    value: float  # what the seat to move can expect of it, 0 to 1
    visits: int = 0  # how often it was tried


class Thought(msgspec.Struct, frozen=True, kw_only=True):
    """What a bot thinks of a position."""

    move: str  # its choice
    candidates: tuple[Candidate, ...]  # best first
    value: tuple[float, ...]  # by seat: the utility to be expected, 0 to 1
    visits: int = 0
    colours: tuple[dict[str, float], ...] | None = None  # expected final points, by track
    seconds: float = 0.0


class Clock(msgspec.Struct, frozen=True):
    """What is left of a seat's time, in seconds."""

    left: float
    increment: float = 0.0  # added after every turn


class Bot(Protocol):
    """A player for one game. Every bot of ours, and whatever sits in the arena, is one.

    The same bot may be asked by one thread at a time. It never sees more than the view; under
    the same seed the same view gives the same choice, unless it thinks by the clock.
    """

    name: str

    def choose(self, view: Data, clock: Clock | None = None) -> str:
        """The text of the move it plays; a clock, if there is one, is kept."""

    def think(
        self,
        view: Data,
        *,
        seconds: float | None = None,
        effort: int | None = None,
        stop: threading.Event | None = None,
    ) -> Thought:
        """Its opinion, after so many seconds or so much effort (playouts); without either, by
        its own habit. Setting `stop` ends the thinking: the best so far is the answer.
        """
