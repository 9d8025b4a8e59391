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


def situation(table: Table, mine: Audience, now: float, views: Views | None = None) -> Situation:
    """Return a table as it stands; raise NotFound if the audience may not see it yet."""
    check_seen(table, mine, now)
    if views is None and table.state is not None:
        views = Views(table.state)
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
        effects=() if table.state is None else _effects(table.state.history),
        undoable=undoable_seats(table, mine),
        result=_result(table, now),
        ending=_ending(table),
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

    def __init__(self, table: Table, entries: Sequence[Entry], now: float) -> None:
        self.table, self.entries, self._now = table, entries, now
        self._texts: dict[Audience, bytes] = {}
        self._is_prepared = False
        self._views: Views | None = None
        self._states: list[State] = []  # after each move, if all events are moves
        self._declined = tuple(
            entry.event for entry in entries if isinstance(entry.event, Declined)
        )

    def text_for(self, mine: Audience) -> bytes:
        """Return the encoded message for an audience."""
        text = self._texts.get(mine)
        if text is None:
            text = self._texts[mine] = _encode(self.message_for(mine))
        return text

    def message_for(self, mine: Audience) -> Situation | News:
        """Return the message for an audience; raise NotFound if it may not see the table yet."""
        if not self._is_prepared:
            self._prepare()
        table, views = self.table, self._views
        if views is None or not self._states or not may_see(table, mine, self._now):
            told = situation(table, mine, self._now, views)
            return (
                msgspec.structs.replace(told, declined=self._declined) if self._declined else told
            )
        seats = mine or (SPECTATORS,)
        return News(
            table=table.name,
            first=self.entries[0].number,
            number=table.number,
            lines={
                seat: [line for state in self._states for line in state.news(seat or None)]
                for seat in seats
            },
            effects=_effects(self._states),
            undoable=undoable_seats(table, mine),
            views={seat: views.of(seat or None, []) for seat in seats},
            turn=table.turn,
            choices=_choices(table, mine),
            clocks=None if table.clocks is None else table.clocks.seconds_left(self._now),
        )

    def _prepare(self) -> None:
        """Work out what all audiences share."""
        state = self.table.state
        self._is_prepared = True
        if state is not None:
            self._views = Views(state)
            if all(isinstance(entry.event, Moved) for entry in self.entries):
                self._states = _last_states(state, len(self.entries))


def _last_states(state: State, count: int) -> list[State]:
    states = [state]
    for _ in range(count - 1):
        states.append(states[-1].undo())
    return states[::-1]


def _with_declined(told: Situation, declined: tuple[Declined, ...]) -> Situation:
    return msgspec.structs.replace(told, declined=declined) if declined else told


def _effects(states: Sequence[State]) -> tuple[Effect, ...]:
    """Return what the moves that led to these states did."""
    return tuple(state.effect for state in states if state.effect is not None)


def _ending(table: Table) -> Ending | None:
    """Return how a game ended; None if there was none, or if it still runs."""
    if table.ended is None or table.state is None:
        return None
    return ending_of(table.state, table.ended.ranks)


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
