"""The rules of Phoenix, as kernels on one record (see `genial.core.kernel`)."""

from __future__ import annotations

import sys

import numpy as np
import numpy.typing as npt

from genial.core import bits
from genial.core.chance import below
from genial.core.kernel import Codes, Record, Stream, cold, in_python, register, rule
from genial.games.phoenix import cards
from genial.games.phoenix.cards import (
    CHOICES,
    COUNT_WORDS,
    DEED,
    EXCHANGE,
    FIRST_DISCARD,
    FIRST_WAY,
    FULL_PILE,
    HAND,
    KIND,
    MODIFY,
    N_CARDS,
    N_KINDS,
    ORIGIN,
    SHIFT,
    SWITCH,
    TARGET,
)
from genial.games.phoenix.rows import (
    EMPTY,
    LINE,
    N_COLOURS,
    N_PAWNS,
    PAWNS_OF_A_COLOUR,
    SPECTRUM,
    difference,
    lay,
    shift,
    switch,
)
from genial.games.phoenix.scoring import line_points, matches

SEATS = 2
ROUNDS = 3

# Phases. The first four are chance: cubes, pawns and hands are dealt, a card is drawn.
CUBES, PAWNS, HANDS, DRAWING, MOVING, OVER = range(6)

CUBE, PAWN, CARD = 0, N_COLOURS, 2 * N_COLOURS  # the first outcome of each sort
MAX_MOVES = cards.N_MOVES  # each of them once, whatever a hand holds
MAX_OUTCOMES = N_KINDS
OUTCOME_LIMIT = CARD + N_KINDS  # outcomes are numbers below it

ALL_CUBES = np.uint64(int(bits.BYTES) >> 8 * (8 - N_COLOURS))  # one of each colour
ALL_PAWNS = np.uint64(int(ALL_CUBES) * PAWNS_OF_A_COLOUR)

DTYPE = np.dtype(  # without gaps, so that equal games are equal bytes
    [
        ("pile", "u8", COUNT_WORDS),  # cards by kind
        ("hand", "u8", (SEATS, COUNT_WORDS)),  # cards by kind
        ("bag", "u8"),  # by colour: the cubes, then the pawns that have not been laid
        ("spectrum", "i8"),
        ("line", "i8", SEATS),
        ("last_spectrum", "i8"),  # as the last round ended
        ("last_line", "i8", SEATS),
        ("points", "i8", SEATS),
        ("left", "i8"),  # cubes, pawns or cards left, whichever are drawn in this phase
        ("finished", "i4"),  # rounds
        ("players", "i1"),
        ("start", "i1"),  # the seat that begins round 1
        ("phase", "i1"),
        ("turn", "i1"),  # the seat that moves or draws
    ],
    align=True,
)


# --- set-up --------------------------------------------------------------------------------


def setup(s: Record) -> None:
    """An empty game with the options that `s` holds; the first round is due to be dealt."""
    for field in ("last_spectrum", "finished"):
        s[field] = 0
    for field in ("last_line", "points"):
        s[field][:] = 0
    in_python(begin_round)(s)


@rule
def begin_round(s: Record) -> None:
    """Everything back into its box; spectrum, lines and hands are due to be dealt."""
    for word in range(COUNT_WORDS):
        s.pile[word] = FULL_PILE[word]
        for seat in range(SEATS):
            s.hand[seat, word] = bits.ZERO
    s.spectrum = EMPTY
    for seat in range(SEATS):
        s.line[seat] = EMPTY
    s.bag = ALL_CUBES
    s.left = SPECTRUM
    s.phase = CUBES
    s.turn = (s.start + s.finished) % SEATS


# --- legal moves ---------------------------------------------------------------------------


@rule
def is_held(s: Record, kind: int) -> bool:
    """Has the player to move a card of this kind?"""
    return bits.byte(s.hand[s.turn, kind >> 3], kind & 7) > 0


@rule
def legal(s: Record, out: Codes) -> int:
    """Every legal move once: each way to play each kind in the hand, then each discard."""
    n = 0
    if s.phase == MOVING:
        for kind in range(N_KINDS):
            if is_held(s, kind):
                for move in range(FIRST_WAY[kind], FIRST_WAY[kind + 1]):
                    out[n] = move
                    n += 1
        for kind in range(N_KINDS):
            if is_held(s, kind):
                out[n] = FIRST_DISCARD + kind
                n += 1
    return n


