"""What a move of Tile Challenge did, and how a game ended."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from genial.core.ending import Ending as BaseEnding
from genial.core.ending import compare_colours, compare_totals
from genial.core.explanation import Effect
from genial.core.kernel import Record, as_record, in_python
from genial.core.state import State
from genial.games.tile_challenge import rules
from genial.games.tile_challenge.explain import explain
from genial.games.tile_challenge.rules import DRAW, DRAWN, IDLE_TURNS
from genial.games.tile_challenge.tiles import COLOURS, counts
from genial.games.tile_challenge.view import quota_of, series


class Ending(BaseEnding, kw_only=True):
    """How a game of Tile Challenge ended, and how many turns of each seat failed."""

    reason: Literal["", "complete", "idle", "series"]
    failed: list[int]  # by seat: turns


def effect(before: Record, code: int, draws: Sequence[int], after: Record) -> Effect:
    """Return what a move brought into the collection, or why it made the turn fail."""
    if code == DRAW:
        return _effect_of_draw(before, draws[0] - DRAWN)
    if after.finished > before.finished and after.phase != rules.OVER:
        return Effect(gains=explain(before, code).gains)  # the next game has cleared the table
    had, has = (counts(record.collections[before.turn]) for record in (before, after))
    return Effect(gains={colour: has[colour] - n for colour, n in had.items() if has[colour] > n})


def _effect_of_draw(before: Record, colour: int) -> Effect:
    if in_python(rules.joins)(before, colour):
        return Effect()
    is_staged = counts(before.staging)[COLOURS[colour]] > 0
    return Effect(failed="in-row" if is_staged else "not-in-middle", colour=COLOURS[colour])


def ending(state: State, ranks: Sequence[int] | None) -> Ending:
    """Return why the game or series is over, what decided, and how many turns failed."""
    record = as_record(state.array)
    reason, number = _reason(state, record)
    is_series = state.game.series_length > 1
    compared = compare_totals(state, series(record)) if is_series else compare_colours(state, ranks)
    return Ending(reason=reason, facts={"n": number}, failed=_failed(state), **compared)


def _reason(state: State, record: Record) -> tuple[Literal["", "complete", "idle", "series"], int]:
    """Return why it is over, and the number that belongs to it."""
    if not state.over:
        return "", 0
    if state.game.series_length > 1:
        return "series", state.game.series_length
    if record.idle == IDLE_TURNS:
        return "idle", IDLE_TURNS
    return "complete", quota_of(record)


def _failed(state: State) -> list[int]:
    failed = [0] * state.game.players
    for after in state.history:
        if after.mover is not None and after.effect is not None and after.effect.failed:
            failed[after.mover - 1] += 1
    return failed
