"""What the library asks of Ingenious (see `genial.core.kit`)."""

from __future__ import annotations

from typing import Any

from genial.core.errors import BadOption
from genial.core.hexes import hexagon
from genial.core.kernel import Record
from genial.core.kit import (
    Options,
    head_start,
    head_starts,
    one_word,
    refuse_unknown,
    whole_number,
)
from genial.games.ingenious import FACTS as FACTS
from genial.games.ingenious import rules as rules
from genial.games.ingenious.board import RACK, RADIUS
from genial.games.ingenious.choices import Places
from genial.games.ingenious.choices import choices as choices
from genial.games.ingenious.completion import complete_position as complete_position
from genial.games.ingenious.drawing import draw as draw
from genial.games.ingenious.drawing import draw_move as draw_move
from genial.games.ingenious.drawing import track_end as track_end
from genial.games.ingenious.ending import Ending
from genial.games.ingenious.ending import ending as ending
from genial.games.ingenious.explain import Explanation
from genial.games.ingenious.explain import explain as explain
from genial.games.ingenious.explain import refusal as refusal
from genial.games.ingenious.notation import chance_lines as chance_lines
from genial.games.ingenious.notation import read as read
from genial.games.ingenious.notation import read_chance as read_chance
from genial.games.ingenious.notation import redact as redact
from genial.games.ingenious.notation import spell as spell
from genial.games.ingenious.view import Position as Position
from genial.games.ingenious.view import View as View
from genial.games.ingenious.view import position as position
from genial.games.ingenious.view import private_fields as private_fields
from genial.games.ingenious.view import redact_position as redact_position
from genial.games.ingenious.view import restore as restore
from genial.games.ingenious.view import revealed_lines as revealed_lines
from genial.games.ingenious.view import scores as scores
from genial.games.ingenious.view import visible as visible

CHOICES = (Places,)
EXPLANATIONS = (Explanation,)
ENDING = Ending
VARIANTS, PARTNERS = (tuple(map(str, option.values)) for option in FACTS.options)
SILENT, _, SHARED = PARTNERS


def options(given: Options) -> dict[str, Any]:
    """`players` 1–4, `variant`, `partners` (of the variant teams), `start`, `headstart`."""
    refuse_unknown(given, ("players", "variant", "partners", "start", "headstart"))
    players = whole_number("players", given.get("players", FACTS.default_players), FACTS.players)
    variant = one_word("variant", given.get("variant", "standard"), VARIANTS)
    if variant == "teams" and players != 4:
        raise BadOption("the variant teams needs 4 players", reason="teams-of-four")
    start = whole_number("start", given.get("start", 1), range(1, players + 1))
    lead = head_start(given, players, FACTS)
    if variant == "teams" and lead and head_starts(lead)[:2] != head_starts(lead)[2:]:
        raise BadOption("partners need the same head start, because they share a score track",
                        reason="head-start-partners")  # fmt: skip
    partners = _partners(given, variant)
    return {"players": players, "variant": variant, **partners, "start": start, **lead}


def _partners(given: Options, variant: str) -> dict[str, str]:
    """The option `partners`; nothing if partners are silent, as the book has it."""
    partners = one_word("partners", given.get("partners", SILENT), PARTNERS)
    if partners == SILENT:
        return {}
    if variant != "teams":
        raise BadOption(f"only teams have partners, so partners cannot be {partners} here",
                        reason="only-teams", partners=partners)  # fmt: skip
    return {"partners": partners}


def configure(record: Record, options: Options) -> None:
    """Write the options into a record and set up an empty game."""
    record.players = options["players"]
    record.variant = VARIANTS.index(options["variant"])
    record.shared = options.get("partners") == SHARED
    record.start = options["start"] - 1
    rules.setup(record)
    for seat, points in enumerate(head_starts(options)):
        record.scores[tracks(options)[seat]] = points


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
