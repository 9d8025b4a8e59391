"""`genial random`: play random games and write their records."""

from __future__ import annotations

import hashlib
import random
import secrets
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from genial.cli.files import BadFile, make_folder, write_text
from genial.cli.i18n.messages import Messages
from genial.cli.parameters import (
    Board,
    Game,
    Layout,
    Partners,
    Players,
    Seed,
    Series,
    Start,
    Variant,
    create_game,
    flag,
)
from genial.cli.records import SUFFIX
from genial.core.errors import BadOption

if TYPE_CHECKING:
    from genial.core.game import Game as Rules

_MOST_GAMES = 10_000_000


def random_games(
    game: Game,
    /,
    *,
    number: Annotated[
        int, Parameter(name=["--number", "-n"], metavar="N", help="Number of games.")
    ] = 1,
    out: Annotated[
        str | None,
        Parameter(
            metavar="FOLDER", help="Write a file for each game here (default: standard output)."
        ),
    ] = None,
    seed: Seed = None,
    force: Annotated[bool, flag("Overwrite existing files.")] = False,
    players: Players = None,
    variant: Variant = None,
    partners: Partners = None,
    games: Series = None,
    board: Board = None,
    start: Start = None,
    layout: Layout = None,
) -> None:
    """Play games in which every legal move is equally likely, and write their records."""
    from genial.cli.compilation import compile_games

    if not 1 <= number <= _MOST_GAMES:
        raise BadOption(f"number must be 1 to {_MOST_GAMES}, not {number}")
    rules = create_game(
        game, layout, players=players, variant=variant, partners=partners, games=games,
        board=board, start=start,
    )  # fmt: skip
    paths = None if out is None else _paths(Path(out), game, number, force=force)
    compile_games([game], Messages("en"))
    records = _play(rules, number, secrets.randbits(64) if seed is None else seed)
    for place, text in enumerate(_show_progress(records, number)):
        if paths is None:
            sys.stdout.write(text if place == 0 else f"\n{text}")
        else:
            write_text(paths[place], text)


def _paths(folder: Path, game: str, number: int, *, force: bool) -> list[Path]:
    """Return a file for every game; raises BadFile rather than overwrite one."""
    make_folder(folder)
    digits = len(str(number))
    paths = [folder / f"{game}-{place:0{digits}}{SUFFIX}" for place in range(1, number + 1)]
    there = {path.name for path in folder.iterdir()}
    for path in paths:
        if path.name in there and not force:
            raise BadFile(f"{path} already exists; --force overwrites it")
    return paths


def _play(rules: Rules, number: int, seed: int) -> Iterator[str]:
    """Yield records; a game depends only on the seed and its place."""
    seats = {f"seat_{seat}": "random" for seat in range(1, rules.players + 1)}
    for place in range(number):
        name = f"genial random {seed} {place}"
        state = rules.start(hashlib.sha256(name.encode()).digest())
        chooser = random.Random(name)
        while not state.over:
            state = state.play(chooser.choice(state.legal()))
        yield state.record(**seats)


def _show_progress(records: Iterator[str], number: int) -> Iterator[str]:
    """Yield the same records, with a progress bar on standard error if that is a terminal."""
    from genial.cli.output import stderr_console

    console = stderr_console()
    if not console.is_terminal or (sys.stdout.isatty() and number < 100):
        yield from records
        return
    from rich.progress import track

    yield from track(records, "Playing", total=number, console=console, transient=True)
