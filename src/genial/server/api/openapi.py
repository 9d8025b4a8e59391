"""The documentation of the API: refusals of every endpoint, and a page without scripts."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Any

from litestar import Request
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.plugins import OpenAPIRenderPlugin
from litestar.status_codes import HTTP_204_NO_CONTENT

from genial.server.errors import ErrorBody

_REFUSALS = {  # that any request can get
    400: "The request is malformed",
    401: "The token is not valid",
    403: "You don't have permission, or are not logged in",
    404: "Not found, or not visible to you",
    409: "Impossible in the current state",
    413: "The body is too large",
    415: "The body is not JSON",
    422: "The rules of the game do not allow this",
    429: "Too many requests",
    503: "Temporarily unavailable: the database does not answer, or a game is being compiled",
}
_DONE = ResponseSpec(data_container=None, description="Done, without a body")
_METHODS = ("get", "post", "put", "patch", "delete")


def document_refusals(routes: Iterable[Any]) -> tuple[Any, ...]:
    """Add the possible refusals to the documentation of all routes, and return these."""
    answers = {
        status: ResponseSpec(data_container=ErrorBody, description=why, generate_examples=False)
        for status, why in _REFUSALS.items()
    }
    routes = tuple(routes)
    for route in routes:
        handlers = vars(route).values() if isinstance(route, type) else [route]
        for handler in handlers:
            if isinstance(handler, HTTPRouteHandler):
                handler.responses = answers | dict(handler.responses or {})
                if handler.status_code == HTTP_204_NO_CONTENT:
                    handler.responses[HTTP_204_NO_CONTENT] = _DONE
    return routes


class PlainPage(OpenAPIRenderPlugin):
    """A page that lists all endpoints by tag and links to the schema as JSON."""

    def __init__(self) -> None:
        super().__init__(path="/")

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """Return the page."""
        sections: dict[str, list[str]] = {}
        for path, item in openapi_schema.get("paths", {}).items():
            for method in _METHODS:
                if method in item:
                    tag = (item[method].get("tags") or ["more"])[0]
                    sections.setdefault(tag, []).append(_entry(method, path, item[method]))
        body = "".join(
            f"<h2>{escape(tag)}</h2><dl>{''.join(entries)}</dl>"
            for tag, entries in sections.items()
        )
        source = escape(self.get_openapi_json_route(request))
        return (
            '<!doctype html><html lang="en"><head><meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width, initial-scale=1">'
            '<meta name="color-scheme" content="light dark"><title>Genial: API</title>'
            '<link rel="icon" href="/favicon.svg" type="image/svg+xml">'
            '<link rel="stylesheet" href="/page.css"></head><body><main>'
            f'<h1>API</h1><p>The full schema is available as <a href="{source}">OpenAPI JSON</a>. '
            "Live play uses a WebSocket at <code>/api/live/v1</code>.</p>"
            f'{body}</main><footer><a href="/">Genial</a></footer></body></html>\n'
        ).encode()


def _entry(method: str, path: str, operation: dict[str, Any]) -> str:
    parameters = [
        f"<code>{escape(one['name'])}</code>"
        for one in operation.get("parameters", ())
        if isinstance(one, dict) and one.get("in") == "query"
    ]
    sentences = [operation.get("summary", ""), operation.get("description", "")]
    words = " · ".join(escape(sentence) for sentence in sentences if sentence)
    query = f" Parameters: {', '.join(parameters)}." if parameters else ""
    return f"<dt><code>{method.upper()} {escape(path)}</code></dt><dd>{words}{query}</dd>"
