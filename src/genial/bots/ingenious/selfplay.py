"""Games that playouts' policy plays against itself, by the thousand: what training learns from."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from genial.bots.ingenious.value import (
    best_places,
    count_tiles,
    describe,
    inputs_of,
    payoff,
    tracks_of,
)
from genial.bots.mind import Floats, Learnt, candidates, follow, policy, prepare
from genial.bots.perceptron import Inputs
from genial.core.chance import below, fast_stream
from genial.core.game import Game
from genial.core.kernel import (
    Batch,
    Stream,
    deal,
    entry,
    is_over,
    seat_to_move,
    standing,
)
from genial.games.ingenious.board import MAX_SEATS, N_COLOURS
from genial.games.ingenious.rules import PLACING, track_of

_CHANCES = 1 << 16
_POSITIONS = 512  # of one game, at most


@entry
def play_games(
    template: Batch, minds: Batch, weights: Learnt, games: int, stream: Stream, sums: Floats
) -> None:
    """So many games; each seat plays by its own row of weights. Adds up the standings."""
    work = template.copy()
    standings = np.zeros(MAX_SEATS)
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
    seats = range(game.players)
    got = 0.0
    for seat in seats:
        weights = np.stack([other] * MAX_SEATS)
        for partner in seats:
            if game.tracks[partner] == game.tracks[seat]:
                weights[partner] = one
        sums = np.zeros(MAX_SEATS)
        count = max(1, games // game.players)
        play_games(game.template, minds, weights, count, fast_stream(seed), sums)
        got += sums[seat] / count
    return got / game.players


@entry
def gather(
    template: Batch,
    minds: Batch,
    w: Learnt,
    stray: float,
    keep: float,
    stream: Stream,
    x: Inputs,
    y: npt.NDArray[np.float32],
) -> None:
    """Fill x with positions of self-play and y with what came of them.

    A move in `stray` is any good one instead of the best; a position in `keep` is kept.
    """
    work = template.copy()
    got = np.zeros(MAX_SEATS)
    moves, priors = np.zeros(16, np.int32), np.zeros(16)
    best = np.empty((N_COLOURS, 3), np.int64)
    held = np.empty((MAX_SEATS, N_COLOURS), np.int64)
    seats = np.zeros(_POSITIONS, np.int64)
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
                free = best_places(s, m, best)
                count_tiles(s, held)
                describe(s, track_of(s, seat), best, held, free, x[n])
                seats[n - first] = seat
                n += 1
            move = policy(s, m, w, stream)
            if s.phase == PLACING and below(stream, _CHANCES) < stray * _CHANCES:
                move = moves[below(stream, candidates(s, m, w, moves.size, moves, priors))]
            follow(s, m, move, stream)
        payoff(s, got)
        for k in range(first, n):
            y[k] = got[seats[k - first]]


def positions(
    game: Game, mind: np.dtype[np.void], w: Learnt, count: int, seed: int
) -> tuple[Inputs, npt.NDArray[np.float32]]:
    """So many positions of self-play, as a network sees them, and what came of them."""
    x = np.zeros((count, inputs_of(len(set(game.tracks)))), np.float32)
    y = np.zeros(count, np.float32)
    gather(game.template, np.zeros(1, mind), w, 0.2, 0.25, fast_stream(seed), x, y)
    return x, y
