"""What is written after a decision: the events, and how the table stands then."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from genial.server.tables.events import Entry, Moved, Person, encode
from genial.server.tables.table import Table


class Change(msgspec.Struct, frozen=True, gc=False):
    """Events of one table that are stored together or not at all."""

    name: str
    rows: tuple[tuple[int, float, str], ...]  # number, time, event as JSON
    phase: str
    seats: str | None  # none if it is a plain move
    turn: int | None
    bot: str | None
    deadline: float | None
    result: str | None
    players: tuple[tuple[int, str], ...]  # seats and accounts, if `seats_people`
    at: float  # time of the last event
    opening: tuple[bytes, str, str, str, bool, bool, str | None, int] | None = None  # see `of`
    is_plain_move: bool = False  # does it leave seats, phase, deadline and result as they are?

    @property
    def first(self) -> int:
        """Return the number of its first event, which must not be stored yet."""
        return self.rows[0][0]

    @property
    def number(self) -> int:
        """Return the number of its last event."""
        return self.rows[-1][0]

    @property
    def seats_people(self) -> bool:
        """Tell if it can change which accounts sit where."""
        return self.phase == "waiting" or self.opening is not None

    @staticmethod
    def of(after: Table, entries: Sequence[Entry]) -> Change:
        """Return the change that these events make, given the table after them."""
        terms = after.terms
        is_plain_move = (
            after.phase == "playing"
            and after.clocks is None
            and not terms.daily
            and all(isinstance(entry.event, Moved) for entry in entries)
        )
        opening = None
        if entries[0].number == 1:
            text = msgspec.json.encode(terms).decode()
            opening = (
                after.secret, terms.game, text, after.host, terms.listed, terms.rated,
                after.evening or None, after.earlier,
            )  # fmt: skip
        return Change(
            name=after.name,
            rows=tuple((entry.number, entry.at, encode(entry.event).decode()) for entry in entries),
            phase=after.phase,
            seats=None if is_plain_move else msgspec.json.encode(after.seats).decode(),
            turn=after.turn,
            bot=after.bot_to_move,
            deadline=after.deadline,
            result=None if after.ended is None else msgspec.json.encode(after.ended).decode(),
            players=tuple(
                (seat, sitter.account)
                for seat, sitter in enumerate(after.seats, 1)
                if isinstance(sitter, Person)
            )
            if after.phase == "waiting" or opening is not None
            else (),
            at=after.changed,
            opening=opening,
            is_plain_move=is_plain_move,
        )
