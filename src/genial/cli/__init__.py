"""The `genial` command: play in the terminal; show, check and verify records.

`main` is what the shell calls. A command is a module of its own, imported when it is asked for.
"""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; its exit code."""
    import sys

    try:
        from genial.cli.app import run

        return run(sys.argv[1:] if arguments is None else arguments)
    except KeyboardInterrupt:
        from genial.cli.output import INTERRUPTED

        return INTERRUPTED
