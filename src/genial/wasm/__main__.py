"""`python -m genial.wasm`: build the modules, the tables beside them, and their types."""

from __future__ import annotations

import argparse
from pathlib import Path

from genial.wasm import manifest
from genial.wasm.build import build
from genial.wasm.names import packages
from genial.wasm.typescript import exports_source, read_entries

BUILD = Path("build/engine")
EXPORTS = Path("web/src/engine/exports.ts")


def main() -> None:
    """Build what is asked for, or everything."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=packages(), help="packages of games")
    parser.add_argument("--all", action="store_true", help="also what is up to date")
    given = parser.parse_args()
    for package in given.games:
        if given.all or manifest.is_stale(package):
            build(package, BUILD / package, manifest.FOLDER)
            manifest.note(package)
    EXPORTS.write_text(exports_source(read_entries()))


if __name__ == "__main__":
    main()
