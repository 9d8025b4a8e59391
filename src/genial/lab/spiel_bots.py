"""Bots across the border: ours play in OpenSpiel, OpenSpiel's in our arena.

genial arena phoenix kid py:genial.lab.spiel_bots:Mcts:simulations=200
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from typing import Any

import numpy as np

from genial.bots import Bot, Candidate, Clock, Thought, make
from genial.bots.belief import from_view, stream_for
from genial.core.game import Game
from genial.core.kit import Data
from genial.lab.encoding import encoding_of
from genial.lab.extras import missing
from genial.lab.openspiel import SpielGame, SpielState, load

try:
    import pyspiel
    from open_spiel.python.algorithms import mcts
except ModuleNotFoundError as error:
    raise missing(error) from None


class Ours(pyspiel.Bot):
    """A bot of ours for OpenSpiel: it sees the view of the player to move, nothing else."""

    def __init__(self, game: SpielGame, name: str = "search", **told: Any) -> None:
        super().__init__()
        self._bot = make(game.rules, name, **told)
        self._actions = game.encoding.actions

    def restart_at(self, state: SpielState) -> None:
        """Do nothing: nothing is kept from game to game."""

    def step(self, state: SpielState) -> int:
        """Return the action it plays."""
        view = state.position.view(state.current_player() + 1)
        return self._actions.number(self._bot.choose(view))


class Theirs(Bot):
    """A bot of OpenSpiel for our arena.

    OpenSpiel's bots are handed a whole state. This one deals what its seat cannot see at random,
    asks in a number of such worlds, and plays what was answered most often.

    Such a world has no past: its `history()` is empty, and its information states are refused.
    Bots that look a position up by these cannot be asked; those that search from it can.
    """

    def __init__(self, game: Game, *, seed: int = 0, worlds: int = 4, name: str = "theirs") -> None:
        self.name = name
        self.game = game
        self._seed, self._worlds = seed, worlds
        self._spiel = load(game.name, **game.options)
        self._actions = encoding_of(game).actions

    def ask(self, state: SpielState, seed: int) -> int:
        """Return what the bot of OpenSpiel plays in a state."""
        raise NotImplementedError

    def choose(self, view: Data, clock: Clock | None = None) -> str:
        """Return the text of the move it plays."""
        return self.think(view).move

    def think(
        self,
        view: Data,
        *,
        seconds: float | None = None,
        effort: int | None = None,
        stop: threading.Event | None = None,
    ) -> Thought:
        """Count how often each move was answered."""
        began = time.perf_counter()
        stream = stream_for(self._seed, view)
        answers: Counter[int] = Counter()
        for world in range(self._worlds):
            array = from_view(view, stream)
            state = self._spiel.state_at(self.game.state_of(array))
            answers[self.ask(state, int(stream[1] >> np.uint64(33)) + world)] += 1
            if stop is not None and stop.is_set():
                break
        ranked = answers.most_common()
        return Thought(
            move=self._actions.text(ranked[0][0]),
            candidates=tuple(
                Candidate(self._actions.text(action), 0.5, count) for action, count in ranked
            ),
            value=(0.5,) * self.game.players,
            visits=sum(answers.values()),
            seconds=time.perf_counter() - began,
        )


class Mcts(Theirs):
    """OpenSpiel's Monte Carlo tree search with random playouts."""

    def __init__(
        self, game: Game, *, seed: int = 0, simulations: int = 50, worlds: int = 4
    ) -> None:
        super().__init__(game, seed=seed, worlds=worlds, name="openspiel-mcts")
        self._simulations = simulations

    def ask(self, state: SpielState, seed: int) -> int:
        """Return the most visited action."""
        random = np.random.RandomState(seed % (1 << 32))
        bot = mcts.MCTSBot(
            self._spiel, 2.0, self._simulations,
            mcts.RandomRolloutEvaluator(1, random), solve=False, random_state=random,
        )  # fmt: skip
        return int(bot.step(state))


class Uniform(Theirs):
    """OpenSpiel's bot that plays any legal action."""

    def __init__(self, game: Game, *, seed: int = 0) -> None:
        super().__init__(game, seed=seed, worlds=1, name="openspiel-uniform")

    def ask(self, state: SpielState, seed: int) -> int:
        """Return any legal action."""
        bot = pyspiel.make_uniform_random_bot(state.current_player(), seed % (1 << 31))
        return int(bot.step(state))
