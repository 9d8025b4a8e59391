"""What the partners of a team may tell each other while they play: the option `partners`."""

from __future__ import annotations

from typing import Literal

from genial.server.tables.table import Table

Partners = Literal["silent", "open", "shared"]


def partners_of(table: Table) -> Partners | None:
    """Return how the partners at a table play; None unless teams play there."""
    options = table.game.options
    if options.get("variant") != "teams":
        return None
    match options.get("partners"):
        case "open":
            return "open"
        case "shared":
            return "shared"
    return "silent"


def are_silent(table: Table) -> bool:
    """Tell if partners play at a table who must not confer."""
    return table.phase == "playing" and partners_of(table) == "silent"


def may_point(table: Table) -> bool:
    """Tell if the players at a table may show each other tiles and cells."""
    return table.phase == "playing" and partners_of(table) == "open"
