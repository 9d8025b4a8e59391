"""Days of the daily challenge, as everybody counts them: in UTC."""

from __future__ import annotations

import datetime
from functools import lru_cache


def day_of(now: float) -> str:
    """The day of a time (epoch seconds).

    >>> day_of(0.0)
    '1970-01-01'
    """
    return datetime.datetime.fromtimestamp(now, datetime.UTC).date().isoformat()


@lru_cache(maxsize=1024)
def end_of(day: str) -> float:
    """When a day is over; raises ValueError if it is none.

    >>> end_of("1970-01-01")
    86400.0
    """
    start = datetime.datetime.combine(
        datetime.date.fromisoformat(day), datetime.time(), datetime.UTC
    )
    return (start + datetime.timedelta(days=1)).timestamp()
