"""The options of Tile Challenge: players, games of the series, the seat that begins."""

from __future__ import annotations

from genial.core.kernel import Record
from genial.core.kit import Options, only_known, whole_number
from genial.games.tile_challenge.rules import MAX_GAMES, QUOTA, setup

_NAMES = ("players", "games", "start")


def options(given: Options) -> dict[str, int]:
    """All options, checked, in the order of the record's header.

    >>> options({"players": 3})
    {'players': 3, 'games': 1, 'start': 1}
    """
    only_known(given, _NAMES)
    players = whole_number("players", given.get("players", min(QUOTA)), tuple(QUOTA))
    games = whole_number("games", given.get("games", 1), range(1, MAX_GAMES + 1))
    start = whole_number("start", given.get("start", 1), range(1, players + 1))
    return {"players": players, "games": games, "start": start}


def configure(record: Record, options: Options) -> None:
    """Write the options into a record and set up the first game."""
    record.players = options["players"]
    record.games = options["games"]
    record.start = options["start"] - 1
    setup(record)


def tracks(options: Options) -> tuple[int, ...]:
    """Every seat has a collection of its own."""
    return tuple(range(options["players"]))
