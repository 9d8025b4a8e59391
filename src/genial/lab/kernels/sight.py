"""What a game's module of the lab offers to kernels, chosen by the record as with the rules."""

from __future__ import annotations

from types import ModuleType

import numpy as np
import numpy.typing as npt

from genial.core.kernel import JIT, Codes, Record, Registry, chosen_for

Floats = npt.NDArray[np.float32]
Masks = npt.NDArray[np.int8]

_games = Registry()
_of = _games.of


def register(rules: ModuleType, module: ModuleType) -> None:
    """Let the functions of this module stand for those below on records of these rules."""
    _games.add(np.dtype(rules.DTYPE), module)


def observe(s: Record, seat: int, out: Floats) -> None:
    """Write what a seat (from 0) sees into `out`, which holds what never changes and zeros."""
    _of(s, "observe")(s, seat, out)


def tally(s: Record, seat: int, out: Floats) -> None:
    """Write the points of a seat by objective, which are what vector rewards add up to."""
    _of(s, "tally")(s, seat, out)


def is_legal(s: Record, code: int) -> bool:
    """May the seat to move play this move? Quicker than listing all."""
    return bool(_of(s, "is_legal")(s, code))


def mark(s: Record, of_code: Codes, out: Masks) -> None:
    """Write a 1 for every legal action into `out`, which holds zeros. Quicker than listing all."""
    _of(s, "mark")(s, of_code, out)


if JIT:
    chosen_for(observe)(lambda s, seat, out: _of(s, "observe"))
    chosen_for(tally)(lambda s, seat, out: _of(s, "tally"))
    chosen_for(is_legal)(lambda s, code: _of(s, "is_legal"))
    chosen_for(mark)(lambda s, of_code, out: _of(s, "mark"))
