"""How a game of Phoenix ended."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Literal

from genial.core.ending import Ending as BaseEnding
from genial.core.ending import compare_totals
from genial.core.kernel import as_record
from genial.core.state import State
from genial.games.phoenix.cards import KINDS, MOVES
from genial.games.phoenix.rules import ROUNDS


class Ending(BaseEnding, kw_only=True):
    """How a game of Phoenix ended, and what each round brought."""

    reason: Literal["", "rounds"]
    rounds: list[list[int]]  # points by seat, one list for each round that ended


def ending(state: State, ranks: Sequence[int] | None) -> Ending:
    """Return why the game is over, the points that decided, and those of every round."""
    points: list[int] = as_record(state.array).points.tolist()
    return Ending(
        reason="rounds" if state.over else "",
        facts={"n": ROUNDS},
        rounds=_rounds(state),
        **compare_totals(state, points, lambda code: KINDS[MOVES[code].kind]),
    )


def _rounds(state: State) -> list[list[int]]:
    records = [as_record(one.array) for one in state.history]
    return [
        (after.points - before.points).tolist()
        for before, after in pairwise(records)
        if after.finished > before.finished
    ]
