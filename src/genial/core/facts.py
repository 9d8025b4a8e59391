"""What is true of a game before its rules are loaded: said once, in the game's package.

Nothing here needs NumPy or Numba, so that a list of the games is at hand at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

HEAD_START = "headstart"  # the option that gives seats points or tiles to begin with


@dataclass(frozen=True)
class Option:
    """An option of a game, beside `players`, `start` and `headstart`.

    >>> Option("games", 1, range(1, 100)).span, Option("variant", "a", ("a", "b")).span
    ('1–99', 'a|b')
    """

    name: str
    default: int | str
    values: Sequence[int | str] = ()  # those allowed; none: names that only the game knows
    optional: bool = False  # while it has its default, options and records leave it out

    @property
    def span(self) -> str:
        """The values allowed, in a word; empty if only the game knows them."""
        if isinstance(self.values, range):
            return f"{self.values[0]}–{self.values[-1]}"
        return "|".join(map(str, self.values))


@dataclass(frozen=True)
class Facts:
    """A game's name and what programs ask about it. A game's package has them as `FACTS`."""

    name: str  # in records, commands and addresses: lower case, words joined by hyphens
    title: str
    players: Sequence[int]  # how many can play
    has_hidden_information: bool  # does any seat know something that another does not?
    options: tuple[Option, ...] = ()
    colours: str = ""  # the letters of its symbols, in the order of its scores
    default_players: int = 2
    counts_points: bool = False  # is the result a sum of points, and not the lowest colour?
    head_starts: Sequence[int] = (0,)  # what the option `headstart` can give a seat

    @property
    def optional_names(self) -> tuple[str, ...]:
        """The options that are left out of options and records while they have their defaults."""
        own = tuple(option.name for option in self.options if option.optional)
        return (*own, HEAD_START) if max(self.head_starts) else own
