"""What Python calls: each function serves every game, compiled for its record on first use."""

from __future__ import annotations

from types import ModuleType

import numpy as np
import numpy.typing as npt

from genial.core.chance import below
from genial.core.kernel import (
    Codes,
    Record,
    Records,
    Stream,
    chance,
    deal,
    draw,
    due,
    entry,
    hide,
    is_over,
    legal,
    play,
    redact_record,
    rule,
    sample,
    seat_to_move,
    settle,
    standing,
    step,
)

ILLEGAL = -1
NO_MOVE = -1


@rule
def _deal_and_trace(s: Record, stream: Stream, trace: Codes) -> int:
    """Draw everything that is due and write down what came; how much."""
    n = 0
    while due(s):
        outcome = draw(s, stream)
        if n < trace.size:
            trace[n] = outcome
        n += 1
    return min(n, trace.size)


@rule
def _is_legal(s: Record, move: int, scratch: Codes) -> bool:
    for k in range(legal(s, scratch)):
        if scratch[k] == move:
            return True
    return False


@entry
def advance(batch: Records, i: int, move: int, stream: Stream, trace: Codes, scratch: Codes) -> int:
    """Play a move and deal; how many outcomes are in `trace`, or ILLEGAL.

    With NO_MOVE it only deals: a game that was set up begins.
    """
    s = batch[i]
    if move != NO_MOVE:
        if not _is_legal(s, move, scratch):
            return ILLEGAL
        play(s, move)
    return _deal_and_trace(s, stream, trace)


@entry
def moves(batch: Records, i: int, out: Codes) -> int:
    """Write every legal move once; how many."""
    return legal(batch[i], out)


@entry
def replay_move(batch: Records, i: int, move: int, scratch: Codes) -> bool:
    """Play a move if it is legal, and leave chance due."""
    s = batch[i]
    if due(s) or not _is_legal(s, move, scratch):
        return False
    play(s, move)
    return True


@entry
def replay_outcome(batch: Records, i: int, outcome: int, out: Codes, weights: Codes) -> bool:
    """Settle an outcome if it is a possible one of the draw that is due."""
    s = batch[i]
    if due(s):
        for k in range(chance(s, out, weights)):
            if out[k] == outcome:
                settle(s, outcome)
                return True
    return False


def record_after(rules: ModuleType, record: Record, move: int) -> Record | None:
    """A copy of a game after a move, its draws left due; none if the move is not legal."""
    copy = np.zeros(1, rules.DTYPE)
    named = copy.view(np.recarray)
    named[0] = record
    scratch = np.zeros(rules.MAX_MOVES, np.int32)
    return named[0] if replay_move(copy, 0, move, scratch) else None


@entry
def outcomes(batch: Records, i: int, out: Codes, weights: Codes) -> int:
    """The outcomes of the draw that is due and their weights; none where no draw is due."""
    s = batch[i]
    return chance(s, out, weights) if due(s) else 0


@entry
def draw_one(batch: Records, i: int, stream: Stream) -> int:
    """Draw one outcome of what is due; which it was."""
    return draw(batch[i], stream)


@entry
def number_below(stream: Stream, bound: int) -> int:
    """A number from 0 to bound - 1 from a stream."""
    return below(stream, bound)


@entry
def status(batch: Records, i: int, utilities: npt.NDArray[np.float64]) -> tuple[bool, bool, int]:
    """Is chance due, is the game over, whose turn is it; and the standing."""
    s = batch[i]
    standing(s, utilities)
    return due(s), is_over(s), seat_to_move(s)


@entry
def redeal(batch: Records, i: int, seat: int, stream: Stream) -> None:
    """Re-deal what a seat cannot know."""
    hide(batch[i], seat, stream)


@entry
def redact(batch: Records, i: int, seat: int) -> None:
    """Make a game what a seat may see of it, in numbers."""
    redact_record(batch[i], seat)


@rule
def _playout(s: Record, stream: Stream) -> int:
    plies = 0
    deal(s, stream)
    while not is_over(s):
        step(s, sample(s, stream), stream)
        plies += 1
    return plies


@entry
def random_games(
    template: Records,
    work: Records,
    games: int,
    stream: Stream,
    utilities: npt.NDArray[np.float64],
    wins: npt.NDArray[np.float64],
) -> int:
    """Play a number of random games from a template in `work[0]`; moves played, utilities added.

    `utilities` has room for those of one game.
    """
    plies = 0
    for _ in range(games):
        work[0] = template[0]
        s = work[0]
        plies += _playout(s, stream)
        standing(s, utilities)
        for seat in range(wins.size):
            wins[seat] += utilities[seat]
    return plies


@entry
def playouts(
    batch: Records, streams: Stream, first: int, last: int, utilities: npt.NDArray[np.float64]
) -> int:
    """Play the games first … last - 1 of a batch to their ends at random; moves played."""
    plies = 0
    for i in range(first, last):
        s = batch[i]
        plies += _playout(s, streams[i])
        standing(s, utilities[i])
    return plies


@entry
def deal_all(batch: Records, streams: Stream, first: int, last: int) -> None:
    """Draw whatever is due in the games first … last - 1."""
    for i in range(first, last):
        deal(batch[i], streams[i])


@entry
def step_all(batch: Records, codes: Codes, streams: Stream, first: int, last: int) -> None:
    """Play a legal move in each of the games first … last - 1 that is not over, and deal."""
    for i in range(first, last):
        s = batch[i]
        if not is_over(s):
            step(s, codes[i], streams[i])


@entry
def first_illegal(batch: Records, codes: Codes, scratch: Codes) -> int:
    """The first game that is not over and whose move is not legal; -1 if there is none."""
    for i in range(batch.size):
        s = batch[i]
        if not is_over(s) and not _is_legal(s, codes[i], scratch):
            return i
    return -1


@entry
def sample_all(batch: Records, codes: Codes, streams: Stream, first: int, last: int) -> None:
    """Choose a legal move at random for each of the games first … last - 1 (-1 where over)."""
    for i in range(first, last):
        s = batch[i]
        codes[i] = -1 if is_over(s) else sample(s, streams[i])


@entry
def turns_all(
    batch: Records, turns: npt.NDArray[np.int8], utilities: npt.NDArray[np.float64]
) -> None:
    """The seat to move of every game (-1 where over), and every game's standing."""
    for i in range(batch.size):
        s = batch[i]
        standing(s, utilities[i])
        turns[i] = -1 if is_over(s) else seat_to_move(s)


@entry
def count_leaves(
    batch: Records,
    level: int,
    depth: int,
    stream: Stream,
    spare: Stream,
    scratch: npt.NDArray[np.int32],
) -> int:
    """Positions after `depth` moves from `batch[level]`, drawing each time as `stream` begins.

    `batch` has a game for each level and `scratch` a row; `spare` has room for a stream.
    """
    total = 0
    n = legal(batch[level], scratch[level])
    if depth == 1:
        return n
    for k in range(n):
        batch[level + 1] = batch[level]
        for word in range(stream.size):
            spare[word] = stream[word]
        step(batch[level + 1], scratch[level, k], spare)
        total += count_leaves(batch, level + 1, depth - 1, stream, spare, scratch)
    return total
