"""What a browser loads: the client, the host's imprint and privacy notice, a few plain files."""

from __future__ import annotations

import gzip
import hashlib
import re
from dataclasses import dataclass
from html import escape
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Literal

from litestar import Request, Response, get
from litestar.connection import ASGIConnection

from genial.core.errors import BadOption
from genial.server.errors import NotFound
from genial.server.settings import Settings

Anybody = Request[Any, Any, Any]
Language = Literal["de", "en"]

_LARGEST = 256 * 1024  # bytes of a host's text
_NAMED_BY_CONTENT = "assets/"  # the build names what lies there by its content: it never changes
_NOT_THE_CLIENTS = frozenset(  # where an address that leads nowhere is an error, not a page
    ("api", "assets", "docs", "health", "icons", "imprint", "metrics", "plain", "privacy")
)
_KINDS = {  # not those of the system, which differ
    "css": "text/css",
    "html": "text/html",
    "js": "text/javascript",
    "json": "application/json",
    "png": "image/png",
    "svg": "image/svg+xml",
    "txt": "text/plain",
    "webmanifest": "application/manifest+json",
}
_COMPRESSIBLE = re.compile(r"text/|json|javascript|svg")
_LINK = re.compile(r"\[([^\]]+)\]\(((?:https?:|mailto:)[^)\s]+)\)|(https?://[^\s<>()]+)")

_WORDS: dict[Language, dict[str, str]] = {
    "en": {
        "title": "Genial: four games of colours",
        "lead": "A home for Ingenious, Tile Challenge, Genial Spezial and Phoenix.",
        "about": "Play with others and with bots, follow games, let your own program play. The "
        "deals are sealed before a game and can be proven after it.",
        "unaffiliated": "An independent fan project. It is not connected with, and not endorsed "
        "by, the authors and publishers of these games; their names belong to their owners.",
        "preparing": "The games are being prepared …",
        "ready": "The games are ready.",
        "away": "The server does not answer.",
        "api": "For programs: the interface",
        "imprint": "Imprint",
        "privacy": "Privacy",
        "home": "Home",
    },
    "de": {
        "title": "Genial: vier Spiele mit Farben",
        "lead": "Ein Zuhause für Einfach Genial, Wer zu viel riskiert, verliert!, Genial Spezial "
        "und Phoenix.",
        "about": "Spiele mit anderen und gegen Bots, sieh Partien zu, lass dein eigenes Programm "
        "spielen. Die Züge aus dem Beutel stehen vorher versiegelt fest und lassen sich hinterher "
        "beweisen.",
        "unaffiliated": "Ein unabhängiges Fanprojekt. Es steht in keiner Verbindung zu Autoren und "
        "Verlagen dieser Spiele; die Namen gehören ihren Inhabern.",
        "preparing": "Die Spiele werden vorbereitet …",
        "ready": "Die Spiele sind bereit.",
        "away": "Der Server antwortet nicht.",
        "api": "Für Programme: die Schnittstelle",
        "imprint": "Impressum",
        "privacy": "Datenschutz",
        "home": "Start",
    },
}


@dataclass(frozen=True)
class Found:
    """A static file, as it is sent."""

    content: bytes
    zipped: bytes | None
    kind: str
    tag: str
    lasting: bool

    @staticmethod
    def of(name: str, content: bytes) -> Found:
        """A file of this name."""
        kind = _KINDS.get(name.rpartition(".")[2], "application/octet-stream")
        zipped = gzip.compress(content, mtime=0) if _COMPRESSIBLE.search(kind) else None
        if zipped is not None and len(zipped) >= len(content):
            zipped = None
        tag = f'"{hashlib.sha256(content).hexdigest()[:20]}"'
        return Found(content, zipped, kind, tag, name.startswith(_NAMED_BY_CONTENT))


