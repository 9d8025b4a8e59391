"""Logs to standard error: a line for people or machines, and never a secret in it."""

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
_SCRUBBED = (
    (re.compile(r"genial_[\w-]{8,}"), "genial_" + _HIDDEN),  # tokens
    (re.compile(r"(genial=|Bearer )[^\s;,'\"]+"), rf"\1{_HIDDEN}"),  # cookies
    (re.compile(r"://[^\s/@]+@"), f"://{_HIDDEN}@"),  # passwords in addresses
    # Names are links: in addresses of the interface and of pages, and in names of jobs.
    (
        re.compile(r"((?:tables?|review|people|uploads|tokens|reports|blocks)/[\w-]{4})[\w-]{4,}"),
        rf"\1{_HIDDEN}",
    ),
)
_JOBS = {"job", "subject"}  # have the name of a table or an upload in them
_NAME = re.compile(r"([\w-]{4})[\w-]{12,}")
_REQUEST = re.compile(r"[\w-]{8,64}")


def scrubbed(text: str) -> str:
    """The text without what nobody may read in a log.

    >>> scrubbed("GET /api/tables/Qx7dkq02mNvA/record, postgresql://ada:lovelace@db/genial")
    'GET /api/tables/Qx7d…/record, postgresql://…@db/genial'
    """
    for pattern, instead in _SCRUBBED:
        text = pattern.sub(instead, text)
    return text


def without_secrets(_: object, __: str, said: EventDict) -> EventDict:
    """A line of the log without secrets; names of tables are shortened: they are links."""
    for name, value in said.items():
        if name in _SECRET:
            said[name] = _HIDDEN
        elif name == "table" and isinstance(value, str):
            said[name] = value[:4] + _HIDDEN
        elif name in _JOBS and isinstance(value, str):
            said[name] = _NAME.sub(rf"\1{_HIDDEN}", value)
        elif isinstance(value, str):
            said[name] = scrubbed(value)
    return said


def set_up_log(*, as_json: bool, level: Level = "info") -> None:
    """Log to standard error, what other libraries say too."""
    before: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso"),
        structlog.processors.format_exc_info,
        without_secrets,
    ]
    renderer: Processor = (
        structlog.processors.JSONRenderer()
        if as_json
        else structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())
    )
    structlog.configure(
        processors=[*before, renderer],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelName(level.upper())),
        # Standard error is looked up for every line: whoever runs us may have replaced it since.
        logger_factory=lambda *_: structlog.PrintLogger(sys.stderr),
    )
    handler = logging.StreamHandler(sys.stderr)
    remove = structlog.stdlib.ProcessorFormatter.remove_processors_meta
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(foreign_pre_chain=before, processors=[remove, renderer])
    )
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)


class Traced:
    """The application with a name for every request, its line in the log, and its time."""

    def __init__(self, app: Litestar) -> None:
        self._app = app

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        name = self._name(scope)
        structlog.contextvars.bind_contextvars(request=name)
        if scope["type"] == "websocket":
            await self._app(scope, receive, send)
            return
        began, status = time.perf_counter(), 500

        async def answer(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message["headers"], (b"x-request-id", name.encode())]
            await send(message)

        method = str(scope["method"])
        if method == "HEAD":
            scope = scope | {"method": "GET"}  # uvicorn leaves the body out
        try:
            await self._app(scope, receive, answer)
        finally:
            took = time.perf_counter() - began
            method = method if method in _METHODS else "other"
            services_of(self._app).registry.metrics.answered(method, status, took)
            log.debug("answered", method=method, path=scope["path"], status=status,
                      ms=round(1000 * took, 1))  # fmt: skip

    def _name(self, scope: Any) -> str:
        """The name that a proxy gave the request, if there is one; otherwise a new one."""
        if services_of(self._app).settings.proxies:
            for key, value in scope["headers"]:
                if key == b"x-request-id" and _REQUEST.fullmatch(value.decode("latin-1")):
                    return str(value.decode("latin-1"))
        return secrets.token_hex(8)