_SEVENS = np.uint64(0x7F) * bits.BYTES
_SEVEN = np.uint64(7)
_FULL_BYTE = np.uint64(0xFF)


@rule
def moves_by_kind(hand: np.uint64, choices: np.uint64) -> np.uint64:
    """The numbers of legal moves: the choices of every kind of which the hand has a card."""
    held = ((hand + _SEVENS) >> _SEVEN) & bits.BYTES
    return held * _FULL_BYTE & choices


@rule
def sample(s: Record, stream: Stream) -> int:
    """One legal move, each equally likely."""
    counts = moves_by_kind(s.hand[s.turn, 0], CHOICES[0])
    rest = moves_by_kind(s.hand[s.turn, 1], CHOICES[1])
    here = bits.total(counts)
    k = below(stream, int(np.int64(here + bits.total(rest))))  # signed, as all other bounds
    first = 0
    if k >= here:
        k -= here
        counts = rest
        first = 8
    byte = bits.byte_of_unit(counts, k)
    kind = first + byte
    move = FIRST_WAY[kind] + k - bits.units_before(counts, byte)
    return int(move if move < FIRST_WAY[kind + 1] else FIRST_DISCARD + kind)


# --- playing -------------------------------------------------------------------------------


@cold
def act(s: Record, move: int) -> None:
    """Do what the card says; nothing if it is discarded."""
    deed, origin, target = DEED[move], int(ORIGIN[move]), int(TARGET[move])
    own = s.line[s.turn]
    if deed == SHIFT:
        s.line[s.turn] = shift(own, origin, target)
    elif deed == SWITCH:
        s.line[s.turn] = switch(own, origin, target)
    elif deed == EXCHANGE:
        flip = difference(own, s.line[1 - s.turn], origin)
        s.line[s.turn] = own ^ flip
        s.line[1 - s.turn] ^= flip
    elif deed == MODIFY:
        s.spectrum = shift(s.spectrum, origin, target)


@rule
def play(s: Record, move: int) -> None:
    """Play or discard a card; the round ends at once if either line matches then."""
    kind = KIND[move]
    s.hand[s.turn, kind >> 3] -= bits.bit(8 * (kind & 7))
    act(s, move)
    if is_matched(s):
        end_round(s)
    else:
        s.phase = DRAWING


# --- the end of a round --------------------------------------------------------------------


@rule
def is_matched(s: Record) -> bool:
    """Does either line match the spectrum?"""
    return matches(s.line[0], s.spectrum) or matches(s.line[1], s.spectrum)


@cold
def end_round(s: Record) -> None:
    """Points for both players; then the next round, or the end of the game."""
    s.last_spectrum = s.spectrum
    for seat in range(SEATS):
        s.last_line[seat] = s.line[seat]
        s.points[seat] += line_points(s.line[seat], s.spectrum)
    s.finished += 1
    if s.finished == ROUNDS:
        s.phase = OVER
    else:
        begin_round(s)


# --- chance --------------------------------------------------------------------------------


@rule
def due(s: Record) -> bool:
    """Must something be drawn?"""
    return bool(s.phase <= DRAWING)


@rule
def chance(s: Record, out: Codes, weights: Codes) -> int:
    """The cubes or the pawns in the bag by colour, or the cards of the pile by kind."""
    n = 0
    if s.phase <= PAWNS:
        for colour in range(N_COLOURS):
            copies = bits.byte(s.bag, colour)
            if copies > 0:
                out[n] = (PAWN if s.phase == PAWNS else CUBE) + colour
                weights[n] = copies
                n += 1
        return n
    for kind in range(N_KINDS):
        copies = bits.byte(s.pile[kind >> 3], kind & 7)
        if copies > 0:
            out[n] = CARD + kind
            weights[n] = copies
            n += 1
    return n


@cold
def settle(s: Record, outcome: int) -> None:
    """Lay a cube or a pawn of this colour, or take a card of this kind."""
    if outcome >= CARD:
        take_card(s, outcome - CARD)
    elif outcome >= PAWN:
        lay_pawn(s, outcome - PAWN)
    else:
        lay_cube(s, outcome)


@rule
def lay_cube(s: Record, colour: int) -> None:
    """The next place of the spectrum."""
    s.spectrum = lay(s.spectrum, SPECTRUM - s.left, int(colour))
    s.bag -= bits.bit(8 * colour)
    s.left -= 1
    if s.left == 0:
        begin_lines(s)


