"""Rebuild Ingenious from a view: replay its log as the seat saw it.

Along the way, all tiles that the seat has not seen stay in the bag, even those on hidden racks; of
a hidden rack only its size is kept, and what follows about it from the rules. A tile that is laid,
or shown by a swap, is taken from the bag just before. In the end the hidden racks are dealt.
A game that began from a position is replayed from that position, as the seat saw it.
"""

from __future__ import annotations

import functools

import numpy as np
import numpy.typing as npt
from msgspec import UNSET

from genial.bots.ingenious.beginning import restore_beginning
from genial.core import bits
from genial.core.errors import BadText, BadView, quote
from genial.core.game import Game
from genial.core.kernel import Record, Records, Stream, as_record, entry, rule
from genial.core.view import View as BaseView
from genial.games.ingenious.board import (
    COLOURS_OF_TYPE,
    MAX_SEATS,
    NO_TILE,
    RACK,
    TYPE_OF_NAME,
    TYPE_OF_WAY,
    WAYS,
)
from genial.games.ingenious.hidden import (
    bag_of,
    racks_of,
    redeal,
    restore_racks,
    sees,
    slot,
    slots_held,
)
from genial.games.ingenious.notation import read
from genial.games.ingenious.rules import (
    CHOOSING,
    DRAWING,
    KEEP,
    PLACING,
    SWAP,
    due,
    edges_open,
    play,
    settle,
)
from genial.games.ingenious.scoring import lowest_colours, track_of
from genial.games.ingenious.view import HIDDEN, View

EventCodes = npt.NDArray[np.int32]  # rows of what happened, to which seat (from 0), and which
MOVE, DREW, UNSEEN, SHOWN = range(4)  # a move; a tile drawn, seen or not; a tile shown by a swap
_TRIES = 2000
_WORDS = {"rack": DREW, "shown": SHOWN}
_SEATS = {str(seat + 1): seat for seat in range(MAX_SEATS)}


def rebuild(game: Game, view: BaseView, array: Records, stream: Stream) -> None:
    """Write what the view shows into a game that was set up, and deal the hidden racks."""
    assert isinstance(view, View)
    viewer = 0 if game.players == 1 else (view.seat or 0) - 1
    if view.beginning is not UNSET:
        restore_beginning(game, view.beginning, as_record(array))
    elif not view.log or not view.log[0].startswith("*"):
        raise BadView(
            "the log does not begin with the deal, so there is no telling which tiles are left"
        )
    events, lines = _events(view.log)
    bad = retrace(array, events, viewer)
    if bad >= len(events):
        raise BadView("the log ends where a draw must follow")
    if bad >= 0:
        raise BadView(f"{quote(lines[bad])} cannot have happened then")
    deal_hidden(array, viewer, stream)


def _events(log: list[str]) -> tuple[EventCodes, list[str]]:
    """Read a log into events with the line of each; a swap comes after the tiles it shows."""
    events: list[tuple[int, int, int]] = []
    lines: list[str] = []
    for line in log:
        try:
            told = _read_line(line)
        except (BadText, ValueError, KeyError):
            raise BadView(f"{quote(line)} is no line of a log") from None
        at = len(events) - (told[0][0] == SHOWN and len(events) > 0)
        events[at:at] = told
        lines[at:at] = [line] * len(told)
    return np.array(events, np.int32).reshape(-1, 3), lines


@functools.lru_cache(maxsize=1 << 14)
def _read_line(line: str) -> tuple[tuple[int, int, int], ...]:
    if line.startswith("*"):
        _, word, owner, *tiles = line.split(" ")
        what, seat = _WORDS[word], _SEATS[owner]
        if not 1 <= len(tiles) <= RACK:
            raise ValueError
        return tuple(
            (UNSEEN, seat, 0) if tile == HIDDEN else (what, seat, TYPE_OF_NAME[tile])
            for tile in tiles
        )
    owner, text = line.split(" ")
    return ((MOVE, _SEATS[owner], read(text)),)


@entry
def retrace(batch: Records, events: EventCodes, viewer: int) -> int:
    """Replay a log; return the first impossible event, its length if it is incomplete, or -1."""
    s = batch[0]
    for k in range(events.shape[0]):
        what, seat, code = events[k, 0], int(events[k, 1]), int(events[k, 2])
        if s.turn != seat:
            return k
        is_hidden = not sees(s, viewer, seat)
        is_drawn_next = k + 1 < events.shape[0] and events[k + 1, 0] == UNSEEN
        if what == MOVE:
            fits = can_move(s, code, is_hidden)
        elif what == SHOWN:
            fits = s.phase == CHOOSING and can_show(s, code, is_hidden)
        else:
            fits = due(s) and (what == UNSEEN) == is_hidden and (is_hidden or in_bag(s, code))
        if not fits:
            return k
        if what == MOVE:
            move(s, code, is_hidden, is_drawn_next)
        elif what == SHOWN:
            show(s, code, is_hidden)
        elif is_hidden:
            draw_unseen(s)
        else:
            settle(s, code)
    return events.shape[0] if due(s) else -1


