"""`genial warm`, and the same before the first use of a game: compiling behind a bar."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from genial.cli.game_facts import GameName
from genial.cli.i18n.messages import Messages
from genial.core.errors import GenialError

if TYPE_CHECKING:
    from genial.core.game import Game
    from genial.core.warm import Step

_warmed: set[str] = set()  # the games that were looked at


Some = Annotated[GameName, Parameter(metavar="GAME", help="What to compile; otherwise all four.")]


def warm(*games: Some) -> None:
    """Compile the rules and the bots of the games (all, or those named), and keep the code.

    With the extra `lab`, what its environments run on, too.

    Other commands do what they need of this by themselves when a game is first used.
    """
    import genial
    from genial.bots import warm as bots
    from genial.core.cache import cache_folder
    from genial.core.kernel import JIT
    from genial.core.warm import pending
    from genial.lab import warm as lab

    if not JIT:
        print("Nothing is compiled: NUMBA_DISABLE_JIT is set.")
        return
    chosen = [genial.game(name) for name in games or genial.games()]
    steps = [
        step for game in chosen for step in pending(game) + bots.pending(game) + lab.pending(game)
    ]
    _run(steps, Messages("en"))
    print(f"Compiled code is kept in {cache_folder()}")


def warm_up(games: Iterable[str], say: Messages) -> None:
    """Compile what playing and replaying these games needs, if that was not done before."""
    import genial
    from genial.core.warm import PLAY, pending

    steps: list[Step] = []
    for name in sorted(set(games) - _warmed):
        _warmed.add(name)
        try:
            game = genial.game(name)
        except GenialError:
            continue  # whoever uses it will complain, and say where
        steps += pending(game, parts=[PLAY])
    _run(steps, say)


def warm_up_bots(game: Game, names: Iterable[str], say: Messages) -> None:
    """Compile what these bots of a game think with, if that was not done before."""
    from genial.bots.warm import pending

    _run(pending(game, names), say, "warm.bots")


def _run(steps: list[Step], say: Messages, about: str = "warm.once") -> None:
    if not steps:
        return
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    from genial.cli.consoles import err

    console = err()
    games = ", ".join(dict.fromkeys(say(f"{step.game}.title") for step in steps))
    console.print(say(about, games=games), soft_wrap=True)
    if not console.is_terminal:
        for step in steps:
            step.run()
        return
    columns = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("", total=len(steps))
        for step in steps:
            what = f"{say(f'{step.game}.title')}: {say.translated(step.what)}"
            progress.update(task, description=what)
            step.run()
            progress.advance(task)
