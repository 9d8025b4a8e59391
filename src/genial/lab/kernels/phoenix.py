"""Phoenix in the lab: spectrum and lines place by place, the own hand, what is still unseen."""

from __future__ import annotations

import sys

import numpy as np
import numpy.typing as npt

from genial.core import bits
from genial.core.game import Game
from genial.core.kernel import Codes, Record, in_python, rule
from genial.games.phoenix import rules, scoring
from genial.games.phoenix.cards import COPIES, HAND, KIND, KINDS, N_CARDS, N_KINDS, N_MOVES
from genial.games.phoenix.rows import COLOURS, LINE, N_COLOURS, SPECTRUM, colour_at
from genial.games.phoenix.rules import ROUNDS, SEATS
from genial.lab.kernels.sight import Floats, Masks, register
from genial.lab.observations import Part

# Of a game: lines in order, with all colours and all that is left in one run.
MOST_POINTS = ROUNDS * (
    scoring.FOR_MATCH
    + scoring.FOR_ALL_COLOURS
    + in_python(scoring.run_points)(LINE - (N_COLOURS - 1))
)
_SCALE = max(COPIES.values())

# What lines about chance name.
THINGS = {"spectrum": COLOURS, "line": COLOURS, "hand": KINDS, "card": KINDS}


def parts(game: Game) -> tuple[Part, ...]:
    """Return the pieces of an observation, in order."""
    colours = f"colours in the order {' '.join(COLOURS)}"
    return (
        Part("spectrum", (SPECTRUM, N_COLOURS), 1, f"the cube on every place; {colours}"),
        Part("lines", (SEATS, LINE, N_COLOURS), 1, "the pawn on every place, the own line first; "
             f"{colours}"),
        Part("hand", (N_KINDS,), HAND, "the own cards by kind", KINDS),
        Part("unseen", (N_KINDS,), _SCALE, "the cards of the pile and of the other hand by kind",
             KINDS),
        Part("hand_sizes", (SEATS,), HAND, "cards in each hand, the own first"),
        Part("pile", (1,), N_CARDS, "cards in the pile"),
        Part("points", (SEATS,), MOST_POINTS, "the own points, then the other's"),
        Part("round", (ROUNDS,), 1, "which round is being played; all 0 after the end"),
        Part("turn", (SEATS,), 1, "the seat to move, the own seat first; all 0 after the end"),
        Part("seat", (SEATS,), 1, "which seat this is"),
    )  # fmt: skip


def blank(game: Game, out: dict[str, npt.NDArray[np.float32]]) -> None:
    """Return nothing: no number is the same in all observations."""


def codes(game: Game) -> list[int]:
    """Return every way to play every kind of card, then every discard."""
    return list(range(N_MOVES))


def objectives(game: Game) -> tuple[str, ...]:
    """Return the points."""
    return ("points",)


def longest_log(game: Game) -> int:
    """Count a card after every move, and what begins a round."""
    return 2 * game.longest_game + ROUNDS * (SPECTRUM + SEATS * (LINE + HAND))


@rule
def observe(s: Record, seat: int, out: Floats) -> None:
    """Write what a seat sees; `out` holds zeros."""
    is_laid = s.phase != rules.CUBES and s.phase != rules.PAWNS
    if is_laid:
        for place in range(SPECTRUM):
            out[place * N_COLOURS + colour_at(s.spectrum, place)] = 1.0
    at = SPECTRUM * N_COLOURS
    for k in range(SEATS):
        line = s.line[(seat + k) % SEATS]
        if is_laid:
            for place in range(LINE):
                out[at + place * N_COLOURS + colour_at(line, place)] = 1.0
        at += LINE * N_COLOURS
    own, other = 0, 0
    for kind in range(N_KINDS):
        word, place = kind >> 3, kind & 7
        held = bits.byte(s.hand[seat, word], place)
        theirs = bits.byte(s.hand[1 - seat, word], place)
        out[at + kind] = held / HAND
        out[at + N_KINDS + kind] = (bits.byte(s.pile[word], place) + theirs) / _SCALE
        own += held
        other += theirs
    at += 2 * N_KINDS
    out[at], out[at + 1] = own / HAND, other / HAND
    in_pile = bits.total(s.pile[0]) + bits.total(s.pile[1])
    out[at + 2] = in_pile / N_CARDS
    out[at + 3] = s.points[seat] / MOST_POINTS
    out[at + 4] = s.points[1 - seat] / MOST_POINTS
    at += 5
    if s.phase != rules.OVER:
        out[at + s.finished] = 1.0
        out[at + ROUNDS + (int(s.turn) - seat) % SEATS] = 1.0
    out[at + ROUNDS + SEATS + seat] = 1.0


@rule
def tally(s: Record, seat: int, out: Floats) -> None:
    """Write the points."""
    out[0] = s.points[seat]


@rule
def is_legal(s: Record, code: int) -> bool:
    """Is such a card in the hand?"""
    return bool(s.phase == rules.MOVING and rules.is_held(s, KIND[code]))


@rule
def mark(s: Record, of_code: Codes, out: Masks) -> None:
    """Mark every way to play, and to discard, every kind of card in the hand."""
    if s.phase == rules.MOVING:
        held = 0
        for kind in range(N_KINDS):
            if rules.is_held(s, kind):
                held |= 1 << kind
        for code in range(N_MOVES):
            out[of_code[code]] = held >> int(KIND[code]) & 1


register(rules, sys.modules[__name__])
