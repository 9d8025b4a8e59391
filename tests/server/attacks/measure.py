"""What an attack costs: memory of the server, and how long others wait."""

from __future__ import annotations

import os
import statistics
import threading
import time
from pathlib import Path

from tests.server.attacks.raw import connection
from tests.server.live import Server

# Seconds of each attack: a moment in `make test`, as long as one likes in `make soak`.
SECONDS = float(os.environ.get("GENIAL_SOAK_SECONDS", "2"))


def memory_of(server: Server) -> int:
    """Return the kB of memory that the server's process holds."""
    for line in Path(f"/proc/{server.process.pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1])
    raise AssertionError("no process")


class Visitor:
    """A visitor from another address who asks for /health again and again, in a thread."""

    def __init__(self, server: Server, source: str = "") -> None:
        self._server, self._source = server, source
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._visit, daemon=True)
        self.delays: list[float] = []
        self.refusals: list[str] = []

    def __enter__(self) -> Visitor:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stopped.set()
        self._thread.join(120)

    def _visit(self) -> None:
        while not self.delays or not self._stopped.wait(0.1):
            began = time.monotonic()
            try:
                with connection(self._server, address="10.99.0.1", source=self._source) as one:
                    status = one.ask("GET", "/health", Connection="close").status
            except OSError as error:
                self.refusals.append(repr(error))
            else:
                if status != 200:
                    self.refusals.append(str(status))
            self.delays.append(time.monotonic() - began)

    @property
    def usual_delay(self) -> float:
        """Seconds in which half of the answers came."""
        return statistics.median(self.delays)
