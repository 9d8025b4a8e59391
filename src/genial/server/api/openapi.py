"""What is documented of the interface: refusals everywhere, and a page with no scripts."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Any

from litestar import Request
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.plugins import OpenAPIRenderPlugin
from litestar.status_codes import HTTP_204_NO_CONTENT

from genial.server.errors import NotDone

# What anything can be refused with, besides what is wrong with a request itself.
_REFUSED = {
    400: "This cannot be understood",
    401: "The token is not valid",
    403: "Somebody else may do this, or you must say first who you are",
    404: "There is no such thing, or not for you",
    409: "This cannot be done now",
    413: "This is too large",
    415: "This is not JSON",
    422: "The rules of the game do not allow this",
    429: "Too much at once",
    503: "Not now: the database, or what is still being prepared, does not answer yet",
}
_NOTHING = ResponseSpec(data_container=None, description="Done; there is nothing to tell")
_METHODS = ("get", "post", "put", "patch", "delete")


def documented(routes: Iterable[Any]) -> tuple[Any, ...]:
    """The same routes; each of the API says how it refuses."""
    answers = {
        status: ResponseSpec(data_container=NotDone, description=why, generate_examples=False)
        for status, why in _REFUSED.items()
    }
    routes = tuple(routes)
    for route in routes:
        handlers = vars(route).values() if isinstance(route, type) else [route]
        for handler in handlers:
            if isinstance(handler, HTTPRouteHandler):
                handler.responses = answers | dict(handler.responses or {})
                if handler.status_code == HTTP_204_NO_CONTENT:
                    handler.responses[HTTP_204_NO_CONTENT] = _NOTHING
    return routes


class PlainPage(OpenAPIRenderPlugin):
    """All that can be asked for, by theme. The whole schema is linked as JSON."""

    def __init__(self) -> None:
        super().__init__(path="/")

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """The page."""
        themes: dict[str, list[str]] = {}
        for path, item in openapi_schema.get("paths", {}).items():
            for method in _METHODS:
                if method in item:
                    theme = (item[method].get("tags") or ["more"])[0]
                    themes.setdefault(theme, []).append(_entry(method, path, item[method]))
        body = "".join(
            f"<h2>{escape(theme)}</h2><dl>{''.join(entries)}</dl>"
            for theme, entries in themes.items()
        )
        source = escape(self.get_openapi_json_route(request))
        return (
            '<!doctype html><html lang="en"><head><meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width, initial-scale=1">'
            '<meta name="color-scheme" content="light dark"><title>Genial: the interface</title>'
            '<link rel="icon" href="/plain/favicon.svg" type="image/svg+xml">'
            '<link rel="stylesheet" href="/plain/home.css"></head><body><main>'
            f'<h1>The interface</h1><p>The whole schema as <a href="{source}">OpenAPI JSON</a>. '
            "Live play is a WebSocket at <code>/api/live/v1</code>.</p>"
            f'{body}</main><footer><a href="/">Genial</a></footer></body></html>\n'
        ).encode()


def _entry(method: str, path: str, told: dict[str, Any]) -> str:
    named = [
        f"<code>{escape(one['name'])}</code>"
        for one in told.get("parameters", ())
        if isinstance(one, dict) and one.get("in") == "query"
    ]
    sentences = [told.get("summary", ""), told.get("description", "")]
    words = " · ".join(escape(sentence) for sentence in sentences if sentence)
    query = f" Asks for {', '.join(named)}." if named else ""
    return f"<dt><code>{method.upper()} {escape(path)}</code></dt><dd>{words}{query}</dd>"
