"""What a bot must know of a game to play it well, and how search asks for it.

A game's `mind` module is written like its rules: free functions that Numba compiles. Beside the
record `s` of the rules they get `m`, a record of the module's own dtype `MIND` for whatever makes
thinking quick (it must follow from what everybody sees, so that re-dealing hidden cards keeps
it) and for scratch, which means nothing between two calls; and `w`, the numbers that were learnt
(float32, the module's own layout). Code that serves every game calls the functions below, each of
which stands for that of the record's game.
"""

from __future__ import annotations

from types import ModuleType

import numpy as np
import numpy.typing as npt

from genial.core.kernel import JIT, Codes, Record, Registry, Stream, chosen_for, is_over, rule

Floats = npt.NDArray[np.float64]  # values of moves, or a utility for each seat
Learnt = npt.NDArray[np.float32]

_minds = Registry()
_of = _minds.of


def register(rules: ModuleType, mind: ModuleType) -> None:
    """Let the functions of this module stand for `mind` on records of these rules."""
    _minds.add(np.dtype(rules.DTYPE), mind)


def prepare(s: Record, m: Record) -> None:
    """Work out `m` for a position."""
    _of(s, "prepare")(s, m)


def follow(s: Record, m: Record, move: int, stream: Stream) -> None:
    """Play a move, deal what is due then, and keep `m` up to date."""
    _of(s, "follow")(s, m, move, stream)


def appraise(s: Record, m: Record, w: Learnt, style: int, moves: Codes, values: Floats) -> int:
    """Every legal move with its worth to the seat to move in a greedy style; how many.

    A style is the place of its name in the module's `STYLES`.
    """
    return int(_of(s, "appraise")(s, m, w, style, moves, values))


def candidates(s: Record, m: Record, w: Learnt, limit: int, moves: Codes, priors: Floats) -> int:
    """The most promising legal moves, best first, at most `limit` of them; how many.

    The priors are positive and add up to 1. Both follow from what the seat to move knows.
    """
    return int(_of(s, "candidates")(s, m, w, limit, moves, priors))


def policy(s: Record, m: Record, w: Learnt, stream: Stream) -> int:
    """A sensible legal move, quickly chosen: what playouts play."""
    return int(_of(s, "policy")(s, m, w, stream))


def outlook(s: Record, m: Record, w: Learnt, out: Floats) -> None:
    """What each seat can expect, 0 to 1; of a finished game what it got (rank, a little margin)."""
    _of(s, "outlook")(s, m, w, out)


if JIT:
    chosen_for(prepare)(lambda s, m: _of(s, "prepare"))
    chosen_for(follow)(lambda s, m, move, stream: _of(s, "follow"))
    chosen_for(appraise)(lambda s, m, w, style, moves, values: _of(s, "appraise"))
    chosen_for(candidates)(lambda s, m, w, limit, moves, priors: _of(s, "candidates"))
    chosen_for(policy)(lambda s, m, w, stream: _of(s, "policy"))
    chosen_for(outlook)(lambda s, m, w, out: _of(s, "outlook"))


@rule
def playout(s: Record, m: Record, w: Learnt, plies: int, stream: Stream, out: Floats) -> int:
    """Play on by `policy`, at most so many moves, and write what each seat can then expect."""
    played = 0
    while played < plies and not is_over(s):
        follow(s, m, policy(s, m, w, stream), stream)
        played += 1
    outlook(s, m, w, out)
    return played
