"""`genial train`: learning from self-play, with a bar, plots, and a log to go on from."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from genial.cli.i18n.messages import Messages
from genial.cli.match_report import counted
from genial.cli.matches import Series, command_line, rules_of, write_to
from genial.cli.output import FINE, INTERRUPTED, complain
from genial.cli.parameters import Board, Game, Layout, Players, Variant

if TYPE_CHECKING:
    from genial.core.game import Game as Rules

PAGE = "progress.html"
_PAGE_EVERY = 5  # rounds


def train(
    game: Game,
    /,
    *,
    out: Annotated[Path, Parameter(metavar="FOLDER", help="Where the training is kept.")],
    rounds: Annotated[
        int | None, Parameter(metavar="N", help="Rounds in all; otherwise as in this package.")
    ] = None,
    seed: Annotated[
        int, Parameter(metavar="N", help="The same seed learns the same.", show_default=True)
    ] = 1,
    players: Players = None,
    variant: Variant = None,
    series: Series = None,
    board: Board = None,
    layout: Layout = None,
) -> int:
    """Learn from self-play, going on with what the folder holds."""
    from genial.bots import training
    from genial.cli.commands.warm import warm_up
    from genial.cli.files import make_folder

    rules = rules_of(game, layout, players=players, variant=variant, games=series, board=board)
    make_folder(out)
    history = training.rounds_done(out)
    total = rounds if rounds is not None else training.training_of(rules).ROUNDS
    warm_up([rules.name], Messages("en"))
    interrupted = _run(rules, out, history, seed, total)
    if history:
        write_to(out / PAGE, page(rules, history))
    if interrupted:
        complain(f"interrupted after round {len(history)}; the same command goes on")
        return INTERRUPTED
    print(f"{counted(len(history), 'round')}; what was learnt is in {out / training.LEARNT}")
    return FINE


def _run(rules: Rules, out: Path, history: list[dict[str, float]], seed: int, total: int) -> bool:
    """Train behind a bar; was it interrupted?"""
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    from genial.bots import training
    from genial.cli.consoles import err

    console = err()
    columns = (
        TextColumn("{task.fields[numbers]}", markup=False),
        BarColumn(bar_width=None),
        MofNCompleteColumn(),
        TimeRemainingColumn(compact=True),
    )
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as bar:
        task = bar.add_task("", total=total, completed=len(history), numbers=in_short(history))

        def report(numbers: Mapping[str, float]) -> None:
            history.append(dict(numbers))
            bar.update(task, completed=len(history), numbers=in_short(history))
            if len(history) % _PAGE_EVERY == 0:
                write_to(out / PAGE, page(rules, history))

        try:
            training.train(rules, out, seed=seed, rounds=total, report=report)
        except KeyboardInterrupt:
            return True
    return False


def in_short(history: list[dict[str, float]]) -> str:
    """The numbers of the last round.

    >>> in_short([{"round": 1, "loss": 0.61234}])
    'loss 0.612'
    """
    if not history:
        return "first round"
    return ", ".join(f"{name} {n:.3g}" for name, n in history[-1].items() if name != "round")


def page(rules: Rules, history: list[dict[str, float]]) -> str:
    """All numbers over the rounds, as plots."""
    from genial.arena.html import document
    from genial.arena.plots import history as plotted

    options = ", ".join(f"{name} {value}" for name, value in rules.options.items())
    parts = [
        f"<h1>Training of {escape(rules.title)}</h1>",
        f'<p class="soft">{counted(len(history), "round")}; {escape(options)}</p>',
        '<div class="plots">',
    ]
    for name in dict.fromkeys(name for numbers in history for name in numbers):
        rows = [(k, numbers[name]) for k, numbers in enumerate(history, 1) if name in numbers]
        if name != "round":
            svg = plotted(name, [k for k, _ in rows], [value for _, value in rows])
            parts.append(f"<figure><figcaption>{escape(name)}</figcaption>{svg}</figure>")
    parts.append(f"</div><p><code>{escape(command_line())}</code></p>")
    return document(f"Training of {rules.title}", parts)
