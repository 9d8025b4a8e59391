"""What several commands ask for on their command lines."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from genial.cli.game_facts import GameName
from genial.cli.i18n.messages import Language


def flag(text: str) -> Parameter:
    """A switch that is off unless it is named."""
    return Parameter(negative=(), show_default=False, help=text)


Game = Annotated[GameName, Parameter(metavar="GAME", help="What to play.")]
Players = Annotated[int | None, Parameter(metavar="N", help="How many seats; otherwise 2.")]
Variant = Annotated[
    str | None, Parameter(metavar="NAME", help="Ingenious: standard, or teams for 4 players.")
]
Games = Annotated[
    int | None, Parameter(metavar="N", help="Tile Challenge: how many games make a series.")
]
Board = Annotated[
    str | None, Parameter(metavar="NAME", help="Genial Spezial: the name of a board's layout.")
]
Layout = Annotated[
    str | None, Parameter(metavar="FILE", help="Genial Spezial: a board's layout, as a file.")
]
Start = Annotated[
    int | None, Parameter(metavar="SEAT", help="The seat that begins; otherwise seat 1.")
]
Seed = Annotated[
    int | None, Parameter(metavar="N", help="The same deals and the same choices every time.")
]
Lang = Annotated[
    Language | None, Parameter(help="The language; otherwise that of the environment.")
]
RecordFile = Annotated[
    str, Parameter(metavar="RECORD", help="A file of records, or - for standard input.")
]
