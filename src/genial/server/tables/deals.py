"""The deals of a game as they were stored, whatever the dealer would deal today."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from genial.core import engine
from genial.core.chance import dealer_stream, key_from
from genial.core.game import State
from genial.core.kernel import copied


def chance_lines(state: State) -> tuple[str, ...]:
    """Return what was drawn after the last move, as a record writes it."""
    return tuple(line for line in state._own_lines() if line.startswith("*"))


def with_deals(state: State, lines: Sequence[str]) -> State:
    """Return the state with these deals: the same one, unless it was dealt otherwise.

    That happens when the dealer's algorithm has changed since. The state then deals on from a new
    key, and its record has no proof.
    """
    if chance_lines(state) == tuple(lines):
        return state
    game, before = state.game, state._before
    array = copied(game.template if before is None else before._array)
    scratch = game._scratch
    if before is not None:
        engine.replay_move(array, 0, state._code, scratch.moves)
    drawn = [outcome for line in lines for outcome in game._kit.read_chance(line)]
    for outcome in drawn:
        if not engine.replay_outcome(array, 0, outcome, scratch.outcomes, scratch.weights):
            raise ValueError(f"the stored deal {lines} is impossible")
    return State(
        game,
        array,
        dealer_stream(key_from(None)),
        dataclasses.replace(state._origin, key=None),
        before=before,
        code=state._code,
        trace=tuple(drawn),
    )