class Pages:
    """All files and the host's texts, read once."""

    def __init__(self, settings: Settings) -> None:
        here = resources.files("genial.server")
        plain = dict(_read_all(here / "plain"))
        at_root = {name: plain[name] for name in ("favicon.svg", "robots.txt")}
        own = {f"plain/{name}": found for name, found in plain.items()}
        self._files = at_root | own | dict(_read_all(here / "static"))
        self._texts = {name: _text(name, getattr(settings, name)) for name in _HOSTS}
        self._made: dict[tuple[str, Language], Found] = {}
        for language in _WORDS:
            self._made["", language] = _as_page(self._welcome(language))
            for name, text in self._texts.items():
                if text is not None:
                    self._made[name, language] = _as_page(self._text_page(name, text, language))

    def at(self, path: str) -> Found:
        """The file at a path; the client where it may have a page of its own; raises NotFound."""
        name = path.strip("/")
        found = self._files.get(name)
        if found is None and _may_be_the_clients(name):
            found = self._files.get("index.html")
        if found is None:
            raise NotFound("there is no such page", code="no-such-page")
        return found

    def first(self, language: Language) -> Found:
        """The browser client; while there is none, a page that says what this is."""
        return self._files.get("index.html") or self._made["", language]

    def text(self, name: str, language: Language) -> Found:
        """A host's text as a page; raises NotFound if there is none."""
        found = self._made.get((name, language))
        if found is None:
            raise NotFound("there is no such page", code="no-such-page")
        return found

    def _welcome(self, language: Language) -> str:
        say = _WORDS[language]
        progress = (
            f'<p id="progress" role="status" data-ready="{escape(say["ready"])}" '
            f'data-away="{escape(say["away"])}"><span id="words">{escape(say["preparing"])}</span> '
            '<progress id="bar" max="1"></progress></p>'
        )
        body = (
            f'<img src="/plain/favicon.svg" alt="" width="96" height="96"><h1>Genial</h1>'
            f'<p class="lead">{escape(say["lead"])}</p><p>{escape(say["about"])}</p>{progress}'
            f'<p><a href="/api/schema">{escape(say["api"])}</a></p>'
            f'<p class="small">{escape(say["unaffiliated"])}</p>'
            '<script src="/plain/home.js" defer></script>'
        )
        return self._page(language, say["title"], body, registry=False)

    def _text_page(self, name: str, text: str, language: Language) -> str:
        title = _WORDS[language][name]
        body = f"<article>{marked_up(text)}</article>"
        if not text.lstrip().startswith("# "):
            body = f"<h1>{escape(title)}</h1>{body}"
        return self._page(language, title, body, registry=True)

    def _page(self, language: Language, title: str, body: str, *, registry: bool) -> str:
        say = _WORDS[language]
        links = [("/", say["home"])] if registry else []
        links += [(f"/{name}", say[name]) for name, text in self._texts.items() if text is not None]
        shown = " · ".join(f'<a href="{where}">{escape(words)}</a>' for where, words in links)
        return (
            f'<!doctype html><html lang="{language}"><head><meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width, initial-scale=1">'
            '<meta name="color-scheme" content="light dark">'
            f"<title>{escape(title)}</title>"
            '<link rel="icon" href="/plain/favicon.svg" type="image/svg+xml">'
            '<link rel="stylesheet" href="/plain/home.css"></head>'
            f"<body><main>{body}</main><footer>{shown}</footer></body></html>\n"
        )


_HOSTS = ("imprint", "privacy")


def _may_be_the_clients(name: str) -> bool:
    """Can this be the address of a page, as opposed to a file or what programs ask for?

    >>> _may_be_the_clients("table/x7"), _may_be_the_clients("api/x7"), _may_be_the_clients("a.png")
    (True, False, False)
    """
    first, _, _ = name.partition("/")
    return first not in _NOT_THE_CLIENTS and "." not in name.rpartition("/")[2]


def _as_page(text: str) -> Found:
    return Found.of("page.html", text.encode())


def _read_all(folder: Traversable, before: str = "") -> list[tuple[str, Found]]:
    found: list[tuple[str, Found]] = []
    for entry in folder.iterdir() if folder.is_dir() else ():
        name = before + entry.name
        if entry.is_dir():
            found += _read_all(entry, f"{name}/")
        elif not entry.name.startswith(("_", ".")):
            found.append((name, Found.of(name, entry.read_bytes())))
    return found


