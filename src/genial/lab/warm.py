"""Compiling what the environments run on before they are needed."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from genial.core.game import Game
from genial.core.kernel import JIT
from genial.core.warm import Step, marker, marking
from genial.lab.kernels import compiling


def pending(game: Game) -> list[Step]:
    """The steps that remain until a game's environments run at once; none without the extra."""
    if not JIT or find_spec("gymnasium") is None:
        return []
    folder = compiling.cache_folder()
    done = marker(folder, f"{game.name}-lab", Path(compiling.__file__).parent.glob("*.py"))
    if done.exists():
        return []
    return [
        Step(game.name, "environments of one game", lambda: _one(game)),
        marking(Step(game.name, "environments of many games", lambda: _many(game)), done),
    ]


def _one(game: Game) -> None:
    from genial.lab.table import Table

    table = Table(game)
    for _ in range(2):  # the second time what a seat sees is made anew
        table.seen(table.seat)


def _many(game: Game) -> None:
    from genial.lab.vector import Games

    Games(game.name, 1, **game.options).reset(seed=0)
