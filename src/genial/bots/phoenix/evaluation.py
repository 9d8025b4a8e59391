"""What a position is worth: how likely each seat wins the game."""

from __future__ import annotations

from genial.bots.model import Floats, Weights
from genial.bots.phoenix import network
from genial.core.kernel import Record, cold, is_over, rule
from genial.games.phoenix.cards import HAND, N_CARDS
from genial.games.phoenix.rules import SEATS

_MARGIN = 0.02  # the share of a result that depends on the points
_UNTOUCHED = N_CARDS - SEATS * HAND  # cards left in the pile when a round begins


@rule
def lead_index(finished: int, begins: bool, lead: int) -> int:
    """Return the index of a lead's value, by rounds finished and the seat that begins the next."""
    return (
        network.LEAD_TABLE
        + ((finished - 1) * SEATS + (1 if begins else 0)) * network.LEADS
        + network.MOST_LEAD
        + lead
    )


@rule
def begins_next(s: Record, seat: int) -> bool:
    """Tell whether a seat begins the round after this one."""
    return bool((s.start + s.finished + 1) % SEATS == seat)


@rule
def win_probability(
    w: Weights, gains: network.Sums, finished: int, begins: bool, lead: int
) -> float:
    """Return a seat's probability of winning, from its lead before the round and its gains."""
    at = lead_index(finished + 1, begins, lead - network.MOST_GAIN)
    values = w[at : at + network.GAINS]
    value = 0.0
    for j in range(network.GAINS):
        value += gains[j] * values[j]
    return value


@cold
def position_value(w: Weights, s: Record, f: Record) -> float:
    """Return the probability that the seat to move wins, with all cards open."""
    seat = s.turn
    own, other = f.line[seat], f.line[1 - seat]
    lead = s.points[seat] - s.points[1 - seat]
    scratch = f.scratch
    shares, rows, times = scratch.shares, scratch.rows, scratch.times
    sums, first, second, gains = scratch.sums, scratch.first, scratch.second, scratch.gains
    network.estimate_cards(s, seat, True, shares)
    n = network.append_all_rows(own, other, shares, s.left, s.finished, lead, rows, times)
    network.start_sums(w, sums)
    network.add_rows(w, sums, rows, times, n)
    network.gain_probabilities(w, sums, first, second, gains)
    return win_probability(w, gains, s.finished, begins_next(s, seat), lead)


@cold
def value_of_first_seat(s: Record, f: Record, w: Weights) -> float:
    """Return the utility that the first seat can expect: winning, and a little for the points."""
    lead = s.points[0] - s.points[1]
    if is_over(s):
        wins = 1.0 if lead > 0 else 0.5 if lead == 0 else 0.0
    elif s.finished > 0 and s.left == _UNTOUCHED:
        # A new deal is pure chance: the cards in this one deal are no information.
        begins = (s.start + s.finished) % SEATS == 0
        wins = w[lead_index(s.finished, begins, lead)]
    else:
        wins = position_value(w, s, f)
        if s.turn == 1:
            wins = 1.0 - wins
    return float(wins + _MARGIN * (0.5 + lead / (2.0 * network.MOST_LEAD) - wins))


@rule
def evaluate(s: Record, f: Record, w: Weights, out: Floats) -> None:
    """Write the utility that each seat can expect; for a finished game, the result."""
    share = value_of_first_seat(s, f, w)
    out[0] = share
    out[1] = 1.0 - share
