"""The host's imprint and privacy pages, written in Markdown."""

from __future__ import annotations

import functools
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from litestar.connection import ASGIConnection

from genial.core.errors import BadOption
from genial.server.settings import Settings

if TYPE_CHECKING:
    from markdown_it import MarkdownIt  # loaded only where a host has written something

Language = Literal["de", "en"]

_NAMES = ("imprint", "privacy")
_LARGEST = 256 * 1024  # bytes of a text
_TEXTS: dict[Language, dict[str, str]] = {
    "en": {"imprint": "Imprint", "privacy": "Privacy", "home": "Home"},
    "de": {"imprint": "Impressum", "privacy": "Datenschutz", "home": "Start"},
}


def host_pages(settings: Settings) -> dict[tuple[str, Language], str]:
    """Return the pages that the host has written, by name and language; raise BadOption."""
    texts = {name: _read(name, getattr(settings, name)) for name in _NAMES}
    found = {name: text for name, text in texts.items() if text is not None}
    return {
        (name, language): _page(name, text, language, list(found))
        for name, text in found.items()
        for language in _TEXTS
    }


def render_markdown(text: str) -> str:
    """Return Markdown as HTML. HTML in it is shown as text, and only safe addresses are linked.

    >>> render_markdown("# Us\\n\\nAda <b>\\n- [club](https://a.example)")
    '<h1>Us</h1>\\n<p>Ada &lt;b&gt;</p>\\n<ul>\\n<li><a href="https://a.example">club</a></li>\\n</ul>\\n'
    """
    return str(_markdown().render(text))


@functools.cache
def _markdown() -> MarkdownIt:
    from markdown_it import MarkdownIt

    markdown = MarkdownIt("commonmark", {"html": False, "linkify": True, "breaks": True})
    return markdown.enable("linkify").disable("image")


def language_of(connection: ASGIConnection[Any, Any, Any, Any]) -> Language:
    """Return the language that the browser prefers; English if it is neither."""
    weights: list[tuple[float, Language]] = []
    for part in connection.headers.get("accept-language", "")[:200].split(","):
        name, _, weight = part.partition(";q=")
        short = name.strip().lower()[:2]
        if short in ("de", "en"):
            try:
                weights.append((float(weight or 1), "de" if short == "de" else "en"))
            except ValueError:
                continue
    return max(weights, key=lambda one: one[0])[1] if weights else "en"


def _page(name: str, text: str, language: Language, others: list[str]) -> str:
    words = _TEXTS[language]
    body = f"<article>{render_markdown(text)}</article>"
    if not text.lstrip().startswith("# "):
        body = f"<h1>{escape(words[name])}</h1>{body}"
    links = [("/", words["home"]), *((f"/{other}", words[other]) for other in others)]
    footer = " · ".join(f'<a href="{href}">{escape(title)}</a>' for href, title in links)
    return (
        f'<!doctype html><html lang="{language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="color-scheme" content="light dark">'
        f"<title>{escape(words[name])}</title>"
        '<link rel="icon" href="/favicon.svg" type="image/svg+xml">'
        '<link rel="stylesheet" href="/page.css"></head>'
        f"<body><main>{body}</main><footer>{footer}</footer></body></html>\n"
    )


def _read(name: str, file: str) -> str | None:
    """Return the text of a host's file; raise BadOption if it cannot be read."""
    if not file:
        return None
    try:
        content = Path(file).read_bytes()
        if len(content) <= _LARGEST:
            return content.decode()
        why = "is too large"
    except OSError as error:
        why = f"cannot be read: {error.strerror}"
    except UnicodeDecodeError:
        why = "is not UTF-8"
    raise BadOption(f"the setting {name}: {file} {why}", setting=name, file=file)
