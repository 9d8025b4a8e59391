"""Games from which training learns: by the policy, by the thousand; by the search, a few."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from genial.bots import tree
from genial.bots.model import Floats, Learnt
from genial.bots.network import Inputs
from genial.bots.search import Trunk
from genial.bots.spezial import model
from genial.bots.spezial.evaluation import INPUTS, describe, face, seat_after
from genial.bots.spezial.features import follow, prepare
from genial.bots.spezial.move_features import SAID, say, survey
from genial.bots.spezial.policy import candidates
from genial.core import bits, engine
from genial.core.chance import below, fast_stream
from genial.core.game import Game
from genial.core.kernel import Batch, Codes, Stream, deal, entry
from genial.core.ranking import is_ahead
from genial.games.spezial.board import N_EDGES, WORDS
from genial.games.spezial.rules import CHOICES, MAX_SEATS, N_COLOURS, TILES, is_over

_CHANCES = 1 << 16
_STRAY, _KEEP = 0.15, 0.25
_GOOD = 8  # moves, of which any may be the stray one
_OPENING = 6  # tiles of each seat that the search lays by lot, as often as it tried them
_SETTINGS = {"explore": 1.5, "width": 32.0}  # searches that learn look further round


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
    pairs: Codes,
    x: Inputs,
    y: npt.NDArray[np.float32],
) -> None:
    """Fill x with two seats of positions of self-play, y with which was ahead in the end.

    A move in `stray` is any good one instead of the best; a position in `keep` is kept. There is
    room in `work` for a game, in `moves` and `priors` for the good moves, in `pairs` for two seats
    of every turn of a game.
    """
    n = 0
    while n < y.size:
        work[0] = template[0]
        s, m = work[0], minds[0]
        deal(s, stream)
        prepare(s, m)
        first = n
        while not is_over(s):
            if n < y.size and below(stream, _CHANCES) < keep * _CHANCES:
                later = 1 + below(stream, int(s.players) - 1)
                one, other = seat_after(s, below(stream, later)), seat_after(s, later)
                describe(s, m, one, m.about[one])
                describe(s, m, other, m.about[other])
                face(s, m, one, other, x[n])
                pairs[n - first, 0] = one
                pairs[n - first, 1] = other
                n += 1
            good = candidates(s, m, w, moves.size, moves, priors)
            strays = below(stream, _CHANCES) < stray * _CHANCES
            follow(s, m, moves[below(stream, good) if strays else 0], stream)
        for k in range(first, n):
            one, other = pairs[k - first, 0], pairs[k - first, 1]
            y[k] = 0.5 + 0.5 * is_ahead(s.scores[one], s.scores[other], N_COLOURS)


def positions(
    game: Game, w: Learnt, count: int, seed: int
) -> tuple[Inputs, npt.NDArray[np.float32]]:
    """So many positions of self-play, as the network sees them, and what came of them."""
    x = np.zeros((count, INPUTS), np.float32)
    y = np.zeros(count, np.float32)
    minds: Batch = np.zeros(1, model.MIND)
    moves, priors = np.zeros(_GOOD, np.int32), np.zeros(_GOOD)
    pairs = np.zeros((MAX_SEATS * TILES, 2), np.int32)
    gather(
        game.template, game.template.copy(), minds, w, _STRAY, _KEEP, fast_stream(seed), moves,
        priors, pairs, x, y,
    )  # fmt: skip
    return x, y


@entry
def tell(root: Batch, minds: Batch, w: Learnt, told: Inputs, edges: Codes) -> int:
    """What there is to say of a tile on every free edge; how many there are."""
    s, m = root[0], minds[0]
    survey(s, m, w)
    n = 0
    for word in range(WORDS):
        free = s.free[word]
        while free != bits.ZERO:
            edge = word * 64 + bits.lowest(free)
            free = free & (free - bits.ONE)
            say(s, m, edge)
            for k in range(SAID):
                told[n, k] = m.said[k]
            edges[n] = edge
            n += 1
    return n


class Lesson:
    """Positions, what was said of every free edge, and how often the search tried it."""

    def __init__(self, positions: int) -> None:
        self.told: Inputs = np.zeros((positions, N_EDGES, SAID), np.float32)
        self.tried: Inputs = np.zeros((positions, N_EDGES), np.float32)
        self.free: npt.NDArray[np.int64] = np.zeros(positions, np.int64)
        self.late: Inputs = np.zeros(positions, np.float32)


def searched(game: Game, w: Learnt, games: int, effort: int, seed: int) -> Lesson:
    """What the search does in so many games, with so many playouts a move."""
    known = model.SETTINGS | _SETTINGS
    trunk = Trunk(game, model, np.array([known[key] for key in tree.SETTINGS]), w)
    rng, stream = np.random.default_rng(seed), fast_stream(seed)
    lesson = Lesson(games * TILES * game.players)
    row = 0
    for _ in range(games):
        root = game.start(seed=int(rng.integers(1 << 60)))._array.copy()
        for ply in range(TILES * game.players):
            tree.prepare_root(root, trunk.root_mind)
            trunk.clear()
            trunk.grow(root, int(root["turn"][0]), effort, stream)
            visits = {move: count for move, (count, _) in trunk.first_moves().items()}
            row += _note(root, trunk, w, visits, lesson, row)
            moves, counts = list(visits), np.array(list(visits.values()), np.float64)
            by_lot = ply < _OPENING * game.players
            k = rng.choice(len(moves), p=counts / counts.sum()) if by_lot else counts.argmax()
            _play(game, root, moves[int(k)], stream)
    return lesson


def _note(
    root: Batch, trunk: Trunk, w: Learnt, visits: dict[int, int], lesson: Lesson, row: int
) -> bool:
    """Write down a position, if there is anything to choose."""
    edges = np.zeros(N_EDGES, np.int32)
    n = tell(root, trunk.root_mind, w, lesson.told[row], edges)
    if n < 2:
        return False
    place = {int(edge): k for k, edge in enumerate(edges[:n])}
    for move, count in visits.items():
        lesson.tried[row, place[move // CHOICES]] += count
    lesson.tried[row] /= lesson.tried[row].sum()
    lesson.free[row] = n
    lesson.late[row] = root["rounds"][0] / TILES
    return True


def _play(game: Game, root: Batch, move: int, stream: Stream) -> None:
    engine.advance(root, 0, move, stream, game._scratch.trace, game._scratch.moves)
