"""Standard output and standard error: consoles, and one-sentence error messages."""

from __future__ import annotations

import os
import re
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")


def stdout_console() -> Console:
    """Return a console on standard output that prints texts as they are."""
    from rich.console import Console

    return Console(highlight=False, markup=False, emoji=False)


def stderr_console() -> Console:
    """Return a console on standard error, for progress bars and notices."""
    from rich.console import Console

    return Console(stderr=True, highlight=False, markup=False, emoji=False)


def one_line(text: str) -> str:
    """Replace line breaks and control characters, which could upset a terminal, by blanks.

    >>> one_line("a\\x1b[2Jb\\nc")
    'a [2Jb c'
    """
    return _CONTROL.sub(" ", text).strip()


def complain(sentence: str) -> None:
    """Print an error on standard error, in one line."""
    print(f"genial: {one_line(sentence)}", file=sys.stderr)


def describe_os_error(error: OSError) -> str:
    """Say which file caused an error of the operating system, and what it was."""
    reason = error.strerror or str(error) or type(error).__name__
    name = error.filename if error.filename is not None else "input or output"
    return f"{os.fsdecode(name) if isinstance(name, bytes) else name}: {reason}"


def discard_stdout() -> None:
    """Redirect standard output to nowhere, so that Python does not report a closed pipe at exit."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
