"""Training by self-play, for whichever game: what `genial train` runs.

Every game's package has a `training` module with `train(game, folder, seed, rounds, report)`. It
keeps all it needs in the folder after every round, so that it goes on where it was stopped.
"""

from __future__ import annotations

import importlib
import io
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Protocol, cast

import msgspec
import numpy as np

from genial.bots.mind import Learnt
from genial.core.errors import BadOption
from genial.core.game import Game
from genial.games import PACKAGES

LOG, LEARNT = "log.jsonl", "learnt.npy"
Report = Callable[[Mapping[str, float]], None]


class Training(Protocol):
    """A game's `training` module."""

    ROUNDS: int  # as many as the numbers in the package come from

    def train(
        self,
        game: Game,
        folder: Path,
        *,
        seed: int,
        rounds: int,
        report: Callable[[dict[str, float]], None],
    ) -> Learnt:
        """Train up to so many rounds in all; what was learnt."""


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

    def write_down(numbers: dict[str, float]) -> None:
        plain = {name: float(value) for name, value in numbers.items()}
        with (folder / LOG).open("ab") as log:
            log.write(msgspec.json.encode(plain) + b"\n")
        report(plain)

    learnt = training_of(game).train(game, folder, seed=seed, rounds=rounds, report=write_down)
    buffer = io.BytesIO()
    np.save(buffer, learnt, allow_pickle=False)
    part = folder / f"{LEARNT}.part"
    part.write_bytes(buffer.getvalue())
    part.replace(folder / LEARNT)
    return learnt
