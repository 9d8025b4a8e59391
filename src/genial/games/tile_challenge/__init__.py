"""Tile Challenge (Einfach Genial – Wer zu viel riskiert, verliert!): draw on, or stop in time.

Tiles in `tiles`, the rules in `rules`, texts in `notation`, what a seat may see in `view`,
reasons in `explain`.
"""

from __future__ import annotations

from genial.core.kernel import Record
from genial.core.kit import Options, only_known, whole_number
from genial.games.tile_challenge import rules
from genial.games.tile_challenge.explain import explain, refusal
from genial.games.tile_challenge.notation import (
    chance_lines,
    read,
    read_chance,
    redacted,
    shown,
    spell,
)
from genial.games.tile_challenge.rules import DRAW, MAX_GAMES, QUOTA, STOP, TAKE
from genial.games.tile_challenge.tiles import COLOURS
from genial.games.tile_challenge.view import (
    View,
    held,
    position,
    restore,
    scores,
    series,
    visible,
)

NAME = "tile-challenge"
TITLE = "Tile Challenge"

__all__ = [
    "COLOURS",
    "DRAW",
    "NAME",
    "STOP",
    "TAKE",
    "TITLE",
    "View",
    "chance_lines",
    "configure",
    "explain",
    "held",
    "options",
    "position",
    "read",
    "read_chance",
    "redacted",
    "refusal",
    "restore",
    "rules",
    "scores",
    "series",
    "shown",
    "spell",
    "tracks",
    "visible",
]


def options(given: Options) -> dict[str, int]:
    """All options, checked, in the order of the record's header.

    >>> options({"players": 3})
    {'players': 3, 'games': 1, 'start': 1}
    """
    only_known(given, ("players", "games", "start"))
    players = whole_number("players", given.get("players", min(QUOTA)), tuple(QUOTA))
    games = whole_number("games", given.get("games", 1), range(1, MAX_GAMES + 1))
    start = whole_number("start", given.get("start", 1), range(1, players + 1))
    return {"players": players, "games": games, "start": start}


def configure(record: Record, options: Options) -> None:
    """Write the options into a record and set up the first game."""
    record.players = options["players"]
    record.games = options["games"]
    record.start = options["start"] - 1
    rules.setup(record)


def tracks(options: Options) -> tuple[int, ...]:
    """Every seat has a collection of its own."""
    return tuple(range(options["players"]))
