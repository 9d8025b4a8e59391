"""The four games in a few words; needs no rules, so that it is at hand at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

GameName = Literal["ingenious", "tile-challenge", "spezial", "phoenix"]


@dataclass(frozen=True)
class About:
    """A game, the numbers of players it takes, and its options with their defaults."""

    name: GameName
    players: tuple[int, ...]
    options: tuple[tuple[str, str, str], ...]  # the option, its default, its values


GAMES = {
    about.name: about
    for about in (
        About("ingenious", (1, 2, 3, 4), (("variant", "standard", "standard|teams"),)),
        About("tile-challenge", (2, 3, 4), (("games", "1", "1–99"),)),
        About("spezial", (2, 3, 4), (("board", "rebuilt", ""),)),
        About("phoenix", (2,), ()),
    )
}
DEFAULT_PLAYERS = 2
