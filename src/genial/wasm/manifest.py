"""Which sources the modules were made of, so that a stale one cannot ship."""

from __future__ import annotations

import hashlib
import importlib.metadata
import json
from pathlib import Path

FOLDER = Path(__file__).parent / "modules"
MANIFEST = FOLDER / "manifest.json"
_PACKAGE = Path(__file__).parents[1]
_TOOLS = ("llvmlite", "numba", "ziglang")


def sources_digest(package: str) -> str:
    """Return a hash of all that the files of a game are made of, and of the tools' versions."""
    data = [f"games/{package}/**/*.json", f"bots/{package}/learnt/*.npy"]
    return _digest([*_kernels(package), "wasm/*.py", *data])


def kernels_digest(package: str) -> str:
    """Return a hash of all that the compiled kernels of a game are made of."""
    return _digest([*_kernels(package), "wasm/entries.py", "wasm/exports.py", "wasm/lowering.py"])


def _kernels(package: str) -> list[str]:
    return ["core/**/*.py", "games/*.py", "bots/*.py", f"games/{package}/**/*.py",
            f"bots/{package}/**/*.py"]  # fmt: skip


def _digest(patterns: list[str]) -> str:
    digest = hashlib.sha256()
    for tool in _TOOLS:
        digest.update(f"{tool} {importlib.metadata.version(tool)}\n".encode())
    for path in sorted({path for pattern in patterns for path in _PACKAGE.glob(pattern)}):
        name = path.relative_to(_PACKAGE).as_posix()
        digest.update(name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def files_of(package: str) -> list[Path]:
    """Return the files of a game that are built."""
    names = (f"{package}.wasm", f"{package}.json", f"{package}-*")
    return sorted(path for name in names for path in FOLDER.glob(name))


def read() -> dict[str, dict[str, str]]:
    """Return the manifest: by game the hash of its sources, and those of its files."""
    if not MANIFEST.exists():
        return {}
    found: dict[str, dict[str, str]] = json.loads(MANIFEST.read_text())
    return found


def is_stale(package: str) -> bool:
    """Tell whether the files of a game are missing, or not those of these sources."""
    return read().get(package) != _entry(package)


def _entry(package: str) -> dict[str, str]:
    entry = {"sources": sources_digest(package)}
    for path in files_of(package):
        entry[path.name] = hashlib.sha256(path.read_bytes()).hexdigest()
    return entry


def note(package: str) -> None:
    """Write down what the files of a game were made of, and what they are."""
    known = {**read(), package: _entry(package)}
    MANIFEST.write_text(json.dumps(dict(sorted(known.items())), indent=1) + "\n")