def _text(name: str, file: str) -> str | None:
    """The text of a host's file; raises BadOption if it cannot be read."""
    if not file:
        return None
    try:
        content = Path(file).read_bytes()
        if len(content) > _LARGEST:
            raise BadOption(f"the setting {name}: {file} is too large")
        return content.decode()
    except OSError as error:
        raise BadOption(f"the setting {name}: {file} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BadOption(f"the setting {name}: {file} is not UTF-8") from None


def marked_up(text: str) -> str:
    """Plain text or simple Markdown as HTML: headings, lists, links; all else is shown as it is.

    >>> marked_up("# Who\\n\\nAda <b>\\n- [us](https://a.example)")
    '<h1>Who</h1><p>Ada &lt;b&gt;</p><ul><li><a href="https://a.example">us</a></li></ul>'
    """
    out: list[str] = []
    for block in re.split(r"\n\s*\n", text.replace("\r\n", "\n")):
        lines: list[str] = []
        items: list[str] = []
        for line in block.strip("\n").split("\n"):
            heading = re.fullmatch(r"(#{1,4}) +(.+?)\s*#*", line)
            item = re.fullmatch(r"\s*[-*] +(.+)", line)
            if heading is not None:
                out += _flushed(lines, items)
                depth = len(heading[1])
                out.append(f"<h{depth}>{_linked(heading[2])}</h{depth}>")
            elif item is not None:
                out += _flushed(lines, [])
                items.append(_linked(item[1]))
            elif line.strip():
                lines.append(_linked(line.strip()))
        out += _flushed(lines, items)
    return "".join(out)


def _flushed(lines: list[str], items: list[str]) -> list[str]:
    """What was gathered, as HTML; the lists are empty then."""
    out = [f"<p>{'<br>'.join(lines)}</p>"] if lines else []
    if items:
        out.append("<ul>" + "".join(f"<li>{item}</li>" for item in items) + "</ul>")
    lines.clear()
    items.clear()
    return out


def _linked(text: str) -> str:
    out, end = [], 0
    for link in _LINK.finditer(text):
        out.append(escape(text[end : link.start()]))
        where, words = (link[2], link[1]) if link[2] else (link[3], link[3])
        out.append(f'<a href="{escape(where)}">{escape(words)}</a>')
        end = link.end()
    return "".join(out) + escape(text[end:])


def language_of(connection: ASGIConnection[Any, Any, Any, Any]) -> Language:
    """The language that somebody reads, as the browser says; English if it is neither."""
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


def sent(request: Anybody, found: Found, *, by_language: bool = False) -> Response[bytes]:
    """A file as an answer: compressed if that is understood, not at all if it is known."""
    headers = {
        "etag": found.tag,
        "vary": "accept-encoding, accept-language" if by_language else "accept-encoding",
        "cache-control": "public, max-age=31536000, immutable" if found.lasting else "no-cache",
    }
    known = request.headers.get("if-none-match", "")
    if found.tag in [tag.strip().removeprefix("W/") for tag in known.split(",")]:
        return Response(b"", status_code=304, headers=headers)
    content = found.content
    if found.zipped is not None and "gzip" in request.headers.get("accept-encoding", ""):
        content = found.zipped
        headers["content-encoding"] = "gzip"
    return Response(content, media_type=found.kind, headers=headers)


async def unlimited(_: Anybody) -> None:
    """Files are sent from memory: asking for many of them at once, as browsers do, is no harm."""


@get("/", include_in_schema=False, before_request=unlimited)
async def first(request: Anybody) -> Response[bytes]:
    """The first page."""
    return sent(request, _pages(request).first(language_of(request)), by_language=True)


@get(["/imprint", "/privacy"], include_in_schema=False)
async def hosts(request: Anybody) -> Response[bytes]:
    """What the host has to say."""
    name = request.url.path.strip("/")
    return sent(request, _pages(request).text(name, language_of(request)), by_language=True)


@get("/{path:path}", include_in_schema=False, before_request=unlimited)
async def anything(request: Anybody, path: str) -> Response[bytes]:
    """A file, or a page of the client."""
    return sent(request, _pages(request).at(path))


def _pages(request: Anybody) -> Pages:
    pages: Pages = request.app.state.pages
    return pages


ROUTES = [first, hosts, anything]
