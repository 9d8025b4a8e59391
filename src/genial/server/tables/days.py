"""Days of the daily challenge, which are those of UTC."""

from __future__ import annotations

import datetime
from functools import lru_cache


def day_of(now: float) -> str:
    """Return the day of a time (epoch seconds).

    >>> day_of(0.0)
    '1970-01-01'
    """
    return datetime.datetime.fromtimestamp(now, datetime.UTC).date().isoformat()


@lru_cache(maxsize=1024)
def end_of(day: str) -> float:
    """Return when a day is over; raise ValueError if the text is no day.

    >>> end_of("1970-01-01")
    86400.0
    """
    start = datetime.datetime.combine(
        datetime.date.fromisoformat(day), datetime.time(), datetime.UTC
    )
    return (start + datetime.timedelta(days=1)).timestamp()
