"""The chains of Genial Spezial and what they have counted, in numbers: what a view shows."""

from __future__ import annotations

from genial.core.kernel import Codes, Records, entry
from genial.games.spezial import rules
from genial.games.spezial.board import N_CELLS
from genial.games.spezial.rules import MAX_SEATS, MAX_TOWERS, TILES, TOWER

# What `find_chains` writes: for every cell the tile that stands for its chain; for every tile that
# stands for one the sets of towers whose chips, and of large towers, that its chain has counted;
# and what every chip shows.
NO_CHAIN = -1
CHAIN_OF_CELL = 0
COUNTED_CHIPS = CHAIN_OF_CELL + N_CELLS
COUNTED_LARGE = COUNTED_CHIPS + MAX_SEATS * TILES
CHIP_VALUES = COUNTED_LARGE + MAX_SEATS * TILES
N_NUMBERS = CHIP_VALUES + MAX_TOWERS


@entry
def find_chains(games: Records, out: Codes) -> None:
    """Write the chains of `games[0]`, N_NUMBERS of them."""
    s = games[0]
    for k in range(N_NUMBERS):
        out[k] = 0
    for cell in range(N_CELLS):
        tile = int(s.board[cell])
        out[CHAIN_OF_CELL + cell] = NO_CHAIN
        if 0 <= tile < TOWER:
            chain = rules.chain_of(s, tile)
            touched = int(s.touched[chain])
            out[CHAIN_OF_CELL + cell] = chain
            out[COUNTED_CHIPS + chain] = rules.if_connected(touched)
            out[COUNTED_LARGE + chain] = rules.if_connected(touched & int(s.large))
    for tower in range(s.towers):
        out[CHIP_VALUES + tower] = rules.chip_value(s, tower)
