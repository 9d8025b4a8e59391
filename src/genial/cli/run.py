"""Run a command line and turn every error into one sentence and an exit code."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence

import cyclopts

from genial.cli.app import EXTRAS, build_app
from genial.cli.exit_codes import BAD_USAGE, BOT_FAILED, OK, PIPE_CLOSED, WRONG_RECORD
from genial.cli.files import STANDARD_INPUT
from genial.cli.output import complain, describe_os_error, discard_stdout
from genial.core.errors import BadRecord, GenialError, NotProven


def run(arguments: Sequence[str]) -> int:
    """Run a command line and return its exit code; an error is one sentence on standard error."""
    _repair_streams()
    tokens = [STANDARD_INPUT if token == "-" else token for token in arguments]
    try:
        code = build_app()(tokens)
        sys.stdout.flush()
    except cyclopts.CycloptsError as error:
        complain(_usage_error(error))
        return BAD_USAGE
    except GenialError as error:
        complain(str(error))
        if error.code == "bot-failure":
            return BOT_FAILED
        return WRONG_RECORD if isinstance(error, BadRecord | NotProven) else BAD_USAGE
    except ModuleNotFoundError as error:
        extra = EXTRAS.get(tokens[0]) if tokens else None
        if extra is None or (error.name or "").partition(".")[0] == "genial":
            raise
        complain(missing_extra(f"genial {tokens[0]}", extra))
        return BAD_USAGE
    except BrokenPipeError:
        discard_stdout()
        return PIPE_CLOSED
    except OSError as error:
        complain(describe_os_error(error))
        return BAD_USAGE
    return code if isinstance(code, int) else OK


def missing_extra(what: str, extra: str) -> str:
    """Say which extra a command needs.

    >>> missing_extra("genial serve", "server")
    'genial serve needs the extra "server"; install it with: pip install "genial[server]"'
    """
    return f'{what} needs the extra "{extra}"; install it with: pip install "genial[{extra}]"'


def _repair_streams() -> None:
    """Replace closed streams by empty ones, and characters that cannot be encoded by "?"."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115 (open until the end)
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _usage_error(error: cyclopts.CycloptsError) -> str:
    """Say what is wrong with a command line, and where to find help."""
    if isinstance(error, cyclopts.UnusedCliTokensError) and error.unused_tokens:
        sentence = f"unexpected argument {error.unused_tokens[0]!r}"
    else:
        sentence = str(error).replace(STANDARD_INPUT, "-").rstrip(".")
    command = " ".join(["genial", *(error.command_chain or ())])
    return f"{sentence[:1].lower()}{sentence[1:]} (see {command} --help)"
