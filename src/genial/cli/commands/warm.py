"""`genial warm`: compile the games in advance."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from genial.cli.compilation import run_steps
from genial.cli.game_facts import GameName
from genial.cli.i18n.messages import Messages

GamesToCompile = Annotated[
    GameName, Parameter(metavar="GAME", help="The games to compile (default: all four).")
]


def warm(*games: GamesToCompile) -> None:
    """Compile the rules and the bots of games and, with the extra `lab`, their environments."""
    import genial
    from genial.bots import compilation as bots
    from genial.core.cache import cache_folder
    from genial.core.compilation import pending_steps
    from genial.core.kernel import JIT
    from genial.lab import compilation as lab

    if not JIT:
        print("Nothing to compile: NUMBA_DISABLE_JIT is set.")
        return
    chosen = [genial.game(name) for name in games or genial.games()]
    steps = [
        step
        for game in chosen
        for step in (pending_steps(game) + bots.pending_steps(game) + lab.pending_steps(game))
    ]
    run_steps(steps, Messages("en"))
    print(f"The compiled code is in {cache_folder()}")
