"""Room for working out what placements and positions of Ingenious are worth.

Kernels do not allocate (see `genial.core.kernel`): all the room they need is here. It is a part of
the mind, and means nothing between two judgements.
"""

from __future__ import annotations

import numpy as np

from genial.games.ingenious.board import BOARD_SIZE, MAX_SEATS, N_COLOURS, RACK

MOST = 24  # gains of a colour that are told apart; a larger one counts as the last
PER_COLOUR = 5  # numbers about a colour of a track: points, three places, tiles held
EXTRA = 5  # numbers about a position beside
MAX_INPUTS = MAX_SEATS * N_COLOURS * PER_COLOUR + EXTRA

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
