"""The end of a game, exactly: all that can matter, to the last tile.

Each seat maximises its own utility, and of equal lines takes what is best for the next seats in
turn; of two players' lines those are left out that the other would not allow (alpha-beta).

Most tiles do not matter any more near the end. Cells are *useful* if they belong to an edge
that somebody can still score with: with his last tile a hot edge or one with a bonus field, with
two left any edge that reaches a tower. A tile that lies away from the useful cells and their
neighbours changes nothing, so one of these stands for all of them, provided that nobody can run
out of them.
"""

from __future__ import annotations

from genial.bots.model import Floats, Learnt
from genial.bots.spezial.evaluation import payoff, seat_after, tiles_left
from genial.bots.spezial.features import (
    CELL_WORDS,
    NEXT_TO,
    follow,
    prepare,
    reach_of,
    tower_points,
)
from genial.bots.spezial.move_features import appeal, say, survey
from genial.core import bits
from genial.core.kernel import Batch, Codes, Record, Stream, entry, rule
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
COURSE = 3  # numbers for every tile: the best move, the moves to be tried, those that were
_BLOCKED = 11  # edges that one tile makes impossible, at most


@rule
def plies_left(s: Record) -> int:
    """How many tiles are still to be laid, by all together."""
    plies = 0
    for seat in range(s.players):
        plies += tiles_left(s, seat)
    return plies


@entry
def solved(
    games: Batch,
    minds: Batch,
    w: Learnt,
    budget: Codes,
    stream: Stream,
    moves: Codes,
    scores: Floats,
    worth: Floats,
    sure: Floats,
    course: Codes,
) -> int:
    """The best move of `games[0]`, or NONE if the budget of positions or the room is too small.

    All arrays but the budget and the course have a row for each tile that is left, and one more;
    the course has COURSE such rows. `worth[0]` is then what each seat gets. Setting the
    budget to nothing from another thread ends it.
    """
    if plies_left(games[0]) >= games.size:
        return NONE
    prepare(games[0], minds[0])
    for seat in range(worth.shape[1]):
        sure[0, seat] = -1.0  # what each seat can have elsewhere
    best, count, tried = course[0], course[1], course[2]
    level, is_new = 0, True
    while True:  # a loop: compiled code that calls itself cannot be kept on disk
        s, m = games[level], minds[level]
        if is_new:
            best[level], count[level], tried[level] = NONE, 0, 0
            if plies_left(s) == 1:
                best[level] = _last_tile(s, m, worth[level])
            else:
                count[level] = _relevant(s, m, w, moves[level], scores[level], worth[level])
        is_new = tried[level] < count[level]
        if is_new:
            if budget[0] <= 0:
                return NONE
            budget[0] -= 1
            games[level + 1] = games[level]
            minds[level + 1] = minds[level]
            follow(games[level + 1], minds[level + 1], moves[level, tried[level]], stream)
            for seat in range(s.players):
                sure[level + 1, seat] = sure[level, seat]
            if best[level] != NONE:
                sure[level + 1, s.turn] = max(sure[level, s.turn], worth[level, s.turn])
            tried[level] += 1
            level += 1
        elif level == 0:
            return int(best[0])
        else:
            level -= 1
            s = games[level]
            if best[level] == NONE or is_better(s, worth[level + 1], worth[level]):
                best[level] = moves[level, tried[level] - 1]
                for seat in range(s.players):
                    worth[level, seat] = worth[level + 1, seat]
                if s.players == 2 and worth[level, s.turn] >= 1.0 - sure[level, 1 - s.turn]:
                    count[level] = 0


@rule
def is_better(s: Record, one: Floats, other: Floats) -> bool:
    """Does the seat to move like one outcome better; if they are alike to it, does the next?"""
    for turn in range(s.players):
        seat = seat_after(s, turn)
        if one[seat] != other[seat]:
            return bool(one[seat] > other[seat])
    return False


@rule
def _last_tile(s: Record, m: Record, worth: Floats) -> int:
    """The best move with the last tile of the game: only its points count."""
    seat = int(s.turn)
    before, trial = m.before, m.trial
    for colour in range(N_COLOURS):
        before[colour] = s.scores[seat, colour]
    best, represented = PASS if s.n_free == 0 else NONE, 0
    for word in range(WORDS):
        free = s.free[word]
        scoring = (m.hot[seat, word] | s.bonus[word]) & free
        if best == NONE and free != scoring:
            best = (word * 64 + bits.lowest(free ^ scoring)) * CHOICES
    for other in range(s.players):
        worth[other] = -1.0
    if best != NONE:
        payoff(s, worth)
    for word in range(WORDS):
        scoring = (m.hot[seat, word] | s.bonus[word]) & s.free[word]
        while scoring != bits.ZERO:
            edge = word * 64 + bits.lowest(scoring)
            scoring = scoring & (scoring - bits.ONE)
            first = first_choice(s, edge)
            points = tower_points(m, reach_of(m, seat, edge))
            if points == 0:
                if represented >> first & 1 == 1:
                    continue
                represented |= 1 << first
            for choice in range(first, last_choice(first) + 1):
                add_points(s, points + int(CHOICE_POINTS[choice]))
                payoff(s, trial)
                for colour in range(N_COLOURS):
                    s.scores[seat, colour] = before[colour]
                if is_better(s, trial, worth):
                    best = edge * CHOICES + choice
                    for other in range(s.players):
                        worth[other] = trial[other]
    return best


