"""Contests of two styles, each game twice with the seats changed."""

from __future__ import annotations

from genial.bots.mind import Floats, Learnt
from genial.bots.phoenix import judge, lessons
from genial.bots.phoenix.foresight import foresee
from genial.bots.phoenix.sight import look
from genial.core.kernel import Batch, Codes, Stream, deal, entry, is_over, legal, step

LEARNT = len(judge.STYLES)  # the style of who judges by foresight
_LUCK = 1e-6  # of equal moves any


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
                n = judge.judge(s, m, w, style, moves, values)
            best = lessons.tempted(values, n, _LUCK, chooser)
            step(s, moves[best], dealer)
        leads[game] = s.points[swapped] - s.points[1 - swapped]
