"""What the library asks of Tile Challenge (see `genial.core.kit`)."""

from __future__ import annotations

from typing import Any

from genial.core.kernel import Record
from genial.core.kit import Options, head_start, head_starts, refuse_unknown, whole_number
from genial.games.tile_challenge import FACTS, rules
from genial.games.tile_challenge.completion import complete_position
from genial.games.tile_challenge.drawing import draw as draw
from genial.games.tile_challenge.drawing import draw_move as draw_move
from genial.games.tile_challenge.drawing import track_end as track_end
from genial.games.tile_challenge.ending import Ending, effect, ending
from genial.games.tile_challenge.explain import Risk, Yield, explain, refusal
from genial.games.tile_challenge.notation import (
    chance_lines,
    read,
    read_chance,
    redact,
    revealed_lines,
    spell,
)
from genial.games.tile_challenge.rules import (
    DRAW,
    IDLE_TURNS,
    MAX_GAMES,
    MIDDLE,
    QUOTA,
    STOP,
    TAKE,
)
from genial.games.tile_challenge.tiles import COLOURS, N_COLOURS
from genial.games.tile_challenge.view import (
    Position,
    View,
    finished_games,
    position,
    private_fields,
    restore,
    scores,
    series,
    visible,
)

EXPLANATIONS = (Risk, Yield)
ENDING = Ending
_LONGEST_TURN = N_COLOURS + 1  # moves of a turn: no colour is drawn twice

__all__ = [
    "COLOURS",
    "DRAW",
    "ENDING",
    "EXPLANATIONS",
    "FACTS",
    "STOP",
    "TAKE",
    "Position",
    "View",
    "chance_lines",
    "complete_position",
    "configure",
    "effect",
    "ending",
    "explain",
    "finished_games",
    "longest_game",
    "most_draws",
    "options",
    "position",
    "private_fields",
    "read",
    "read_chance",
    "redact",
    "refusal",
    "restore",
    "revealed_lines",
    "rules",
    "scores",
    "series",
    "series_length",
    "spell",
    "tracks",
    "visible",
]


def options(given: Options) -> dict[str, Any]:
    """All options, checked, in the order of the record's header.

    >>> options({"players": 3})
    {'players': 3, 'games': 1, 'start': 1}
    """
    refuse_unknown(given, ("players", "games", "start", "headstart"))
    players = whole_number("players", given.get("players", FACTS.default_players), FACTS.players)
    games = whole_number("games", given.get("games", 1), range(1, MAX_GAMES + 1))
    start = whole_number("start", given.get("start", 1), range(1, players + 1))
    lead = head_start(given, players, FACTS)
    return {"players": players, "games": games, "start": start, **lead}


def configure(record: Record, options: Options) -> None:
    """Write the options into a record and set up the first game."""
    record.players = options["players"]
    record.games = options["games"]
    record.start = options["start"] - 1
    record.head_start[:] = 0
    record.head_start[: record.players] = head_starts(options)
    rules.setup(record)


def tracks(options: Options) -> tuple[int, ...]:
    """Every seat has a collection of its own."""
    return tuple(range(options["players"]))


def series_length(options: Options) -> int:
    """How many games are played."""
    return int(options["games"])


def longest_game(options: Options) -> int:
    """More moves than any game has: each change of a collection after the most idle turns."""
    players = int(options["players"])
    changes = players * N_COLOURS * QUOTA[players] + 1
    return int(options["games"]) * changes * IDLE_TURNS * _LONGEST_TURN


def most_draws(options: Options) -> int:
    """More outcomes than any game draws: a tile, or a reshuffle and then the middle."""
    return (MIDDLE + 1) * longest_game(options)
