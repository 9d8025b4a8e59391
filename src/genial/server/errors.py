"""What the server refuses to do, each with a stable code and one plain sentence."""

from __future__ import annotations

from genial.core.errors import GenialError


class Refusal(GenialError):
    """Something that cannot be done at this table, or by this person, now."""

    code = "refused"
    status = 409


class NotFound(Refusal):
    """Something that is not there, or not for this person."""

    code = "not-found"
    status = 404


class NotAllowed(Refusal):
    """Something that somebody else may do."""

    code = "not-allowed"
    status = 403


class Stale(Refusal):
    """A move for a position that is no longer there."""

    code = "stale"
