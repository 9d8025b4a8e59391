"""Every move judged by the network, as the position after it looks to its player."""

from __future__ import annotations

from genial.bots.mind import Floats, Learnt
from genial.bots.phoenix import net, sight
from genial.core.kernel import Codes, Record, cold
from genial.games.phoenix.cards import DEED, EXCHANGE, KIND, MODIFY


@cold
def foresee(s: Record, m: Record, w: Learnt, moves: Codes, values: Floats, n: int) -> None:
    """The mover's probability to win after each of n moves.

    Of the other's hand, and of the card to be drawn, no more is used than what the mover knows.
    """
    turn, other = s.turn, 1 - s.turn  # after a move the other is side 0
    own_line, other_line = m.line[turn], m.line[other]
    lead = s.points[other] - s.points[turn]
    begins = net.begins_next(s, other)
    scratch = m.scratch
    shares, rows, times = scratch.shares, scratch.rows, scratch.times
    base, sums = scratch.base, scratch.sums
    first, second, gains = scratch.first, scratch.second, scratch.gains
    net.share_out(s, other, False, shares)
    known = net.put_cards(0, shares, rows, times, 0)
    known = net.put_cards(1, shares, rows, times, known)
    known = net.put_course(s.left - 1, s.finished, lead, rows, times, known)
    known = net.put_side(0, other_line, rows, times, known)
    net.clear(w, base)
    net.add_rows(w, base, rows, times, known)
    for k in range(n):
        kind = KIND[moves[k]]
        mine, theirs = sight.after(own_line, other_line, moves[k])
        if s.left == 1 or sight.is_sorted(mine) or sight.is_sorted(theirs):
            gain = sight.points_of(mine) - sight.points_of(theirs)
            values[k] = 1.0 - w[net.lead_place(s.finished + 1, begins, lead - gain)]
            continue
        for j in range(net.FIRST):
            sums[j] = base[j]
        rows_of_move = 0
        if DEED[moves[k]] == EXCHANGE or DEED[moves[k]] == MODIFY:
            rows_of_move = net.put_side(0, other_line, rows, times, 0)
            for j in range(rows_of_move):
                times[j] = -1.0
            rows_of_move = net.put_side(0, theirs, rows, times, rows_of_move)
        shares[1, kind] -= 1.0
        rows_of_move = net.put_side(1, mine, rows, times, rows_of_move)
        rows_of_move = net.put_finish(0, theirs, mine, shares, rows, times, rows_of_move)
        rows_of_move = net.put_finish(1, mine, theirs, shares, rows, times, rows_of_move)
        shares[1, kind] += 1.0
        net.add_rows(w, sums, rows, times, rows_of_move)
        net.add_row(w, sums, net.card_row(1, kind), -1.0)
        net.chances(w, sums, first, second, gains)
        values[k] = 1.0 - net.expected(w, gains, s.finished, begins, lead)
