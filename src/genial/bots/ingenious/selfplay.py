"""Games that playouts' policy plays against itself, by the thousand: what training learns from."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from genial.bots.ingenious.evaluation import (
    best_places,
    count_tiles,
    describe,
    inputs_of,
    payoff,
    tracks_of,
)
from genial.bots.model import Floats, Learnt, candidates, follow, policy, prepare
from genial.bots.network import Inputs
from genial.core.chance import below, fast_stream
from genial.core.game import Game
from genial.core.kernel import (
    Batch,
    Codes,
    Stream,
    deal,
    entry,
    is_over,
    seat_to_move,
    standing,
)
from genial.games.ingenious.board import CELLS, MAX_SEATS
from genial.games.ingenious.rules import PLACING, track_of

_CHANCES = 1 << 16
_GOOD = 16  # moves, of which any may be the stray one
# Of one game, at most: every placement needs a free pair of cells of its own.
_POSITIONS = len(CELLS) // 2


@entry
def play_games(
    template: Batch,
    work: Batch,
    minds: Batch,
    weights: Learnt,
    games: int,
    stream: Stream,
    standings: Floats,
    sums: Floats,
) -> None:
    """So many games; each seat plays by its own row of weights. Adds up the standings.

    `work` has room for a game, `standings` for those of one.
    """
    for _ in range(games):
        work[0] = template[0]
        s, m = work[0], minds[0]
        deal(s, stream)
        prepare(s, m)
        while not is_over(s):
            follow(s, m, policy(s, m, weights[seat_to_move(s)], stream), stream)
        standing(s, standings)
        for seat in range(s.players):
            sums[seat] += standings[seat]


def share(
    game: Game, mind: np.dtype[np.void], one: Learnt, other: Learnt, games: int, seed: int
) -> float:
    """What one set of weights gets among players with another, from every seat alike.

    Solo: what it gets alone.
    """
    minds: Batch = np.zeros(1, mind)
    work, standings = game.template.copy(), np.zeros(MAX_SEATS)
    seats = range(game.players)
    got = 0.0
    for seat in seats:
        weights = np.stack([other] * MAX_SEATS)
        for partner in seats:
            if game.tracks[partner] == game.tracks[seat]:
                weights[partner] = one
        sums = np.zeros(MAX_SEATS)
        count = max(1, games // game.players)
        stream = fast_stream(seed)
        play_games(game.template, work, minds, weights, count, stream, standings, sums)
        got += sums[seat] / count
    return got / game.players


@entry
def gather(
    template: Batch,
    work: Batch,
    minds: Batch,
    w: Learnt,
    stray: float,
    keep: float,
    stream: Stream,
    moves: Codes,
    priors: Floats,
    seats: Codes,
    got: Floats,
    x: Inputs,
    y: npt.NDArray[np.float32],
) -> None:
    """Fill x with positions of self-play and y with what came of them.

    A move in `stray` is any good one instead of the best; a position in `keep` is kept. There is
    room in `work` for a game, in `moves` and `priors` for the good moves, in `seats` for the
    positions of a game, in `got` for its results.
    """
    n = 0
    while n < y.size:
        work[0] = template[0]
        s, m = work[0], minds[0]
        deal(s, stream)
        prepare(s, m)
        first = n
        while not is_over(s):
            if n < y.size and s.phase == PLACING and below(stream, _CHANCES) < keep * _CHANCES:
                # With two tracks the one to move tells all; with more any of them.
                seat = seat_to_move(s) if tracks_of(s) == 2 else below(stream, s.players)
                free = best_places(s, m)
                count_tiles(s, m)
                describe(s, m, track_of(s, seat), free, x[n])
                seats[n - first] = seat
                n += 1
            move = policy(s, m, w, stream)
            if s.phase == PLACING and below(stream, _CHANCES) < stray * _CHANCES:
                move = moves[below(stream, candidates(s, m, w, moves.size, moves, priors))]
            follow(s, m, move, stream)
        payoff(s, m, got)
        for k in range(first, n):
            y[k] = got[seats[k - first]]


def positions(
    game: Game, mind: np.dtype[np.void], w: Learnt, count: int, seed: int
) -> tuple[Inputs, npt.NDArray[np.float32]]:
    """So many positions of self-play, as a network sees them, and what came of them."""
    x = np.zeros((count, inputs_of(len(set(game.tracks)))), np.float32)
    y = np.zeros(count, np.float32)
    work, minds = game.template.copy(), np.zeros(1, mind)
    moves, priors = np.zeros(_GOOD, np.int32), np.zeros(_GOOD)
    seats, got = np.zeros(_POSITIONS, np.int32), np.zeros(MAX_SEATS)
    gather(
        game.template, work, minds, w, 0.2, 0.25, fast_stream(seed), moves, priors, seats, got, x, y
    )  # fmt: skip
    return x, y
