"""Our server without a memory: every change is said to be stored, and none is."""

from __future__ import annotations

import asyncio
import sys

from genial.cli import main
from genial.server.storage import store
from genial.server.storage.change import Change
from genial.server.storage.sqlite import SqliteWriter


class Forgetful(SqliteWriter):
    """Stores nothing but heartbeats."""

    def write(self, *changes: Change) -> asyncio.Future[bool]:
        future: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        future.set_result(True)
        return future


if __name__ == "__main__":
    setattr(store, "SqliteWriter", Forgetful)  # noqa: B010
    sys.exit(main())
