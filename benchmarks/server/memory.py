"""Our server without a memory: every change is said to be stored, and none is."""

from __future__ import annotations

import sys
from pathlib import Path

from genial.cli import main
from genial.server.storage import store
from genial.server.storage.change import Change


class Forgetful:
    """Stores nothing."""

    waiting = 0

    def __init__(self, path: Path) -> None: ...

    async def write(self, change: Change) -> bool:
        return True

    async def close(self) -> None: ...


if __name__ == "__main__":
    setattr(store, "SqliteWriter", Forgetful)  # noqa: B010
    sys.exit(main())
