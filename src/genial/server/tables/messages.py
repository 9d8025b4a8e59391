"""The messages that tell players and spectators how a table stands. They go over the wire."""

from __future__ import annotations

import msgspec

from genial.core.explanation import Choices
from genial.core.view import View
from genial.server.tables.events import Ended, Phase, Proposal, Sitter, Terms


class Situation(msgspec.Struct, frozen=True, tag="situation", kw_only=True, omit_defaults=True):
    """A table as it stands, for the player on the seats `mine`, or for a spectator."""

    table: str
    number: int
    phase: Phase
    terms: Terms
    host: str
    seats: tuple[Sitter, ...]
    mine: tuple[int, ...]
    views: dict[int, View] = {}  # by seat; 0 is what spectators see
    turn: int | None = None
    choices: Choices | None = None  # of the seat to move, if it is one of mine
    clocks: list[float] | None = None
    result: Ended | None = None
    commitment: str = ""
    # The seats that agree so far, by proposal.
    proposals: dict[Proposal, tuple[int, ...]] = msgspec.field(name="wishes", default_factory=dict)
    out: tuple[int, ...] = ()  # seats for which a bot plays on
    evening: str = ""  # the table at which the same players began, if this is a rematch
    followed: str = ""  # the table at which the same players play again
    preview: View | None = None  # while it waits: what spectators see of the position to begin from
    phrases_only: bool = False  # must I say set phrases only, as silent partners do?
    pointing: bool = False  # may I point at tiles and cells?


class News(msgspec.Struct, frozen=True, tag="news", kw_only=True, omit_defaults=True):
    """What happened at a table, and how it stands then. `first` is the first of the events."""

    table: str
    first: int
    number: int
    lines: dict[int, list[str]]  # added to the log, by seat
    views: dict[int, View]  # without their logs
    turn: int | None = None
    choices: Choices | None = None
    clocks: list[float] | None = None
