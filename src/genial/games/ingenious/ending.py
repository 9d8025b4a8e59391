"""How a game of Ingenious ended."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Literal

from genial.core.ending import Ending as BaseEnding
from genial.core.ending import compare_colours
from genial.core.kernel import as_record, in_python
from genial.core.state import State
from genial.games.ingenious import rules, scoring
from genial.games.ingenious.board import TYPE_NAMES, TYPE_OF_WAY, WAYS


class Ending(BaseEnding, kw_only=True):
    """How a game of Ingenious ended, and how often each seat completed a colour."""

    reason: Literal["", "no-room", "all-full"]
    completed: list[int]  # by seat: colours that reached 18, or 36 on a double track


def ending(state: State, ranks: Sequence[int] | None) -> Ending:
    """Return why no more tiles are laid, what decided, and how often "Ingenious!" was called."""
    record = as_record(state.array)
    tracks = range(in_python(scoring.track_count)(record))
    is_full = any(in_python(scoring.all_full)(record, track) for track in tracks)
    reason: Literal["", "no-room", "all-full"] = ""
    if state.over:
        reason = "all-full" if is_full else "no-room"
    return Ending(
        reason=reason,
        facts={"n": int(in_python(scoring.track_end)(record))},
        completed=_completed(state),
        **compare_colours(state, ranks, _tile),
    )


def _tile(code: int) -> str:
    """Return the tile that a move lays; none if it swaps."""
    return TYPE_NAMES[int(TYPE_OF_WAY[code % WAYS])] if code < rules.KEEP else ""


def _completed(state: State) -> list[int]:
    bonuses, counts = in_python(scoring.bonuses), [0] * state.game.players
    for before, after in pairwise(state.history):
        if after.effect is None or not after.effect.gains or before.turn is None:
            continue
        track = state.game.tracks[before.turn - 1]
        had, has = before.scores[track], after.scores[track]
        counts[before.turn - 1] += sum(bonuses(had[one], has[one]) for one in after.effect.gains)
    return counts
