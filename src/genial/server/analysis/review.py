"""Look back at a game: its positions one by one, and other moves tried from them."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

import msgspec

import genial
from genial.core.errors import IllegalMove
from genial.core.explanation import Choices, Effect
from genial.core.explanation import Explanation as MoveExplanation
from genial.core.state import State
from genial.core.view import View
from genial.server.errors import NotFound, Refusal
from genial.server.limits import TooMuch
from genial.server.tables.projection import SPECTATORS
from genial.server.tables.table import Table

LARGEST_SEED = 2**53 - 1  # that a browser can count to

_MOST_WAITING = 50  # calls in all

P = ParamSpec("P")
T = TypeVar("T")


class ReviewPosition(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A game after a number of moves, as far as the reader may see it."""

    number: int  # moves played
    total: int  # moves there are to look at
    views: dict[int, View]  # by seat, without their logs; 0 is what spectators see
    lines: dict[int, list[str]]  # that the last move added to the log, by seat
    move: str = ""  # the last one, and whose it was
    mover: int | None = None
    explained: MoveExplanation | None = None  # what that move scored, and why
    effect: Effect | None = None  # what it did, in short
    turn: int | None = None
    choices: Choices | None = None  # of the seat to move, if it may be seen
    ranks: tuple[int, ...] | None = None
    seed: int | None = None  # from which a branch is dealt: with it, it is dealt again


class ExplainedMove(msgspec.Struct, frozen=True, kw_only=True):
    """What a move scores, and why."""

    seat: int
    move: str
    explained: MoveExplanation
    number: int | None = None  # of a move that was played


# --- the moves of a game


def after_moves(state: State, number: int) -> State:
    """Return the state after this many moves; raise NotFound."""
    states = state.history
    if not 0 <= number < len(states):
        raise NotFound(
            f"There are positions 0 to {len(states) - 1}.", code="no-such-position",
            last=len(states) - 1,
        )  # fmt: skip
    return states[number]


def last_explanation(state: State) -> MoveExplanation | None:
    """Return what the last move scored, and why; None at the start."""
    if state.previous is None or state.last_move is None:
        return None
    return state.previous.explanation(state.last_move)


def explanation(state: State, number: int) -> ExplainedMove:
    """Explain a move by its number, counted from 1; all seats may see every move."""
    after = after_moves(state, number)
    mover, move, told = after.mover, after.last_move, last_explanation(after)
    if mover is None or move is None or told is None:
        raise NotFound("Moves are counted from 1.", code="no-such-move")
    return ExplainedMove(seat=mover, move=move, explained=told, number=number)


# --- positions


def position(
    state: State,
    number: int,
    total: int,
    seats: Sequence[int],
    *,
    is_open: bool,
    seed: int | None = None,
) -> ReviewPosition:
    """Return a state as these seats see it; in an open one nothing is hidden."""
    own_lines = list(state.lines)
    is_offered = state.turn is not None and (is_open or state.turn in seats)
    return ReviewPosition(
        number=number,
        total=total,
        views={seat: state.view_struct(seat or None, log=False) for seat in seats},
        lines={seat: own_lines if is_open else state.news(seat or None) for seat in seats},
        move=state.last_move or "",
        mover=state.mover,
        explained=last_explanation(state),
        effect=state.effect,
        turn=state.turn,
        choices=state.choices() if is_offered else None,
        ranks=state.ranks,
        seed=seed,
    )


def open_position(state: State, number: int) -> ReviewPosition:
    """Return a position of a finished game: nothing in it is hidden any more."""
    seats = range(1, state.game.players + 1)
    total = state.move_count
    return position(after_moves(state, number), number, total, seats, is_open=True)


def table_position(table: Table, number: int, mine: Sequence[int]) -> ReviewPosition:
    """Return a position of a table.

    While the game runs, it shows what the reader's own seats, or spectators, saw at that time.
    """
    state = started_state(table)
    if table.phase == "over":
        return open_position(state, number)
    total = state.move_count
    seats = mine or (SPECTATORS,)
    return position(after_moves(state, number), number, total, seats, is_open=False)


def started_state(table: Table) -> State:
    """Return the state of a table's game; raise Refusal before it has started."""
    if table.state is None:
        raise Refusal("The game has not started yet.", code="not-begun")
    return table.state


def finished_state(table: Table) -> State:
    """Return the state in which a table's game ended; raise Refusal before that."""
    state = started_state(table)
    if table.phase != "over":
        raise Refusal("The game is not over yet.", code="not-over")
    return state


# --- branches


def branch(state: State, number: int, moves: Iterable[str], seed: int | None) -> ReviewPosition:
    """Return the position after other moves from an earlier one, with deals from a seed."""
    seed = secrets.randbelow(LARGEST_SEED + 1) if seed is None else seed
    return _play_moves(after_moves(state, number).branch(seed), number, moves, seed)


def new_game(
    game: str, options: dict[str, int | str], moves: Iterable[str], seed: int | None
) -> ReviewPosition:
    """Return the position after moves in a new game, dealt from a seed."""
    seed = secrets.randbelow(LARGEST_SEED + 1) if seed is None else seed
    return _play_moves(genial.game(game, **options).start(seed), 0, moves, seed)


def _play_moves(state: State, number: int, moves: Iterable[str], seed: int) -> ReviewPosition:
    for k, move in enumerate(moves, 1):
        try:
            state = state.play(move)
        except IllegalMove as error:
            error.facts["number"] = number + k
            raise
    number = state.move_count
    seats = range(1, state.game.players + 1)
    return position(state, number, number, seats, is_open=True, seed=seed)


# --- the thread that does this work


class ReviewThread:
    """Runs what takes too long for the event loop in one thread, one call after another."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="review")
        self._waiting = 0

    async def run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return or raise what the function does; raise TooMuch if too many calls are waiting."""
        if self._waiting >= _MOST_WAITING:
            raise TooMuch("Too many games are being reviewed right now. Try again in a moment.")
        self._waiting += 1
        try:
            future = self._pool.submit(work, *args, **kwargs)
            return await asyncio.wrap_future(future)
        finally:
            self._waiting -= 1

    def close(self) -> None:
        """Cancel the calls that are waiting."""
        self._pool.shutdown(wait=False, cancel_futures=True)
