"""The arguments and options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from genial.cli.game_facts import GameName
from genial.cli.i18n.messages import Language

if TYPE_CHECKING:
    from genial.core.game import Game as Rules


def flag(text: str) -> Parameter:
    """Return the parameter of a switch that is off by default."""
    return Parameter(negative=(), show_default=False, help=text)


# The game and its options
Game = Annotated[GameName, Parameter(metavar="GAME", help="The game.")]
Players = Annotated[int | None, Parameter(metavar="N", help="Number of seats (default: 2).")]
Variant = Annotated[
    str | None, Parameter(metavar="NAME", help="Ingenious: standard, or teams for 4 players.")
]
Series = Annotated[
    int | None, Parameter(metavar="N", help="Tile Challenge: number of games in a series.")
]
Board = Annotated[
    str | None,
    Parameter(
        metavar="NAME",
        help="Genial Spezial: rebuilt (default), generated-N, or a board that you added "
        "(genial boards).",
    ),
]
Layout = Annotated[
    str | None, Parameter(metavar="FILE", help="Genial Spezial: a file with a board layout.")
]
Start = Annotated[int | None, Parameter(metavar="SEAT", help="The seat that starts (default: 1).")]
Seed = Annotated[
    int | None, Parameter(metavar="N", help="Repeat the same deals and the same bot moves.")
]
Lang = Annotated[
    Language | None, Parameter(help="The language (default: that of the environment).")
]
RecordFile = Annotated[
    str, Parameter(metavar="RECORD", help="A file of records, or - for standard input.")
]

# Bots and matches
Bots = Annotated[str, Parameter(metavar="BOT", help="The bots that take part.")]
Seconds = Annotated[
    float | None, Parameter(metavar="S", help="Thinking time per move of bots that search.")
]
Effort = Annotated[
    int | None, Parameter(metavar="N", help="Playouts per move, instead of a thinking time.")
]
Threads = Annotated[int | None, Parameter(metavar="N", help="Threads per bot.")]
Limit = Annotated[
    float | None,
    Parameter(
        metavar="S",
        help="A bot that takes longer for a move forfeits (default: 30 s, or more for slow bots).",
    ),
]
ClockText = Annotated[
    str | None,
    Parameter(
        name="--clock",
        metavar="S[+I]",
        help="Seconds per game, and the increment per move, as in 60+0.5.",
    ),
]
Workers = Annotated[
    int | None, Parameter(metavar="N", help="Games played in parallel (default: one per core).")
]
Out = Annotated[
    Path | None,
    Parameter(metavar="FOLDER", help="Store all games here; run the same command again to resume."),
]
Json = Annotated[bool, flag("Print the results as JSON.")]
Html = Annotated[
    Path | None, Parameter(metavar="FILE", help="Write a report with plots to this file.")
]
Ray = Annotated[
    list[str] | None,
    Parameter(
        consume_multiple=(0, 1),
        negative=(),
        metavar="[ADDRESS]",
        help="Play on a Ray cluster; without an address, start Ray on this machine.",
    ),
]


def create_game(game: str, layout: str | None, **options: int | str | None) -> Rules:
    """Return the game with the options that are given; raises BadOption."""
    import genial

    given: dict[str, Any] = {key: value for key, value in options.items() if value is not None}
    return genial.game(game, **choose_board(given, layout))


def choose_board(given: dict[str, Any], layout: str | None) -> dict[str, Any]:
    """Return options with the board that they name, or that a layout file holds."""
    chosen = dict(given)
    if "board" in given:
        from genial.games.spezial.board_folder import find_board

        chosen |= find_board(given["board"])
    if layout is not None:
        chosen["layout"] = Path(layout)
    return chosen


def add_layout(file: str) -> None:
    """Make a board layout from a file available, for records without one; raises BadOption."""
    from genial.games.spezial.layouts import add

    add(file)
