"""Observations: what a seat sees as one vector of numbers from 0 to 1, made of named parts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import Protocol, cast

import numpy as np
import numpy.typing as npt

from genial.core.errors import BadOption
from genial.core.game import Game
from genial.games import module_of
from genial.lab.kernels.sight import Floats

VERSION = 1  # grows when a part is added, moved or changes its meaning


@dataclass(frozen=True)
class Part:
    """A piece of an observation: planes of the board, or numbers side by side."""

    name: str
    shape: tuple[int, ...]
    scale: int  # what 1 stands for
    about: str
    labels: tuple[str, ...] = ()  # of the first axis

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return prod(self.shape)


class Sight(Protocol):
    """What a game's module of the lab offers to Python, beside its kernels.

    If logs are to be tensors, it has `THINGS` and `longest_log` as well (see `events`).
    """

    def parts(self, game: Game) -> tuple[Part, ...]:
        """Return the pieces of an observation, in order."""

    def blank(self, game: Game, out: dict[str, npt.NDArray[np.float32]]) -> None:
        """Write what never changes into the parts of an observation."""

    def codes(self, game: Game) -> list[int]:
        """Return every move that can ever be legal, in order."""

    def objectives(self, game: Game) -> tuple[str, ...]:
        """Return what vector rewards are about."""


def sight_of(game: Game) -> Sight:
    """Return the module of the lab for a game; raise BadOption if it has none."""
    module = module_of(game.name, "lab.kernels")
    if module is None:
        raise BadOption(f"{game.title} has no module for the lab: nothing says what a seat sees")
    return cast(Sight, module)


class Observations:
    """The observations of a game with its options.

    Everything is as a seat sees it: its own things first, then those of the seats after it.

    >>> import genial
    >>> seen = Observations(genial.game("phoenix"))
    >>> seen.size, seen.parts[0].name, seen.parts[0].shape
    (190, 'spectrum', (6, 6))
    """

    version = VERSION

    def __init__(self, game: Game) -> None:
        self.game = game
        self.parts = sight_of(game).parts(game)
        self.size = sum(part.size for part in self.parts)
        self.blank: Floats = np.zeros(self.size, np.float32)
        sight_of(game).blank(game, self.split(self.blank))

    def split(self, observation: Floats) -> dict[str, Floats]:
        """Return the parts of one observation, or of many in an array, by name; not copied.

        >>> import genial
        >>> seen = Observations(genial.game("ingenious"))
        >>> seen.split(np.zeros((5, seen.size), np.float32))["board"].shape
        (5, 8, 11, 11)
        """
        if observation.ndim == 0 or observation.shape[-1] != self.size:
            raise BadOption(f"an observation of this game has {self.size} numbers")
        found, start = {}, 0
        for part in self.parts:
            piece = observation[..., start : start + part.size]
            found[part.name] = piece.reshape(*observation.shape[:-1], *part.shape)
            start += part.size
        return found

    def offset(self, name: str) -> int:
        """Return where a part begins."""
        names: Sequence[str] = [part.name for part in self.parts]
        return sum(part.size for part in self.parts[: names.index(name)])
