"""The queue of analyses: shared fairly between addresses and between accounts.

An analysis is due when it is requested, but not before the previous one of the same address or
account has had its share of time. The one that is due first runs next. So a flood from one address
lines up behind all others, and still gets done when no one else is waiting.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from genial.server.errors import Refusal
from genial.server.limits import TooMuch

SHARE = 120.0  # seconds that an analysis may take, at most
MOST = 60  # waiting in all
MOST_OF_PLACE = 12  # waiting from one address
MOST_OF_ACCOUNT = 4
_TYPICAL = 30.0  # seconds that an analysis takes, to estimate when to try again


class TooManyWaiting(TooMuch):
    """Enough analyses of one account or address are waiting."""

    code = "analyses-waiting"


class QueueFull(Refusal):
    """Enough analyses are waiting in all."""

    code = "analyses-full"
    status = 503


class QueuedAnalysis(NamedTuple):
    """An analysis that is waiting or running."""

    subject: str
    account: str
    place: str
    due: float
    is_running: bool = False


class Admission(NamedTuple):
    """When a new analysis is due, and which one must make room for it, if any."""

    due: float
    instead_of: str | None = None


def admission(queue: Sequence[QueuedAnalysis], account: str, place: str, now: float) -> Admission:
    """Return where a new analysis stands in the queue; raise Refusal if there is no room.

    If the queue is full, the one that is due last makes room for one that is due earlier.
    """
    own = [one for one in queue if one.account == account]
    near = [one for one in queue if one.place == place]
    if len(own) >= MOST_OF_ACCOUNT or len(near) >= MOST_OF_PLACE:
        first = min(one.due for one in (*own, *near))
        minutes = _minutes(1 + sum(one.due < first for one in queue))
        raise TooManyWaiting(
            "Several games of yours, or from your network, are waiting to be analysed. "
            f"Try again in {_duration(minutes)}.",
            minutes=minutes,
        )
    due = max([now, *(one.due + SHARE for one in (*own, *near))])
    if len(queue) < MOST:
        return Admission(due)
    waiting = [one for one in queue if not one.is_running]
    last = max(waiting, key=lambda one: one.due, default=None)
    if last is None or last.due <= due:
        minutes = _minutes(MOST // 4)
        raise QueueFull(
            f"Many games are waiting to be analysed. Try again in {_duration(minutes)}.",
            minutes=minutes,
        )
    return Admission(due, last.subject)


def _minutes(games: int) -> int:
    return max(1, math.ceil(games * _TYPICAL / 60))


def _duration(minutes: int) -> str:
    return "a minute" if minutes == 1 else f"{minutes} minutes"
