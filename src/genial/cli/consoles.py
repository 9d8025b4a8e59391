"""The two consoles: standard output for what was asked for, standard error for the rest."""

from __future__ import annotations

from rich.console import Console


def out() -> Console:
    """Standard output; texts are taken as they are."""
    return Console(highlight=False, markup=False, emoji=False)


def err() -> Console:
    """Standard error, for progress bars."""
    return Console(stderr=True, highlight=False, markup=False, emoji=False)
