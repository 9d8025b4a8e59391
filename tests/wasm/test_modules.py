"""The modules that ship are those of these sources, small and self-contained."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from genial.wasm import manifest
from genial.wasm.build import build
from genial.wasm.names import packages
from genial.wasm.typescript import exports_source, read_entries

ROOT = Path(__file__).parents[2]
QUICKEST = "phoenix"
MOST_BYTES = 120_000  # gzipped, a game with the weights for its options
_IMPORTS, _HEADER = 2, 8  # of a module: the number of the section, the bytes before the first one


def sections(module: bytes) -> list[int]:
    """The numbers of a module's sections."""
    found, at = [], _HEADER
    while at < len(module):
        found.append(module[at])
        at, size, shift = at + 1, 0, 0
        while True:
            size |= (module[at] & 0x7F) << shift
            at, shift = at + 1, shift + 7
            if module[at - 1] < 0x80:
                break
        at += size
    return found


@pytest.mark.parametrize("package", packages())
def test_modules_are_made_of_these_sources(package: str) -> None:
    assert not manifest.is_stale(package), "run `make engine`"


def test_the_types_of_functions_are_those_of_the_modules() -> None:
    source = (ROOT / "web/src/engine/exports.ts").read_text()
    assert source == exports_source(read_entries())


@pytest.mark.parametrize("package", packages())
def test_modules_import_nothing(package: str) -> None:
    found = sections((manifest.FOLDER / f"{package}.wasm").read_bytes())
    assert _IMPORTS not in found
    assert len(found) > 5


@pytest.mark.parametrize("package", packages())
def test_modules_are_small(package: str) -> None:
    sizes = {path.name: len(gzip.compress(path.read_bytes(), 9, mtime=0)) for path in
             manifest.files_of(package)}  # fmt: skip
    shared = [size for name, size in sizes.items() if not name.endswith(".weights")]
    weights = [size for name, size in sizes.items() if name.endswith(".weights")]
    assert sum(shared) + max(weights) <= MOST_BYTES


@pytest.mark.slow
def test_building_a_game_again_gives_the_same_bytes(tmp_path: Path) -> None:
    build(QUICKEST, tmp_path / "work", tmp_path / "out")
    built = {path.name: path.read_bytes() for path in (tmp_path / "out").iterdir()}
    assert built == {path.name: path.read_bytes() for path in manifest.files_of(QUICKEST)}
