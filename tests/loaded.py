"""Load the whole program, so that processes forked from the one that imports this start at once.

See `tests.processes`. No thread may be left here: a forked process would not have it.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import importlib
import io
import pkgutil
import tempfile
import threading

import genial
import genial.cli.commands
import genial.cli.run
import genial.server.run
from genial.core.kernel import JIT
from genial.server.app import running_app
from genial.server.settings import Settings


async def _start_and_stop() -> None:
    """Let the libraries of the server load and work out what they do once in a process."""
    with tempfile.TemporaryDirectory() as folder:
        async with running_app(Settings(database=f"sqlite:///{folder}/genial.db")):
            pass


for module in pkgutil.iter_modules(genial.cli.commands.__path__):
    importlib.import_module(f"genial.cli.commands.{module.name}")

for name in genial.games() if JIT else ():
    start = genial.game(name).start(seed=0)
    start.choices()
    start.play(start.legal()[0]).view(1)

with contextlib.redirect_stdout(io.StringIO()):  # the log
    asyncio.run(_start_and_stop())
assert threading.active_count() == 1
gc.freeze()  # what is loaded stays: no collection has to copy its memory into a forked process
