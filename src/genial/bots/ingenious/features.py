"""Potentials: what every colour would score on every free cell, kept up to date move by move.

The score of a half does not depend on where its other half lies. A symbol laid on a cell changes
only the potential of its own colour, at the far ends of the lines through that cell.
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
from genial.games.ingenious.rules import KEEP
from genial.games.ingenious.scoring import run_length, symbols_around

GAIN_LIMIT = 24  # gains of a colour are 0 … 23; larger ones count as the last
PER_COLOUR = 5  # inputs for a colour of a track: points, three best cells, tiles held
EXTRA = 5  # further inputs
MAX_INPUTS = MAX_SEATS * N_COLOURS * PER_COLOUR + EXTRA

# Room for evaluating placements and positions; means nothing between two calls.
SCRATCH = np.dtype(
    [
        # For placements. Values of every colour on every free cell, then of the best colour.
        ("values_by_cell", "f4", (BOARD_SIZE, 8)),
        ("own", "f4", (N_COLOURS, GAIN_LIMIT)),  # utilities of gains: of the seat to move
        ("theirs", "f4", (N_COLOURS, GAIN_LIMIT)),  # and of the other tracks
        ("opening", "f4", N_COLOURS),
        ("feeding", "f4", N_COLOURS),
        ("missing", "f4", N_COLOURS),  # a penalty for colours that the rack does not show
        ("low", "i4", 2 * RACK),  # the ways to lay a tile: the colour on the lower cell
        ("high", "i4", 2 * RACK),  # and on the higher one
        ("points", "i8", N_COLOURS),
        # For positions.
        ("best", "i8", (N_COLOURS, 3)),  # the highest potentials of a colour
        ("held", "i8", (MAX_SEATS, N_COLOURS)),  # tiles that show a colour, by track
        ("order", "i8", N_COLOURS),  # colours, lowest first
        ("lowest", "f8", MAX_SEATS),  # points of the lowest colour, by seat
        ("x", "f4", MAX_INPUTS),  # the inputs of the network
    ],
    align=True,
)

ENDS = N_COLOURS  # after the six colours: the number of free neighbours
FEATURES = np.dtype([("potential", "u1", (BOARD_SIZE, 8)), ("scratch", SCRATCH)], align=True)
Potentials = npt.NDArray[np.uint8]

# All cells, those of the smaller boards first, and the number of cells by players.
SQUARES = np.array(
    [SQUARE[cell] for cell in sorted(CELLS, key=lambda cell: distance(cell, (0, 0)))], np.uint16
)
IN_USE = np.array([0, *(len(hexagon(RADIUS[players])) for players in range(1, 5))])


@rule
def prepare(s: Record, f: Record) -> None:
    """Compute all potentials of a position."""
    for k in range(IN_USE[s.players]):
        square = SQUARES[k]
        if s.board[square] != EMPTY:
            continue
        for colour in range(N_COLOURS):
            f.potential[square, colour] = symbols_around(s.board, square, colour)
        free = 0
        for direction in range(6):
            if s.board[square + STEPS[direction]] == EMPTY:
                free += 1
        f.potential[square, ENDS] = free


@rule
def update_potentials(
    board: npt.NDArray[np.uint8], potential: Potentials, square: int, colour: int
) -> None:
    """Update the other cells before a symbol is laid on a free cell."""
    for direction in range(3):
        one, other = STEPS[direction], STEPS[direction + 3]
        along, back = (
            run_length(board, square, one, colour),
            run_length(board, square, other, colour),
        )
        ahead, behind = square + (along + 1) * one, square + (back + 1) * other
        if board[ahead] == EMPTY:
            potential[ahead, colour] += 1 + back
        if board[behind] == EMPTY:
            potential[behind, colour] += 1 + along
        potential[square + one, ENDS] -= 1
        potential[square + other, ENDS] -= 1


@rule
def advance(s: Record, f: Record, move: int, stream: Stream) -> None:
    """Play a move, draw what is due, and update the potentials."""
    if move < KEEP:
        edge, way = move // WAYS, move % WAYS
        low, high = EDGE_LOW[edge], EDGE_HIGH[edge]
        colour_low, colour_high = way // N_COLOURS, way % N_COLOURS
        update_potentials(s.board, f.potential, low, colour_low)
        s.board[low] = colour_low
        update_potentials(s.board, f.potential, high, colour_high)
        s.board[low] = EMPTY
    step(s, move, stream)
