"""Clocks of a game: how much time each seat has left, and when the seat to move runs out.

Times are epoch seconds. Nothing here looks at a real clock.
"""

from __future__ import annotations

import dataclasses

from genial.server.errors import Refusal
from genial.server.tables.events import Pace

_LONGEST = 30 * 86400.0  # seconds
HAND_OVER = 60.0  # seconds at most to hand over a shared screen, before a clock runs


def check_pace(pace: Pace | None) -> Pace | None:
    """Return the pace; raise Refusal if no clock can have it."""
    if pace is not None and not (1 <= pace.seconds <= _LONGEST and 0 <= pace.increment <= 3600):
        raise Refusal(
            "A clock has between a second and 30 days, and up to an hour a turn on top.",
            code="bad-clock",
        )
    return pace


@dataclasses.dataclass(frozen=True)
class Clocks:
    """All clocks of a table; that of the seat to move is running."""

    pace: Pace
    left: tuple[float, ...]  # seconds by seat, without what runs now
    turn: int | None = None  # the seat whose clock runs, from 1
    since: float = 0.0

    @staticmethod
    def of(pace: Pace, seats: int) -> Clocks:
        """Return the clocks as they stand before the game."""
        return Clocks(pace, (pace.seconds,) * seats)

    @property
    def deadline(self) -> float | None:
        """Return when the seat to move runs out of time."""
        return None if self.turn is None else self.since + self.left[self.turn - 1]

    def pass_to(self, turn: int | None, at: float, rest: float = 0.0) -> Clocks:
        """Return the clocks when a seat is to move, whose clock rests for some seconds first.

        For the same seat as before they run on.
        """
        if turn == self.turn:
            return self
        left = list(self.left)
        if self.turn is not None:
            mover = self.turn - 1
            if self.pace.by_turn:
                left[mover] = self.pace.seconds
            else:
                spent = max(0.0, at - self.since)
                left[mover] = max(0.0, left[mover] - spent) + self.pace.increment
        return dataclasses.replace(self, left=tuple(left), turn=turn, since=at + rest)

    def end_rest(self, at: float) -> Clocks:
        """Return the clocks when the player to move is ready: a clock that rests runs from now."""
        return dataclasses.replace(self, since=min(self.since, at))

    def rest(self, at: float) -> float:
        """Return for how many more seconds the clock of the seat to move rests."""
        return 0.0 if self.turn is None else round(max(0.0, self.since - at), 3)

    def delay(self, seconds: float) -> Clocks:
        """Return the clocks after a time that they are not charged for."""
        return dataclasses.replace(self, since=self.since + seconds)

    def seconds_left(self, at: float) -> list[float]:
        """Return the seconds left by seat, as players see them."""
        left = list(self.left)
        if self.turn is not None:
            left[self.turn - 1] = max(0.0, left[self.turn - 1] - max(0.0, at - self.since))
        return [round(seconds, 3) for seconds in left]
