"""Compile what the environments run on before they are needed."""

from __future__ import annotations

from importlib.util import find_spec

from genial.core.compilation import Step, marker_file, with_marker
from genial.core.game import Game
from genial.core.kernel import JIT
from genial.lab.kernels import compiling


def pending_steps(game: Game) -> list[Step]:
    """Return the steps until a game's environments run at once; none without the extra."""
    if not JIT or find_spec("gymnasium") is None:
        return []
    done = marker_file(compiling.cache_folder(), f"{game.name}-lab")
    if done.exists():
        return []
    return [
        Step(game.name, "environments of one game", lambda: _compile_simulator(game)),
        with_marker(
            Step(game.name, "environments of many games", lambda: _compile_batches(game)), done
        ),
    ]


def _compile_simulator(game: Game) -> None:
    from genial.lab.simulator import Simulator

    simulator = Simulator(game)
    for _ in range(2):  # the second time what a seat sees is made anew
        simulator.observe(simulator.seat)


def _compile_batches(game: Game) -> None:
    from genial.lab.vector import Games

    Games(game.name, 1, **game.options).reset(seed=0)
