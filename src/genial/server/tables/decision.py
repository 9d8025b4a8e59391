"""A decision: what happens at a table by a command, and how the table stands after it."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence

from genial.core.state import State
from genial.server.errors import Refusal
from genial.server.tables.events import Entry, Event
from genial.server.tables.table import Table


@dataclasses.dataclass(frozen=True, slots=True)
class Decision:
    """The events of a command, not stored yet, and the table after them."""

    entries: Sequence[Entry]
    after: Table
    sequel: Decision | None = None  # of another table: stored together with this, or neither is
    refusal: Refusal | None = None  # for the asker, once the events are stored

    @property
    def events(self) -> list[Event]:
        """Return the events without their numbers and times."""
        return [entry.event for entry in self.entries]


Decide = Callable[[Table, float], Decision]  # asked with a table and the time, once per attempt


def decide(
    table: Table, now: float, events: Sequence[Event], *,
    state: State | None = None, sequel: Decision | None = None,
) -> Decision:  # fmt: skip
    """Return the decision that these events happen now. `state` is the game after a move."""
    if not events:
        return Decision((), table)
    entries = [Entry(table.number + k, now, event) for k, event in enumerate(events, 1)]
    after = table.copy()
    for entry in entries:
        after.apply(entry, state)
    return Decision(entries, after, sequel)


def decide_nothing(table: Table, now: float) -> Decision:
    """Return the decision that nothing happens."""
    return Decision((), table)
