"""The messages that tell players and spectators how a table stands. They go over the wire."""

from __future__ import annotations

from typing import Literal

import msgspec

from genial.core.ending import Ending
from genial.core.explanation import Choices, Effect
from genial.core.view import View
from genial.server.tables.events import Declined, Ended, Phase, Proposal, Sitter, Terms

Offer = Literal["rematch", "review"]  # what can follow a game


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
    clock_rest: float = 0.0  # seconds until the running clock starts: a screen is handed over
    effects: tuple[Effect, ...] = ()  # what every move did, the first one first
    undoable: tuple[int, ...] = ()  # those of my seats that have a move to take back
    result: Ended | None = None
    ending: Ending | None = None  # of a finished game: why, what decided it, the best moves
    offers: tuple[Offer, ...] = ()  # what can follow a finished game: nothing else is granted
    commitment: str = ""
    # The seats that agree so far, by proposal.
    proposals: dict[Proposal, tuple[int, ...]] = msgspec.field(name="wishes", default_factory=dict)
    declined: tuple[Declined, ...] = ()  # proposals that were just declined or withdrawn
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
    effects: tuple[Effect, ...]  # what these moves did
    undoable: tuple[int, ...] = ()  # those of my seats that have a move to take back
    views: dict[int, View]  # without their logs
    turn: int | None = None
    choices: Choices | None = None
    clocks: list[float] | None = None
    clock_rest: float = 0.0  # seconds until the running clock starts
