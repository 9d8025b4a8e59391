"""Read and write text files; an error is one sentence that names the file."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from genial.core.errors import GenialError

STANDARD_INPUT = "<standard input>"  # what `-` stands for
MOST_BYTES = 16 * 1024 * 1024


class BadFile(GenialError):
    """Raised when a file cannot be read or written."""

    code = "bad-file"


def read_text(name: str) -> str:
    """Return the text of a file or of standard input; raises BadFile."""
    try:
        if name == STANDARD_INPUT:
            data = sys.stdin.buffer.read(MOST_BYTES + 1)
        else:
            with open(name, "rb") as file:
                data = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:  # ValueError: not a valid file name
        reason = error.strerror if isinstance(error, OSError) else error
        raise BadFile(f"{name}: {reason}") from None
    if len(data) > MOST_BYTES:
        raise BadFile(f"{name}: larger than {MOST_BYTES // 1024**2} MB")
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise BadFile(f"{name}: not a UTF-8 text") from None


def write_text(path: Path, text: str) -> None:
    """Write a file completely or not at all; raises BadFile."""
    write_bytes(path, text.encode())


def write_bytes(path: Path, content: bytes) -> None:
    """Write a file completely or not at all; raises BadFile."""
    try:
        target = path.resolve()
        if target.exists() and not target.is_file():  # a device or a pipe cannot be replaced
            target.write_bytes(content)
            return
        temporary = target.with_name(f".{target.name[:40]}-{os.getpid()}")
        try:
            temporary.write_bytes(content)
            os.replace(temporary, target)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
    except (OSError, ValueError, RuntimeError) as error:  # RuntimeError: a loop of links
        reason = error.strerror if isinstance(error, OSError) else error
        raise BadFile(f"{path}: {reason}") from None


def make_folder(path: Path) -> None:
    """Create a folder and its parents if they do not exist; raises BadFile."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise BadFile(f"{path}: {reason}") from None
