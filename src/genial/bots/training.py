"""Training by self-play, for every game: `genial train` runs it.

Every game's package has a `training` module with a class `Run`: a training in progress. Its state
is saved in the folder after every round, so that training resumes where it stopped.
"""

from __future__ import annotations

import importlib
import io
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Protocol, cast

import msgspec
import numpy as np

from genial.bots.model import Weights
from genial.bots.registry import bots_of
from genial.core.errors import BadOption
from genial.core.game import Game

LOG, LEARNT, _STATE = "log.jsonl", "learnt.npy", "state.npz"
ProgressListener = Callable[[Mapping[str, float]], None]


class TrainingRun(Protocol):
    """A training in progress: the interface of a game's `Run`."""

    rounds: int  # rounds done

    def run_round(self, rounds: int) -> dict[str, float]:
        """Run the next of `rounds` rounds; return figures for the log."""

    def weights(self) -> Weights:
        """Return all weights, as the kernels read them."""

    def save(self, path: Path) -> None:
        """Save the state of the training."""

    def load(self, path: Path) -> None:
        """Resume from a saved state."""


class TrainingModule(Protocol):
    """A game's `training` module."""

    ROUNDS: int  # rounds that the weights in the package were trained for

    def Run(self, game: Game, seed: int) -> TrainingRun:  # noqa: N802 (a class of the module)
        """Start a training."""


def training_of(game: Game) -> TrainingModule:
    """Return the `training` module of a game; raises BadOption if nothing is trained."""
    module = f"{bots_of(game).__name__}.training"
    if find_spec(module) is None:
        raise BadOption(f"{game.title} has nothing to train")
    return cast(TrainingModule, importlib.import_module(module))


def read_log(folder: Path) -> list[dict[str, float]]:
    """Read the log of the training in a folder: one entry per round."""
    path = folder / LOG
    if not path.exists():
        return []
    try:
        lines = path.read_bytes().splitlines()
        return [msgspec.json.decode(line, type=dict[str, float]) for line in lines]
    except msgspec.DecodeError:
        raise BadOption(f"{path} is not the log of a training") from None


def train(game: Game, folder: Path, *, seed: int, rounds: int, report: ProgressListener) -> Weights:
    """Train up to `rounds` rounds in total, resuming what the folder holds.

    Writes the log, one line per round, and the weights; calls `report` after every round.
    """
    folder.mkdir(parents=True, exist_ok=True)
    kept, part = folder / _STATE, folder / f"part-{_STATE}"
    run = training_of(game).Run(game, seed)
    if kept.exists():
        run.load(kept)
    while run.rounds < rounds:
        figures = run.run_round(rounds)
        run.rounds += 1
        run.save(part)
        part.replace(kept)
        numbers = {name: float(value) for name, value in {"round": run.rounds, **figures}.items()}
        with (folder / LOG).open("ab") as log:
            log.write(msgspec.json.encode(numbers) + b"\n")
        report(numbers)
    weights = run.weights()
    buffer = io.BytesIO()
    np.save(buffer, weights, allow_pickle=False)
    part = folder / f"part-{LEARNT}"
    part.write_bytes(buffer.getvalue())
    part.replace(folder / LEARNT)
    return weights
