"""The queue of analyses: shared fairly between addresses and between accounts.

An analysis is due when it is asked for, but not before another one of the same address or account
has had its share of time. Whichever is due first is next. So a flood from one address lines up
behind everybody else, and yet is worked off when nobody else waits.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from genial.server.errors import Refusal
from genial.server.limits import TooMuch

SHARE = 120.0  # seconds that an analysis may take, at most
MOST = 60  # that wait in all
MOST_OF_PLACE = 12  # that wait for one address
MOST_OF_ACCOUNT = 4
_USUAL = 30.0  # seconds that an analysis takes, for those who are told when to try again


class TooManyWaiting(TooMuch):
    """Enough analyses of one account or address wait already."""

    code = "analyses-waiting"


class QueueFull(Refusal):
    """Enough analyses of everybody wait already."""

    code = "analyses-full"
    status = 503


class Waiting(NamedTuple):
    """An analysis that waits or is under way."""

    subject: str
    account: str
    place: str
    due: float
    is_running: bool = False


class Admission(NamedTuple):
    """When a new analysis is due, and which one must make room for it, if any."""

    due: float
    instead_of: str | None = None


def admission(waiting: Sequence[Waiting], account: str, place: str, now: float) -> Admission:
    """Return where a new analysis stands in the queue; raises Refusal and says when to try again.

    If the queue is full, the one that is due last makes room for one that is due earlier.
    """
    own = [one for one in waiting if one.account == account]
    near = [one for one in waiting if one.place == place]
    if len(own) >= MOST_OF_ACCOUNT or len(near) >= MOST_OF_PLACE:
        first = min(one.due for one in (*own, *near))
        minutes = _minutes(1 + sum(one.due < first for one in waiting))
        raise TooManyWaiting(
            "several games wait to be analysed for you, or for others at your address: "
            f"try again in {_said(minutes)}",
            minutes=minutes,
        )
    due = max([now, *(one.due + SHARE for one in (*own, *near))])
    if len(waiting) < MOST:
        return Admission(due)
    queued = [one for one in waiting if not one.is_running]
    last = max(queued, key=lambda one: one.due, default=None)
    if last is None or last.due <= due:
        minutes = _minutes(MOST // 4)
        raise QueueFull(
            f"many games wait to be analysed: try again in {_said(minutes)}", minutes=minutes
        )
    return Admission(due, last.subject)


def _minutes(games: int) -> int:
    return max(1, math.ceil(games * _USUAL / 60))


def _said(minutes: int) -> str:
    return "a minute" if minutes == 1 else f"{minutes} minutes"
