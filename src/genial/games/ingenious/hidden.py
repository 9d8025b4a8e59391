"""What all players know of the hidden racks of Ingenious, and re-dealing them accordingly.

A seat sees its own rack and, if partners share, that of its partner. All others are hidden. No
opponent sees which tile of a rack is played, so all that is known of a rack is a function of
public events. The rules tell of them as they happen (`learn_…`); three words a seat hold it:

`known` has ten bits for every tile of the rack, oldest first: six colours that this tile cannot
show (it was there when a swap that these colours forbade was declined), and the seats that have
put swapped tiles back since it was drawn (it cannot be one of those). A tile that is played is
taken to be the oldest that it can have been: older tiles are the more restricted ones, so this
excludes nothing that is possible.

`must` is a set of sets of colours: when a turn ended without the question of a swap, one of the
tiles that stayed showed a lowest colour. It is satisfied once such a tile is played. When a swap
is declined later, the tile in question is one of those that were there: `must_old`.
"""

from __future__ import annotations

import numpy as np

from genial.core import bits
from genial.core.chance import below
from genial.core.kernel import Record, Stream, cold, rule
from genial.games.ingenious.board import (
    BAG_WORDS,
    COLOURS_OF_TYPE,
    MAX_SEATS,
    N_COLOURS,
    N_TYPES,
    NO_TILE,
    RACK,
    SHOWS,
)

Racks = tuple[np.uint64, np.uint64, np.uint64, np.uint64]
Bag = tuple[np.uint64, np.uint64, np.uint64]

_SLOT = 10  # bits of `known` for each tile
_SLOTS = np.uint64(sum(1 << _SLOT * k for k in range(RACK)))  # a one for each tile
_COLOUR_MASK = np.uint64((1 << N_COLOURS) - 1)
_TRIES = 100


@rule
def sees(s: Record, seat: int, other: int) -> bool:
    """Tell whether a seat (-1: a spectator) sees the rack of another, or its own."""
    if other == seat:
        return True
    return bool(s.shared != 0 and seat >= 0 and (other - seat) % 2 == 0)  # partners sit opposite


@rule
def slot(known: np.uint64, k: int) -> np.uint64:
    """What is known of the k-th oldest tile."""
    return (known >> np.uint64(_SLOT * k)) & np.uint64((1 << _SLOT) - 1)


@rule
def learn_placed(s: Record, kind: int) -> None:
    """The player in turn has laid a tile of this type; the rack has shrunk already."""
    if s.players == 1:
        return
    s.must[s.turn] = s.must[s.turn] & ~SHOWS[kind]
    if s.known[s.turn] != bits.ZERO:
        forget_slot(s, kind)
    if s.swapped != 0:
        for seat in range(s.players):
            if bits.byte(s.shown[seat, kind >> 3], kind & 7) > 0:
                s.shown[seat, kind >> 3] = s.shown[seat, kind >> 3] - bits.bit(8 * (kind & 7))


@rule
def forget_slot(s: Record, kind: int) -> None:
    """Drop the oldest tile that can have been of this type."""
    known = s.known[s.turn]
    k = 0
    while k < RACK - 1 and slot(known, k) & COLOURS_OF_TYPE[kind] != bits.ZERO:
        k += 1
    if is_old(slot(known, k)):
        s.must_old[s.turn] = s.must_old[s.turn] & ~SHOWS[kind]
    below_it = known & (bits.bit(_SLOT * k) - bits.ONE)
    above_it = (known >> np.uint64(_SLOT * (k + 1))) << np.uint64(_SLOT * k)
    s.known[s.turn] = below_it | above_it
    if s.known[s.turn] & (_SLOTS * _COLOUR_MASK) == bits.ZERO:
        s.must_old[s.turn] = bits.ZERO


@rule
def is_old(told: np.uint64) -> bool:
    """Is this known of a tile that was there when a swap was declined?"""
    return bool(told & _COLOUR_MASK != bits.ZERO)


@rule
def slots_held(count: int) -> np.uint64:
    """A one for each of the oldest `count` tiles."""
    return _SLOTS & (bits.bit(_SLOT * count) - bits.ONE)


@rule
def learn_kept(s: Record, lowest: int) -> None:
    """A swap was allowed and declined: no tile of the rack shows one of the lowest colours."""
    slots = slots_held(int(s.held[s.turn]))
    s.known[s.turn] = s.known[s.turn] | np.uint64(lowest) * slots
    s.must_old[s.turn] = s.must_old[s.turn] | s.must[s.turn]
    s.must[s.turn] = bits.ZERO


@rule
def learn_swapped(s: Record) -> None:
    """The player in turn has shown and set aside their rack."""
    s.swapped = 1
    for word in range(BAG_WORDS):
        s.shown[s.turn, word] = s.aside[word]
    s.must[s.turn] = bits.ZERO
    s.must_old[s.turn] = bits.ZERO
    s.known[s.turn] = bits.ZERO
    since = bits.bit(N_COLOURS + s.turn)
    for seat in range(s.players):
        count = RACK if seat == s.turn else int(s.held[seat])
        s.known[seat] = s.known[seat] | since * slots_held(count)


