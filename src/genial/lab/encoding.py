"""How a game is written as numbers: its actions, what a seat sees, and what it scores."""

from __future__ import annotations

import functools

import numpy as np

from genial.core.game import Game
from genial.core.kernel import Records
from genial.lab.actions import Actions
from genial.lab.kernels import stepping
from genial.lab.kernels.sight import Floats, Masks
from genial.lab.observations import Observations, sight_of

NO_MASK: Masks = np.empty(0, np.int8)


class Encoding:
    """The numbers for actions, observations and objectives of a game with its options."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.actions = Actions(game)
        self.observations = Observations(game)
        self.objectives = sight_of(game).objectives(game)


@functools.lru_cache(maxsize=64)
def encoding_of(game: Game) -> Encoding:
    """Return the encoding of a game, made once."""
    return Encoding(game)


def look_at(encoding: Encoding, array: Records, seat: int) -> tuple[Floats, Masks]:
    """Return what a seat (from 0) sees of a game, and the mask of what it may do."""
    mask: Masks = np.empty(encoding.actions.size, np.int8)
    observation: Floats = np.empty(encoding.observations.size, np.float32)
    stepping.see(
        array, seat, encoding.actions.of_code, mask, encoding.observations.blank, observation
    )
    return observation, mask
