"""Self-play: thousands of games by the policy, and a few by the search."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from genial.bots import tree
from genial.bots.model import Floats, Weights
from genial.bots.network import Inputs
from genial.bots.spezial import model
from genial.bots.spezial.evaluation import INPUTS, describe_seat, fill_inputs, seat_after
from genial.bots.spezial.features import advance, prepare
from genial.bots.spezial.move_features import N_FEATURES, describe_move, survey_edges
from genial.bots.spezial.policy import candidates
from genial.bots.tree import SearchTree
from genial.core import bits, engine
from genial.core.chance import below, fast_stream
from genial.core.game import Game
from genial.core.kernel import Codes, Records, Stream, deal, entry
from genial.core.ranking import is_ahead
from genial.games.spezial.board import N_EDGES, WORDS
from genial.games.spezial.rules import CHOICES, MAX_SEATS, N_COLOURS, TILES, is_over

_CHANCES = 1 << 16
_STRAY, _KEEP = 0.15, 0.25
_GOOD = 8  # candidates to choose a random move from
_OPENING = 6  # tiles of each seat that are sampled in proportion to the visits
_SETTINGS = {"explore": 1.5, "width": 32.0}  # a wider search for training


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
    pairs: Codes,
    x: Inputs,
    y: npt.NDArray[np.float32],
) -> None:
    """Fill x with two seats of positions of self-play, y with which of them ended ahead.

    `stray` is the share of moves chosen at random among the candidates, `keep` the share of
    positions that are kept. `work` has room for a game, `moves` and `priors` for the candidates,
    `pairs` for two seats of every turn of a game.
    """
    n = 0
    while n < y.size:
        work[0] = template[0]
        s, f = work[0], features[0]
        deal(s, stream)
        prepare(s, f)
        first = n
        while not is_over(s):
            if n < y.size and below(stream, _CHANCES) < keep * _CHANCES:
                later = 1 + below(stream, int(s.players) - 1)
                one, other = seat_after(s, below(stream, later)), seat_after(s, later)
                describe_seat(s, f, one, f.seat_inputs[one])
                describe_seat(s, f, other, f.seat_inputs[other])
                fill_inputs(s, f, one, other, x[n])
                pairs[n - first, 0] = one
                pairs[n - first, 1] = other
                n += 1
            good = candidates(s, f, w, moves.size, moves, priors)
            strays = below(stream, _CHANCES) < stray * _CHANCES
            advance(s, f, moves[below(stream, good) if strays else 0], stream)
        for k in range(first, n):
            one, other = pairs[k - first, 0], pairs[k - first, 1]
            y[k] = 0.5 + 0.5 * is_ahead(s.scores[one], s.scores[other], N_COLOURS)


def positions(
    game: Game, w: Weights, count: int, seed: int
) -> tuple[Inputs, npt.NDArray[np.float32]]:
    """Return positions of self-play as inputs of the network, and their results."""
    x = np.zeros((count, INPUTS), np.float32)
    y = np.zeros(count, np.float32)
    features: Records = np.zeros(1, model.FEATURES)
    moves, priors = np.zeros(_GOOD, np.int32), np.zeros(_GOOD)
    pairs = np.zeros((MAX_SEATS * TILES, 2), np.int32)
    gather_positions(
        game.template, game.template.copy(), features, w, _STRAY, _KEEP, fast_stream(seed), moves,
        priors, pairs, x, y,
    )  # fmt: skip
    return x, y


@entry
def describe_moves(
    root: Records, features: Records, w: Weights, features_of_moves: Inputs, edges: Codes
) -> int:
    """Write the features of a tile on every free edge; return how many there are."""
    s, f = root[0], features[0]
    survey_edges(s, f, w)
    n = 0
    for word in range(WORDS):
        free = s.free[word]
        while free != bits.ZERO:
            edge = word * 64 + bits.lowest(free)
            free = free & (free - bits.ONE)
            describe_move(s, f, edge)
            for k in range(N_FEATURES):
                features_of_moves[n, k] = f.move_features[k]
            edges[n] = edge
            n += 1
    return n


class SearchExamples:
    """Positions: the features of every free edge, and the share of visits that it got."""

    def __init__(self, positions: int) -> None:
        self.features_of_moves: Inputs = np.zeros((positions, N_EDGES, N_FEATURES), np.float32)
        self.tried: Inputs = np.zeros((positions, N_EDGES), np.float32)
        self.free: npt.NDArray[np.int64] = np.zeros(positions, np.int64)
        self.late: Inputs = np.zeros(positions, np.float32)


def play_searches(game: Game, w: Weights, games: int, effort: int, seed: int) -> SearchExamples:
    """Let the search play games with this effort per move; return what it tried."""
    known = model.SETTINGS | _SETTINGS
    search_tree = SearchTree(game, model, np.array([known[key] for key in tree.SETTINGS]), w)
    rng, stream = np.random.default_rng(seed), fast_stream(seed)
    examples = SearchExamples(games * TILES * game.players)
    row = 0
    for _ in range(games):
        root = game.start(seed=int(rng.integers(1 << 60))).array.copy()
        for ply in range(TILES * game.players):
            tree.prepare_root(root, search_tree.root_features)
            search_tree.clear()
            search_tree.grow(root, int(root["turn"][0]), effort, stream)
            visits = {move: count for move, (count, _) in search_tree.first_moves().items()}
            row += _record(root, search_tree, w, visits, examples, row)
            moves, counts = list(visits), np.array(list(visits.values()), np.float64)
            by_lot = ply < _OPENING * game.players
            k = rng.choice(len(moves), p=counts / counts.sum()) if by_lot else counts.argmax()
            _play(game, root, moves[int(k)], stream)
    return examples


def _record(
    root: Records,
    search_tree: SearchTree,
    w: Weights,
    visits: dict[int, int],
    examples: SearchExamples,
    row: int,
) -> bool:
    """Record a position, if there is a choice."""
    edges = np.zeros(N_EDGES, np.int32)
    n = describe_moves(root, search_tree.root_features, w, examples.features_of_moves[row], edges)
    if n < 2:
        return False
    place = {int(edge): k for k, edge in enumerate(edges[:n])}
    for move, count in visits.items():
        examples.tried[row, place[move // CHOICES]] += count
    examples.tried[row] /= examples.tried[row].sum()
    examples.free[row] = n
    examples.late[row] = root["rounds"][0] / TILES
    return True


def _play(game: Game, root: Records, move: int, stream: Stream) -> None:
    engine.advance(root, 0, move, stream, game.scratch.trace, game.scratch.moves)
