"""The files of the website, kept in memory: the client, the host's pages, favicon and robots.txt.

Litestar's static files are no substitute: they answer no `If-None-Match`, compress every file anew
for every request, and make ETags of a file's time, which differs between machines.
"""

from __future__ import annotations

import gzip
import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from html import escape
from importlib import resources
from importlib.resources.abc import Traversable

from genial.server.errors import NotFound
from genial.server.settings import Settings
from genial.server.website.host_pages import Language, host_pages

_CLIENT = "index.html"
_HASHED = "assets/"  # the build names these files by their content: they never change
_OTHER_ADDRESSES = frozenset(  # where a wrong address is an error, not a page of the client
    (
        "api",
        "assets",
        "docs",
        "embed",
        "health",
        "icons",
        "imprint",
        "metrics",
        "pictures",
        "plain",
        "privacy",
        "sheet",
    )
)
_OWN_FILES = (
    "embed.css", "embed.js", "favicon.svg", "page.css", "robots.txt", "sheet.css", "sheet.js",
)  # fmt: skip
_MEDIA_TYPES = {  # not those of the system, which differ
    "css": "text/css",
    "html": "text/html",
    "js": "text/javascript",
    "json": "application/json",
    "png": "image/png",
    "svg": "image/svg+xml",
    "txt": "text/plain",
    "wasm": "application/wasm",
    "webmanifest": "application/manifest+json",
}
_COMPRESSIBLE = re.compile(r"text/|json|javascript|svg|wasm|octet-stream")


@dataclass(frozen=True)
class WebsiteFile:
    """A file as it is sent."""

    content: bytes
    media_type: str
    etag: str
    is_immutable: bool

    @staticmethod
    def create(name: str, content: bytes) -> WebsiteFile:
        """Return a file of this name."""
        media_type = _MEDIA_TYPES.get(name.rpartition(".")[2], "application/octet-stream")
        etag = f'"{hashlib.sha256(content).hexdigest()[:20]}"'
        return WebsiteFile(content, media_type, etag, name.startswith(_HASHED))

    @cached_property
    def gzipped(self) -> bytes | None:
        """Return the compressed content; None where that is not smaller.

        It is made for the first request: a server starts sooner, and most files are never sent.
        """
        if not _COMPRESSIBLE.search(self.media_type):
            return None
        gzipped = gzip.compress(self.content, mtime=0)
        return gzipped if len(gzipped) < len(self.content) else None


class WebsiteFiles:
    """All files of the website, read once."""

    def __init__(self, settings: Settings, address: str = "") -> None:
        package = resources.files("genial.server")
        own = {name: (package / "website" / name).read_bytes() for name in _OWN_FILES}
        self._files = {name: WebsiteFile.create(name, content) for name, content in own.items()}
        self._files |= _read_all(package / "static")
        self._host_pages = {
            key: WebsiteFile.create("page.html", page.encode())
            for key, page in host_pages(settings).items()
        }
        facts = {
            "genial-address": address.rstrip("/"),
            "genial-pages": " ".join(sorted({name for name, _ in self._host_pages})),
        }
        if self.client is not None:
            self._files[_CLIENT] = _with_facts(self.client, facts)

    @property
    def client(self) -> WebsiteFile | None:
        """Return the page of the client; none if it is not built."""
        return self._files.get(_CLIENT)

    def find(self, path: str) -> WebsiteFile:
        """Return the file at a path, or the client where it may show a page; raise NotFound."""
        name = path.strip("/")
        found = self._files.get(name)
        if found is None and _is_page_of_client(name):
            found = self.client
        if found is None:
            raise NotFound("There is no such page.", code="no-such-page")
        return found

    def host_page(self, name: str, language: Language) -> WebsiteFile:
        """Return the imprint or privacy page; raise NotFound if the host has none."""
        found = self._host_pages.get((name, language))
        if found is None:
            raise NotFound("There is no such page.", code="no-such-page")
        return found


def _with_facts(client: WebsiteFile, facts: Mapping[str, str]) -> WebsiteFile:
    """Return the client's page, told what it need not ask for: those facts that are not empty."""
    head = "".join(
        f'<meta name="{name}" content="{escape(fact)}" />' for name, fact in facts.items() if fact
    )
    if not head:
        return client
    return WebsiteFile.create(
        _CLIENT, client.content.replace(b"<title>", f"{head}<title>".encode(), 1)
    )


def _is_page_of_client(name: str) -> bool:
    """Can this be the address of a page, as opposed to a file or the API?

    >>> _is_page_of_client("table/x7"), _is_page_of_client("api/x7"), _is_page_of_client("a.png")
    (True, False, False)
    """
    first, _, _ = name.partition("/")
    return first not in _OTHER_ADDRESSES and "." not in name.rpartition("/")[2]


def _read_all(folder: Traversable, prefix: str = "") -> dict[str, WebsiteFile]:
    found: dict[str, WebsiteFile] = {}
    for entry in folder.iterdir() if folder.is_dir() else ():
        name = prefix + entry.name
        if entry.is_dir():
            found |= _read_all(entry, f"{name}/")
        elif not entry.name.startswith(("_", ".")):
            found[name] = WebsiteFile.create(name, entry.read_bytes())
    return found
