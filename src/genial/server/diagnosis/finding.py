"""What a check has found: a stable code and its facts, from which the sentence is made."""

from __future__ import annotations

from typing import Literal

import httpx
import msgspec

Check = Literal[
    "settings", "database", "bus", "server", "address", "certificate", "proxy", "clock", "disk",
    "versions", "compiled",
]  # fmt: skip
State = Literal["good", "warning", "error"]  # works; works, but see to it; does not work
Fact = str | int | float

TIMED_OUT = "timed out"  # the only reason of ours; all others are in the system's words


class Finding(msgspec.Struct, frozen=True):
    """The state of a part of the installation."""

    check: Check
    state: State
    code: str  # of the sentence, within the check
    facts: dict[str, Fact] = {}


def good(check: Check, code: str = "good", **facts: Fact) -> Finding:
    """Return that a part works."""
    return Finding(check, "good", code, facts)


def warning(check: Check, code: str, **facts: Fact) -> Finding:
    """Return that a part works, but should be looked at."""
    return Finding(check, "warning", code, facts)


def error(check: Check, code: str, **facts: Fact) -> Finding:
    """Return that a part does not work."""
    return Finding(check, "error", code, facts)


def reason(exception: BaseException) -> str:
    """Return why something failed, in the words of the system.

    >>> reason(ConnectionRefusedError(111, "Connect call failed ('127.0.0.1', 1)"))
    'Connection refused'
    >>> reason(TimeoutError())
    'timed out'
    """
    if isinstance(exception, ConnectionRefusedError):
        return "Connection refused"
    if isinstance(exception, OSError) and exception.strerror:
        return exception.strerror
    if isinstance(exception, TimeoutError | httpx.TimeoutException):
        return TIMED_OUT
    return str(exception) or type(exception).__name__