@rule
def rack_word(s: Record, seat: int) -> np.uint64:
    """The tiles of a rack as one number, a byte for each place."""
    word = bits.ZERO
    for k in range(RACK):
        word = word | np.uint64(s.rack[seat, k]) << np.uint64(8 * k)
    return word


@rule
def racks_of(s: Record) -> Racks:
    """All racks, as values that last when the record changes."""
    return rack_word(s, 0), rack_word(s, 1), rack_word(s, 2), rack_word(s, 3)


@rule
def bag_of(s: Record) -> Bag:
    """The bag, likewise."""
    return s.bag[0], s.bag[1], s.bag[2]


@rule
def restore_racks(s: Record, racks: Racks, bag: Bag) -> None:
    """Racks and bag as they were."""
    for seat in range(MAX_SEATS):
        for k in range(RACK):
            s.rack[seat, k] = bits.byte(racks[seat], k)
    for word in range(BAG_WORDS):
        s.bag[word] = bag[word]


@cold
def hide(s: Record, seat: int, stream: Stream) -> None:
    """Re-deal the racks that `seat` cannot see, out of all tiles it cannot see.

    Where a hundred deals run into what is known of the racks, they stay as they are.
    """
    if s.players == 1:
        return
    racks, bag = racks_of(s), bag_of(s)
    for _ in range(_TRIES):
        if redeal(s, seat, stream):
            return
        restore_racks(s, racks, bag)


@rule
def redact_record(s: Record, seat: int) -> None:
    """Count the tiles of the racks that `seat` cannot see as tiles of the bag."""
    if s.players == 1:
        return
    for other in range(s.players):
        if not sees(s, seat, other):
            for k in range(s.held[other]):
                kind = s.rack[other, k]
                s.bag[kind >> 3] = s.bag[kind >> 3] + bits.bit(8 * (kind & 7))
                s.rack[other, k] = NO_TILE


@rule
def redeal(s: Record, seat: int, stream: Stream) -> bool:
    """Try once to re-deal; does the deal agree with all that is known?"""
    for other in range(s.players):
        if not sees(s, seat, other):
            for k in range(s.held[other]):
                kind = s.rack[other, k]
                s.bag[kind >> 3] = s.bag[kind >> 3] + bits.bit(8 * (kind & 7))
    # Tiles from before a swap first: later ones may be any copy that is left.
    for old in range(2):
        for other in range(s.players):
            if sees(s, seat, other):
                continue
            for k in range(s.held[other]):
                told = slot(s.known[other], k)
                if (told >> np.uint64(N_COLOURS) != bits.ZERO) == (old == 0):
                    kind = draw_hidden(s, seat, told, stream)
                    if kind < 0:
                        return False
                    s.bag[kind >> 3] = s.bag[kind >> 3] - bits.bit(8 * (kind & 7))
                    s.rack[other, k] = kind
    for other in range(s.players):
        if not sees(s, seat, other):
            shows, old_show = bits.ZERO, bits.ZERO
            for k in range(s.held[other]):
                shows = shows | SHOWS[s.rack[other, k]]
                if is_old(slot(s.known[other], k)):
                    old_show = old_show | SHOWS[s.rack[other, k]]
            if (s.must[other] & ~shows) | (s.must_old[other] & ~old_show) != bits.ZERO:
                return False
    return True


@rule
def copies_possible(s: Record, seat: int, told: np.uint64, kind: int) -> int:
    """How many of the unseen tiles of a type a tile can be of which this much is known."""
    if told & COLOURS_OF_TYPE[kind] != bits.ZERO:
        return 0
    put_back_later = 0
    for swapper in range(s.players):
        if bits.has(told, N_COLOURS + swapper):
            put_back_later = max(put_back_later, copies_put_back(s, seat, swapper, kind))
    return bits.byte(s.bag[kind >> 3], kind & 7) - put_back_later


@rule
def copies_put_back(s: Record, seat: int, swapper: int, kind: int) -> int:
    """How many tiles of a type a swap put back that are on no rack that `seat` sees.

    This is a lower bound: the tiles drawn since on a rack that it sees can all be among them.
    """
    copies = bits.byte(s.shown[swapper, kind >> 3], kind & 7)
    if copies > 0:
        for other in range(s.players):
            if sees(s, seat, other):
                copies -= copies_drawn_since(s, other, swapper, kind)
    return max(0, copies)


@rule
def copies_drawn_since(s: Record, seat: int, swapper: int, kind: int) -> int:
    """How many tiles of a type on a rack can have been drawn since a swap put tiles back."""
    copies, drawn_since = 0, 0
    for k in range(s.held[seat]):
        if s.rack[seat, k] == kind:
            copies += 1
        if not bits.has(slot(s.known[seat], k), N_COLOURS + swapper):
            drawn_since += 1
    return min(copies, drawn_since)


@rule
def draw_hidden(s: Record, seat: int, told: np.uint64, stream: Stream) -> int:
    """Choose among the unseen tiles that one of which this much is known can be; -1 if none."""
    possible = 0
    for kind in range(N_TYPES):
        possible += max(0, copies_possible(s, seat, told, kind))
    if possible == 0:
        return -1
    k = below(stream, possible)
    kind = -1
    while k >= 0:
        kind += 1
        k -= max(0, copies_possible(s, seat, told, kind))
    return kind
