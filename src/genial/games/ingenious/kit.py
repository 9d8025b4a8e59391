"""What the library asks of Ingenious (see `genial.core.kit`)."""

from __future__ import annotations

from typing import Any

from genial.core.errors import BadOption
from genial.core.hexes import hexagon
from genial.core.kernel import Record
from genial.core.kit import Options, one_word, refuse_unknown, whole_number
from genial.games.ingenious import FACTS as FACTS
from genial.games.ingenious import rules as rules
from genial.games.ingenious.board import RACK, RADIUS
from genial.games.ingenious.choices import Places
from genial.games.ingenious.choices import choices as choices
from genial.games.ingenious.explain import Explanation
from genial.games.ingenious.explain import explain as explain
from genial.games.ingenious.explain import refusal as refusal
from genial.games.ingenious.notation import chance_lines as chance_lines
from genial.games.ingenious.notation import read as read
from genial.games.ingenious.notation import read_chance as read_chance
from genial.games.ingenious.notation import redact as redact
from genial.games.ingenious.notation import spell as spell
from genial.games.ingenious.view import View as View
from genial.games.ingenious.view import position as position
from genial.games.ingenious.view import private_fields as private_fields
from genial.games.ingenious.view import restore as restore
from genial.games.ingenious.view import revealed_lines as revealed_lines
from genial.games.ingenious.view import scores as scores
from genial.games.ingenious.view import visible as visible

CHOICES = (Places,)
EXPLANATIONS = (Explanation,)
VARIANTS = tuple(map(str, FACTS.options[0].values))


def options(given: Options) -> dict[str, Any]:
    """`players` 1–4, `variant` standard or teams (4 players only), `start`."""
    refuse_unknown(given, ("players", "variant", "start"))
    players = whole_number("players", given.get("players", FACTS.default_players), FACTS.players)
    variant = one_word("variant", given.get("variant", "standard"), VARIANTS)
    if variant == "teams" and players != 4:
        raise BadOption("the variant teams needs 4 players")
    start = whole_number("start", given.get("start", 1), range(1, players + 1))
    return {"players": players, "variant": variant, "start": start}


def configure(record: Record, options: Options) -> None:
    """Write the options into a record and set up an empty game."""
    record.players = options["players"]
    record.variant = VARIANTS.index(options["variant"])
    record.start = options["start"] - 1
    rules.setup(record)


def tracks(options: Options) -> tuple[int, ...]:
    """The score track of every seat: partners share one."""
    shared = 2 if options["variant"] == "teams" else options["players"]
    return tuple(seat % shared for seat in range(options["players"]))


def longest_game(options: Options) -> int:
    """More moves than any game has: a tile takes two cells, and may bring the choice of a swap."""
    return len(hexagon(RADIUS[options["players"]]))


def most_draws(options: Options) -> int:
    """More outcomes than any game draws: every move may bring a new rack."""
    return RACK * (int(options["players"]) + longest_game(options))
