"""The refusals: what a user may get wrong, each with a stable code and one plain sentence."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

Fact = int | float | str | list[str]  # something that a sentence names


class GenialError(Exception):
    """Something the user asked for that cannot be done.

    The text is one plain English sentence. `code` is stable and `facts` are what the sentence
    names (a cell, a seat): together they are all that a translation needs.

    >>> IllegalMove("h8 is taken", code="taken", cell="h8").facts
    {'cell': 'h8'}
    """

    code = "error"

    def __init__(self, sentence: str, *, code: str | None = None, **facts: Fact) -> None:
        super().__init__(sentence)
        self.facts = facts
        if code is not None:
            self.code = code

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (type(self), self.args, self.__dict__.copy())


class BadOption(GenialError):
    """An unknown game, or an option with a value it does not take.

    Where options of games are checked, the fact `reason` tells why.
    """

    code = "bad-option"


class IllegalMove(GenialError):
    """A move that the rules do not allow now."""

    code = "illegal-move"


class BadText(IllegalMove):
    """A text that is not the spelling of any move of this game."""

    code = "bad-text"


class WrongTurn(IllegalMove):
    """A move by a seat that is not to move."""

    code = "wrong-turn"


class BadPosition(GenialError):
    """Position data that describes no possible position.

    The fact `reason` tells which of the checks has refused it; `shape` if it is not even the data
    of a position.
    """

    code = "bad-position"


class BadView(GenialError):
    """A view that cannot be what a seat sees of any game."""

    code = "bad-view"


class BadRecord(GenialError):
    """A record that cannot be read or replayed; `line` is the number of the offending line."""

    code = "bad-record"

    def __init__(self, sentence: str, *, line: int, code: str | None = None, **facts: Fact) -> None:
        super().__init__(f"line {line}: {sentence}", code=code, line=line, **facts)
        self.line = line


class NotProven(GenialError):
    """A record whose deals do not follow from its key, or whose key is not the promised one."""

    code = "not-proven"


def _rebuild(kind: type[GenialError], args: tuple[object, ...], rest: dict[str, object]) -> object:
    error = kind.__new__(kind)
    error.args = args
    error.__dict__.update(rest)
    return error


def one_of(words: Iterable[object]) -> str:
    """The words as an English choice.

    >>> one_of([2, 3, 4])
    '2, 3 or 4'
    """
    texts = [str(word) for word in words]
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} or {texts[-1]}"


def nearest(word: str, known: Iterable[str]) -> str:
    """A hint at the known word that looks most like this one, or nothing.

    >>> nearest("ingenius", ["ingenious", "phoenix"])
    ' (did you mean ingenious?)'
    """
    close = difflib.get_close_matches(word, list(known), n=1)
    return f" (did you mean {close[0]}?)" if close else ""


def shorten(text: object, limit: int = 40) -> str:
    """Return what a user wrote, shortened."""
    shown = text if isinstance(text, str) else repr(text)
    return shown if len(shown) <= limit else shown[:limit] + "…"


def quote(text: object, limit: int = 40) -> str:
    """Return what a user wrote, shortened and on one line, for use inside a sentence.

    >>> quote("x" * 100, limit=5)
    "'xxxxx…'"
    """
    return repr(shorten(text, limit))
