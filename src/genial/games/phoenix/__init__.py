"""Phoenix: two lines of pawns are brought into the order of the spectrum, by cards.

Rows in `rows`, cards and moves in `cards`, the rules in `rules`, texts in `notation`, what a
seat may see in `view`, reasons in `explain`.
"""

from __future__ import annotations

from typing import Any

from genial.core.kernel import Record
from genial.core.kit import Options, only_known, whole_number
from genial.games.phoenix import rules as rules
from genial.games.phoenix.explain import explain as explain
from genial.games.phoenix.explain import refusal as refusal
from genial.games.phoenix.notation import chance_lines as chance_lines
from genial.games.phoenix.notation import read as read
from genial.games.phoenix.notation import read_chance as read_chance
from genial.games.phoenix.notation import redacted as redacted
from genial.games.phoenix.notation import spell as spell
from genial.games.phoenix.view import View as View
from genial.games.phoenix.view import held as held
from genial.games.phoenix.view import position as position
from genial.games.phoenix.view import restore as restore
from genial.games.phoenix.view import scores as scores
from genial.games.phoenix.view import shown as shown
from genial.games.phoenix.view import visible as visible

NAME = "phoenix"
TITLE = "Phoenix"


def options(given: Options) -> dict[str, Any]:
    """`players` 2, `start`."""
    only_known(given, ("players", "start"))
    players = whole_number("players", given.get("players", rules.SEATS), [rules.SEATS])
    start = whole_number("start", given.get("start", 1), range(1, players + 1))
    return {"players": players, "start": start}


def configure(record: Record, options: Options) -> None:
    """Write the options into a record and set up an empty game."""
    record.players = options["players"]
    record.start = options["start"] - 1
    rules.setup(record)


def tracks(options: Options) -> tuple[int, ...]:
    """The score track of every seat: its own."""
    return tuple(range(options["players"]))
