"""Compiled code on disk: where it is kept, and how several processes write it at once."""

from __future__ import annotations

import functools
import hashlib
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

import numba
import platformdirs
from numba.core.caching import FunctionCache, IndexDataCacheFile

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

Function = TypeVar("Function", bound=Callable[..., Any])

LAYERS = ("core", "games", "bots")  # of the package, lowest first: where kernels are
_KEPT = 3  # folders of compiled code of earlier sources that stay


@functools.cache
def cache_folder(layer: str = "games") -> Path:
    """Where compiled code is kept: beside the package, or in the user's cache folder.

    The folder's name contains a hash of all kernel sources up to this layer (`games` or
    `bots`), because Numba itself only notices changes in the file of the function it compiled,
    not in what that calls. Code that checks bounds (`NUMBA_BOUNDSCHECK=1`) has folders of its own:
    Numba's key does not tell it from code that does not.
    """
    package = Path(__file__).parents[1]
    digest = hashlib.blake2b(numba.__version__.encode(), digest_size=8)
    for folder in LAYERS[: LAYERS.index(layer) + 1]:
        for source in sorted(package.glob(f"{folder}/**/*.py")):
            digest.update(source.read_bytes())
    kind = kind_of(layer)
    name = f"{kind}-{digest.hexdigest()}"
    asked = os.environ.get("NUMBA_CACHE_DIR")
    bases = [Path(asked)] if asked else []
    bases += [package / "__pycache__", platformdirs.user_cache_path("genial", appauthor=False)]
    for base in bases:
        try:
            with alone(base / name), tempfile.TemporaryFile(dir=base / name):
                pass
        except OSError:
            continue
        forget_old(base, kind)
        return base / name
    return Path(tempfile.mkdtemp(prefix="genial-"))


def kind_of(layer: str) -> str:
    """What the names of a layer's folders begin with: another word where bounds are checked."""
    return f"checked-{layer}" if numba.config.BOUNDSCHECK else layer


def forget_old(base: Path, kind: str) -> None:
    """Remove the folders of sources long gone; another process may be doing the same."""
    folders = sorted(base.glob(f"{kind}-*"), key=_age)
    for folder in folders[:-_KEPT]:
        shutil.rmtree(folder, ignore_errors=True)


def _age(folder: Path) -> float:
    try:
        return folder.stat().st_mtime
    except FileNotFoundError:  # removed since it was listed
        return 0.0


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Let no other process or thread that asks for it be here, too; one that dies lets go."""
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / "lock", "ab") as file:
        if sys.platform == "win32":
            file.seek(0)
            msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)
        else:
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def compile_cached(function: Function, folder: Path, **options: Any) -> Function:
    """Compile a function when it is called, and keep its machine code in a folder."""
    compiled: Function = numba.njit(**options)(function)
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(folder)  # somewhere writable: Numba insists on a place of its own
    try:
        # Numba has no public way to hand in a cache.
        compiled._cache = _Shared(function, folder)  # type: ignore[attr-defined]  # noqa: SLF001
    finally:
        numba.config.CACHE_DIR = before
    return compiled


# Of the sources of games from elsewhere, by the type of their records and the folder.
_fingerprints: dict[Any, dict[Path, str]] = {}


def note_sources(record: Any, module: ModuleType) -> None:
    """Compile anew for records of this type when a source in the folder of a module changes.

    The names of the folders of compiled code see to that for our own games.
    """
    if module.__name__.startswith("genial.") or module.__file__ is None:
        return
    folder, known = Path(module.__file__).parent, _fingerprints.setdefault(record, {})
    if any(folder.is_relative_to(other) for other in known):
        return
    digest = hashlib.blake2b(digest_size=8)
    for source in sorted(folder.rglob("*.py")):
        digest.update(source.read_bytes())
    known[folder] = digest.hexdigest()


class _Shared(FunctionCache):  # type: ignore[misc]
    """Numba's cache of a function, for several processes and for copies of the same sources.

    Numba reads the index, chooses a file and writes both back: two processes that do so at once
    lose entries, or write two signatures into one file. It also asks for the path and the time of
    the source; the folder's name already tells the sources apart by their content.
    """

    def __init__(self, function: Callable[..., Any], folder: Path) -> None:
        super().__init__(function)
        path = str(folder / function.__module__)
        self._cache_file = _SharedFile(folder, path, self._impl.filename_base, None)

    def _index_key(self, sig: Any, codegen: Any) -> tuple[Any, ...]:
        records = {getattr(kind, "dtype", kind) for kind in getattr(sig, "args", sig)}
        noted = [_fingerprints[record] for record in records if record in _fingerprints]
        digests = sorted(digest for folders in noted for digest in folders.values())
        return (*super()._index_key(sig, codegen), tuple(digests))


class _SharedFile(IndexDataCacheFile):  # type: ignore[misc]
    """The index and the files of a function's signatures, used by one process at a time."""

    def __init__(self, folder: Path, *about: Any) -> None:
        super().__init__(*about)
        self._folder = folder

    def save(self, key: Any, data: Any) -> None:
        """Add a signature."""
        with alone(self._folder):
            Path(self._cache_path).mkdir(exist_ok=True)
            super().save(key, data)

    def load(self, key: Any) -> Any:
        """The code of a signature, or none."""
        with alone(self._folder):
            return super().load(key)
