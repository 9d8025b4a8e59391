"""The exit codes of `genial`."""

from __future__ import annotations

OK = 0
WRONG_RECORD = 1
PROBLEM_FOUND = 1  # by `genial doctor`
BAD_USAGE = 2
BOT_FAILED = 3  # a built-in bot
INTERRUPTED = 130
PIPE_CLOSED = 141  # as if killed by SIGPIPE, like other tools
