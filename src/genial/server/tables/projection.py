"""Project a table for an audience: the player on some seats, or spectators."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from genial.core.chance import commitment
from genial.core.ending import Ending, ending_of
from genial.core.explanation import Choices, Effect
from genial.core.state import State
from genial.core.view import View
from genial.server.errors import NotFound, Refusal
from genial.server.tables.events import Declined, Ended, Entry, Moved
from genial.server.tables.messages import News, Offer, Situation
from genial.server.tables.partners import are_silent, may_point
from genial.server.tables.proposals import is_rematch_possible, undoable_seats
from genial.server.tables.table import Table
from genial.server.tables.views import Views

Audience = tuple[int, ...]  # the seats of a player; empty for spectators

SPECTATORS = 0  # stands for their view, among those of seats

_encode = msgspec.json.Encoder().encode


def may_see(table: Table, mine: Audience, now: float) -> bool:
    """Tell if an audience may see a table; a sealed daily challenge only its player."""
    return bool(mine) or not table.is_sealed(now)


def check_seen(table: Table, mine: Audience, now: float) -> None:
    """Raise NotFound if an audience may not see a table."""
    if not may_see(table, mine, now):
        raise NotFound("There is no such table.", code="no-such-table")


def check_unsealed(table: Table, now: float) -> None:
    """Raise Refusal for a daily challenge whose day is not over."""
    if table.is_sealed(now):
        raise Refusal("This is sealed until the day is over (UTC).", code="sealed")


class _Shared:
    """What all audiences may know of a table, each part worked out once, when it is needed.

    Every move needs it, and `cached_property` would take a lock for each part.
    """

    __slots__ = ("_effects", "_ending", "_table", "_views")

    def __init__(self, table: Table) -> None:
        self._table = table
        self._views: Views | None = None
        self._effects: tuple[Effect, ...] | None = None
        self._ending: Ending | None = None

    @property
    def views(self) -> Views | None:
        if self._views is None and self._table.state is not None:
            self._views = Views(self._table.state)
        return self._views

    @property
    def effects(self) -> tuple[Effect, ...]:
        """What the moves of the game did."""
        if self._effects is None:
            state = self._table.state
            self._effects = () if state is None else _effects(state.history)
        return self._effects

    @property
    def ending(self) -> Ending | None:
        """How a game ended; None if there was none, or if it still runs."""
        table = self._table
        if self._ending is None and table.ended is not None and table.state is not None:
            self._ending = ending_of(table.state, table.ended.ranks)
        return self._ending


def situation(table: Table, mine: Audience, now: float) -> Situation:
    """Return a table as it stands; raise NotFound if the audience may not see it yet."""
    return _situation(table, mine, now, _Shared(table))


def _situation(table: Table, mine: Audience, now: float, shared: _Shared) -> Situation:
    check_seen(table, mine, now)
    views = shared.views
    return Situation(
        table=table.name,
        number=table.number,
        phase=table.phase,
        terms=table.terms,
        host=table.host,
        seats=table.seats,
        mine=mine,
        views={}
        if views is None
        else {seat: _view(table, seat, views) for seat in mine or (SPECTATORS,)},
        turn=table.turn,
        choices=_choices(table, mine),
        clocks=None if table.clocks is None else table.clocks.seconds_left(now),
        clock_rest=0.0 if table.clocks is None else table.clocks.rest(now),
        effects=shared.effects,
        undoable=undoable_seats(table, mine),
        result=_result(table, now),
        ending=shared.ending,
        offers=_offers(table, mine, now),
        commitment=commitment(table.secret),
        proposals=dict(table.proposals),
        out=table.out,
        evening=table.evening,
        followed=table.followed,
        preview=_preview(table),
        phrases_only=bool(mine) and are_silent(table),
        pointing=bool(mine) and may_point(table),
    )


def _view(table: Table, seat: int, views: Views) -> View:
    """Return what a seat sees of the game; after its end nothing is hidden in its log."""
    state, viewer = table.state, seat or None
    assert state is not None
    if table.phase == "over":
        return views.of(viewer, state.log, beginning=state.origin.position)
    return views.of(viewer, views.log(viewer), beginning=state.beginning(viewer))


def _preview(table: Table) -> View | None:
    """Return what everybody may see of the position from which a waiting table will begin."""
    if table.phase != "waiting" or not table.beginning:
        return None
    return Views(table.first_state({})).of(None, [])


def news(table: Table, entries: Sequence[Entry], mine: Audience, now: float) -> Situation | News:
    """Return what these events mean to an audience: the whole situation unless all are moves."""
    return Announcement(table, entries, now).message_for(mine)


class Announcement:
    """Events on their way to many connections; what several of them get is worked out once."""

    __slots__ = ("_effects", "_shared", "_states", "_texts", "entries", "now", "table")

    def __init__(self, table: Table, entries: Sequence[Entry], now: float) -> None:
        self.table, self.entries, self.now = table, entries, now
        self._texts: dict[Audience, bytes] = {}
        self._shared = _Shared(table)
        self._states = _states_after(table, entries)
        self._effects: tuple[Effect, ...] | None = None

    def text_for(self, mine: Audience) -> bytes:
        """Return the encoded message for an audience."""
        text = self._texts.get(mine)
        if text is None:
            text = self._texts[mine] = _encode(self.message_for(mine))
        return text

    def message_for(self, mine: Audience) -> Situation | News:
        """Return the message for an audience; raise NotFound if it may not see the table yet."""
        table, states = self.table, self._states
        if not states or not may_see(table, mine, self.now):
            return self._situation_for(mine)
        views = self._shared.views
        assert views is not None
        if self._effects is None:
            self._effects = _effects(states)
        seats = mine or (SPECTATORS,)
        return News(
            table=table.name,
            first=self.entries[0].number,
            number=table.number,
            lines={seat: _lines(states, seat or None) for seat in seats},
            effects=self._effects,
            undoable=undoable_seats(table, mine),
            views={seat: views.of(seat or None, []) for seat in seats},
            turn=table.turn,
            choices=_choices(table, mine),
            clocks=None if table.clocks is None else table.clocks.seconds_left(self.now),
            clock_rest=0.0 if table.clocks is None else table.clocks.rest(self.now),
        )

    def _situation_for(self, mine: Audience) -> Situation:
        found = _situation(self.table, mine, self.now, self._shared)
        events = [entry.event for entry in self.entries]
        declined = tuple(event for event in events if isinstance(event, Declined))
        return msgspec.structs.replace(found, declined=declined) if declined else found


def _states_after(table: Table, entries: Sequence[Entry]) -> list[State]:
    """Return the states after each move, if all events are moves; none otherwise."""
    for entry in entries:
        if type(entry.event) is not Moved:
            return []
    return [] if table.state is None else _last_states(table.state, len(entries))


def _lines(states: Sequence[State], seat: int | None) -> list[str]:
    """Return the lines that the moves to these states added to the log, as a seat sees them."""
    if len(states) == 1:
        return states[0].news(seat)
    return [line for state in states for line in state.news(seat)]


def _last_states(state: State, count: int) -> list[State]:
    states = [state]
    for _ in range(count - 1):
        states.append(states[-1].undo())
    return states[::-1]


def _effects(states: Sequence[State]) -> tuple[Effect, ...]:
    """Return what the moves that led to these states did."""
    return tuple(state.effect for state in states if state.effect is not None)


def _offers(table: Table, mine: Audience, now: float) -> tuple[Offer, ...]:
    """Return what an audience can ask for after a game."""
    if table.phase != "over" or table.state is None:
        return ()
    rematch: tuple[Offer, ...] = ("rematch",) if mine and is_rematch_possible(table) else ()
    review: tuple[Offer, ...] = () if table.is_sealed(now) else ("review",)
    return rematch + review


def _choices(table: Table, mine: Audience) -> Choices | None:
    if not mine or table.turn not in mine or table.state is None:
        return None
    return table.state.choices()


def _result(table: Table, now: float) -> Ended | None:
    if table.ended is None:
        return None
    key = table.key_at(now) if table.terms.daily else table.ended.key
    return msgspec.structs.replace(table.ended, key=key)
