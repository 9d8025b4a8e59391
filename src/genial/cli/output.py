"""How a command ends: exit codes, and one sentence on standard error for what went wrong."""

from __future__ import annotations

import os
import re
import sys

FINE = 0
WRONG_RECORD = 1
BAD_USAGE = 2
BOT_FAILED = 3  # one of our own bots
INTERRUPTED = 130
PIPE_CLOSED = 141  # as if killed by SIGPIPE, which is what other tools do

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")


def one_line(text: str) -> str:
    """The text with line breaks and control characters made harmless for a terminal.

    >>> one_line("a\\x1b[2Jb\\nc")
    'a [2Jb c'
    """
    return _CONTROL.sub(" ", text).strip()


def complain(sentence: str) -> None:
    """Say on standard error, in one line, what is wrong."""
    print(f"genial: {one_line(sentence)}", file=sys.stderr)


def about_file(error: OSError) -> str:
    """What the operating system does not like, as a sentence about the file."""
    reason = error.strerror or str(error) or type(error).__name__
    name = error.filename if error.filename is not None else "input or output"
    return f"{os.fsdecode(name) if isinstance(name, bytes) else name}: {reason}"


def forget_stdout() -> None:
    """Point standard output nowhere, so that Python does not complain when it ends."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