@rule
def begin_lines(s: Record) -> None:
    """All pawns into the bag."""
    for seat in range(SEATS):
        s.line[seat] = EMPTY
    s.bag = ALL_PAWNS
    s.left = N_PAWNS
    s.phase = PAWNS


@rule
def lay_pawn(s: Record, colour: int) -> None:
    """The next place of the lines, seat 1's first; lines of which one matches are put back."""
    place = N_PAWNS - s.left
    seat = 1 if place >= LINE else 0
    s.line[seat] = lay(s.line[seat], place - seat * LINE, int(colour))
    s.bag -= bits.bit(8 * colour)
    s.left -= 1
    if place + 1 == SEATS * LINE:
        if is_matched(s):
            begin_lines(s)
        else:
            s.left = N_CARDS
            s.phase = HANDS


@rule
def take_card(s: Record, kind: int) -> None:
    """A card from the pile into a hand: into seat 1's, then seat 2's; later the mover's."""
    word, card = kind >> 3, bits.bit(8 * (kind & 7))
    s.pile[word] -= card
    s.left -= 1
    if s.phase == HANDS:
        s.hand[0 if s.left >= N_CARDS - HAND else 1, word] += card
        if s.left == N_CARDS - SEATS * HAND:
            s.phase = MOVING
        return
    s.hand[s.turn, word] += card
    if s.left == 0:
        end_round(s)
    else:
        s.turn = 1 - s.turn
        s.phase = MOVING


@rule
def top_card(s: Record, k: int) -> int:
    """The kind of the k-th card of the pile, counting through the kinds in order."""
    counts = s.pile[0]
    here = bits.total(counts)
    first = 0
    if k >= here:
        k -= here
        counts = s.pile[1]
        first = 8
    return first + bits.byte_of_unit(counts, k)


@rule
def draw(s: Record, stream: Stream) -> int:
    """Draw one cube, pawn or card, each that is left equally likely."""
    k = below(stream, s.left)
    if s.phase <= PAWNS:
        outcome = bits.byte_of_unit(s.bag, k) + (PAWN if s.phase == PAWNS else CUBE)
    else:
        outcome = CARD + top_card(s, k)
    settle(s, outcome)
    return outcome


@rule
def put_back(s: Record, seat: int) -> int:
    """Put a hand back into the pile; how many cards it had."""
    held = 0
    for word in range(COUNT_WORDS):
        held += bits.total(s.hand[seat, word])
        s.pile[word] += s.hand[seat, word]
        s.hand[seat, word] = bits.ZERO
    return held


@cold
def hide(s: Record, seat: int, stream: Stream) -> None:
    """Shuffle the hands that `seat` cannot see into the pile and deal as many cards anew.

    A hand is drawn unseen and everything that leaves it is shown, so no more is known of its
    cards than of those in the pile.
    """
    first = put_back(s, 0) if seat != 0 else 0
    second = put_back(s, 1) if seat != 1 else 0
    in_pile = bits.total(s.pile[0]) + bits.total(s.pile[1])
    for k in range(first + second):
        kind = top_card(s, below(stream, in_pile - k))
        card = bits.bit(8 * (kind & 7))
        s.pile[kind >> 3] -= card
        s.hand[0 if k < first else 1, kind >> 3] += card


@cold
def redact_record(s: Record, seat: int) -> None:
    """Let the hands that `seat` cannot see be the first cards, by kind, that it cannot see."""
    first = put_back(s, 0) if seat != 0 else 0
    second = put_back(s, 1) if seat != 1 else 0
    for k in range(first + second):
        kind = top_card(s, 0)
        card = bits.bit(8 * (kind & 7))
        s.pile[kind >> 3] -= card
        s.hand[0 if k < first else 1, kind >> 3] += card


# --- the end -------------------------------------------------------------------------------


@rule
def seat_to_move(s: Record) -> int:
    """The seat to move, from 0."""
    return int(s.turn)


@rule
def is_over(s: Record) -> bool:
    """Has the game ended?"""
    return bool(s.phase == OVER)


@rule
def standing(s: Record, out: npt.NDArray[np.float64]) -> None:
    """The most points win."""
    lead = s.points[0] - s.points[1]
    out[0] = 1.0 if lead > 0 else 0.5 if lead == 0 else 0.0
    out[1] = 1.0 - out[0]


register(sys.modules[__name__])
