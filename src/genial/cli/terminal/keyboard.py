"""Read lines from the keyboard or a pipe, with editing and completion on a terminal."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Sequence

from rich.console import Console

from genial.cli.output import one_line

_CLEAR_SCROLLBACK = "\x1b[3J"


class Keyboard:
    """Reads lines; raises EOFError at the end of the input."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self.is_interactive = sys.stdin.isatty() and sys.stdout.isatty()
        self._words: Callable[[], Sequence[str]] = list
        if self.is_interactive:
            self._enable_editing()

    def _enable_editing(self) -> None:
        """Turn on line editing, and completion by Tab."""
        try:
            import readline
        except ImportError:
            return
        readline.set_completer(self._complete)
        readline.set_completer_delims(" ")
        library = readline.__doc__ or ""
        key = "bind ^I rl_complete" if "libedit" in library else "tab: complete"
        readline.parse_and_bind(key)

    def _clear_history(self) -> None:
        """Forget the lines that the next player could recall with the arrow keys."""
        with contextlib.suppress(ImportError):
            import readline

            readline.clear_history()

    def _complete(self, text: str, number: int) -> str | None:
        found = (word for word in self._words() if word.startswith(text))
        return next((word for place, word in enumerate(found) if place == number), None)

    def complete_from(self, words: Callable[[], Sequence[str]]) -> None:
        """Complete these words from now on."""
        self._words = words

    def ask(self, prompt: str) -> str:
        """Print a prompt, and return the line that is typed, without blanks around it."""
        sys.stdout.flush()
        if self.is_interactive:
            return input(prompt).strip()
        print(prompt, end="", flush=True)
        line = sys.stdin.readline()
        print(one_line(line))  # so that the output of a piped game reads like a game
        if not line:
            raise EOFError
        return line.strip()

    def clear(self, *, scrollback: bool = False) -> None:
        """Clear the screen, if there is one, and the scrollback and history if asked to."""
        if self.is_interactive and not self._console.is_dumb_terminal:
            self._console.clear()
            if scrollback:
                sys.stdout.write(_CLEAR_SCROLLBACK)
                sys.stdout.flush()
                self._clear_history()
