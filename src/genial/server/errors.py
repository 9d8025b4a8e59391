"""Refusals of the server, each with a stable code and one plain sentence."""

from __future__ import annotations

import msgspec

from genial.core.errors import GenialError


class Refusal(GenialError):
    """Something cannot be done here, or by this account, now."""

    code = "refused"
    status = 409


class NotFound(Refusal):
    """Something does not exist, or not for this account."""

    code = "not-found"
    status = 404


class NotAllowed(Refusal):
    """This account has no permission for something."""

    code = "not-allowed"
    status = 403


class Stale(Refusal):
    """A move was made for an earlier position."""

    code = "stale"


class NotDone(msgspec.Struct):
    """A refusal on the wire: a stable code, one plain sentence, and what it is about."""

    code: str
    sentence: str
    facts: dict[str, int | str]
