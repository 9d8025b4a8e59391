"""Store that a process is alive, and read when none was.

A heartbeat that comes late, after one of any process, is the end of a downtime. The first process
to see that stores it, by the beat after which it began: two processes cannot both store it.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from typing import Any, NamedTuple

LATE = 2.5  # seconds after the last heartbeat of any process at which a downtime begins to count
KEPT = 40 * 86400.0  # seconds for which downtimes are kept: longer than any clock runs

# Each is a statement of its own: a process that hangs between two must not hold up another.
_LAST = "SELECT max(beat) FROM processes"
_FOUND = """INSERT INTO downtimes (began, ended) VALUES ($1, $2) ON CONFLICT DO NOTHING
    RETURNING began"""
_NOTE = """INSERT INTO processes (process, beat) VALUES ($1, $2)
    ON CONFLICT (process) DO UPDATE SET beat = excluded.beat"""
_KNOWN = "SELECT began, ended FROM downtimes WHERE ended > $1 ORDER BY began"
_FORGET = "DELETE FROM downtimes WHERE ended < $1"


class Downtime(NamedTuple):
    """A time in which no process was alive."""

    began: float
    ended: float


class Beat(NamedTuple):
    """A heartbeat: when it was, and the downtimes that this process did not know of."""

    at: float
    is_finder: bool  # was this process the first to see the last downtime?
    downtimes: list[Downtime]
    is_stored: bool  # do other processes know that this one is alive?


Statement = tuple[str, tuple[object, ...]]  # parameters are $1, $2, …
Exchange = Generator[Statement, Sequence[Any], Beat]  # statements, each answered by its rows


def exchange_beat(
    process: str, now: Callable[[], float], late: float, known: float, stored: float
) -> Exchange:
    """Yield the statements of a heartbeat, for a process that knows all downtimes up to a time.

    The time is taken after the database has answered: a beat that hangs is an old one.

    A process that was away while others lived stores no beat, by the time of its last that is
    stored: for the others it is alive again when its players have got back what they lost.
    """
    ((last,),) = yield _LAST, ()
    at = now()
    found: Sequence[Any] = ()
    is_downtime = last is not None and at - last > late
    if is_downtime:
        found = yield _FOUND, (last, at)
        yield _FORGET, (at - KEPT,)
    is_stored = is_downtime or at - stored <= LATE
    if is_stored:
        yield _NOTE, (process, at)
    rows = yield _KNOWN, (known,)
    return Beat(at, bool(found), [Downtime(*row) for row in rows], is_stored)


def lost_time(downtimes: Iterable[Downtime], since: float) -> tuple[float, float]:
    """Return how many seconds after a time no process was alive, and when the last of them ended.

    >>> lost_time([Downtime(0, 4), Downtime(10, 18), Downtime(11, 19)], 12)
    (7.0, 19)
    """
    seconds = 0.0
    for began, ended in sorted(downtimes):
        if ended > since:
            seconds += ended - max(began, since)
            since = ended
    return seconds, since
