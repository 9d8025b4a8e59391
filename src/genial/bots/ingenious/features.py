"""What every colour would score on every free cell, kept up to date move by move.

A half's score does not depend on where its other half lies, and a symbol laid on a cell changes
the potential of its own colour only, at the far ends of the lines through that cell.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from genial.core.hexes import distance, hexagon
from genial.core.kernel import Record, Stream, rule, step
from genial.games.ingenious.board import (
    BOARD_SIZE,
    CELLS,
    EDGE_HIGH,
    EDGE_LOW,
    EMPTY,
    MAX_SEATS,
    N_COLOURS,
    RACK,
    RADIUS,
    SQUARE,
    STEPS,
    WAYS,
)
from genial.games.ingenious.rules import KEEP, run_length, symbols_around

MOST = 24  # gains of a colour that are told apart; a larger one counts as the last
PER_COLOUR = 5  # numbers about a colour of a track: points, three places, tiles held
EXTRA = 5  # numbers about a position beside
MAX_INPUTS = MAX_SEATS * N_COLOURS * PER_COLOUR + EXTRA

# Room for evaluating placements and positions; means nothing between two calls.
SCRATCH = np.dtype(
    [
        # What a placement is worth.
        ("worth", "f4", (BOARD_SIZE, 8)),  # of every colour on every free cell, then of the best
        ("own", "f4", (N_COLOURS, MOST)),  # utilities of gains: of the player in turn
        ("theirs", "f4", (N_COLOURS, MOST)),  # and of the others
        ("opening", "f4", N_COLOURS),
        ("feeding", "f4", N_COLOURS),
        ("missing", "f4", N_COLOURS),  # a punishment for colours that the rack does not show
        ("low", "i4", 2 * RACK),  # the ways to lay a tile: its colour on the lower cell
        ("high", "i4", 2 * RACK),  # and on the higher one
        ("points", "i8", N_COLOURS),
        # What a position is worth.
        ("best", "i8", (N_COLOURS, 3)),  # the highest potentials by colour
        ("held", "i8", (MAX_SEATS, N_COLOURS)),  # tiles that show a colour, by track
        ("order", "i8", N_COLOURS),  # colours, lowest first
        ("lowest", "f8", MAX_SEATS),  # points of the lowest colour, by seat
        ("x", "f4", MAX_INPUTS),  # what the network is told
    ],
    align=True,
)

ENDS = N_COLOURS  # after the six colours: how many neighbours are free
MIND = np.dtype([("pot", "u1", (BOARD_SIZE, 8)), ("scratch", SCRATCH)], align=True)
Potentials = npt.NDArray[np.uint8]

# All cells, those of the smaller boards first, and how many a board has, by players.
SQUARES = np.array(
    [SQUARE[cell] for cell in sorted(CELLS, key=lambda cell: distance(cell, (0, 0)))], np.uint16
)
IN_USE = np.array([0, *(len(hexagon(RADIUS[players])) for players in range(1, 5))])


@rule
def prepare(s: Record, m: Record) -> None:
    """Work out all potentials of a position."""
    for k in range(IN_USE[s.players]):
        square = SQUARES[k]
        if s.board[square] != EMPTY:
            continue
        for colour in range(N_COLOURS):
            m.pot[square, colour] = symbols_around(s.board, square, colour)
        free = 0
        for direction in range(6):
            if s.board[square + STEPS[direction]] == EMPTY:
                free += 1
        m.pot[square, ENDS] = free


@rule
def cover(board: npt.NDArray[np.uint8], pot: Potentials, square: int, colour: int) -> None:
    """A symbol is about to be laid on a free cell: what that adds elsewhere."""
    for direction in range(3):
        one, other = STEPS[direction], STEPS[direction + 3]
        along, back = (
            run_length(board, square, one, colour),
            run_length(board, square, other, colour),
        )
        ahead, behind = square + (along + 1) * one, square + (back + 1) * other
        if board[ahead] == EMPTY:
            pot[ahead, colour] += 1 + back
        if board[behind] == EMPTY:
            pot[behind, colour] += 1 + along
        pot[square + one, ENDS] -= 1
        pot[square + other, ENDS] -= 1


@rule
def follow(s: Record, m: Record, move: int, stream: Stream) -> None:
    """Play a move, deal what is due then, and keep the potentials up to date."""
    if move < KEEP:
        edge, way = move // WAYS, move % WAYS
        low, high = EDGE_LOW[edge], EDGE_HIGH[edge]
        colour_low, colour_high = way // N_COLOURS, way % N_COLOURS
        cover(s.board, m.pot, low, colour_low)
        s.board[low] = colour_low
        cover(s.board, m.pot, high, colour_high)
        s.board[low] = EMPTY
    step(s, move, stream)
