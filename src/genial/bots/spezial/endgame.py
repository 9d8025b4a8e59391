"""The endgame, solved exactly to the last tile.

Each seat maximises its own utility; among equal lines it takes the best for the next seats in turn.
With two players, alpha-beta prunes lines that the opponent would not allow.

Near the end, most tiles no longer matter. Cells are *useful* if they belong to an edge that a seat
can still score with: with its last tile a hot edge or one with a bonus field, with two left any
edge that reaches a tower. A tile away from the useful cells and their neighbours changes nothing,
so one such tile stands for all of them, as long as no seat can run out of them.
"""

from __future__ import annotations

from genial.bots.model import Floats, Weights
from genial.bots.spezial.evaluation import payoff, seat_after, tiles_left
from genial.bots.spezial.features import (
    CELL_WORDS,
    NEXT_TO,
    advance,
    prepare,
    reach_of,
    tower_points,
)
from genial.bots.spezial.move_features import describe_move, move_score, survey_edges
from genial.core import bits
from genial.core.kernel import Codes, Record, Records, Stream, entry, rule
from genial.games.spezial.board import EDGE_HIGH, EDGE_LOW, WORDS
from genial.games.spezial.rules import (
    CHOICE_POINTS,
    CHOICES,
    N_COLOURS,
    PASS,
    add_points,
    first_choice,
    last_choice,
)

NONE = -1
PROGRESS_ROWS = 3  # per level: the best move, the number of moves, how many were tried
_BLOCKED = 11  # edges that one tile can block, at most


@rule
def plies_left(s: Record) -> int:
    """Return how many tiles all seats together still have to lay."""
    plies = 0
    for seat in range(s.players):
        plies += tiles_left(s, seat)
    return plies


@entry
def solve(
    games: Records,
    features: Records,
    w: Weights,
    budget: Codes,
    stream: Stream,
    moves: Codes,
    scores: Floats,
    utilities: Floats,
    guaranteed: Floats,
    progress: Codes,
) -> int:
    """Return the best move of `games[0]`, or NONE if the budget of positions or the room runs out.

    All arrays but the budget and `progress` have a row for each tile left, and one more;
    `progress` has PROGRESS_ROWS such rows. `utilities[0]` then has the utility of each seat.
    Setting the budget to zero from another thread ends the search.
    """
    if plies_left(games[0]) >= games.size:
        return NONE
    prepare(games[0], features[0])
    for seat in range(utilities.shape[1]):
        guaranteed[0, seat] = -1.0  # what each seat can get in another line
    best, count, tried = progress[0], progress[1], progress[2]
    level, is_new = 0, True
    while True:  # a loop, because recursive kernels cannot be cached on disk
        s, f = games[level], features[level]
        if is_new:
            best[level], count[level], tried[level] = NONE, 0, 0
            if plies_left(s) == 1:
                best[level] = _last_tile(s, f, utilities[level])
            else:
                count[level] = _list_relevant(
                    s, f, w, moves[level], scores[level], utilities[level]
                )
        is_new = tried[level] < count[level]
        if is_new:
            if budget[0] <= 0:
                return NONE
            budget[0] -= 1
            games[level + 1] = games[level]
            features[level + 1] = features[level]
            advance(games[level + 1], features[level + 1], moves[level, tried[level]], stream)
            for seat in range(s.players):
                guaranteed[level + 1, seat] = guaranteed[level, seat]
            if best[level] != NONE:
                guaranteed[level + 1, s.turn] = max(
                    guaranteed[level, s.turn], utilities[level, s.turn]
                )
            tried[level] += 1
            level += 1
        elif level == 0:
            return int(best[0])
        else:
            level -= 1
            s = games[level]
            if best[level] == NONE or is_better(s, utilities[level + 1], utilities[level]):
                best[level] = moves[level, tried[level] - 1]
                for seat in range(s.players):
                    utilities[level, seat] = utilities[level + 1, seat]
                if (
                    s.players == 2
                    and utilities[level, s.turn] >= 1.0 - guaranteed[level, 1 - s.turn]
                ):
                    count[level] = 0


@rule
def is_better(s: Record, one: Floats, other: Floats) -> bool:
    """Tell whether the seat to move prefers one outcome; if equal, the next seat decides."""
    for turn in range(s.players):
        seat = seat_after(s, turn)
        if one[seat] != other[seat]:
            return bool(one[seat] > other[seat])
    return False


@rule
def _last_tile(s: Record, f: Record, utilities: Floats) -> int:
    """Return the best move with the last tile of the game: only its points count."""
    seat = int(s.turn)
    before, trial = f.before, f.trial
    for colour in range(N_COLOURS):
        before[colour] = s.scores[seat, colour]
    best, represented = PASS if s.n_free == 0 else NONE, 0
    for word in range(WORDS):
        free = s.free[word]
        scoring = (f.hot[seat, word] | s.bonus[word]) & free
        if best == NONE and free != scoring:
            best = (word * 64 + bits.lowest(free ^ scoring)) * CHOICES
    for other in range(s.players):
        utilities[other] = -1.0
    if best != NONE:
        payoff(s, utilities)
    for word in range(WORDS):
        scoring = (f.hot[seat, word] | s.bonus[word]) & s.free[word]
        while scoring != bits.ZERO:
            edge = word * 64 + bits.lowest(scoring)
            scoring = scoring & (scoring - bits.ONE)
            first = first_choice(s, edge)
            points = tower_points(f, reach_of(f, seat, edge))
            if points == 0:
                if represented >> first & 1 == 1:
                    continue
                represented |= 1 << first
            for choice in range(first, last_choice(first) + 1):
                add_points(s, points + int(CHOICE_POINTS[choice]))
                payoff(s, trial)
                for colour in range(N_COLOURS):
                    s.scores[seat, colour] = before[colour]
                if is_better(s, trial, utilities):
                    best = edge * CHOICES + choice
                    for other in range(s.players):
                        utilities[other] = trial[other]
    return best


