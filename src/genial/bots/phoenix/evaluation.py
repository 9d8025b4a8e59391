"""What a position is worth: how likely each seat wins the game."""

from __future__ import annotations

from genial.bots.model import Floats, Learnt
from genial.bots.phoenix import network
from genial.core.kernel import Record, cold, is_over, rule
from genial.games.phoenix.cards import HAND, N_CARDS
from genial.games.phoenix.rules import SEATS

_MARGIN = 0.02  # how much of a result is for the points
_UNTOUCHED = N_CARDS - SEATS * HAND  # cards left in the pile when a round begins


@rule
def lead_place(finished: int, begins: bool, lead: int) -> int:
    """Where it stands what a lead is worth after so many rounds to who begins the next or not."""
    return (
        network.TABLE
        + ((finished - 1) * SEATS + (1 if begins else 0)) * network.LEADS
        + network.MOST_LEAD
        + lead
    )


@rule
def begins_next(s: Record, seat: int) -> bool:
    """Does a seat begin the round after this one?"""
    return bool((s.start + s.finished + 1) % SEATS == seat)


@rule
def expected(w: Learnt, gains: network.Sums, finished: int, begins: bool, lead: int) -> float:
    """How likely a seat wins that had a lead before this round, by the chances of its gains."""
    at = lead_place(finished + 1, begins, lead - network.MOST_GAIN)
    worths = w[at : at + network.GAINS]
    value = 0.0
    for j in range(network.GAINS):
        value += gains[j] * worths[j]
    return value


@cold
def judged(w: Learnt, s: Record, m: Record) -> float:
    """How likely the seat to move wins, all cards being open."""
    seat = s.turn
    own, other = m.line[seat], m.line[1 - seat]
    lead = s.points[seat] - s.points[1 - seat]
    scratch = m.scratch
    shares, rows, times = scratch.shares, scratch.rows, scratch.times
    sums, first, second, gains = scratch.sums, scratch.first, scratch.second, scratch.gains
    network.share_out(s, seat, True, shares)
    n = network.put_all(own, other, shares, s.left, s.finished, lead, rows, times)
    network.clear(w, sums)
    network.add_rows(w, sums, rows, times, n)
    network.chances(w, sums, first, second, gains)
    return expected(w, gains, s.finished, begins_next(s, seat), lead)


@cold
def share_of_first(s: Record, m: Record, w: Learnt) -> float:
    """What the first seat can expect: a win counts most, the points a little."""
    lead = s.points[0] - s.points[1]
    if is_over(s):
        wins = 1.0 if lead > 0 else 0.5 if lead == 0 else 0.0
    elif s.finished > 0 and s.left == _UNTOUCHED:
        # A new deal: what it gives to whom is chance, and not worth looking at.
        begins = (s.start + s.finished) % SEATS == 0
        wins = w[lead_place(s.finished, begins, lead)]
    else:
        wins = judged(w, s, m)
        if s.turn == 1:
            wins = 1.0 - wins
    return float(wins + _MARGIN * (0.5 + lead / (2.0 * network.MOST_LEAD) - wins))


@rule
def outlook(s: Record, m: Record, w: Learnt, out: Floats) -> None:
    """What each seat can expect."""
    share = share_of_first(s, m, w)
    out[0] = share
    out[1] = 1.0 - share
