"""Greedy bots: they evaluate every move on its own, in a style, and may overlook some."""

from __future__ import annotations

import secrets
import threading
import time

import numpy as np

from genial.bots.belief import from_unfinished_view, stream_for
from genial.bots.bot import Bot, Candidate, Clock, Thought
from genial.bots.model import Floats, Model, Weights, evaluate_moves, prepare
from genial.core import engine
from genial.core.chance import below
from genial.core.errors import BadOption, nearest, one_of, quote
from genial.core.game import Game
from genial.core.kernel import Codes, Records, Stream, entry
from genial.core.kit import Data

_SHOWN = 20  # candidates in a thought


@entry
def evaluate_root(
    root: Records, features: Records, weights: Weights, style: int, moves: Codes, values: Floats
) -> int:
    """List every legal move with its value in a style; return how many."""
    prepare(root[0], features[0])
    return evaluate_moves(root[0], features[0], weights, style, moves, values)


@entry
def choose_noticed(values: Floats, n: int, overlook: float, stream: Stream) -> int:
    """Return the best of n moves, each overlooked with this probability; ties are random."""
    best, best_value, equal = -1, 0.0, 0
    for k in range(n):
        if below(stream, 1 << 20) < overlook * (1 << 20):
            continue
        if best < 0 or values[k] > best_value:
            best, best_value, equal = k, values[k], 1
        elif values[k] == best_value:
            equal += 1
            if below(stream, equal) == 0:
                best = k
    return best if best >= 0 else below(stream, n)


class Greedy(Bot):
    """Plays the move with the best value in its style.

    `overlook` is the share of moves that it fails to notice, as people do.
    """

    def __init__(
        self,
        game: Game,
        model: Model,
        style: str,
        *,
        name: str | None = None,
        overlook: float = 0.0,
        seed: int | None = None,
    ) -> None:
        if style not in model.STYLES:
            styles = f"there are {one_of(model.STYLES)}"
            raise BadOption(f"no style {quote(style)}{nearest(style, model.STYLES)}; {styles}")
        self.name = name or style
        self.game = game
        self._style = model.STYLES.index(style)
        self._overlook = overlook
        self._seed = secrets.randbits(63) if seed is None else seed
        self._weights = model.load_weights(game.options)
        self._features: Records = np.zeros(1, model.FEATURES)
        self._moves: Codes = np.zeros(game.kit.rules.MAX_MOVES, np.int32)
        self._values: Floats = np.zeros(game.kit.rules.MAX_MOVES)

    def choose(self, view: Data, clock: Clock | None = None) -> str:
        """Return the text of the move to play."""
        best, _, _ = self._evaluate(view)
        return self.game.kit.spell(int(self._moves[best]))

    def think(
        self,
        view: Data,
        *,
        seconds: float | None = None,
        effort: int | None = None,
        stop: threading.Event | None = None,
    ) -> Thought:
        """Rank the moves. Their values are not probabilities."""
        began = time.perf_counter()
        best, n, root = self._evaluate(view)
        spell = self.game.kit.spell
        order = np.argsort(-self._values[:n], kind="stable")[:_SHOWN].tolist()
        order = [best, *(k for k in order if k != best)]
        utilities = np.zeros(self.game.players)
        engine.status(root, 0, utilities)
        return Thought(
            move=spell(int(self._moves[best])),
            candidates=tuple(
                Candidate(spell(int(self._moves[k])), float(self._values[k])) for k in order
            ),
            value=tuple(utilities.tolist()),
            visits=n,
            seconds=time.perf_counter() - began,
        )

    def _evaluate(self, view: Data) -> tuple[int, int, Records]:
        stream = stream_for(self._seed, view)
        root = from_unfinished_view(view, stream)
        n = evaluate_root(
            root, self._features, self._weights, self._style, self._moves, self._values
        )
        return choose_noticed(self._values, n, self._overlook, stream), n, root
