"""Compile the kernels before they are needed, a step at a time.

Numba compiles an entry of `engine` for a game's record when it is first called, which takes
seconds, and keeps the machine code on disk. `pending_steps` lists what is still to be done for a
game, so that a program can do it behind a progress bar; once all is done, the list is empty.
"""

from __future__ import annotations

import functools
import hashlib
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import llvmlite.binding
import numpy as np

from genial.core import engine
from genial.core.batch import Batch
from genial.core.cache import cache_folder
from genial.core.chance import fast_stream
from genial.core.game import Game
from genial.core.kernel import JIT
from genial.core.record import split
from genial.core.replay import replay
from genial.core.state import State

PLAY, BATCH = "play", "batch"  # the parts: what a State calls, and what a Batch calls


@dataclass(frozen=True)
class Step:
    """Something to be compiled for one game."""

    game: str  # its name
    what: str  # what is compiled, in English
    run: Callable[[], object]


def pending_steps(game: Game, *, parts: Sequence[str] = (PLAY, BATCH)) -> list[Step]:
    """The steps that remain to be run for a game, in this order; none without Numba's JIT."""
    steps: list[Step] = []
    for part in parts if JIT else ():
        sources = Path(game.kit.__file__).parent.glob("*.py")
        done = marker_file(cache_folder(), f"{game.name}-{part}", sources)
        if not done.exists():
            steps += _play_steps(game) if part == PLAY else _batch_steps(game)
            steps[-1] = with_marker(steps[-1], done)
    return steps


def marker_file(folder: Path, part: str, sources: Iterable[Path] = ()) -> Path:
    """The file that says that a part is compiled, for this Python, this processor, these sources.

    The sources of our own games need not be given: the folder's name stands for them.
    """
    files = sorted((path.name, path.read_bytes()) for path in sources)
    cpu = llvmlite.binding.get_host_cpu_name(), llvmlite.binding.get_host_cpu_features().flatten()
    about = repr((sys.version, cpu, files))
    digest = hashlib.blake2b(about.encode(), digest_size=8).hexdigest()
    return folder / f"warm-{part}-{digest}"


def with_marker(step: Step, marker: Path) -> Step:
    """The last step of a part, which also writes down that the part is done."""

    def run() -> None:
        step.run()
        marker.touch()

    return replace(step, run=run)


def _play_steps(game: Game) -> list[Step]:
    """A game is first_state, looked at, played, replayed and explained."""

    @functools.cache
    def first_state() -> State:
        return game.start(seed=0)

    def replay_record() -> None:
        replay(split(first_state().record())[0], lambda name, options: game)

    return [
        Step(game.name, "dealing", first_state),
        Step(game.name, "turns and standings", lambda: first_state().turn),
        Step(game.name, "legal moves", lambda: first_state().choices()),
        Step(game.name, "replaying", replay_record),
        Step(game.name, "explaining", lambda: first_state().explain(first_state().legal()[0])),
        Step(game.name, "playing", lambda: first_state().play(first_state().legal()[0])),
    ]


def _batch_steps(game: Game) -> list[Step]:
    """Return the same steps for a batch of games, and what the benchmark calls."""

    @functools.cache
    def dealt_batch() -> Batch:
        return game.batch(2, seed=0)

    def random_games() -> None:
        wins = np.zeros(game.players)
        work, utilities = game.template.copy(), wins.copy()
        engine.random_games(game.template, work, 1, fast_stream(0), utilities, wins)

    def count_leaves() -> None:
        scratch = np.zeros((2, game.kit.rules.MAX_MOVES), np.int32)
        stream = fast_stream(0)
        engine.count_leaves(dealt_batch().records, 0, 1, stream, stream.copy(), scratch)

    return [
        Step(game.name, "batches", dealt_batch),
        Step(game.name, "standings of batches", lambda: dealt_batch().turns),
        Step(game.name, "random moves", lambda: dealt_batch().sample()),
        Step(game.name, "moves of batches", lambda: dealt_batch().step(dealt_batch().sample())),
        Step(game.name, "re-dealing what is hidden", lambda: dealt_batch().hide(1)),
        Step(game.name, "counting positions", count_leaves),
        Step(game.name, "playouts", lambda: dealt_batch().copy().playout()),
        Step(game.name, "random games", random_games),
    ]
