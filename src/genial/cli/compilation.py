"""Compile what a command needs before the first use of a game, and show the progress."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from genial.cli.i18n.messages import Messages
from genial.core.errors import GenialError

if TYPE_CHECKING:
    from genial.core.compilation import Step
    from genial.core.game import Game

_checked: set[str] = set()  # games, so that each is looked up once in a process


def compile_games(games: Iterable[str], say: Messages) -> None:
    """Compile what playing and replaying these games needs, unless it is in the cache."""
    import genial
    from genial.core.compilation import PLAY, pending_steps

    steps: list[Step] = []
    for name in sorted(set(games) - _checked):
        _checked.add(name)
        try:
            game = genial.game(name)
        except GenialError:
            continue  # the command that uses it reports the error, and where it is
        steps += pending_steps(game, parts=[PLAY])
    run_steps(steps, say)


def compile_bots(game: Game, names: Iterable[str], say: Messages) -> None:
    """Compile what these bots of a game need, unless it is in the cache."""
    from genial.bots.compilation import pending_steps

    run_steps(pending_steps(game, names), say, notice="compile.bots")


def run_steps(steps: list[Step], say: Messages, *, notice: str = "compile.games") -> None:
    """Run steps of compilation; the progress goes to standard error."""
    if not steps:
        return
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    from genial.cli.output import stderr_console

    console = stderr_console()
    games = ", ".join(dict.fromkeys(say(f"{step.game}.title") for step in steps))
    console.print(say(notice, games=games), soft_wrap=True)
    if not console.is_terminal:
        for step in steps:
            step.run()
        return
    columns = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("", total=len(steps))
        for step in steps:
            what = f"{say(f'{step.game}.title')}: {say.compile_step(step.what)}"
            progress.update(task, description=what)
            step.run()
            progress.advance(task)
