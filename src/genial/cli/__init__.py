"""The `genial` command: play in the terminal, run bots and the server, check records.

`main` is the console script. `app` is the command tree, `commands` has a module for each command,
`terminal` plays games at the keyboard, and `i18n` has the texts in English and German.
"""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    import sys

    from genial.cli.exit_codes import BAD_USAGE, INTERRUPTED

    try:
        try:
            from genial.cli.run import run
        except ModuleNotFoundError as error:
            if (error.name or "").partition(".")[0] == "genial":
                raise
            print(
                'genial: the command line needs the extra "play"; '
                'install it with: pip install "genial[play]"',
                file=sys.stderr,
            )
            return BAD_USAGE
        return run(sys.argv[1:] if arguments is None else arguments)
    except KeyboardInterrupt:
        return INTERRUPTED
