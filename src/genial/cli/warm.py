"""`genial warm`, and the same before the first use of a game: compiling behind a bar."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from genial.cli.catalogue import GameName
from genial.cli.messages import Messages
from genial.core.errors import GenialError

if TYPE_CHECKING:
    from genial.core.warm import Step

_warmed: set[str] = set()  # the games that were looked at


Some = Annotated[GameName, Parameter(metavar="GAME", help="What to compile; otherwise all four.")]


def warm(*games: Some) -> None:
    """Compile the rules of the games (all, or those named) and keep the code on disk.

    Other commands do what they need of this by themselves when a game is first used.
    """
    import genial
    from genial.core.kernel import JIT, cache_folder
    from genial.core.warm import pending

    if not JIT:
        print("Nothing is compiled: NUMBA_DISABLE_JIT is set.")
        return
    steps = [step for name in games or genial.games() for step in pending(genial.game(name))]
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


def _run(steps: list[Step], say: Messages) -> None:
    if not steps:
        return
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    from genial.cli.consoles import err

    console = err()
    games = ", ".join(dict.fromkeys(say(f"{step.game}.title") for step in steps))
    console.print(say("warm.once", games=games), soft_wrap=True)
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
