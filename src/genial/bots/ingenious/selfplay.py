"""Self-play by the policy, thousands of games: the data for training."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from genial.bots.ingenious.evaluation import (
    count_tiles,
    fill_inputs,
    find_best_places,
    input_count,
    payoff,
)
from genial.bots.model import Floats, Weights, advance, candidates, policy, prepare
from genial.bots.network import Inputs
from genial.core.chance import below, fast_stream
from genial.core.game import Game
from genial.core.kernel import (
    Codes,
    Records,
    Stream,
    deal,
    entry,
    is_over,
    seat_to_move,
    standing,
)
from genial.games.ingenious.board import CELLS, MAX_SEATS
from genial.games.ingenious.rules import PLACING
from genial.games.ingenious.scoring import track_count, track_of

_CHANCES = 1 << 16
_GOOD = 16  # candidates to choose a random move from
# The maximum for one game: every placement needs a free pair of cells.
_POSITIONS = len(CELLS) // 2


@entry
def play_games(
    template: Records,
    work: Records,
    features: Records,
    weights: Weights,
    games: int,
    stream: Stream,
    standings: Floats,
    sums: Floats,
) -> None:
    """Play games in which each seat has its own row of weights; add up the standings.

    `work` has room for a game, `standings` for the standings of one.
    """
    for _ in range(games):
        work[0] = template[0]
        s, f = work[0], features[0]
        deal(s, stream)
        prepare(s, f)
        while not is_over(s):
            advance(s, f, policy(s, f, weights[seat_to_move(s)], stream), stream)
        standing(s, standings)
        for seat in range(s.players):
            sums[seat] += standings[seat]


def win_share(
    game: Game, dtype: np.dtype[np.void], one: Weights, other: Weights, games: int, seed: int
) -> float:
    """Return the mean utility of one set of weights among players with another, over all seats.

    In the solo game, it plays alone.
    """
    features: Records = np.zeros(1, dtype)
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
        play_games(game.template, work, features, weights, count, stream, standings, sums)
        got += sums[seat] / count
    return got / game.players


@entry
def gather_positions(
    template: Records,
    work: Records,
    features: Records,
    w: Weights,
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
    """Fill x with positions of self-play and y with their results.

    `stray` is the share of moves chosen at random among the candidates, `keep` the share of
    positions that are kept. `work` has room for a game, `moves` and `priors` for the candidates,
    `seats` for the positions of a game, `got` for its results.
    """
    n = 0
    while n < y.size:
        work[0] = template[0]
        s, f = work[0], features[0]
        deal(s, stream)
        prepare(s, f)
        first = n
        while not is_over(s):
            if n < y.size and s.phase == PLACING and below(stream, _CHANCES) < keep * _CHANCES:
                # With two tracks one is enough: the other gets the rest. With more, choose any.
                seat = seat_to_move(s) if track_count(s) == 2 else below(stream, s.players)
                free = find_best_places(s, f)
                count_tiles(s, f)
                fill_inputs(s, f, track_of(s, seat), free, x[n])
                seats[n - first] = seat
                n += 1
            move = policy(s, f, w, stream)
            if s.phase == PLACING and below(stream, _CHANCES) < stray * _CHANCES:
                move = moves[below(stream, candidates(s, f, w, moves.size, moves, priors))]
            advance(s, f, move, stream)
        payoff(s, f, got)
        for k in range(first, n):
            y[k] = got[seats[k - first]]


def positions(
    game: Game, dtype: np.dtype[np.void], w: Weights, count: int, seed: int
) -> tuple[Inputs, npt.NDArray[np.float32]]:
    """Return positions of self-play as inputs of the network, and their results."""
    x = np.zeros((count, input_count(len(set(game.tracks)))), np.float32)
    y = np.zeros(count, np.float32)
    work, features = game.template.copy(), np.zeros(1, dtype)
    moves, priors = np.zeros(_GOOD, np.int32), np.zeros(_GOOD)
    seats, got = np.zeros(_POSITIONS, np.int32), np.zeros(MAX_SEATS)
    gather_positions(
        game.template, work, features, w, 0.2, 0.25, fast_stream(seed), moves, priors, seats, got,
        x, y,
    )  # fmt: skip
    return x, y
