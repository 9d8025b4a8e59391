"""Greedy bots: they judge every move by itself, in a style, and may overlook some."""

from __future__ import annotations

import secrets
import threading
import time

import numpy as np

from genial.bots.belief import unfinished
from genial.bots.bot import Bot, Candidate, Clock, Thought
from genial.bots.model import Floats, Learnt, appraise, prepare
from genial.bots.search import Mind, stream_for
from genial.core import engine
from genial.core.chance import below
from genial.core.errors import BadOption, nearest, one_of, quoted
from genial.core.game import Game
from genial.core.kernel import Batch, Codes, Stream, entry
from genial.core.kit import Data

_SHOWN = 20  # candidates in a thought


@entry
def appraised(
    root: Batch, minds: Batch, learnt: Learnt, style: int, moves: Codes, values: Floats
) -> int:
    """Every legal move with its worth in a style; how many."""
    prepare(root[0], minds[0])
    return appraise(root[0], minds[0], learnt, style, moves, values)


@entry
def best_seen(values: Floats, n: int, overlook: float, stream: Stream) -> int:
    """The best of n moves, each overlooked with this probability; of equal ones any."""
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
    """Plays the move that looks best by itself.

    `overlook` is the share of moves that it does not see, as people do not.
    """

    def __init__(
        self,
        game: Game,
        mind: Mind,
        style: str,
        *,
        name: str | None = None,
        overlook: float = 0.0,
        seed: int | None = None,
    ) -> None:
        if style not in mind.STYLES:
            styles = f"there are {one_of(mind.STYLES)}"
            raise BadOption(f"no style {quoted(style)}{nearest(style, mind.STYLES)}; {styles}")
        self.name = name or style
        self.game = game
        self._style = mind.STYLES.index(style)
        self._overlook = overlook
        self._seed = secrets.randbits(63) if seed is None else seed
        self._learnt = mind.learnt(game.options)
        self._minds: Batch = np.zeros(1, mind.MIND)
        self._moves: Codes = np.zeros(game._kit.rules.MAX_MOVES, np.int32)
        self._values: Floats = np.zeros(game._kit.rules.MAX_MOVES)

    def choose(self, view: Data, clock: Clock | None = None) -> str:
        """The move it plays."""
        best, _, _ = self._judge(view)
        return self.game._kit.spell(int(self._moves[best]))

    def think(
        self,
        view: Data,
        *,
        seconds: float | None = None,
        effort: int | None = None,
        stop: threading.Event | None = None,
    ) -> Thought:
        """The moves as it ranks them. What it thinks they are worth is no probability."""
        began = time.perf_counter()
        best, n, root = self._judge(view)
        spell = self.game._kit.spell
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

    def _judge(self, view: Data) -> tuple[int, int, Batch]:
        stream = stream_for(self._seed, view)
        root = unfinished(view, stream)
        n = appraised(root, self._minds, self._learnt, self._style, self._moves, self._values)
        return best_seen(self._values, n, self._overlook, stream), n, root
