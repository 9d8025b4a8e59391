"""What a game's module of the lab offers to kernels, chosen by the record as with the rules."""

from __future__ import annotations

from types import ModuleType

import numpy as np
import numpy.typing as npt

from genial.core.kernel import Codes, Record, Registry

Floats = npt.NDArray[np.float32]
Masks = npt.NDArray[np.int8]

_games = Registry()


def register(rules: ModuleType, module: ModuleType) -> None:
    """Let the functions of this module stand for those below on records of these rules."""
    _games.add(np.dtype(rules.DTYPE), module)


@_games.stub
def observe(s: Record, seat: int, out: Floats) -> None:
    """Write what a seat (from 0) sees into `out`, which holds what never changes and zeros."""
    raise NotImplementedError


@_games.stub
def tally(s: Record, seat: int, out: Floats) -> None:
    """Write the points of a seat by objective, which are what vector rewards add up to."""
    raise NotImplementedError


@_games.stub
def is_legal(s: Record, code: int) -> bool:
    """Tell whether the seat to move may play this move. Quicker than listing all."""
    raise NotImplementedError


@_games.stub
def mark(s: Record, of_code: Codes, out: Masks) -> None:
    """Write a 1 for every legal action into `out`, which holds zeros. Quicker than listing all."""
    raise NotImplementedError
