"""Write the JSON schemas of all views to docs/schema: `make schemas`."""

from __future__ import annotations

import json
from pathlib import Path

import genial

FOLDER = Path(__file__).parent / "schema"


def schema_text(name: str) -> str:
    return json.dumps(genial.schema(name), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name in genial.games():
        (FOLDER / f"{name}.json").write_text(schema_text(name))