# --- moves that matter ---------------------------------------------------------------------


@rule
def _relevant(s: Record, m: Record, w: Learnt, moves: Codes, scores: Floats, worth: Floats) -> int:
    """The moves that must be tried, the most promising first; how many."""
    if s.n_free == 0:
        moves[0] = PASS
        return 1
    survey(s, m, w)
    plies = plies_left(s)
    if plies == 2:
        _mark_reply(s, m, worth)
        stands_for_all = True
    else:
        _mark_useful(s, m)
        stands_for_all = _far_edges(s, m) > _BLOCKED * plies
    n, represented = 0, 0
    for word in range(WORDS):
        free = s.free[word]
        while free != bits.ZERO:
            edge = word * 64 + bits.lowest(free)
            free = free & (free - bits.ONE)
            first = first_choice(s, edge)
            if stands_for_all and not _matters(s, m, edge):
                if represented >> first & 1 == 1:
                    continue
                represented |= 1 << first
            say(s, m, edge)
            score = appeal(m)
            for choice in range(first, last_choice(first) + 1):
                _insert(moves, scores, n, edge * CHOICES + choice, score)
                n += 1
    return n


@rule
def _far_edges(s: Record, m: Record) -> int:
    """How many free edges do not matter."""
    far = 0
    for word in range(WORDS):
        free = s.free[word]
        while free != bits.ZERO:
            edge = word * 64 + bits.lowest(free)
            free = free & (free - bits.ONE)
            far += not _matters(s, m, edge)
    return far


@rule
def _mark_reply(s: Record, m: Record, worth: Floats) -> None:
    """Mark the cells of the last tile of the game, as it would be without the one before it.

    Whatever does not lie in its way leaves it the best.
    """
    for word in range(CELL_WORDS):
        m.useful[word] = bits.ZERO
    seat = int(s.turn)
    s.turn = seat_after(s, 1)
    reply = _last_tile(s, m, worth)
    s.turn = seat
    if reply != PASS:
        _mark(m, reply // CHOICES)


@rule
def _mark(m: Record, edge: int) -> None:
    low, high = int(EDGE_LOW[edge]), int(EDGE_HIGH[edge])
    m.useful[low >> 6] |= bits.bit(low & 63)
    m.useful[high >> 6] |= bits.bit(high & 63)


@rule
def _insert(moves: Codes, scores: Floats, n: int, move: int, score: float) -> None:
    """Put a move in its place among n moves."""
    k = n
    while k > 0 and scores[k - 1] < score:
        moves[k], scores[k] = moves[k - 1], scores[k - 1]
        k -= 1
    moves[k], scores[k] = move, score


@rule
def _mark_useful(s: Record, m: Record) -> None:
    """Mark the cells on which a tile can change what somebody scores."""
    for word in range(CELL_WORDS):
        m.useful[word] = bits.ZERO
    for seat in range(s.players):
        left = tiles_left(s, seat)
        if left > 2:
            for word in range(CELL_WORDS):
                m.useful[word] = bits.ALL
        elif left > 0:
            for word in range(WORDS):
                free = s.free[word]
                while free != bits.ZERO:
                    place = bits.lowest(free)
                    free = free & (free - bits.ONE)
                    edge = word * 64 + place
                    scores = bits.has(s.bonus[word] | m.hot[seat, word], place)
                    if scores or (left == 2 and reach_of(m, seat, edge) != 0):
                        _mark(m, edge)
    _mark_neighbours(m)


@rule
def _mark_neighbours(m: Record) -> None:
    """Mark the cells next to useful ones: a tile that blocks needs a second cell."""
    for word in range(CELL_WORDS):
        m.beside[word] = m.useful[word]
    for word in range(CELL_WORDS):
        cells = m.beside[word] & m.empty[word]
        while cells != bits.ZERO:
            cell = word * 64 + bits.lowest(cells)
            cells = cells & (cells - bits.ONE)
            for k in range(CELL_WORDS):
                m.useful[k] |= NEXT_TO[cell, k]


@rule
def _matters(s: Record, m: Record, edge: int) -> bool:
    """Does it matter that a tile lies here, and not elsewhere on as many bonus fields?"""
    low, high = int(EDGE_LOW[edge]), int(EDGE_HIGH[edge])
    return bool(
        bits.has(m.useful[low >> 6], low & 63)
        or bits.has(m.useful[high >> 6], high & 63)
        or bits.has(m.hot[s.turn, edge >> 6], edge & 63)
    )
