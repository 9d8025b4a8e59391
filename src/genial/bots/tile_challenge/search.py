"""The search bot of Tile Challenge: it solves its turn exactly, and the turn after it."""

from __future__ import annotations

import secrets
import threading
import time
from pathlib import Path

import numpy as np

from genial.bots.belief import from_unfinished_view, stream_for
from genial.bots.bot import Bot, Candidate, Clock, Thought
from genial.bots.model import Floats, Weights, weights_for
from genial.bots.tile_challenge import model
from genial.bots.tile_challenge.lookahead import solve_ahead
from genial.bots.tile_challenge.turn_solver import PLAN, planned_move, set_of, solve
from genial.core.game import Game
from genial.core.kernel import Codes, Records, Stream, entry
from genial.core.kit import Data
from genial.games.tile_challenge.rules import DRAW, MAX_MOVES, OVER, legal
from genial.games.tile_challenge.tiles import COLOURS, N_COLOURS, of_colour

_HURRY = 0.1  # seconds: with less it does not solve the next turn
_AHEAD = 2  # effort: nor with less than this
_FORECASTS = 32  # games for the forecast of the final collections


@entry
def plan_turn(
    root: Records,
    w: Weights,
    is_ahead: bool,
    plans: Records,
    spare: Records,
    moves: Codes,
    values: Floats,
) -> int:
    """Solve the turn unless it is solved; list the legal moves, best first; return how many.

    The values of the moves are followed by the expected utilities of all seats.
    """
    s, f = root[0], plans[0]
    if is_ahead and not f.is_solved:
        solve_ahead(s, w, f, spare, plans[1:])
    elif not f.is_solved:
        solve(s, w, f)
    staged = set_of(s.staging)
    n = legal(s, moves)
    best = planned_move(s, f)
    if moves[0] != best:
        moves[0], moves[1] = moves[1], moves[0]
    for k in range(n):
        values[k] = f.draw[staged] if moves[k] == DRAW else f.stop[staged]
    for seat in range(s.players):
        values[MAX_MOVES + seat] = f.value[staged, seat]
    return n


@entry
def forecast(
    root: Records, w: Weights, move: int, games: int, plans: Records, work: Records, stream: Stream,
    sums: Floats,
) -> None:  # fmt: skip
    """Play the current game to its end `games` times, and add up the collections.

    It counts as the last of its series, because the next one would clear the table.
    """
    s, f = work[0], plans[0]
    for _ in range(games):
        work[0] = root[0]
        if s.games > 1:
            s.finished += 1
            s.games = s.finished + 1
        f.is_solved = False
        model.advance(s, f, move, stream)
        while s.phase != OVER:
            model.advance(s, f, model.policy(s, f, w, stream), stream)
        for seat in range(s.players):
            for colour in range(N_COLOURS):
                sums[seat, colour] += of_colour(s.collections[seat], colour)


def turn_start(game: Records) -> bytes:
    """Return the position at the start of the turn: the same for all its decisions."""
    turn = game.copy()
    turn["stack"] += turn["staging"]
    turn["staging"] = 0
    return turn.tobytes()


class TurnSearch(Bot):
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
        learnt: str | Path | Weights | None = None,
    ) -> None:
        self.name = name
        self.game = game
        self._seconds, self._effort = seconds, effort
        self._seed = secrets.randbits(63) if seed is None else seed
        self._weights = weights_for(game, model, learnt)
        self._plans: Records = np.zeros(2, PLAN)
        self._work: Records = game.template.copy()
        self._turn: tuple[bytes, bool] | None = None  # the turn that has been solved

    def choose(self, view: Data, clock: Clock | None = None) -> str:
        """Return the text of the move to play."""
        seconds = self._seconds if clock is None else min(self._seconds, clock.left / 10)
        moves, _ = self._plan(from_unfinished_view(view, self._stream(view)), seconds, self._effort)
        return self.game.kit.spell(moves[0])

    def think(
        self,
        view: Data,
        *,
        seconds: float | None = None,
        effort: int | None = None,
        stop: threading.Event | None = None,
    ) -> Thought:
        """Value drawing on, stopping and taking, and forecast the final collections."""
        began = time.perf_counter()
        if seconds is None and effort is None:
            seconds, effort = self._seconds, self._effort
        stream = self._stream(view)
        root = from_unfinished_view(view, stream)
        moves, values = self._plan(root, self._seconds if seconds is None else seconds, effort)
        spell = self.game.kit.spell
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
        self, root: Records, seconds: float, effort: int | None
    ) -> tuple[list[int], list[float]]:
        """Return the legal moves, best first; their values, then the utilities of all seats."""
        is_ahead = seconds >= _HURRY and (effort is None or effort >= _AHEAD)
        turn = (turn_start(root), is_ahead)
        self._plans["is_solved"][0] = turn == self._turn
        self._turn = turn
        moves: Codes = np.zeros(MAX_MOVES, np.int32)
        values: Floats = np.zeros(MAX_MOVES + self.game.players)
        n = plan_turn(root, self._weights, is_ahead, self._plans, self._work, moves, values)
        return moves[:n].tolist(), values.tolist()

    def _forecast(self, root: Records, move: int, stream: Stream) -> tuple[dict[str, float], ...]:
        sums = np.zeros((self.game.players, N_COLOURS))
        forecast(root, self._weights, move, _FORECASTS, self._plans[1:], self._work, stream, sums)
        return tuple(dict(zip(COLOURS, row, strict=True)) for row in (sums / _FORECASTS).tolist())
