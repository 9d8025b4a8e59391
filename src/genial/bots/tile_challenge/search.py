"""The bot that works its turn out: exactly, and the turn after it too."""

from __future__ import annotations

import secrets
import threading
import time
from pathlib import Path

import numpy as np

from genial.bots.belief import unfinished
from genial.bots.bot import Bot, Candidate, Clock, Thought
from genial.bots.model import Floats, Learnt
from genial.bots.search import learnt_for, stream_for
from genial.bots.tile_challenge import model
from genial.bots.tile_challenge.lookahead import solve_ahead
from genial.bots.tile_challenge.turn_solver import PLAN, planned, set_of, solve
from genial.core.game import Game
from genial.core.kernel import Batch, Codes, Stream, entry
from genial.core.kit import Data
from genial.games.tile_challenge.rules import DRAW, MAX_MOVES, OVER, legal
from genial.games.tile_challenge.tiles import COLOURS, N_COLOURS, of_colour

_HURRY = 0.1  # seconds: with less it does not look at the next turn
_AHEAD = 2  # effort: neither with less than this
_FORECASTS = 32  # games from which final collections are expected


@entry
def plan_turn(
    root: Batch, w: Learnt, is_ahead: bool, minds: Batch, spare: Batch, moves: Codes, values: Floats
) -> int:
    """Solve the turn if it is not; the legal moves, the best first, and what they are worth.

    What each seat can expect follows the values. How many moves there are.
    """
    s, m = root[0], minds[0]
    if is_ahead and not m.is_solved:
        solve_ahead(s, w, m, spare, minds[1:])
    elif not m.is_solved:
        solve(s, w, m)
    staged = set_of(s.staging)
    n = legal(s, moves)
    best = planned(s, m)
    if moves[0] != best:
        moves[0], moves[1] = moves[1], moves[0]
    for k in range(n):
        values[k] = m.draw[staged] if moves[k] == DRAW else m.stop[staged]
    for seat in range(s.players):
        values[MAX_MOVES + seat] = m.value[staged, seat]
    return n


@entry
def forecast(
    root: Batch, w: Learnt, move: int, games: int, minds: Batch, work: Batch, stream: Stream,
    sums: Floats,
) -> None:  # fmt: skip
    """Play the game that is running to its end so many times, and add up the collections.

    It counts as the last of its series: the next one would clear the table.
    """
    s, m = work[0], minds[0]
    for _ in range(games):
        work[0] = root[0]
        if s.games > 1:
            s.finished += 1
            s.games = s.finished + 1
        m.is_solved = False
        model.follow(s, m, move, stream)
        while s.phase != OVER:
            model.follow(s, m, model.policy(s, m, w, stream), stream)
        for seat in range(s.players):
            for colour in range(N_COLOURS):
                sums[seat, colour] += of_colour(s.collections[seat], colour)


def as_it_began(game: Batch) -> bytes:
    """The position before anything was staged: the same for all decisions of a turn."""
    turn = game.copy()
    turn["stack"] += turn["staging"]
    turn["staging"] = 0
    return turn.tobytes()


class Stopper(Bot):
    """Draws on exactly as long as that is worth more than stopping."""

    def __init__(
        self,
        game: Game,
        *,
        name: str = "search",
        seconds: float = 1.0,
        effort: int | None = None,
        threads: int = 1,
        seed: int | None = None,
        learnt: str | Path | Learnt | None = None,
    ) -> None:
        self.name = name
        self.game = game
        self._seconds, self._effort = seconds, effort
        self._seed = secrets.randbits(63) if seed is None else seed
        self._learnt = learnt_for(game, model, learnt)
        self._minds: Batch = np.zeros(2, PLAN)
        self._work: Batch = game.template.copy()
        self._turn: tuple[bytes, bool] | None = None  # the turn that has been solved

    def choose(self, view: Data, clock: Clock | None = None) -> str:
        """The move it plays."""
        seconds = self._seconds if clock is None else min(self._seconds, clock.left / 10)
        moves, _ = self._plan(unfinished(view, self._stream(view)), seconds, self._effort)
        return self.game._kit.spell(moves[0])

    def think(
        self,
        view: Data,
        *,
        seconds: float | None = None,
        effort: int | None = None,
        stop: threading.Event | None = None,
    ) -> Thought:
        """What drawing on, stopping and taking are worth, and the collections it expects."""
        began = time.perf_counter()
        if seconds is None and effort is None:
            seconds, effort = self._seconds, self._effort
        stream = self._stream(view)
        root = unfinished(view, stream)
        moves, values = self._plan(root, self._seconds if seconds is None else seconds, effort)
        spell = self.game._kit.spell
        return Thought(
            move=spell(moves[0]),
            candidates=tuple(
                Candidate(spell(move), worth) for move, worth in zip(moves, values, strict=False)
            ),
            value=tuple(values[MAX_MOVES:]),
            visits=len(moves),
            colours=self._forecast(root, moves[0], stream),
            seconds=time.perf_counter() - began,
        )

    def _stream(self, view: Data) -> Stream:
        return stream_for(self._seed, view)

    def _plan(
        self, root: Batch, seconds: float, effort: int | None
    ) -> tuple[list[int], list[float]]:
        """The legal moves, best first; what they are worth, then what each seat can expect."""
        is_ahead = seconds >= _HURRY and (effort is None or effort >= _AHEAD)
        turn = (as_it_began(root), is_ahead)
        self._minds["is_solved"][0] = turn == self._turn
        self._turn = turn
        moves: Codes = np.zeros(MAX_MOVES, np.int32)
        values: Floats = np.zeros(MAX_MOVES + self.game.players)
        n = plan_turn(root, self._learnt, is_ahead, self._minds, self._work, moves, values)
        return moves[:n].tolist(), values.tolist()

    def _forecast(self, root: Batch, move: int, stream: Stream) -> tuple[dict[str, float], ...]:
        sums = np.zeros((self.game.players, N_COLOURS))
        forecast(root, self._learnt, move, _FORECASTS, self._minds[1:], self._work, stream, sums)
        return tuple(dict(zip(COLOURS, row, strict=True)) for row in (sums / _FORECASTS).tolist())
