"""The client as a folder of files, for hosts that run no program.

Everything that needs no server works there: games against bots and on one screen, tutorials,
rules, reviews of these games. The folder can lie under any path, so its files name each other by
relative addresses, and the client keeps the addresses of its pages in the query.
"""

from __future__ import annotations

import json
import tempfile
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

import msgspec

from genial.core.errors import GenialError
from genial.server.lobby.games import game_infos
from genial.server.settings import Settings
from genial.server.tables.default_options import DefaultOptions

_PAGE = "index.html"
_MANIFEST = "manifest.webmanifest"
_GAMES = "games.json"  # what a server would answer; web/src/app/site.ts asks for it
_MARK = '<meta name="genial-site" content="" />'  # tells the client that there is no server


class BadSite(GenialError):
    """Raised when a site cannot be written."""

    code = "bad-site"


def write_site(folder: Path, *, replace: bool = False) -> int:
    """Write the client into a new folder and return how many files it has; raise BadSite.

    With `replace` the folder may have an older site, which is there until the new one is complete.
    """
    client = resources.files("genial.server") / "static"
    if not (client / _PAGE).is_file():
        raise BadSite("the browser client is not built: install the package first")
    _check(folder, replace=replace)
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent, prefix=f".{folder.name}-") as work:
            new = Path(work) / "new"
            count = _copy(client, new)
            _adapt(new)
            new.chmod(0o755)
            if folder.exists():
                folder.rename(Path(work) / "old")
            new.rename(folder)
    except OSError as error:
        raise BadSite(f"{folder}: {error.strerror}") from None
    return count + 1


def _check(folder: Path, *, replace: bool) -> None:
    """Raise BadSite rather than delete anything but an older site."""
    if folder.exists() and not folder.is_dir():
        raise BadSite(f"{folder} is not a folder")
    if not folder.exists() or not any(folder.iterdir()):
        return
    page = folder / _PAGE
    if not page.is_file() or _MARK not in page.read_text(encoding="utf-8", errors="replace"):
        raise BadSite(f"{folder} has other files: choose a new folder")
    if not replace:
        raise BadSite(f"{folder} has a site already: use --replace to write it anew")


def _copy(source: Traversable, target: Path) -> int:
    target.mkdir()
    count = 0
    for entry in source.iterdir():
        if entry.is_dir():
            count += _copy(entry, target / entry.name)
        elif not entry.name.startswith("."):
            (target / entry.name).write_bytes(entry.read_bytes())
            count += 1
    return count


def _adapt(site: Path) -> None:
    """Make what names files from the root name them from the page, and add the games."""
    page = (site / _PAGE).read_text(encoding="utf-8")
    for attribute in ("href", "src"):
        page = page.replace(f'{attribute}="/', f'{attribute}="./')
    (site / _PAGE).write_text(page.replace("<title>", f"{_MARK}<title>", 1), encoding="utf-8")
    manifest = json.loads((site / _MANIFEST).read_text(encoding="utf-8"))
    (site / _MANIFEST).write_text(_relative_manifest(manifest), encoding="utf-8")
    games = game_infos(DefaultOptions(Settings()))
    (site / _GAMES).write_bytes(msgspec.json.encode(games))


def _relative_manifest(manifest: dict[str, object]) -> str:
    found = {**manifest, "start_url": "./", "scope": "./"}
    found.pop("id", None)  # several sites of one host are several apps
    for key, name in (("icons", "src"), ("shortcuts", "url")):
        listed = manifest.get(key, [])
        assert isinstance(listed, list)
        start = "." if name == "src" else "./?"
        found[key] = [{**entry, name: start + entry[name]} for entry in listed]
    return json.dumps(found, indent=2, ensure_ascii=False)
