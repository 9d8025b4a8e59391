"""`genial train`: train a bot by self-play, with plots and a log from which to resume."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from genial.cli.exit_codes import INTERRUPTED, OK
from genial.cli.i18n.messages import Messages
from genial.cli.match_report import plural
from genial.cli.matches import command_line, write_report
from genial.cli.output import complain, stderr_console
from genial.cli.parameters import Board, Game, Layout, Players, Series, Variant, create_game

if TYPE_CHECKING:
    from genial.core.game import Game as Rules

PAGE = "progress.html"
_PAGE_EVERY = 5  # rounds


def train(
    game: Game,
    /,
    *,
    out: Annotated[Path, Parameter(metavar="FOLDER", help="The folder of the training.")],
    rounds: Annotated[
        int | None,
        Parameter(metavar="N", help="Total number of rounds (default: as for this package)."),
    ] = None,
    seed: Annotated[
        int, Parameter(metavar="N", help="The seed of the training.", show_default=True)
    ] = 1,
    players: Players = None,
    variant: Variant = None,
    series: Series = None,
    board: Board = None,
    layout: Layout = None,
) -> int:
    """Train by self-play, and resume if the folder holds a training."""
    from genial.bots import training
    from genial.cli.compilation import compile_games
    from genial.cli.files import make_folder

    rules = create_game(game, layout, players=players, variant=variant, games=series, board=board)
    make_folder(out)
    history = training.read_log(out)
    total = rounds if rounds is not None else training.training_of(rules).ROUNDS
    compile_games([rules.name], Messages("en"))
    interrupted = _run(rules, out, history, seed, total)
    if history:
        write_report(out / PAGE, page(rules, history))
    if interrupted:
        complain(f"interrupted after round {len(history)}; run the same command again to resume")
        return INTERRUPTED
    print(f"{plural(len(history), 'round')}; the learnt values are in {out / training.LEARNT}")
    return OK


def _run(rules: Rules, out: Path, history: list[dict[str, float]], seed: int, total: int) -> bool:
    """Train and show the progress; return whether it was interrupted."""
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    from genial.bots import training

    console = stderr_console()
    columns = (
        TextColumn("{task.fields[numbers]}", markup=False),
        BarColumn(bar_width=None),
        MofNCompleteColumn(),
        TimeRemainingColumn(compact=True),
    )
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as bar:
        task = bar.add_task("", total=total, completed=len(history), numbers=summarise(history))

        def report(numbers: Mapping[str, float]) -> None:
            history.append(dict(numbers))
            bar.update(task, completed=len(history), numbers=summarise(history))
            if len(history) % _PAGE_EVERY == 0:
                write_report(out / PAGE, page(rules, history))

        try:
            training.train(rules, out, seed=seed, rounds=total, report=report)
        except KeyboardInterrupt:
            return True
    return False


def summarise(history: list[dict[str, float]]) -> str:
    """Summarise the last round.

    >>> summarise([{"round": 1, "loss": 0.61234}])
    'loss 0.612'
    """
    if not history:
        return "first round"
    return ", ".join(f"{name} {n:.3g}" for name, n in history[-1].items() if name != "round")


def page(rules: Rules, history: list[dict[str, float]]) -> str:
    """Return an HTML page that plots all numbers over the rounds."""
    from genial.arena.html import document
    from genial.arena.plots import history as plotted

    options = ", ".join(f"{name} {value}" for name, value in rules.options.items())
    parts = [
        f"<h1>Training of {escape(rules.title)}</h1>",
        f'<p class="soft">{plural(len(history), "round")}; {escape(options)}</p>',
        '<div class="plots">',
    ]
    for name in dict.fromkeys(name for numbers in history for name in numbers):
        rows = [(k, numbers[name]) for k, numbers in enumerate(history, 1) if name in numbers]
        if name != "round":
            svg = plotted(name, [k for k, _ in rows], [value for _, value in rows])
            parts.append(f"<figure><figcaption>{escape(name)}</figcaption>{svg}</figure>")
    parts.append(f"</div><p><code>{escape(command_line())}</code></p>")
    return document(f"Training of {rules.title}", parts)
