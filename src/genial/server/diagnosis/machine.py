"""Check the machine: clock, disk, versions and compiled code."""

from __future__ import annotations

import contextlib
import ctypes
import importlib.metadata
import os
import platform
import re
import shutil
import sys
import tempfile
import time
from importlib import resources
from pathlib import Path

import genial
from genial.core.cache import cache_folder
from genial.core.kernel import JIT
from genial.server.compilation import stages
from genial.server.diagnosis.database import DatabaseReport
from genial.server.diagnosis.finding import Finding, error, good, warning

_SKEW = 1.0  # seconds by which clocks may differ
_FUTURE = 60.0  # seconds by which the last sign of life may be ahead of the clock
_TIGHT, _FULL = 1e9, 1e8  # bytes that are free
_UNSYNCHRONISED = 5  # what adjtimex answers (TIME_ERROR)
_REQUIREMENT = re.compile(r"([\w.-]+)(?:\[[\w,-]+\])?[^;]*?>=([\d.]+)")


def check_clock(report: DatabaseReport) -> list[Finding]:
    """Return whether the clock is right, as far as the system and the database know."""
    found = []
    if report.last_beat is not None and report.last_beat > time.time() + _FUTURE:
        ahead = round(report.last_beat - time.time())
        found.append(error("clock", "set-back", seconds=ahead))
    if abs(report.ahead) > _SKEW:
        found.append(error("clock", "database", seconds=round(abs(report.ahead), 1)))
    if not found and _is_synchronised() is False:
        found.append(warning("clock", "unsynchronised"))
    return found or [good("clock")]


def _is_synchronised() -> bool | None:
    """Does a time service set this machine's clock? None where the system does not say."""
    if sys.platform != "linux":
        return None
    asked = ctypes.create_string_buffer(512)  # zeros: read, and change nothing
    try:
        answer = ctypes.CDLL(None).adjtimex(asked)
    except (OSError, AttributeError):
        return None
    return None if answer < 0 else answer != _UNSYNCHRONISED


def check_disk(report: DatabaseReport) -> list[Finding]:
    """Return how much room is left where the database and compiled code are."""
    folders = [cache_folder()]
    if report.file is not None:
        folders.append(report.file.parent)
    found: dict[str, Finding] = {}
    for folder in folders:
        there, free, device = _measure(folder)
        state = good if free >= _TIGHT else warning if free >= _FULL else error
        what = "good" if free >= _TIGHT else "tight" if free >= _FULL else "full"
        megabytes = int(free / 1e6)
        found[f"{device} {what}"] = state("disk", what, folder=str(there), megabytes=megabytes)
    return list(found.values())


def _measure(folder: Path) -> tuple[Path, int, int]:
    """Return the nearest folder that this user can see, its free bytes and its device."""
    for there in (folder, *folder.parents):
        with contextlib.suppress(OSError):
            return there, shutil.disk_usage(there).free, there.stat().st_dev
    raise FileNotFoundError(folder)


def check_versions() -> list[Finding]:
    """Return whether all packages are there and new enough, and the browser client is built."""
    found = []
    for name, least in _requirements():
        try:
            there = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            found.append(error("versions", "missing", package=name))
            continue
        if _numbers(there) < _numbers(least):
            found.append(error("versions", "too-old", package=name, version=there, least=least))
    if not (resources.files("genial.server") / "static" / "index.html").is_file():
        found.append(error("versions", "no-client"))
    python = platform.python_version()
    return found or [good("versions", version=genial.__version__, python=python)]


def _requirements() -> list[tuple[str, str]]:
    """Return the packages that a server needs, with their least versions."""
    extras = ("server", "play", "pictures")
    found = []
    for text in importlib.metadata.requires("genial") or []:
        if "sys_platform" in text and sys.platform == "win32":
            continue
        extra = re.search(r"extra == ['\"](\w+)['\"]", text)
        needed = _REQUIREMENT.match(text)
        if needed and (extra is None or extra[1] in extras):
            found.append((needed[1], needed[2]))
    return found


def _numbers(version: str) -> list[int]:
    """Return the numbers of a version, to be compared.

    >>> _numbers("2.0.44"), _numbers("5.4.0rc1")
    ([2, 0, 44], [5, 4, 0])
    """
    return [int(part) for part in re.split(r"[^\d.]", version)[0].split(".") if part]


def check_compiled() -> list[Finding]:
    """Return whether the games are compiled, and whether that lasts."""
    if not JIT:
        return [error("compiled", "off")]
    folder = cache_folder()
    if folder.parent == Path(tempfile.gettempdir()) and "NUMBA_CACHE_DIR" not in os.environ:
        return [warning("compiled", "lost", folder=str(folder))]
    left = [(game, part, steps) for game, part, steps in stages() if steps]
    if left:
        games = ", ".join(dict.fromkeys(game for game, _, _ in left))
        return [warning("compiled", "pending", games=games, folder=str(folder))]
    return [good("compiled", folder=str(folder))]
