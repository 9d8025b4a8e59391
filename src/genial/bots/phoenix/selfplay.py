"""What the network learns from: positions of games against itself and what their rounds brought."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from genial.bots.model import Floats, Learnt
from genial.bots.phoenix import network, styles
from genial.bots.phoenix.features import look
from genial.bots.phoenix.policy import LEARNT, foresee
from genial.core.chance import below
from genial.core.kernel import (
    Batch,
    Codes,
    Record,
    Stream,
    cold,
    deal,
    entry,
    is_over,
    legal,
    play,
    rule,
    step,
)
from genial.games.phoenix.cards import HAND, N_CARDS, N_KINDS
from genial.games.phoenix.rows import LINE, N_COLOURS
from genial.games.phoenix.rules import ROUNDS, SEATS

_LUCK = 1e-6  # of equal moves any
PARTS = 20  # of a card: shares are counted in them
# Lessons: a turn draws a card of the pile and gives two at most.
MOST_IN_A_GAME = 2 * (N_CARDS - SEATS * HAND) * ROUNDS

LESSON = np.dtype(
    [
        ("line", "i8", SEATS),  # ranked; everything is seen from the seat to move
        ("share", "i1", (SEATS, N_KINDS)),  # cards, in parts
        ("left", "i1"),
        ("finished", "i1"),
        ("lead", "i1"),  # before the round
        ("gain", "i1"),  # what the round brought
        ("seat", "i1"),
    ]
)
Lessons = npt.NDArray[np.void]


@cold
def note(s: Record, m: Record, lesson: Record, seat: int, left: int, is_open: bool) -> None:
    """Write down a position in which a seat is to move with so many cards left in the pile."""
    shares = m.scratch.shares
    network.share_out(s, seat, is_open, shares)
    for side in range(SEATS):
        lesson.line[side] = m.line[seat if side == 0 else 1 - seat]
        for kind in range(N_KINDS):
            lesson.share[side, kind] = int(PARTS * shares[side, kind] + 0.5)
    lesson.left = left
    lesson.finished = s.finished
    lesson.lead = s.points[seat] - s.points[1 - seat]
    lesson.seat = seat


@cold
def tempted(values: Floats, n: int, warmth: float, stream: Stream) -> int:
    """The best of n moves when each is judged with an error."""
    best, best_value = 0, -1.0e9
    for k in range(n):
        luck = (below(stream, 1 << 24) + 0.5) / (1 << 24)
        value = values[k] - warmth * np.log(-np.log(luck))
        if value > best_value:
            best, best_value = k, value
    return best


@entry
def practise(
    template: Batch,
    work: Batch,
    minds: Batch,
    w: Learnt,
    is_new: bool,
    warmth: float,
    stream: Stream,
    moves: Codes,
    values: Floats,
    lessons: Lessons,
) -> int:
    """Play games against oneself until there is no room for another one; how many lessons.

    Who is new judges by the bred weights, others by foresight. Of every turn either the
    position before the card is drawn is kept or the one after it, both or none.
    """
    noted = 0
    while noted + MOST_IN_A_GAME <= lessons.size:
        work[0] = template[0]
        s, m = work[0], minds[0]
        deal(s, stream)
        look(s, m)
        first = noted  # of this round
        while not is_over(s):
            if is_new:
                n = styles.judge(s, m, w, styles.WISE, moves, values)
            else:
                n = legal(s, moves)
                foresee(s, m, w, moves, values, n)
            move = moves[tempted(values, n, warmth, stream)]
            finished, turn = s.finished, s.turn
            lead = s.points[turn] - s.points[1 - turn]
            play(s, move)
            look(s, m)
            if s.finished == finished and s.left > 1 and below(stream, 2) == 0:
                note(s, m, lessons[noted], 1 - turn, s.left - 1, False)
                noted += 1
            deal(s, stream)
            if s.finished == finished:
                if below(stream, 2) == 0:
                    note(s, m, lessons[noted], 1 - turn, s.left, True)
                    noted += 1
                continue
            look(s, m)
            gain = s.points[turn] - s.points[1 - turn] - lead
            for k in range(first, noted):
                lessons[k].gain = gain if lessons[k].seat == turn else -gain
            first = noted
    return noted


@rule
def mirrored(line: int) -> int:
    """A ranked line read from the other end, with the ranks of the mirrored spectrum."""
    new = 0
    for place in range(LINE):
        rank = N_COLOURS - 1 - ((line >> 4 * place) & 15)
        new |= rank << 4 * (LINE - 1 - place)
    return new


@entry
def contest(
    template: Batch,
    work: Batch,
    minds: Batch,
    one: Learnt,
    one_style: int,
    two: Learnt,
    two_style: int,
    streams: Stream,
    dealer: Stream,
    chooser: Stream,
    moves: Codes,
    values: Floats,
    leads: Floats,
) -> None:
    """For every stream two games that are dealt from it; by how many points `one` won each.

    `dealer` and `chooser` have room for a stream each.
    """
    for game in range(leads.size):
        swapped = game & 1
        for word in range(dealer.size):
            dealer[word] = streams[game >> 1, word]
            chooser[word] = streams[game >> 1, word]
        work[0] = template[0]
        s, m = work[0], minds[0]
        deal(s, dealer)
        while not is_over(s):
            look(s, m)
            is_one = s.turn == swapped
            w = one if is_one else two
            style = one_style if is_one else two_style
            if style == LEARNT:
                n = legal(s, moves)
                foresee(s, m, w, moves, values, n)
            else:
                n = styles.judge(s, m, w, style, moves, values)
            best = tempted(values, n, _LUCK, chooser)
            step(s, moves[best], dealer)
        leads[game] = s.points[swapped] - s.points[1 - swapped]
