"""The cards of Phoenix and all that can be done with them, as tables of numbers.

A *kind* is a card's face. A move is played by its number in `MOVES`: every way to play
every kind, then for every kind to discard it. How many ways there are to play a card never
depends on the position.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from genial.games.phoenix.rows import LINE, SPECTRUM

COPIES = {
    "M2": 5,  # Move (Versetzen)
    "M3": 3,
    "M4": 1,
    "S1": 10,  # Switch (Austausch)
    "S2": 7,
    "S3": 4,
    "S4": 2,
    "R": 5,  # Rotate (Rotation)
    "N1": 2,  # Modify (Neues Spektrum)
    "N2": 1,
    "X": 10,  # Exchange (Seitenwechsel)
}
KINDS = tuple(COPIES)
N_KINDS = len(KINDS)
KIND_OF_NAME = {name: kind for kind, name in enumerate(KINDS)}
N_CARDS = sum(COPIES.values())
HAND = 5  # cards in a hand

SHIFT, SWITCH, MODIFY, EXCHANGE, DISCARD = range(5)  # what a move does


class Move(NamedTuple):
    """One way to play or to discard a card; places from 0."""

    text: str
    kind: int
    deed: int
    origin: int = 0
    target: int = 0


def _ways(kind: int) -> list[Move]:
    """Every way to play a card, in the order of the places."""
    name = KINDS[kind]
    if name == "R":
        return [Move(name, kind, SWITCH, 0, LINE - 1)]
    if name == "X":
        return [Move(f"X:{k + 1}", kind, EXCHANGE, k) for k in range(LINE)]
    far = int(name[1])
    deed, sign, places = {
        "M": (SHIFT, ">", LINE),
        "S": (SWITCH, "-", LINE),
        "N": (MODIFY, ">", SPECTRUM),
    }[name[0]]
    # Neighbours change places whichever of them moves: one spelling for both.
    is_mutual = deed == SWITCH or far == 1
    return [
        Move(f"{name}:{a + 1}{sign}{b + 1}", kind, deed, a, b)
        for a in range(places)
        for b in range(places)
        if b - a == far or (a - b == far and not is_mutual)
    ]


_WAYS = [_ways(kind) for kind in range(N_KINDS)]
MOVES = tuple(move for ways in _WAYS for move in ways) + tuple(
    Move(f"-{name}", kind, DISCARD) for kind, name in enumerate(KINDS)
)
N_MOVES = len(MOVES)
FIRST_DISCARD = N_MOVES - N_KINDS
# FIRST_WAY[k] … FIRST_WAY[k + 1] - 1 are the ways to play a card of kind k
FIRST_WAY = np.array([sum(map(len, _WAYS[:kind])) for kind in range(N_KINDS + 1)], np.int64)

KIND = np.array([move.kind for move in MOVES], np.int8)
DEED = np.array([move.deed for move in MOVES], np.int8)
ORIGIN = np.array([move.origin for move in MOVES], np.int8)
TARGET = np.array([move.target for move in MOVES], np.int8)

COUNT_WORDS = 2  # numbers by kind: a byte for each, see `genial.core.bits`


def pack_counts(counts: list[int]) -> np.ndarray[tuple[int], np.dtype[np.uint64]]:
    """Numbers by kind as bytes of words."""
    return np.frombuffer(bytes(counts + [0] * (8 * COUNT_WORDS - N_KINDS)), "<u8").copy()


FULL_PILE = pack_counts(list(COPIES.values()))
CHOICES = pack_counts([len(ways) + 1 for ways in _WAYS])  # ways to play a card, and to discard it
MOST_MOVES = sum(sorted((len(ways) + 1 for ways in _WAYS), reverse=True)[:HAND])
