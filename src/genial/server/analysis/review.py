"""Looking back: positions of a game one by one, and what else could have been played there."""

from __future__ import annotations

import asyncio
import dataclasses
import secrets
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar

import msgspec

import genial
from genial.core.chance import dealer_stream, key_from
from genial.core.errors import IllegalMove
from genial.core.game import State
from genial.server.errors import NotFound, Refusal
from genial.server.limits import TooMuch
from genial.server.tables.choices import choices
from genial.server.tables.projection import EVERYBODY
from genial.server.tables.table import Table

LARGEST_SEED = 2**53 - 1  # that a browser can count to

_MOST_WAITING = 50  # reviews in all

P = ParamSpec("P")
T = TypeVar("T")


class Position(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A game after so many moves, as somebody may see it."""

    number: int  # moves played
    total: int  # moves there are to look at
    views: dict[int, Any]  # by seat, without their logs; 0 is what spectators see
    lines: dict[int, list[str]]  # that the last move added to the log, by seat
    move: str = ""  # the last one, and whose it was
    mover: int | None = None
    explained: Any = None  # what that move scored, and why
    turn: int | None = None
    choices: Any = None  # of the seat to move, if it may be seen
    ranks: tuple[int, ...] | None = None
    seed: int | None = None  # from which a branch is dealt: with it, it is dealt again


class Explanation(msgspec.Struct, frozen=True, kw_only=True):
    """What a move scores, and why."""

    seat: int
    move: str
    explained: Any
    number: int | None = None  # of a move that was played


# --- the moves of a game


def after_moves(state: State, number: int) -> State:
    """The state after so many moves; raises NotFound."""
    states = state._history()
    if not 0 <= number < len(states):
        raise NotFound(
            f"there are positions 0 to {len(states) - 1}", code="no-such-position",
            last=len(states) - 1,
        )  # fmt: skip
    return states[number]


def last_move(state: State) -> str:
    """The move that led to a state; empty at the start."""
    return "" if state._before is None else state.game._kit.spell(state._code)


def explained(state: State) -> Any:
    """What the last move scored, and why; none at the start."""
    before = state._before
    return None if before is None else before.explain(last_move(state))


def explanation(state: State, number: int) -> Explanation:
    """Of a move by its number, from 1; moves are seen by everybody."""
    after = after_moves(state, number)
    mover = after._mover()
    if mover is None:
        raise NotFound("Moves are counted from 1.", code="no-such-move")
    return Explanation(seat=mover, move=last_move(after), explained=explained(after), number=number)


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
    own_lines = list(state._own_lines())
    is_offered = state.turn is not None and (is_open or state.turn in seats)
    return Position(
        number=number,
        total=total,
        views={seat: state.view(seat or None, log=False) for seat in seats},
        lines={seat: own_lines if is_open else state.news(seat or None) for seat in seats},
        move=last_move(state),
        mover=state._mover(),
        explained=explained(state),
        turn=state.turn,
        choices=choices(state) if is_offered else None,
        ranks=state.ranks,
        seed=seed,
    )


def open_position(state: State, number: int) -> Position:
    """A position of a game that hides nothing any more."""
    seats = range(1, state.game.players + 1)
    total = len(state._history()) - 1
    return position(after_moves(state, number), number, total, seats, is_open=True)


def table_position(table: Table, number: int, mine: Sequence[int]) -> Position:
    """A position of a table: while it plays, what the own seats, or spectators, saw then."""
    state = begun(table)
    if table.phase == "over":
        return open_position(state, number)
    total = len(state._history()) - 1
    seats = mine or (EVERYBODY,)
    return position(after_moves(state, number), number, total, seats, is_open=False)


def begun(table: Table) -> State:
    """The state of a table's game; raises Refusal if it has none yet."""
    if table.state is None:
        raise Refusal("The game has not started.", code="not-begun")
    return table.state


def finished(table: Table) -> State:
    """The state in which a table's game ended; raises Refusal while it goes on."""
    state = begun(table)
    if table.phase != "over":
        raise Refusal("The game is not over yet.", code="not-over")
    return state


# --- branches


def branch(state: State, number: int, moves: Iterable[str], seed: int | None) -> Position:
    """The position after moves tried from another one, chance after it dealt from a seed."""
    at = after_moves(state, number)
    seed = secrets.randbelow(LARGEST_SEED + 1) if seed is None else seed
    branched = State(
        at.game, at._array, dealer_stream(key_from(seed)),
        dataclasses.replace(at._origin, key=None),
        before=at._before, code=at._code, trace=at._trace,
    )  # fmt: skip
    return _tried(branched, number, moves, seed)


def fresh(game: str, options: dict[str, Any], moves: Iterable[str], seed: int | None) -> Position:
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
    number = len(state._history()) - 1
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
            raise TooMuch("Too many reviews at once. Wait a little.")
        self._waiting += 1
        try:
            future = self._pool.submit(work, *args, **kwargs)
            return await asyncio.wrap_future(future)
        finally:
            self._waiting -= 1

    def close(self) -> None:
        """Begin nothing more."""
        self._pool.shutdown(wait=False, cancel_futures=True)
