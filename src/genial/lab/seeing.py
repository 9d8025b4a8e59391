"""Observations and masks of states and views of the library, and players made of them."""

from __future__ import annotations

from collections.abc import Callable

from genial.bots import Bot, Clock
from genial.bots.belief import from_view
from genial.core.chance import fast_stream
from genial.core.game import Game
from genial.core.kit import Data
from genial.core.state import State
from genial.games import make
from genial.lab.encoding import encoding_of, look_at
from genial.lab.kernels.sight import Floats, Masks

Policy = Callable[[Floats, Masks], int]  # from an observation and a mask to an action


def observe(state: State, seat: int) -> tuple[Floats, Masks]:
    """Return what a seat (from 1) sees of a state, and the mask of what it may do.

    >>> import genial
    >>> observation, mask = observe(genial.game("phoenix").start(seed=1), 1)
    >>> observation.shape, int(mask.sum())
    ((190,), 28)
    """
    return look_at(encoding_of(state.game), state.array, state.game.check_seat(seat) - 1)


def observe_view(view: Data) -> tuple[Floats, Masks]:
    """Observe a view. What is hidden is dealt at random: observations do not show it."""
    game = make(view["game"], view["options"])
    array, seat = from_view(view, fast_stream(0)), game.check_seat(view["seat"])
    return look_at(encoding_of(game), array, seat - 1)


class Player(Bot):
    """A bot for the arena that plays by a policy on observations and masks."""

    def __init__(self, game: Game, policy: Policy, *, name: str = "player") -> None:
        self.name = name
        self.game = game
        self._policy = policy

    def choose(self, view: Data, clock: Clock | None = None) -> str:
        """Return the text of the move it plays."""
        return encoding_of(self.game).actions.text(int(self._policy(*observe_view(view))))
