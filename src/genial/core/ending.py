"""How a game ended: why, what decided it, and the best moves. These Structs go over the wire.

Each game may add what else is worth telling (see `genial.core.kit`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypedDict

import msgspec

from genial.core.state import State


class BestMove(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The move that brought a seat the most points at once."""

    number: int  # of the move, from 1
    seat: int
    move: str
    piece: str = ""  # the tile or card that was played; empty where there is none to show
    gains: dict[str, int]  # points by colour


class Ending(msgspec.Struct, kw_only=True):
    """How a game ended by its rules, or how it stood when the players ended it."""

    reason: str  # why it is over, in a word of the game; empty if its rules did not end it
    facts: dict[str, int]  # numbers that belong to the reason
    orders: list[str]  # the colours of each track, lowest first; empty where totals are compared
    totals: list[int]  # by track, where these are compared instead of colours
    place: int | None  # in `orders`, from 0, where the winner is first ahead of the second
    best: list[BestMove]  # at most one for each seat, the one with the most points first


class PlainEnding(Ending):
    """The ending of a game that has no more to tell."""


class Comparison(TypedDict):
    """The fields that every game's Ending has, beside the reason."""

    orders: list[str]
    totals: list[int]
    place: int | None
    best: list[BestMove]


def ending_of(state: State, ranks: Sequence[int] | None) -> Ending:
    """Return how a game ended that has these ranks by seat, if any.

    >>> import genial
    >>> state = genial.game("phoenix").start(seed=1)
    >>> ending_of(state, (2, 1)).totals
    [0, 0]
    """
    own = getattr(state.game.kit, "ending", None)
    if own is not None:
        told: Ending = own(state, ranks)
        return told
    return PlainEnding(reason="", facts={}, **compare_totals(state, _sums(state.scores)))


def compare_colours(
    state: State, ranks: Sequence[int] | None, piece: Callable[[int], str] | None = None
) -> Comparison:
    """Return what decided a game whose lowest colours are compared first.

    `piece` names the tile of a move that is given as the kernel's number.
    """
    scores = state.scores
    return Comparison(
        orders=["".join(lowest_first(points)) for points in scores],
        totals=[],
        place=_deciding_place(scores, state.game.tracks, ranks) if state.over else None,
        best=best_moves(state, piece),
    )


def compare_totals(
    state: State, totals: Sequence[int], piece: Callable[[int], str] | None = None
) -> Comparison:
    """Return what decided a game in which one number of each track is compared."""
    return Comparison(orders=[], totals=list(totals), place=None, best=best_moves(state, piece))


def lowest_first(points: Mapping[str, int]) -> list[str]:
    """Return the colours of a track in the order in which they are compared.

    >>> lowest_first({"R": 4, "G": 2, "B": 7, "O": 2})
    ['G', 'O', 'R', 'B']
    """
    return sorted(points, key=lambda colour: points[colour])


def best_moves(state: State, piece: Callable[[int], str] | None = None) -> list[BestMove]:
    """Return the move that brought each seat the most, of equal ones the earliest."""
    best: dict[int, tuple[int, State]] = {}
    for after in state.history:
        seat, effect = after.mover, after.effect
        points = 0 if effect is None else sum(effect.gains.values())
        if seat is not None and points > best.get(seat, (0, after))[0]:
            best[seat] = points, after
    return [
        BestMove(
            number=after.move_count,
            seat=seat,
            move=after.last_move or "",
            piece="" if piece is None else piece(after.last_code),
            gains=after.effect.gains if after.effect is not None else {},
        )
        for seat, (_, after) in sorted(best.items(), key=lambda item: -item[1][0])
    ]


def _deciding_place(
    scores: Sequence[Mapping[str, int]], tracks: Sequence[int], ranks: Sequence[int] | None
) -> int | None:
    """Return where the winner's track, lowest first, is ahead of the second's for the first time.

    None if the first place is shared, or if it was not won by colours.
    """
    rank_of = dict(zip(tracks, ranks or (), strict=False))
    first = [track for track, rank in rank_of.items() if rank == 1]
    others = [track for track, rank in rank_of.items() if rank > 1]
    if len(first) != 1 or not others:
        return None
    second = min(others, key=lambda track: rank_of[track])
    pairs = zip(sorted(scores[first[0]].values()), sorted(scores[second].values()), strict=True)
    for place, (mine, theirs) in enumerate(pairs):
        if mine != theirs:
            return place if mine > theirs else None
    return None


def _sums(scores: Sequence[Mapping[str, int]]) -> list[int]:
    return [sum(points.values()) for points in scores]
