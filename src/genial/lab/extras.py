"""What the lab needs beside the library, asked for only when it is used."""

from __future__ import annotations

from genial.core.errors import GenialError


class NotInstalled(GenialError, ImportError):
    """A package of an extra that is not installed."""

    code = "not-installed"


def missing(error: ModuleNotFoundError) -> NotInstalled:
    """Return the refusal that takes the place of a failed import.

    >>> str(missing(ModuleNotFoundError("No module named 'pyspiel'", name="pyspiel")))
    "pyspiel is not installed; pip install 'genial[lab]' brings it"
    """
    name = (error.name or "a package").partition(".")[0]
    return NotInstalled(f"{name} is not installed; pip install 'genial[lab]' brings it")