# --- moves that matter ---------------------------------------------------------------------


@rule
def _list_relevant(
    s: Record, f: Record, w: Weights, moves: Codes, scores: Floats, utilities: Floats
) -> int:
    """List the moves that must be tried, the most promising first; return how many."""
    if s.n_free == 0:
        moves[0] = PASS
        return 1
    survey_edges(s, f, w)
    plies = plies_left(s)
    if plies == 2:
        _mark_reply(s, f, utilities)
        stands_for_all = True
    else:
        _mark_useful(s, f)
        stands_for_all = _far_edges(s, f) > _BLOCKED * plies
    n, represented = 0, 0
    for word in range(WORDS):
        free = s.free[word]
        while free != bits.ZERO:
            edge = word * 64 + bits.lowest(free)
            free = free & (free - bits.ONE)
            first = first_choice(s, edge)
            if stands_for_all and not _matters(s, f, edge):
                if represented >> first & 1 == 1:
                    continue
                represented |= 1 << first
            describe_move(s, f, edge)
            score = move_score(f)
            for choice in range(first, last_choice(first) + 1):
                _insert(moves, scores, n, edge * CHOICES + choice, score)
                n += 1
    return n


@rule
def _far_edges(s: Record, f: Record) -> int:
    """Return how many free edges do not matter."""
    far = 0
    for word in range(WORDS):
        free = s.free[word]
        while free != bits.ZERO:
            edge = word * 64 + bits.lowest(free)
            free = free & (free - bits.ONE)
            far += not _matters(s, f, edge)
    return far


@rule
def _mark_reply(s: Record, f: Record, utilities: Floats) -> None:
    """Mark the cells of the best last tile of the game, ignoring the tile before it.

    A tile that does not block it leaves it the best.
    """
    for word in range(CELL_WORDS):
        f.useful[word] = bits.ZERO
    seat = int(s.turn)
    s.turn = seat_after(s, 1)
    reply = _last_tile(s, f, utilities)
    s.turn = seat
    if reply != PASS:
        _mark(f, reply // CHOICES)


@rule
def _mark(f: Record, edge: int) -> None:
    low, high = int(EDGE_LOW[edge]), int(EDGE_HIGH[edge])
    f.useful[low >> 6] |= bits.bit(low & 63)
    f.useful[high >> 6] |= bits.bit(high & 63)


@rule
def _insert(moves: Codes, scores: Floats, n: int, move: int, score: float) -> None:
    """Insert a move among n moves, by score."""
    k = n
    while k > 0 and scores[k - 1] < score:
        moves[k], scores[k] = moves[k - 1], scores[k - 1]
        k -= 1
    moves[k], scores[k] = move, score


@rule
def _mark_useful(s: Record, f: Record) -> None:
    """Mark the cells on which a tile can change what a seat scores."""
    for word in range(CELL_WORDS):
        f.useful[word] = bits.ZERO
    for seat in range(s.players):
        left = tiles_left(s, seat)
        if left > 2:
            for word in range(CELL_WORDS):
                f.useful[word] = bits.ALL
        elif left > 0:
            for word in range(WORDS):
                free = s.free[word]
                while free != bits.ZERO:
                    place = bits.lowest(free)
                    free = free & (free - bits.ONE)
                    edge = word * 64 + place
                    scores = bits.has(s.bonus[word] | f.hot[seat, word], place)
                    if scores or (left == 2 and reach_of(f, seat, edge) != 0):
                        _mark(f, edge)
    _mark_neighbours(f)


@rule
def _mark_neighbours(f: Record) -> None:
    """Mark the cells next to useful ones: a tile that blocks needs a second cell."""
    for word in range(CELL_WORDS):
        f.beside[word] = f.useful[word]
    for word in range(CELL_WORDS):
        cells = f.beside[word] & f.empty[word]
        while cells != bits.ZERO:
            cell = word * 64 + bits.lowest(cells)
            cells = cells & (cells - bits.ONE)
            for k in range(CELL_WORDS):
                f.useful[k] |= NEXT_TO[cell, k]


@rule
def _matters(s: Record, f: Record, edge: int) -> bool:
    """Tell whether a tile here differs from a tile elsewhere on as many bonus fields."""
    low, high = int(EDGE_LOW[edge]), int(EDGE_HIGH[edge])
    return bool(
        bits.has(f.useful[low >> 6], low & 63)
        or bits.has(f.useful[high >> 6], high & 63)
        or bits.has(f.hot[s.turn, edge >> 6], edge & 63)
    )
