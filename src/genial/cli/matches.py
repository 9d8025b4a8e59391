"""What `genial arena` and `genial ladder` share: options, getting ready, the live standing."""

from __future__ import annotations

import contextlib
import re
import secrets
import shlex
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from genial.cli.files import make_folder
from genial.cli.i18n.messages import Messages
from genial.cli.output import FINE, INTERRUPTED, complain
from genial.cli.parameters import flag
from genial.core.errors import BadOption, quoted

if TYPE_CHECKING:
    from genial.arena.host import Setup
    from genial.arena.lineup import Entrant, Value
    from genial.arena.match import Match, Runner
    from genial.bots import Clock
    from genial.core.game import Game as Rules

Bots = Annotated[str, Parameter(metavar="BOT", help="Who takes part.")]
Series = Annotated[
    int | None, Parameter(metavar="N", help="Tile Challenge: how many games make a series.")
]
Seconds = Annotated[
    float | None, Parameter(metavar="S", help="How long bots that search think about a move.")
]
Effort = Annotated[
    int | None, Parameter(metavar="N", help="How many playouts they make; instead of seconds.")
]
Threads = Annotated[int | None, Parameter(metavar="N", help="How many threads they think with.")]
Limit = Annotated[
    float | None,
    Parameter(metavar="S", help="Who takes longer for a move forfeits; otherwise 30 s or more."),
]
ClockText = Annotated[
    str | None,
    Parameter(
        name="--clock",
        metavar="S[+I]",
        help="Seconds for all moves of a game, and what a move adds, as in 60+0.5.",
    ),
]
Workers = Annotated[
    int | None, Parameter(metavar="N", help="Games played at a time; otherwise one a core.")
]
MatchSeed = Annotated[
    int | None, Parameter(metavar="N", help="The same deals and the same choices every time.")
]
Out = Annotated[
    Path | None,
    Parameter(metavar="FOLDER", help="Keep all games here; the same command again resumes."),
]
Json = Annotated[bool, flag("Print the results as JSON.")]
Html = Annotated[
    Path | None, Parameter(metavar="FILE", help="Write a report with plots to this file.")
]
Ray = Annotated[
    list[str] | None,
    Parameter(
        consume_multiple=(0, 1),
        negative=(),
        metavar="[ADDRESS]",
        help="Play on a Ray cluster; without an address, on this machine by Ray.",
    ),
]

_CLOCK = re.compile(r"(\d+(?:\.\d+)?)(?:\+(\d+(?:\.\d+)?))?")
_MINUTE = 60.0  # seconds between lines where there is no terminal
_LOOK = 0.5  # seconds between two standings where there is one
_RARELY = 20  # times as long as a standing takes: long matches have much to add up


def rules_of(game: str, layout: str | None, **options: int | str | None) -> Rules:
    """The game with the options that were given; raises BadOption."""
    import genial

    given = {key: value for key, value in options.items() if value is not None}
    if layout is not None:
        from genial.games.spezial.layouts import add

        name = add(layout)
        given.setdefault("board", name)
    return genial.game(game, **given)


def setup_of(
    rules: Rules,
    entrants: Sequence[Entrant],
    *,
    layout: str | None,
    seconds: float | None,
    effort: int | None,
    threads: int | None,
    limit: float | None,
    clock: str | None,
    seed: int | None,
    out: Path | None,
) -> Setup:
    """What all games of a match have in common; raises BadOption."""
    from genial.arena.host import Setup
    from genial.arena.lineup import check_names, checked
    from genial.arena.store import Store

    check_names(entrants, rules)
    given: Mapping[str, Value | None] = {"seconds": seconds, "effort": effort, "threads": threads}
    told = checked({key: value for key, value in given.items() if value is not None})
    if seed is None:
        seed = None if out is None else Store.seed(out)
    return Setup(
        game=rules.name,
        options=rules.options,
        layout=None if layout is None else str(Path(layout).resolve()),
        entrants=tuple(entrants),
        told=told,
        seed=secrets.randbits(32) if seed is None else seed,
        limit=_limit(limit, [told, *(entrant.told for entrant in entrants)]),
        clock=_clock(clock),
    )


