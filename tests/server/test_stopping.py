"""A server that is asked to stop: its services stop in order, and nothing of it runs on."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.server.parts import free_port, wait_for
from tests.server.waiting import eventually


def compilers_of(pid: int) -> list[int]:
    """Return the processes that compile for a server."""
    children = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(child) for child in children.read_text().split()] if children.exists() else []


@pytest.mark.skipif(sys.platform != "linux", reason="child processes are looked up in /proc")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_the_server_and_what_compiles_for_it(
    number: signal.Signals, tmp_path: Path
) -> None:
    port = free_port()
    nothing_compiled = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    command = ["serve", "--port", str(port), "--database", f"sqlite:///{tmp_path}/genial.db"]
    server = subprocess.Popen(
        [sys.executable, "-m", "genial", *command], env=nothing_compiled, stdout=subprocess.DEVNULL
    )
    try:
        wait_for(port, 60)
        compilers = eventually(lambda: compilers_of(server.pid), what="nothing is compiled")
        server.send_signal(number)
        assert server.wait(60) == 0
    finally:
        server.kill()
    assert [child for child in compilers if Path(f"/proc/{child}").exists()] == []
