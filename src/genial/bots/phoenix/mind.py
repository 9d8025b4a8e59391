"""How a bot thinks of Phoenix (see `genial.bots.mind`)."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from importlib import resources
from typing import Any

import numpy as np

from genial.bots.mind import Floats, Learnt, register
from genial.bots.phoenix import judge, net
from genial.bots.phoenix.choice import habit, propose
from genial.bots.phoenix.foresight import foresee
from genial.bots.phoenix.sight import look
from genial.core.kernel import Codes, Record, Stream, cold, is_over, rule, step
from genial.games.phoenix import rules
from genial.games.phoenix.cards import HAND, N_CARDS
from genial.games.phoenix.rules import SEATS, legal

STYLES = (*judge.STYLES, "learnt")
LEARNT = len(judge.STYLES)

MIND = np.dtype(
    [
        ("line", "i8", SEATS),  # ranked, see `sight`
        ("scratch", net.SCRATCH),
    ],
    align=True,
)

SETTINGS: Mapping[str, float] = {
    "explore": 0.6,
    "width": 10,
    "widen": 0.5,
    "plies": 0,
    "first": 0.2,
    "hiding": 1,
}
_MARGIN = 0.02  # how much of a result is for the points
_UNTOUCHED = N_CARDS - SEATS * HAND  # cards left in the pile when a round begins


def learnt(options: Mapping[str, Any]) -> Learnt:
    """The numbers that were learnt, see `net`."""
    path = resources.files(__package__) / "learnt" / "2.npy"
    with path.open("rb") as file:
        numbers: Learnt = np.load(file, allow_pickle=False)
    return numbers


@cold
def advance(s: Record, m: Record, move: int, stream: Stream) -> None:
    """Play a move, deal, and rank the lines again."""
    step(s, move, stream)
    look(s, m)


@cold
def share_of_first(s: Record, m: Record, w: Learnt) -> float:
    """What the first seat can expect: a win counts most, the points a little."""
    lead = s.points[0] - s.points[1]
    if is_over(s):
        wins = 1.0 if lead > 0 else 0.5 if lead == 0 else 0.0
    elif s.finished > 0 and s.left == _UNTOUCHED:
        # A new deal: what it gives to whom is chance, and not worth looking at.
        begins = (s.start + s.finished) % SEATS == 0
        wins = w[net.lead_place(s.finished, begins, lead)]
    else:
        wins = net.judged(w, s, m)
        if s.turn == 1:
            wins = 1.0 - wins
    return float(wins + _MARGIN * (0.5 + lead / (2.0 * net.MOST_LEAD) - wins))


@rule
def prepare(s: Record, m: Record) -> None:
    """Rank both lines."""
    look(s, m)


@rule
def follow(s: Record, m: Record, move: int, stream: Stream) -> None:
    """Play a move, deal what is due then, and rank both lines."""
    advance(s, m, move, stream)


@rule
def appraise(s: Record, m: Record, w: Learnt, style: int, moves: Codes, values: Floats) -> int:
    """Every legal move with its worth in a style."""
    if style == LEARNT:
        n = legal(s, moves)
        foresee(s, m, w, moves, values, n)
        return n
    return judge.judge(s, m, w, style, moves, values)


@rule
def candidates(s: Record, m: Record, w: Learnt, limit: int, moves: Codes, priors: Floats) -> int:
    """The moves that look best by foresight among those that `wise` likes."""
    return propose(s, m, w, limit, moves, priors)


@rule
def policy(s: Record, m: Record, w: Learnt, stream: Stream) -> int:
    """A move that `wise` likes."""
    return habit(s, m, w, stream)


@rule
def outlook(s: Record, m: Record, w: Learnt, out: Floats) -> None:
    """What each seat can expect."""
    share = share_of_first(s, m, w)
    out[0] = share
    out[1] = 1.0 - share


register(rules, sys.modules[__name__])
