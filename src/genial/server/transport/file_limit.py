"""How many files a process may have open: every connection is one of them."""

from __future__ import annotations

from typing import NamedTuple

_LEAST_RESERVED, _MOST_RESERVED = 64, 512  # for the database, the bus, notices and pages


class Room(NamedTuple):
    """Room for connections, and the limit of open files that allows it."""

    connections: int
    files: int


def make_room(wanted: int) -> Room:
    """Raise the limit of open files as far as is needed and allowed; the room that there is."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return Room(wanted, 0)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = wanted + _MOST_RESERVED
    if soft != resource.RLIM_INFINITY and soft < needed:
        raised = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (raised, hard))
            soft = raised
        except (ValueError, OSError):  # some systems allow less than they say
            pass
    if soft == resource.RLIM_INFINITY:
        return Room(wanted, 0)
    return Room(room_within(soft, wanted), soft)


def room_within(files: int, wanted: int) -> int:
    """Return how many of the connections that are wanted have room within a limit of files.

    >>> room_within(20_000, 10_000), room_within(1024, 10_000), room_within(256, 10_000)
    (10000, 768, 192)
    """
    reserved = max(_LEAST_RESERVED, min(_MOST_RESERVED, files // 4))
    return max(1, min(wanted, files - reserved))
