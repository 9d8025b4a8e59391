"""What the library asks of Phoenix (see `genial.core.kit`)."""

from __future__ import annotations

from typing import Any

from genial.core.kernel import Record
from genial.core.kit import Options, head_start, head_starts, refuse_unknown, whole_number
from genial.games.phoenix import FACTS as FACTS
from genial.games.phoenix import rules as rules
from genial.games.phoenix.cards import HAND, N_CARDS
from genial.games.phoenix.completion import complete_position as complete_position
from genial.games.phoenix.drawing import draw as draw
from genial.games.phoenix.drawing import draw_move as draw_move
from genial.games.phoenix.drawing import track_end as track_end
from genial.games.phoenix.ending import Ending
from genial.games.phoenix.ending import ending as ending
from genial.games.phoenix.explain import Explanation
from genial.games.phoenix.explain import explain as explain
from genial.games.phoenix.explain import refusal as refusal
from genial.games.phoenix.notation import chance_lines as chance_lines
from genial.games.phoenix.notation import read as read
from genial.games.phoenix.notation import read_chance as read_chance
from genial.games.phoenix.notation import redact as redact
from genial.games.phoenix.notation import spell as spell
from genial.games.phoenix.rows import LINE, SPECTRUM
from genial.games.phoenix.rules import ROUNDS, SEATS
from genial.games.phoenix.view import Position as Position
from genial.games.phoenix.view import View as View
from genial.games.phoenix.view import position as position
from genial.games.phoenix.view import private_fields as private_fields
from genial.games.phoenix.view import redact_position as redact_position
from genial.games.phoenix.view import restore as restore
from genial.games.phoenix.view import revealed_lines as revealed_lines
from genial.games.phoenix.view import scores as scores
from genial.games.phoenix.view import visible as visible

EXPLANATIONS = (Explanation,)
ENDING = Ending
_REDEALS = 10  # of the lines of a round, because one matched: more never happens


def options(given: Options) -> dict[str, Any]:
    """`players` 2, `start`, `headstart`."""
    refuse_unknown(given, ("players", "start", "headstart"))
    players = whole_number("players", given.get("players", FACTS.default_players), FACTS.players)
    start = whole_number("start", given.get("start", 1), range(1, players + 1))
    return {"players": players, "start": start, **head_start(given, players, FACTS)}


def configure(record: Record, options: Options) -> None:
    """Write the options into a record and set up an empty game."""
    record.players = options["players"]
    record.start = options["start"] - 1
    rules.setup(record)
    record.points[:] = head_starts(options)


def tracks(options: Options) -> tuple[int, ...]:
    """The score track of every seat: its own."""
    return tuple(range(options["players"]))


def longest_game(options: Options) -> int:
    """More moves than any game has: a card is drawn after each until the pile is empty."""
    return ROUNDS * (N_CARDS - SEATS * HAND)


def most_draws(options: Options) -> int:
    """More outcomes than any game draws, short of lines that match again and again."""
    return ROUNDS * (SPECTRUM + _REDEALS * SEATS * LINE + N_CARDS)