def _limit(limit: float | None, told: Sequence[Mapping[str, Value]]) -> float:
    """The longest time for a move: as asked, or enough for everybody's seconds."""
    from genial.arena.match import LIMIT

    if limit is None:
        return max([LIMIT, *(3 * float(each.get("seconds", 0)) for each in told)])
    if not 0 < limit <= 86400:
        raise BadOption(f"limit must be more than 0 and at most a day, not {limit:g}")
    return limit


def _clock(text: str | None) -> Clock | None:
    from genial.bots import Clock

    if text is None:
        return None
    parts = _CLOCK.fullmatch(text)
    if parts is None or float(parts[1]) <= 0:
        raise BadOption(f"a clock is written 60 or 60+0.5, not {quoted(text)}")
    return Clock(float(parts[1]), float(parts[2] or 0))


def runner_of(setup: Setup, ray: list[str] | None, workers: int | None) -> Runner:
    """Who plays the games; raises BadOption."""
    from genial.arena.match import in_workers
    from genial.arena.workers import cores

    if workers is not None and not 1 <= workers <= 1024:
        raise BadOption(f"workers must be 1 to 1024, not {workers}")
    everybody = [setup.told, *(entrant.told for entrant in setup.entrants)]
    threads = max(int(told.get("threads", 1)) for told in everybody)
    if ray is not None:
        from genial.arena.cluster import on_ray

        return on_ray(ray[0] if ray else None, workers=workers, threads=threads)
    return in_workers(workers or max(1, cores() // threads))


def warmed(setup: Setup) -> Setup:
    """The same with the names that programs give themselves; everything is compiled then.

    Raises GenialError if a bot cannot be made.
    """
    import msgspec

    from genial.arena.host import Host
    from genial.arena.lineup import called
    from genial.cli.commands.warm import warm_up, warm_up_bots
    from genial.cli.consoles import err

    say = Messages("en")
    warm_up([setup.game], say)
    ours = [entrant.source for entrant in setup.entrants if entrant.kind == "bot"]
    warm_up_bots(setup.rules(), ours, say)
    with err().status("Getting the bots ready"), Host(setup) as host:
        host.warm()
        names = host.called()
    everybody: list[Entrant] = []
    for entrant, name in zip(setup.entrants, names, strict=True):
        everybody.append(called(entrant, name, everybody))
    return msgspec.structs.replace(setup, entrants=tuple(everybody))


def watch(match: Match, runner: Runner, standing: Callable[[], str]) -> bool:
    """Play a match behind a bar with its standing; was it interrupted?"""
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    from genial.cli.consoles import err

    console, total = err(), len(match.fixtures)
    columns = (
        TextColumn("{task.fields[standing]}", markup=False),
        BarColumn(bar_width=None),
        MofNCompleteColumn(),
        TimeRemainingColumn(compact=True),
    )
    pause = _LOOK if console.is_terminal else _MINUTE
    done = total - len(match.remaining)
    look = time.monotonic() + pause
    with (
        Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar,
        contextlib.closing(match.run(runner)) as games,
    ):
        task = bar.add_task("", total=total, completed=done, standing=standing())
        try:
            for _ in games:
                done += 1
                bar.update(task, completed=done)
                if (now := time.monotonic()) > look:
                    words = standing()
                    bar.update(task, standing=words)
                    if not console.is_terminal:
                        print(f"{done} of {total} games: {words}", file=sys.stderr)
                    after = time.monotonic()
                    look = after + max(pause, _RARELY * (after - now))
        except KeyboardInterrupt:
            return True
    return False


def exit_code(interrupted: bool, out: Path | None) -> int:
    """How a match ends; an interrupted one says how to go on."""
    if not interrupted:
        return FINE
    hint = "the same command goes on" if out is not None else "with --out one could go on"
    complain(f"interrupted; {hint}")
    return INTERRUPTED


def command_line() -> str:
    """What was typed, for a report."""
    return shlex.join(["genial", *sys.argv[1:]])


def write_to(path: Path, text: str) -> None:
    """Write a file, and make its folder; raises BadFile."""
    from genial.cli.files import write_text

    make_folder(path.parent)
    write_text(path, text)
