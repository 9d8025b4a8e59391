"""Security headers of all responses, and responses to errors."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import structlog
from litestar import MediaType, Request, Response
from litestar.exceptions import HTTPException

from genial.core.errors import BadOption, GenialError, IllegalMove
from genial.core.shapes import shape_fault
from genial.server.errors import ErrorBody, Refusal
from genial.server.limits import TooMuch
from genial.server.services import services_of
from genial.server.storage.writer import failure_of

log = structlog.get_logger()

_SECURITY_HEADERS = {
    "content-security-policy": (
        # The engine in the browser is WebAssembly.
        "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data: blob:; "
        "style-src 'self' 'unsafe-inline'; connect-src 'self'; object-src 'none'; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


async def add_security_headers(response: Response[Any]) -> Response[Any]:
    """Add the headers that every response has."""
    for name, value in _SECURITY_HEADERS.items():
        response.headers.setdefault(name, value)  # an embedded board has a policy of its own
    return response


def refuse(
    status: int, code: str, sentence: str, facts: Mapping[str, int | str] | None = None
) -> Response[ErrorBody]:
    """Return the response to a request that is refused."""
    body = ErrorBody(code, sentence, dict(facts or {}))
    return Response(body, status_code=status, media_type=MediaType.JSON, headers=_SECURITY_HEADERS)


def _handle_refusal(request: Request[Any, Any, Any], error: GenialError) -> Response[ErrorBody]:
    if isinstance(error, TooMuch):
        services_of(request).limit_log.add("requests")
    status = 422 if isinstance(error, IllegalMove | BadOption) else 400
    if isinstance(error, Refusal):
        status = error.status
    facts = {name: value if isinstance(value, int) else str(value)
             for name, value in error.facts.items()}  # fmt: skip
    response = refuse(status, error.code, str(error), facts)
    minutes = facts.get("minutes")
    if isinstance(minutes, int):
        response.headers["retry-after"] = str(60 * minutes)
    return response


def _handle_bad_request(_: Request[Any, Any, Any], error: HTTPException) -> Response[ErrorBody]:
    extra = error.extra if isinstance(error.extra, list) else []
    faults = [_fault(one) for one in extra if isinstance(one, dict)]
    sentence = f"This request is not valid: {'; '.join(faults)}." if faults else error.detail
    return refuse(error.status_code, "bad-request", sentence)


def _fault(message: Mapping[str, Any]) -> str:
    """Return what a message of Litestar about a value says, in plain words."""
    key = str(message.get("key", "")).removeprefix("data").strip(".")
    where = f" - at `$.{key}`" if key else ""
    return shape_fault(ValueError(f"{message.get('message', '')}{where}")).sentence


def _handle_deep_nesting(_: Request[Any, Any, Any], __: RecursionError) -> Response[ErrorBody]:
    return refuse(400, "bad-request", "The body is nested too deeply.")


def _handle_failure(request: Request[Any, Any, Any], error: Exception) -> Response[ErrorBody]:
    failure = failure_of(error)
    if failure is not None:
        log.warning("storage", path=request.url.path, error=failure.why)
        return _handle_refusal(request, failure)
    log.error("request failed", path=request.url.path, exc_info=error)
    return refuse(500, "broken", "Internal error. It has been logged.")


EXCEPTION_HANDLERS: dict[int | type[Exception], Any] = {
    GenialError: _handle_refusal,
    HTTPException: _handle_bad_request,
    RecursionError: _handle_deep_nesting,
    Exception: _handle_failure,
}
