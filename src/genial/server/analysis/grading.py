"""What a bot thinks of the moves of a game, each from what its seat could know."""

from __future__ import annotations

import msgspec

from genial.bots import Candidate, Thought

_SHOWN = 5  # alternatives
_ENOUGH = 16  # playouts after which the value of a move is known well enough


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


def judged(number: int, seat: int, move: str, thought: Thought) -> GradedMove:
    """A move, as it is seen before what comes after it is known."""
    found = next((one for one in thought.candidates if one.move == move), None)
    known = found is not None and (found.visits == 0 or found.visits >= _ENOUGH)
    played = found.value if known and found is not None else None
    if move == thought.move:
        played = thought.candidates[0].value
    return GradedMove(
        number=number,
        seat=seat,
        move=move,
        value=_short(thought.value),
        best=tuple(
            msgspec.structs.replace(one, value=round(one.value, 4))
            for one in thought.candidates[:_SHOWN]
        ),
        played=None if played is None else round(played, 4),
        colours=None if thought.colours is None else tuple(
            {colour: round(points, 1) for colour, points in track.items()}
            for track in thought.colours
        ),
    )  # fmt: skip


def settled(move: GradedMove, after: tuple[float, ...]) -> GradedMove:
    """The same once it is known what could be expected after it.

    A move that was not tried before was worth what could then be expected.
    """
    played = round(after[move.seat - 1], 4) if move.played is None else move.played
    loss = 0.0 if move.move == move.best[0].move else max(0.0, move.best[0].value - played)
    return msgspec.structs.replace(move, after=_short(after), played=played, loss=round(loss, 4))


def _short(values: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(round(value, 4) for value in values)
