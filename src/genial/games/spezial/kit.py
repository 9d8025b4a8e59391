"""What the library asks of Genial Spezial (see `genial.core.kit`)."""

from __future__ import annotations

from typing import Any

from genial.core.kernel import Record
from genial.core.kit import Options, head_start, head_starts, refuse_unknown, whole_number
from genial.games.spezial import FACTS as FACTS
from genial.games.spezial import layouts as layouts
from genial.games.spezial import rules as rules
from genial.games.spezial.completion import complete_position as complete_position
from genial.games.spezial.drawing import draw as draw
from genial.games.spezial.drawing import draw_move as draw_move
from genial.games.spezial.drawing import track_end as track_end
from genial.games.spezial.ending import Ending
from genial.games.spezial.ending import ending as ending
from genial.games.spezial.explain import Explanation
from genial.games.spezial.explain import explain as explain
from genial.games.spezial.explain import refusal as refusal
from genial.games.spezial.notation import chance_lines as chance_lines
from genial.games.spezial.notation import read as read
from genial.games.spezial.notation import read_chance as read_chance
from genial.games.spezial.notation import redact as redact
from genial.games.spezial.notation import spell as spell
from genial.games.spezial.view import Position as Position
from genial.games.spezial.view import View as View
from genial.games.spezial.view import position as position
from genial.games.spezial.view import private_fields as private_fields
from genial.games.spezial.view import restore as restore
from genial.games.spezial.view import revealed_lines as revealed_lines
from genial.games.spezial.view import scores as scores
from genial.games.spezial.view import visible as visible

EXPLANATIONS = (Explanation,)
ENDING = Ending


def options(given: Options) -> dict[str, Any]:
    """`players` 2–4, `board` (a name) or `layout` (a custom one), `start`, `headstart`."""
    refuse_unknown(given, ("players", "board", "layout", "start", "headstart"))
    players = whole_number("players", given.get("players", FACTS.default_players), FACTS.players)
    layout = layouts.layout_of(given)
    custom = {"layout": layout.text} if layout.text else {}
    start = whole_number("start", given.get("start", 1), range(1, players + 1))
    lead = head_start(given, players, FACTS)
    return {"players": players, "board": layout.board, **custom, "start": start, **lead}


def resources(options: Options) -> layouts.Layout:
    """The layout, which the records of a game know by its number."""
    return layouts.layout_of(options)


def configure(record: Record, options: Options) -> None:
    """Write the options into a record and set up an empty game."""
    record.players = options["players"]
    record.layout = layouts.layout_of(options).number
    record.start = options["start"] - 1
    rules.setup(record)
    for seat, points in enumerate(head_starts(options)):
        record.scores[seat] = points


def tracks(options: Options) -> tuple[int, ...]:
    """Every seat has a score track of its own."""
    return tuple(range(options["players"]))


def longest_game(options: Options) -> int:
    """As many moves as there are tiles."""
    return rules.TILES * int(options["players"])


def most_draws(options: Options) -> int:
    """A chip for every tower."""
    return rules.MAX_TOWERS
