"""Build the files of a game."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from genial.wasm import linking, lowering
from genial.wasm.tables import tables_of, weights_of


def build(package: str, work: Path, out: Path) -> None:
    """Build the files of a game: its module, its tables and its weights."""
    lowering.run(package, work)
    out.mkdir(parents=True, exist_ok=True)
    linking.link(work, out / f"{package}.wasm")
    shutil.copyfile(work / "entries.json", out / f"{package}-entries.json")
    write_data(package, out)


def write_data(package: str, out: Path) -> None:
    """Write the tables and the weights of a game."""
    text = json.dumps(tables_of(package), separators=(",", ":"), ensure_ascii=False)
    (out / f"{package}.json").write_text(text + "\n")
    for name, weights in weights_of(package).items():
        planes = weights.view("u1").reshape(-1, weights.itemsize).T
        (out / f"{package}-{name}.weights").write_bytes(planes.tobytes())
