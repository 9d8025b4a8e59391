"""The model of a game: what its bots know of it, and how the search asks for it.

A game's `model` module gathers functions that Numba compiles, written like its rules. Besides the
record `s` of the rules they get `f`, a record of the model's own dtype `FEATURES`, and `w`, the
weights (float32, in the model's own layout). `f` holds the features of the position, kept up to
date from move to move, and scratch space, which means nothing between two calls. Features follow
from what every seat sees, so they stay valid when hidden tiles or cards are dealt again.

Code that serves every game calls the functions below. Each stands for the function of the same
name in the model of the record's game.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from genial.core.errors import BadOption
from genial.core.game import Game
from genial.core.kernel import Codes, Record, Registry, Stream, is_over, rule

Floats = npt.NDArray[np.float64]  # values of moves, or a utility for each seat
Weights = npt.NDArray[np.float32]  # what training has learnt

_models = Registry()


class Model(Protocol):
    """What a game's `model` module offers to Python, besides its kernels."""

    FEATURES: np.dtype[np.void]

    @property
    def STYLES(self) -> tuple[str, ...]:  # noqa: N802 (a constant of the module)
        """The names of the greedy styles."""

    @property
    def SETTINGS(self) -> Mapping[str, float]:  # noqa: N802
        """The default settings of the search, by the names in `tree.SETTINGS`."""

    def load_weights(self, options: Mapping[str, Any]) -> Weights:
        """Load the weights for a game with these options."""


def register(rules: ModuleType, model: ModuleType) -> None:
    """Use this model for records of these rules."""
    _models.add(np.dtype(rules.DTYPE), model)


def weights_for(game: Game, model: Model, source: str | Path | Weights | None) -> Weights:
    """Return the weights for a game: its own, or those of a source; raises BadOption.

    Kernels trust the size of the weights, so it must be one that the model knows.
    """
    own = model.load_weights(game.options)
    if source is None:
        return own
    weights = read_weights(source)
    sizes = {own.size, *getattr(model, "OTHER_SIZES", ())}
    is_plain = weights.dtype == own.dtype and weights.flags.c_contiguous
    if not is_plain or weights.shape not in {(size,) for size in sizes}:
        raise BadOption(
            f"this was not learnt for {game.title} with {game.players} players: "
            f"{own.size} numbers of the type {own.dtype} are"
        )
    return weights


def load_learnt(package: str, name: str) -> Weights:
    """Load the weights that a game's package of bots ships under a name."""
    with (resources.files(package) / "learnt" / f"{name}.npy").open("rb") as file:
        weights: Weights = np.load(file, allow_pickle=False)
    return weights


def read_weights(source: str | Path | Weights) -> Weights:
    """Read weights from a file that `genial train` wrote; raises BadOption."""
    if isinstance(source, np.ndarray):
        return source
    try:
        weights: Weights = np.load(source, allow_pickle=False)
    except (OSError, ValueError) as error:
        raise BadOption(f"{source} holds nothing learnt: {error}") from None
    return weights


@_models.stub
def prepare(s: Record, f: Record) -> None:
    """Compute the features of a position."""
    raise NotImplementedError


@_models.stub
def advance(s: Record, f: Record, move: int, stream: Stream) -> None:
    """Play a move, draw what is due, and update the features."""
    raise NotImplementedError


@_models.stub
def evaluate_moves(
    s: Record, f: Record, w: Weights, style: int, moves: Codes, values: Floats
) -> int:
    """List every legal move with its value to the seat to move in a greedy style; return how many.

    A style is the index of its name in the model's `STYLES`.
    """
    raise NotImplementedError


@_models.stub
def candidates(s: Record, f: Record, w: Weights, limit: int, moves: Codes, priors: Floats) -> int:
    """List the most promising legal moves, best first, at most `limit`; return how many.

    The priors are positive and add up to 1. Both follow from what the seat to move knows.
    """
    raise NotImplementedError


@_models.stub
def policy(s: Record, f: Record, w: Weights, stream: Stream) -> int:
    """Choose a sensible legal move quickly: playouts play it."""
    raise NotImplementedError


@_models.stub
def evaluate(s: Record, f: Record, w: Weights, out: Floats) -> None:
    """Write the utility that each seat can expect, 0 to 1.

    For a finished game this is the result: the rank, and a little for the margin.
    """
    raise NotImplementedError


@rule
def playout(s: Record, f: Record, w: Weights, plies: int, stream: Stream, out: Floats) -> int:
    """Play up to `plies` moves by `policy`, then `evaluate`; return how many were played."""
    played = 0
    while played < plies and not is_over(s):
        advance(s, f, policy(s, f, w, stream), stream)
        played += 1
    evaluate(s, f, w, out)
    return played
