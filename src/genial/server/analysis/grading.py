"""Grade the moves of a game by what a bot thinks of them, given what the mover could know."""

from __future__ import annotations

import msgspec

from genial.bots import Candidate, Thought

_MOST_CANDIDATES = 5  # alternatives in a graded move
_ENOUGH_VISITS = 16  # playouts after which the value of a move is reliable


class GradedMove(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A move and what it was worth: utilities from 0 to 1, as the mover could expect them."""

    number: int  # of the move, from 1
    seat: int
    move: str
    value: tuple[float, ...]  # by seat, before the move
    best: tuple[Candidate, ...]  # what could be played, best first
    after: tuple[float, ...] = ()  # by seat, as the next to move can expect; at the end the result
    played: float | None = None  # what the move was worth to its seat
    loss: float | None = None  # by how much the best one would have been better
    colours: tuple[dict[str, float], ...] | None = None  # final points to be expected, by track


def grade(number: int, seat: int, move: str, thought: Thought) -> GradedMove:
    """Return the grade of a move before its outcome is known; see `with_outcome`."""
    found = next((one for one in thought.candidates if one.move == move), None)
    is_reliable = found is not None and (found.visits == 0 or found.visits >= _ENOUGH_VISITS)
    played = found.value if is_reliable and found is not None else None
    if move == thought.move:
        played = thought.candidates[0].value
    return GradedMove(
        number=number,
        seat=seat,
        move=move,
        value=_round_all(thought.value),
        best=tuple(
            msgspec.structs.replace(one, value=round(one.value, 4))
            for one in thought.candidates[:_MOST_CANDIDATES]
        ),
        played=None if played is None else round(played, 4),
        colours=None if thought.colours is None else tuple(
            {colour: round(points, 1) for colour, points in track.items()}
            for track in thought.colours
        ),
    )  # fmt: skip


def with_outcome(move: GradedMove, after: tuple[float, ...]) -> GradedMove:
    """Return the grade completed by what each seat can expect after the move.

    A move that the bot did not search well enough was worth what its seat can expect after it.
    """
    played = round(after[move.seat - 1], 4) if move.played is None else move.played
    loss = 0.0 if move.move == move.best[0].move else max(0.0, move.best[0].value - played)
    return msgspec.structs.replace(
        move, after=_round_all(after), played=played, loss=round(loss, 4)
    )


def _round_all(values: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(round(value, 4) for value in values)
