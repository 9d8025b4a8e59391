"""Looking back: positions of a game one by one, and what else could have been played there."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

import msgspec

import genial
from genial.core.errors import IllegalMove
from genial.core.explanation import Choices
from genial.core.explanation import Explanation as MoveExplanation
from genial.core.state import State
from genial.core.view import View
from genial.server.errors import NotFound, Refusal
from genial.server.limits import TooMuch
from genial.server.tables.projection import SPECTATORS
from genial.server.tables.table import Table

LARGEST_SEED = 2**53 - 1  # that a browser can count to

_MOST_WAITING = 50  # reviews in all

P = ParamSpec("P")
T = TypeVar("T")


class Position(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A game after so many moves, as somebody may see it."""

    number: int  # moves played
    total: int  # moves there are to look at
    views: dict[int, View]  # by seat, without their logs; 0 is what spectators see
    lines: dict[int, list[str]]  # that the last move added to the log, by seat
    move: str = ""  # the last one, and whose it was
    mover: int | None = None
    explained: MoveExplanation | None = None  # what that move scored, and why
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
    """The state after so many moves; raises NotFound."""
    states = state.history
    if not 0 <= number < len(states):
        raise NotFound(
            f"there are positions 0 to {len(states) - 1}", code="no-such-position",
            last=len(states) - 1,
        )  # fmt: skip
    return states[number]


def explained(state: State) -> MoveExplanation | None:
    """What the last move scored, and why; none at the start."""
    if state.previous is None or state.last_move is None:
        return None
    return state.previous.explanation(state.last_move)


def explanation(state: State, number: int) -> ExplainedMove:
    """Of a move by its number, from 1; moves are seen by everybody."""
    after = after_moves(state, number)
    mover, move, told = after.mover, after.last_move, explained(after)
    if mover is None or move is None or told is None:
        raise NotFound("moves are counted from 1", code="no-such-move")
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
) -> Position:
    """A state to somebody who sees these seats; in an open one nothing is hidden."""
    own_lines = list(state.lines)
    is_offered = state.turn is not None and (is_open or state.turn in seats)
    return Position(
        number=number,
        total=total,
        views={seat: state.view_struct(seat or None, log=False) for seat in seats},
        lines={seat: own_lines if is_open else state.news(seat or None) for seat in seats},
        move=state.last_move or "",
        mover=state.mover,
        explained=explained(state),
        turn=state.turn,
        choices=state.choices() if is_offered else None,
        ranks=state.ranks,
        seed=seed,
    )


def open_position(state: State, number: int) -> Position:
    """A position of a game that hides nothing any more."""
    seats = range(1, state.game.players + 1)
    total = state.move_count
    return position(after_moves(state, number), number, total, seats, is_open=True)


def table_position(table: Table, number: int, mine: Sequence[int]) -> Position:
    """A position of a table: while it plays, what the own seats, or spectators, saw then."""
    state = begun(table)
    if table.phase == "over":
        return open_position(state, number)
    total = state.move_count
    seats = mine or (SPECTATORS,)
    return position(after_moves(state, number), number, total, seats, is_open=False)


def begun(table: Table) -> State:
    """The state of a table's game; raises Refusal if it has none yet."""
    if table.state is None:
        raise Refusal("the game has not begun", code="not-begun")
    return table.state


def finished(table: Table) -> State:
    """The state in which a table's game ended; raises Refusal while it goes on."""
    state = begun(table)
    if table.phase != "over":
        raise Refusal("the game is not over yet", code="not-over")
    return state


# --- branches


def branch(state: State, number: int, moves: Iterable[str], seed: int | None) -> Position:
    """The position after moves tried from another one, chance after it dealt from a seed."""
    seed = secrets.randbelow(LARGEST_SEED + 1) if seed is None else seed
    return _tried(after_moves(state, number).branch(seed), number, moves, seed)


def fresh(
    game: str, options: dict[str, int | str], moves: Iterable[str], seed: int | None
) -> Position:
    """The position after moves in a new game, dealt from a seed."""
    seed = secrets.randbelow(LARGEST_SEED + 1) if seed is None else seed
    return _tried(genial.game(game, **options).start(seed), 0, moves, seed)


def _tried(state: State, number: int, moves: Iterable[str], seed: int) -> Position:
    for k, move in enumerate(moves, 1):
        try:
            state = state.play(move)
        except IllegalMove as error:
            error.facts["number"] = number + k
            raise
    number = state.move_count
    seats = range(1, state.game.players + 1)
    return position(state, number, number, seats, is_open=True, seed=seed)


# --- where this is done


class Desk:
    """One thread for all that takes too long for the event loop, one thing after another."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="desk")
        self._waiting = 0

    async def do(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What the function returns or raises; raises TooMuch if too much is to be done."""
        if self._waiting >= _MOST_WAITING:
            raise TooMuch("too many people look back just now: wait a little")
        self._waiting += 1
        try:
            future = self._pool.submit(work, *args, **kwargs)
            return await asyncio.wrap_future(future)
        finally:
            self._waiting -= 1

    def close(self) -> None:
        """Begin nothing more."""
        self._pool.shutdown(wait=False, cancel_futures=True)
