"""Training by self-play, for whichever game: what `genial train` runs.

Every game's package has a `training` module with a `Run`: a training and how far it is. All it
needs is kept in the folder after every round, so that it goes on where it was stopped.
"""

from __future__ import annotations

import importlib
import io
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Protocol, cast

import msgspec
import numpy as np

from genial.bots.model import Learnt
from genial.core.errors import BadOption
from genial.core.game import Game
from genial.games import PACKAGES

LOG, LEARNT, _STATE = "log.jsonl", "learnt.npy", "state.npz"
Report = Callable[[Mapping[str, float]], None]


class Progress(Protocol):
    """A training and how far it is: what a game's `Run` offers."""

    rounds: int  # that are done

    def advance(self, rounds: int) -> dict[str, float]:
        """One more round, as one of so many in all; what there is to say of it."""

    def learnt(self) -> Learnt:
        """Everything that was learnt, as the kernels read it."""

    def save(self, path: Path) -> None:
        """Write all that `load` needs."""

    def load(self, path: Path) -> None:
        """Go on from a file."""


class Training(Protocol):
    """A game's `training` module."""

    ROUNDS: int  # as many as the numbers in the package come from

    def Run(self, game: Game, seed: int) -> Progress:  # noqa: N802 (a class of the module)
        """A training that has not begun."""


def training_of(game: Game) -> Training:
    """The training of a game."""
    module = f"genial.bots.{PACKAGES[game.name]}.training"
    return cast(Training, importlib.import_module(module))


def rounds_done(folder: Path) -> list[dict[str, float]]:
    """The log of a folder's training: one entry a round."""
    path = folder / LOG
    if not path.exists():
        return []
    try:
        lines = path.read_bytes().splitlines()
        return [msgspec.json.decode(line, type=dict[str, float]) for line in lines]
    except msgspec.DecodeError:
        raise BadOption(f"{path} is not the log of a training") from None


def train(game: Game, folder: Path, *, seed: int, rounds: int, report: Report) -> Learnt:
    """Train up to so many rounds in all, going on from what the folder holds.

    Writes the log, a line a round, and what was learnt; `report` is told after every round.
    """
    folder.mkdir(parents=True, exist_ok=True)
    kept, part = folder / _STATE, folder / f"part-{_STATE}"
    run = training_of(game).Run(game, seed)
    if kept.exists():
        run.load(kept)
    while run.rounds < rounds:
        told = run.advance(rounds)
        run.rounds += 1
        run.save(part)
        part.replace(kept)
        numbers = {name: float(value) for name, value in {"round": run.rounds, **told}.items()}
        with (folder / LOG).open("ab") as log:
            log.write(msgspec.json.encode(numbers) + b"\n")
        report(numbers)
    learnt = run.learnt()
    buffer = io.BytesIO()
    np.save(buffer, learnt, allow_pickle=False)
    part = folder / f"part-{LEARNT}"
    part.write_bytes(buffer.getvalue())
    part.replace(folder / LEARNT)
    return learnt
