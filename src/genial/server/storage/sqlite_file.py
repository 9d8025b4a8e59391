"""The file of a SQLite database: how it is written, read only by its owner, used by one server."""

from __future__ import annotations

import contextlib
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import structlog

from genial.server.errors import Refusal

if sys.platform != "win32":
    import fcntl

log = structlog.get_logger()

PRAGMAS = (  # of every connection of the server: commits survive crashes and power cuts
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
    # Pages of the log after which they are copied into the file, 16 MB. Moves change the same pages
    # again and again: with the usual 1,000 much of a commit's processor time goes into that.
    "PRAGMA wal_autocheckpoint = 4000",
)

_OWNER_ONLY = 0o600
_BESIDE = ("", "-wal", "-shm")  # the file itself, and what SQLite keeps beside it


def create_private(path: Path) -> None:
    """Create an empty file that only its owner can read, unless the file exists.

    SQLite gives what it keeps beside a file the same permissions.
    """
    if not path.exists():
        os.close(os.open(path, os.O_CREAT | os.O_WRONLY, _OWNER_ONLY))


def make_private(path: Path) -> None:
    """Let only the owner read and write an existing database."""
    if os.name != "posix":
        return
    for end in _BESIDE:
        file = path.with_name(path.name + end)
        with contextlib.suppress(FileNotFoundError):
            mode = stat.S_IMODE(file.stat().st_mode)
            if mode & ~_OWNER_ONLY & 0o777 == 0:
                continue
            try:
                file.chmod(mode & _OWNER_ONLY)
            except PermissionError:
                log.warning(f"others can read the database: run chmod 600 {file}")
            else:
                log.warning(f"others could read the database {file}: only its owner can now")


@contextmanager
def only_server(path: Path) -> Iterator[None]:
    """Be the only server on a SQLite file during the context; raise Refusal if there is another.

    The lock is a file of its own: SQLite's locks on the database would be lost if this process
    opened and closed that once more. The system drops it with the process, however that ends.
    """
    real = path.resolve()
    lock = os.open(real.with_name(real.name + ".lock"), os.O_CREAT | os.O_RDWR, _OWNER_ONLY)
    try:
        if sys.platform != "win32":
            _take(lock, path)
        os.ftruncate(lock, 0)
        os.write(lock, f"{os.getpid()}\n".encode())
        yield
    finally:
        os.close(lock)


def _take(lock: int, path: Path) -> None:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        process = os.read(lock, 20).decode("ascii", "replace").strip()
        raise Refusal(
            f"another server uses the database {path} (process {process or 'unknown'}): "
            "stop it first, or use another database",
            code="server-runs",
        ) from None
    except OSError as error:  # a file system without locks
        log.warning("the database cannot be locked: start no second server", why=error.strerror)
