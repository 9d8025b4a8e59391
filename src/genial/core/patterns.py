"""Patterns of whole texts, for checks that only know how to search."""

from __future__ import annotations


def whole(pattern: str) -> str:
    r"""Return the pattern that matches a text only if all of it fits, in Python as in a browser.

    `$` alone does not do that: in Python it also matches before a newline at the end. `\Z` does,
    but a JSON schema cannot say it.

    >>> import re
    >>> fits = re.compile(whole("[0-9]+|x")).search
    >>> [bool(fits(text)) for text in ("12", "x", "12\n", "12x", "")]
    [True, True, False, False, False]
    """
    return rf"^(?:{pattern})(?![\s\S])$"
