"""Every game with every option that changes its rules, for tests that hold for all."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np

import genial
from genial import State
from genial.core import engine
from genial.core.chance import fast_stream

CASES: list[tuple[str, dict[str, Any]]] = [
    ("ingenious", {"players": 1}),
    ("ingenious", {"players": 2}),
    ("ingenious", {"players": 2, "start": 2}),
    ("ingenious", {"players": 3, "start": 3}),
    ("ingenious", {"players": 4}),
    ("ingenious", {"players": 4, "variant": "teams"}),
    ("ingenious", {"players": 4, "variant": "teams", "partners": "shared"}),
    ("tile-challenge", {"players": 2}),
    ("tile-challenge", {"players": 3, "start": 2}),
    ("tile-challenge", {"players": 4}),
    ("tile-challenge", {"players": 2, "games": 3}),
    ("tile-challenge", {"players": 4, "games": 2, "start": 4}),
    ("spezial", {"players": 2}),
    ("spezial", {"players": 3, "start": 3}),
    ("spezial", {"players": 4}),
    ("spezial", {"players": 2, "board": "generated-7"}),
    ("phoenix", {}),
    ("phoenix", {"start": 2}),
]


def name_of(case: tuple[str, dict[str, Any]]) -> str:
    name, options = case
    return "-".join([name, *(f"{key}{value}" for key, value in options.items())])


def are_same(one: Any, other: Any) -> bool:
    """Are two arrays of games equal, whatever lies between their fields?"""
    return all(np.array_equal(one[field], other[field]) for field in one.dtype.names)


def with_array(state: State, array: Any) -> State:
    """The same history with another truth."""
    return State(state.game, array, state.stream, state.origin, previous=state.previous,
                 last_code=state.last_code, draws=state.draws)  # fmt: skip


def redealt(state: State, seat: int | None) -> State:
    """The same history with another truth: what a seat, or a spectator, cannot see, dealt anew."""
    array = state.array.copy()
    engine.redeal(array, 0, (seat or 0) - 1, fast_stream(seat or 0))
    return with_array(state, array)


def random_states(
    name: str, options: dict[str, Any], seed: int, *, eager: bool = False
) -> Iterator[State]:
    """All states of one random game; an eager one looks at a few moves and takes the best."""
    chooser = random.Random(seed)
    state = genial.game(name, **options).start(seed=seed)
    yield state
    while not state.over:
        moves = state.legal()
        move = chooser.choice(moves)
        if eager:
            few = [chooser.choice(moves) for _ in range(8)]
            move = max(few, key=lambda m: sum(state.explain(m)["gains"].values()))
        state = state.play(move)
        yield state
