"""`genial random`: random games as records."""

from __future__ import annotations

import hashlib
import random
import secrets
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from genial.cli.files import SUFFIX, BadFile, make_folder, write_text
from genial.cli.i18n.messages import Messages
from genial.cli.parameters import (
    Board,
    Game,
    Games,
    Layout,
    Players,
    Seed,
    Start,
    Variant,
    flag,
)
from genial.core.errors import BadOption

if TYPE_CHECKING:
    from genial.core.game import Game as Rules

_MOST_GAMES = 10_000_000


def random_games(
    game: Game,
    /,
    *,
    number: Annotated[
        int, Parameter(name=["--number", "-n"], metavar="N", help="How many games.")
    ] = 1,
    out: Annotated[
        str | None,
        Parameter(metavar="DIR", help="Where to write a file each; otherwise standard output."),
    ] = None,
    seed: Seed = None,
    force: Annotated[bool, flag("Write over files that are already there.")] = False,
    players: Players = None,
    variant: Variant = None,
    games: Games = None,
    board: Board = None,
    start: Start = None,
    layout: Layout = None,
) -> None:
    """Play games in which every move is chosen at random, each legal one equally likely."""
    import genial
    from genial.cli.commands.warm import warm_up

    if not 1 <= number <= _MOST_GAMES:
        raise BadOption(f"number must be 1 to {_MOST_GAMES}, not {number}")
    if layout is not None:
        from genial.games.spezial.layouts import add

        layout_name = add(layout)
        board = board or layout_name
    options = {"players": players, "variant": variant, "games": games, "board": board}
    options["start"] = start
    given = {key: value for key, value in options.items() if value is not None}
    rules = genial.game(game, **given)
    paths = None if out is None else _paths(Path(out), game, number, force=force)
    warm_up([game], Messages("en"))
    records = _played(rules, number, secrets.randbits(64) if seed is None else seed)
    for place, text in enumerate(_watched(records, number)):
        if paths is None:
            sys.stdout.write(text if place == 0 else f"\n{text}")
        else:
            write_text(paths[place], text)


def _paths(folder: Path, game: str, number: int, *, force: bool) -> list[Path]:
    """A file for every game; raises BadFile before anything is written over."""
    make_folder(folder)
    digits = len(str(number))
    paths = [folder / f"{game}-{place:0{digits}}{SUFFIX}" for place in range(1, number + 1)]
    there = {path.name for path in folder.iterdir()}
    for path in paths:
        if path.name in there and not force:
            raise BadFile(f"{path} is already there; --force writes over it")
    return paths


def _played(rules: Rules, number: int, seed: int) -> Iterator[str]:
    """The records; a game depends on the seed and its place only."""
    seats = {f"seat_{seat}": "random" for seat in range(1, rules.players + 1)}
    for place in range(number):
        name = f"genial random {seed} {place}"
        state = rules.start(hashlib.sha256(name.encode()).digest())
        chooser = random.Random(name)
        while not state.over:
            state = state.play(chooser.choice(state.legal()))
        yield state.record(**seats)


def _watched(records: Iterator[str], number: int) -> Iterator[str]:
    """The same behind a bar on standard error, if that is a terminal."""
    from genial.cli.consoles import err

    console = err()
    if not console.is_terminal or (sys.stdout.isatty() and number < 100):
        yield from records
        return
    from rich.progress import track

    yield from track(records, "Playing", total=number, console=console, transient=True)
