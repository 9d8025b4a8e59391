"""Refusals: each has a stable code, an HTTP status and one plain sentence."""

from __future__ import annotations

import msgspec

from genial.core.errors import GenialError


class Refusal(GenialError):
    """An action that is impossible now."""

    code = "refused"
    status = 409


class NotFound(Refusal):
    """Something that does not exist, or that this account must not see."""

    code = "not-found"
    status = 404


class NotAllowed(Refusal):
    """An action that this account has no permission for."""

    code = "not-allowed"
    status = 403


class Stale(Refusal):
    """A move for a position that has changed."""

    code = "stale"


class ErrorBody(msgspec.Struct):
    """Why a request was refused: a stable code, one plain sentence, and the facts in it."""

    code: str
    sentence: str
    facts: dict[str, int | str]
