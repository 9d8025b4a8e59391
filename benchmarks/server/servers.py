"""Servers under load: processes pinned to one core, their time and memory."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from tests.server.parts import free_port

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PEER = ROOT / ".peers" / "boardgame"
SERVER_CORE, LOAD_CORE = 0, 1
_TICKS = os.sysconf("SC_CLK_TCK")
_PATIENCE = 120.0  # seconds until a server must be there


class Process:
    """A process that is measured."""

    def __init__(
        self, command: Sequence[str | Path], port: int, *, core: int | None = SERVER_CORE,
        log: Path, cwd: Path = ROOT,
    ) -> None:  # fmt: skip
        self.port = port
        cores = set(range(os.cpu_count() or 1))
        wanted = cores if core is None or core not in cores else {core}
        with log.open("ab") as out:
            self._process = subprocess.Popen(
                command, stdout=out, stderr=out, cwd=cwd, env=_environment(),
                preexec_fn=lambda: os.sched_setaffinity(0, wanted),
            )  # fmt: skip
        self._log = log

    @property
    def pid(self) -> int:
        return self._process.pid

    def wait_for(self, path: str = "/health") -> float:
        """Until a page is served; the seconds that took."""
        began = time.perf_counter()
        while not _answers(self.port, path):
            if self._process.poll() is not None or time.perf_counter() - began > _PATIENCE:
                raise RuntimeError(f"a server did not start:\n{self._log.read_text()}")
            time.sleep(0.01)
        return time.perf_counter() - began

    def cpu(self) -> float:
        """Seconds of processor time so far, all threads together."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / _TICKS

    def memory(self) -> int:
        """Bytes that are resident."""
        pages = int(Path(f"/proc/{self.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")

    def stop(self) -> None:
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGTERM)
            try:
                self._process.wait(15)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()


def _environment() -> dict[str, str]:
    """What a server would run with: it keeps its compiled modules."""
    known = {key: value for key, value in os.environ.items() if not key.startswith("GENIAL_")}
    known.pop("PYTHONDONTWRITEBYTECODE", None)
    source = str(ROOT / "src")
    return known | {"PYTHONPATH": source, "NODE_ENV": "production"}


def _answers(port: int, path: str) -> bool:
    try:
        with socket.create_connection(("127.0.0.1", port), 5) as asking:
            asking.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            return b" 200 " in asking.recv(64)
    except OSError:
        return False


@contextlib.contextmanager
def genial(
    folder: Path, database: str = "", *, program: str = "genial", **settings: object
) -> Iterator[Process]:
    """Our server, with thinkers of its own only where asked."""
    port = free_port()
    flags = {"proxies": 1, "thinkers": 0, "log-level": "error"} | settings
    flags["database"] = database or f"sqlite:///{folder}/genial.db"
    command = [sys.executable, "-m", program, "serve", "--port", str(port)]
    command += [f"--{name}={value}" for name, value in flags.items()]
    server = Process(command, port, log=folder / "log")
    try:
        server.wait_for()
        yield server
    finally:
        server.stop()


def node() -> str | None:
    """Node, if it and npm are there."""
    return shutil.which("node") if shutil.which("npm") else None


@contextlib.contextmanager
def boardgame(folder: Path) -> Iterator[tuple[Process, int]]:
    """boardgame.io with a toy game in memory, and the port of its lobby. Installed if need be."""
    program = node()
    assert program is not None
    PEER.mkdir(parents=True, exist_ok=True)
    for file in ("package.json", "package-lock.json", ".npmrc", "server.js"):
        if (HERE / "boardgame" / file).exists():
            shutil.copy(HERE / "boardgame" / file, PEER / file)
    if not (PEER / "node_modules" / "boardgame.io").exists():
        subprocess.run(
            ["npm", "ci", "--no-audit", "--no-fund"], cwd=PEER, check=True, stdout=sys.stderr
        )
    port, api = free_port(), free_port()
    server = Process([program, "server.js", str(port), str(api)], port, log=folder / "log",
                     cwd=PEER)  # fmt: skip
    try:
        began = time.perf_counter()
        while not _answers(api, "/games") and time.perf_counter() - began < _PATIENCE:
            time.sleep(0.05)
        yield server, api
    finally:
        server.stop()


class Load:
    """The load generator, on the other core."""

    def __init__(self, **told: object) -> None:
        command = [sys.executable, "-m", "benchmarks.server.load", json.dumps(told)]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT, text=True,
            env=_environment(), preexec_fn=_to_the_other_core,
        )  # fmt: skip
        self.ready = self._line()

    def _line(self) -> Mapping[str, Any]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError("the load generator has failed")
        answer: Mapping[str, Any] = json.loads(line)
        return answer

    def go(self) -> Mapping[str, Any]:
        """Play; what was measured."""
        self._tell()
        answer = self._line()
        self._process.wait()
        return answer

    def end(self) -> None:
        self._tell()
        self._process.wait()

    def _tell(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write("\n")
        self._process.stdin.flush()


def _to_the_other_core() -> None:
    cores = os.cpu_count() or 1
    os.sched_setaffinity(0, {min(LOAD_CORE, cores - 1)})
