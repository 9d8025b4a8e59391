"""What the command line knows about the games without importing their rules, so that it is quick.

A test compares these facts with the rules.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

GameName = Literal["ingenious", "tile-challenge", "spezial", "phoenix"]


@dataclass(frozen=True)
class Option:
    """An option of one game; `values` is empty if any name will do."""

    name: str
    default: str
    values: str


@dataclass(frozen=True)
class GameFacts:
    """A game: how many can play, whether racks or hands are hidden, and its own options."""

    name: GameName
    players: tuple[int, ...]
    has_hidden_information: bool
    options: tuple[Option, ...] = ()


GAMES: dict[str, GameFacts] = {
    facts.name: facts
    for facts in (
        GameFacts(
            "ingenious",
            players=(1, 2, 3, 4),
            has_hidden_information=True,
            options=(Option("variant", "standard", "standard|teams"),),
        ),
        GameFacts(
            "tile-challenge",
            players=(2, 3, 4),
            has_hidden_information=False,
            options=(Option("games", "1", "1–99"),),
        ),
        GameFacts(
            "spezial",
            players=(2, 3, 4),
            has_hidden_information=False,
            options=(Option("board", "rebuilt", ""),),
        ),
        GameFacts("phoenix", players=(2,), has_hidden_information=True),
    )
}
DEFAULT_PLAYERS = 2