@rule
def in_bag(s: Record, kind: int) -> bool:
    """Tell whether there is a tile of this type that the viewer has not seen."""
    return bits.byte(s.bag[kind >> 3], kind & 7) > 0


@rule
def holds(s: Record, kind: int) -> bool:
    """Tell whether the rack of the seat to move has a tile of this type."""
    for k in range(s.held[s.turn]):
        if s.rack[s.turn, k] == kind:
            return True
    return False


@rule
def can_hold(s: Record, kind: int) -> bool:
    """Tell whether the hidden rack of the seat to move can have a tile of this type."""
    for k in range(s.held[s.turn]):
        if slot(s.known[s.turn], k) & COLOURS_OF_TYPE[kind] == bits.ZERO:
            return in_bag(s, kind)
    return False


@rule
def can_move(s: Record, code: int, is_hidden: bool) -> bool:
    """Tell whether a move is legal, as far as the viewer knows."""
    if s.phase == CHOOSING:
        # Only a swap shows a hidden rack, and it shows all of it.
        last = s.held[s.turn] - 1
        if code == SWAP:
            return bool(s.rack[s.turn, last] != NO_TILE)
        return code == KEEP and not (is_hidden and s.rack[s.turn, 0] != NO_TILE)
    if s.phase != PLACING or code >= KEEP:
        return False
    edge, kind = code // WAYS, int(TYPE_OF_WAY[code % WAYS])
    if not bits.has(edges_open(s, edge >> 6), edge & 63):
        return False
    return can_hold(s, kind) if is_hidden else holds(s, kind)


@rule
def can_show(s: Record, kind: int, is_hidden: bool) -> bool:
    """Tell whether the seat to move can show a tile of this type, besides those it has shown."""
    if not is_hidden:
        return holds(s, kind)
    return in_bag(s, kind) and s.rack[s.turn, s.held[s.turn] - 1] == NO_TILE


@rule
def show(s: Record, kind: int, is_hidden: bool) -> None:
    """Show a tile of a rack that is being swapped."""
    if is_hidden:
        place = 0
        while s.rack[s.turn, place] != NO_TILE:
            place += 1
        s.bag[kind >> 3] = s.bag[kind >> 3] - bits.bit(8 * (kind & 7))
        s.rack[s.turn, place] = kind


@rule
def move(s: Record, code: int, is_hidden: bool, is_drawn_next: bool) -> None:
    """Play a move; for a hidden rack, the next event tells whether there was a choice to swap."""
    seat = s.turn
    if is_hidden and code < KEEP:
        kind = TYPE_OF_WAY[code % WAYS]
        s.bag[kind >> 3] = s.bag[kind >> 3] - bits.bit(8 * (kind & 7))
        s.rack[seat, 0] = kind
    play(s, code)
    if is_hidden and code < KEEP and s.phase == CHOOSING and is_drawn_next:
        s.phase = DRAWING
        lowest = lowest_colours(s, track_of(s, seat))
        s.must[seat] = s.must[seat] | bits.bit(lowest)


@rule
def draw_unseen(s: Record) -> None:
    """Let a hidden rack grow; the tile stays in the bag."""
    seat = s.turn
    place = s.held[seat]
    s.bag[0] = s.bag[0] + bits.ONE
    settle(s, 0)
    s.rack[seat, place] = NO_TILE


@entry
def deal_hidden(batch: Records, viewer: int, stream: Stream) -> None:
    """Deal the hidden racks, in agreement with what is known of them if possible."""
    s = batch[0]
    turn = s.turn
    known = s.known[turn]
    if s.phase == CHOOSING:  # a rack that shows a lowest colour cannot be swapped
        lowest = np.uint64(lowest_colours(s, track_of(s, turn)))
        s.known[turn] = known | lowest * slots_held(int(s.held[turn]))
    fill_hidden(s, viewer)
    racks, bag = racks_of(s), bag_of(s)
    for _ in range(_TRIES):
        if redeal(s, viewer, stream):
            s.known[turn] = known
            return
        restore_racks(s, racks, bag)
    s.known[turn] = known
    for seat in range(s.players):
        if not sees(s, viewer, seat):
            s.known[seat] = bits.ZERO
            s.must[seat] = bits.ZERO
            s.must_old[seat] = bits.ZERO
    redeal(s, viewer, stream)


@rule
def fill_hidden(s: Record, viewer: int) -> None:
    """Fill the hidden racks with any tiles of the bag."""
    kind = 0
    for seat in range(s.players):
        if not sees(s, viewer, seat):
            for k in range(s.held[seat]):
                while not in_bag(s, kind):
                    kind += 1
                s.bag[kind >> 3] = s.bag[kind >> 3] - bits.bit(8 * (kind & 7))
                s.rack[seat, k] = kind
