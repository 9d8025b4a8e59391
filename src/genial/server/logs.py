"""Log to standard error, as text or JSON, without secrets."""

from __future__ import annotations

import logging
import re
import secrets
import sys
import time
from typing import Any, Literal

import structlog
from litestar import Litestar
from litestar.types import Message, Receive, Send
from structlog.typing import EventDict, Processor

from genial.server.services import services_of

Level = Literal["debug", "info", "warning", "error"]

log = structlog.get_logger()

_SECRET = {
    "address", "authorization", "code", "codes", "cookie", "cookies", "endpoint", "headers", "key",
    "keys", "password", "secret", "set-cookie", "token",
}  # fmt: skip
_HIDDEN = "…"
_METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}
_REDACTIONS = (
    (re.compile(r"genial_[\w-]{8,}"), "genial_" + _HIDDEN),  # tokens
    (re.compile(r"(genial=|Bearer )[^\s;,'\"]+"), rf"\1{_HIDDEN}"),  # cookies
    (re.compile(r"://[^\s/@]+@"), f"://{_HIDDEN}@"),  # passwords in addresses
    # Names are secret links: in paths of the API and of pages, and in names of jobs.
    (
        re.compile(r"((?:tables?|review|people|uploads|tokens|reports|blocks)/[\w-]{4})[\w-]{4,}"),
        rf"\1{_HIDDEN}",
    ),
)
_JOB_FIELDS = {"job", "subject"}  # contain the name of a table or an upload
_LINK_NAME = re.compile(r"([\w-]{4})[\w-]{12,}")
_REQUEST_ID = re.compile(r"[\w-]{8,64}")


def redact(text: str) -> str:
    """Return the text with its secrets hidden.

    >>> redact("GET /api/tables/Qx7dkq02mNvA/record, postgresql://ada:lovelace@db/genial")
    'GET /api/tables/Qx7d…/record, postgresql://…@db/genial'
    """
    for pattern, replacement in _REDACTIONS:
        text = pattern.sub(replacement, text)
    return text


def redact_event(_: object, __: str, event: EventDict) -> EventDict:
    """Hide the secrets in a line of the log, and shorten the names of tables: they are links."""
    for name, value in event.items():
        if name in _SECRET:
            event[name] = _HIDDEN
        elif name == "table" and isinstance(value, str):
            event[name] = value[:4] + _HIDDEN
        elif name in _JOB_FIELDS and isinstance(value, str):
            event[name] = _LINK_NAME.sub(rf"\1{_HIDDEN}", value)
        elif isinstance(value, str):
            event[name] = redact(value)
    return event


def set_up_log(*, as_json: bool, level: Level = "info") -> None:
    """Log to standard error, including what other libraries log."""
    before: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso"),
        structlog.processors.format_exc_info,
        redact_event,
    ]
    renderer: Processor = (
        structlog.processors.JSONRenderer()
        if as_json
        else structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())
    )
    structlog.configure(
        processors=[*before, renderer],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelName(level.upper())),
        # Standard error is looked up for every line: it may have been replaced since.
        logger_factory=lambda *_: structlog.PrintLogger(sys.stderr),
    )
    handler = logging.StreamHandler(sys.stderr)
    remove = structlog.stdlib.ProcessorFormatter.remove_processors_meta
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(foreign_pre_chain=before, processors=[remove, renderer])
    )
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)


class RequestLog:
    """Gives every request of an application an ID, logs it and measures its time."""

    def __init__(self, app: Litestar) -> None:
        self._app = app

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        """Pass a request on to the application."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        request_id = self._request_id(scope)
        structlog.contextvars.bind_contextvars(request=request_id)
        if scope["type"] == "websocket":
            await self._app(scope, receive, send)
            return
        began, status = time.perf_counter(), 500

        async def answer(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message["headers"], (b"x-request-id", request_id.encode())]
            await send(message)

        method = str(scope["method"])
        if method == "HEAD":
            scope = scope | {"method": "GET"}  # uvicorn leaves the body out
        try:
            await self._app(scope, receive, answer)
        finally:
            seconds = time.perf_counter() - began
            method = method if method in _METHODS else "other"
            services_of(self._app).registry.metrics.note_request(method, status, seconds)
            log.debug("request", method=method, path=scope["path"], status=status,
                      ms=round(1000 * seconds, 1))  # fmt: skip

    def _request_id(self, scope: Any) -> str:
        """Return the ID that a trusted proxy gave the request, otherwise a new one."""
        if services_of(self._app).settings.proxies:
            for key, value in scope["headers"]:
                if key == b"x-request-id" and _REQUEST_ID.fullmatch(value.decode("latin-1")):
                    return str(value.decode("latin-1"))
        return secrets.token_hex(8)
