"""The rules of Pairs, as kernels on one record (see `genial.core.kernel`)."""

from __future__ import annotations

import sys

import numpy as np
import numpy.typing as npt

from genial.core.chance import below
from genial.core.kernel import Codes, Record, Stream, register, rule

SEATS, HAND = 2, 3
HIGHEST, COPIES = 6, 3  # cards 1 to 6, three of each
N_CARDS = HIGHEST * COPIES
PAIR = 5  # points for the card that the opponent has just played
MAX_MOVES = MAX_OUTCOMES = HIGHEST
OUTCOME_LIMIT = HIGHEST + 1

DTYPE = np.dtype(
    [
        ("pile", "i1", HIGHEST + 1),  # how many cards of each number; there is no card 0
        ("hands", "i1", (SEATS, HIGHEST + 1)),
        ("points", "i2", SEATS),
        ("last", "i1"),  # the card that was played last; 0 at the start
        ("dealt", "i1"),  # cards of the set-up that are dealt
        ("drawing", "i1"),  # has a card been played, and none drawn for it yet?
        ("turn", "i1"),
        ("start", "i1"),
        ("players", "i1"),
    ],
    align=True,
)


def setup(s: Record) -> None:
    """All cards in the pile; the hands are due to be dealt."""
    s.pile[:] = [0] + [COPIES] * HIGHEST
    s.hands[:], s.points[:] = 0, 0
    s.last, s.dealt, s.drawing, s.turn = 0, 0, 0, s.start


@rule
def count(cards: npt.NDArray[np.int8]) -> int:
    """How many cards there are."""
    total = 0
    for card in range(1, HIGHEST + 1):
        total += cards[card]
    return total


@rule
def due(s: Record) -> bool:
    """Hands are dealt at the start, and a card is drawn after every move."""
    return bool(s.dealt < SEATS * HAND or s.drawing)


@rule
def legal(s: Record, out: Codes) -> int:
    """Every number in the hand."""
    n = 0
    for card in range(1, HIGHEST + 1):
        if not due(s) and s.hands[s.turn, card] > 0:
            out[n] = card
            n += 1
    return n


@rule
def sample(s: Record, stream: Stream) -> int:
    """One number in the hand, each equally likely."""
    kinds = 0
    for card in range(1, HIGHEST + 1):
        kinds += s.hands[s.turn, card] > 0
    place = below(stream, kinds)
    for card in range(1, HIGHEST + 1):
        place -= s.hands[s.turn, card] > 0
        if place < 0:
            return card
    return 0


@rule
def gain(s: Record, card: int) -> int:
    """What a card scores now."""
    return card + PAIR if card == s.last else card


@rule
def play(s: Record, move: int) -> None:
    """Play a card; one is due to be drawn while there is a pile."""
    s.points[s.turn] += gain(s, move)
    s.hands[s.turn, move] -= 1
    s.last = move
    s.turn = 1 - s.turn
    s.drawing = count(s.pile) > 0


@rule
def receiver(s: Record) -> int:
    """The seat that gets the next card: one after the other at first, then the last mover."""
    return s.dealt // HAND if s.dealt < SEATS * HAND else 1 - s.turn


@rule
def chance(s: Record, out: Codes, weights: Codes) -> int:
    """Every number in the pile."""
    n = 0
    for card in range(1, HIGHEST + 1):
        if s.pile[card] > 0:
            out[n], weights[n] = card, s.pile[card]
            n += 1
    return n


@rule
def settle(s: Record, outcome: int) -> None:
    """Take a card from the pile."""
    s.hands[receiver(s), outcome] += 1
    s.pile[outcome] -= 1
    if s.dealt < SEATS * HAND:
        s.dealt += 1
    else:
        s.drawing = 0


@rule
def take_any(cards: npt.NDArray[np.int8], stream: Stream) -> int:
    """A card at random."""
    place = below(stream, count(cards))
    for card in range(1, HIGHEST + 1):
        place -= cards[card]
        if place < 0:
            return card
    return 0


@rule
def draw(s: Record, stream: Stream) -> int:
    """Draw a card at random."""
    card = take_any(s.pile, stream)
    settle(s, card)
    return card


@rule
def hide(s: Record, seat: int, stream: Stream) -> None:
    """Shuffle the hands of other seats into the pile, and deal them again."""
    for other in range(SEATS):
        if other != seat:
            held = count(s.hands[other])
            for card in range(1, HIGHEST + 1):
                s.pile[card] += s.hands[other, card]
                s.hands[other, card] = 0
            for _ in range(held):
                card = take_any(s.pile, stream)
                s.pile[card] -= 1
                s.hands[other, card] += 1


@rule
def seat_to_move(s: Record) -> int:
    """The seat in turn."""
    return int(s.turn)


@rule
def is_over(s: Record) -> bool:
    """Nothing is left to be drawn or played."""
    return not due(s) and count(s.hands[s.turn]) == 0


@rule
def standing(s: Record, out: npt.NDArray[np.float64]) -> None:
    """1 for more points, a half for as many."""
    for seat in range(SEATS):
        mine, theirs = s.points[seat], s.points[1 - seat]
        out[seat] = 0.5 if mine == theirs else 1.0 if mine > theirs else 0.0


register(sys.modules[__name__])
