"""Set up and play matches between bots, for `genial arena` and `genial ladder`."""

from __future__ import annotations

import re
import secrets
import shlex
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from genial.cli.exit_codes import INTERRUPTED, OK
from genial.cli.files import make_folder, write_text
from genial.cli.i18n.messages import Messages
from genial.cli.output import complain, stderr_console
from genial.core.errors import BadOption, quote
from genial.core.facts import HEAD_START

if TYPE_CHECKING:
    from genial.arena.host import Setup
    from genial.arena.lineup import Entrant, Value
    from genial.arena.match import Match, Runner
    from genial.arena.schedule import Plan
    from genial.arena.sprt import Sprt
    from genial.bots import Clock
    from genial.core.game import Game as Rules

_CLOCK = re.compile(r"(\d+(?:\.\d+)?)(?:\+(\d+(?:\.\d+)?))?")
_LINE_EVERY = 60.0  # seconds, if standard error is not a terminal
_UPDATE_EVERY = 0.5  # seconds, if it is a terminal
_PAUSE_FACTOR = 20  # computing a standing takes at most 1/20 of the time, however long the match


def create_setup(
    rules: Rules,
    entrants: Sequence[Entrant],
    *,
    seconds: float | None,
    effort: int | None,
    threads: int | None,
    limit: float | None,
    clock: str | None,
    seed: int | None,
    out: Path | None,
    headstart: str | None = None,
) -> Setup:
    """Return what all games of a match share; raises BadOption."""
    from genial.arena.host import Setup
    from genial.arena.lineup import check_names, check_settings, notes
    from genial.arena.match_folder import MatchFolder

    check_names(entrants, rules)
    given: Mapping[str, Value | None] = {"seconds": seconds, "effort": effort, "threads": threads}
    told = check_settings({key: value for key, value in given.items() if value is not None})
    for note in notes(entrants, told):
        complain(note)
    if seed is None:
        seed = None if out is None else MatchFolder.seed(out)
    return Setup(
        game=rules.name,
        options=rules.options,
        entrants=tuple(entrants),
        told=told,
        seed=secrets.randbits(32) if seed is None else seed,
        limit=_time_limit(limit, [told, *(entrant.told for entrant in entrants)]),
        clock=_parse_clock(clock),
        head_starts=None if headstart is None else _head_starts(headstart, rules, len(entrants)),
    )


def _head_starts(text: str, rules: Rules, bots: int) -> tuple[int, ...] | None:
    """Return the head starts by bot; none if no bot has one. Raises BadOption."""
    from genial.core.kit import whole_number

    words = text.split()
    if len(words) != bots:
        raise BadOption(f"headstart needs a number for each of {bots} bots, not {quote(text)}")
    if rules.players == 1:
        raise BadOption("a head start needs an opponent")
    numbers = [whole_number(HEAD_START, word, rules.facts.head_starts) for word in words]
    return tuple(numbers) if any(numbers) else None


def _time_limit(limit: float | None, told: Sequence[Mapping[str, Value]]) -> float:
    """Return the time limit for a move: as given, or enough for the slowest bot."""
    from genial.arena.match import LIMIT

    if limit is None:
        return max([LIMIT, *(3 * float(each.get("seconds", 0)) for each in told)])
    if not 0 < limit <= 86400:
        raise BadOption(f"limit must be more than 0 and at most a day, not {limit:g}")
    return limit


def _parse_clock(text: str | None) -> Clock | None:
    from genial.bots import Clock

    if text is None:
        return None
    parts = _CLOCK.fullmatch(text)
    if parts is None or float(parts[1]) <= 0:
        raise BadOption(f"a clock is written 60 or 60+0.5, not {quote(text)}")
    return Clock(float(parts[1]), float(parts[2] or 0))


def create_runner(setup: Setup, ray: list[str] | None, workers: int | None) -> Runner:
    """Return what plays the games: worker processes or a Ray cluster; raises BadOption."""
    from genial.arena.match import in_workers
    from genial.arena.workers import cores

    if workers is not None and not 1 <= workers <= 1024:
        raise BadOption(f"workers must be 1 to 1024, not {workers}")
    settings = [setup.told, *(entrant.told for entrant in setup.entrants)]
    threads = max(int(told.get("threads", 1)) for told in settings)
    if ray is not None:
        from genial.arena.cluster import on_ray

        return on_ray(ray[0] if ray else None, workers=workers, threads=threads)
    return in_workers(workers or max(1, cores() // threads))


def prepare(setup: Setup) -> Setup:
    """Compile what a match needs, and add the names that programs give themselves.

    Raises GenialError if a bot cannot be created.
    """
    import msgspec

    from genial.arena.host import Host
    from genial.arena.lineup import with_own_name
    from genial.cli.compilation import compile_bots, compile_games

    say = Messages("en")
    compile_games([setup.game], say)
    ours = [entrant.source for entrant in setup.entrants if entrant.kind == "bot"]
    compile_bots(setup.rules(), ours, say)
    with stderr_console().status("Preparing the bots"), Host(setup) as host:
        host.prepare()
        names = host.own_names()
    entrants: list[Entrant] = []
    for entrant, name in zip(setup.entrants, names, strict=True):
        entrants.append(with_own_name(entrant, name, entrants))
    return msgspec.structs.replace(setup, entrants=tuple(entrants))


def run_match(
    setup: Setup,
    plans: Sequence[Plan],
    *,
    games: int,
    sprt: Sprt | None = None,
    ray: list[str] | None,
    workers: int | None,
    out: Path | None,
    summarise: Callable[[Match], str],
) -> tuple[Match, bool]:
    """Compile what a match needs and play it; return it, and whether it was interrupted.

    Raises BadOption before anything is compiled.
    """
    from genial.arena.match import Match
    from genial.arena.match_folder import MatchFolder

    Match(setup, plans, games=games, sprt=sprt)  # refuse bad options
    runner = create_runner(setup, ray, workers)
    setup = prepare(setup)
    with nullcontext() if out is None else closing(MatchFolder(out, setup, plans)) as folder:
        match = Match(setup, plans, games=games, sprt=sprt, folder=folder)
        return match, play_match(match, runner, lambda: summarise(match))


def play_match(match: Match, runner: Runner, standing: Callable[[], str]) -> bool:
    """Play a match and show its progress; return whether it was interrupted."""
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    console, total = stderr_console(), len(match.fixtures)
    columns = (
        TextColumn("{task.fields[standing]}", markup=False),
        BarColumn(bar_width=None),
        MofNCompleteColumn(),
        TimeRemainingColumn(compact=True),
    )
    pause = _UPDATE_EVERY if console.is_terminal else _LINE_EVERY
    done = total - len(match.remaining)
    next_update = time.monotonic() + pause
    with (
        Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar,
        closing(match.run(runner)) as games,
    ):
        task = bar.add_task("", total=total, completed=done, standing=standing())
        try:
            for _ in games:
                done += 1
                bar.update(task, completed=done)
                if (now := time.monotonic()) > next_update:
                    words = standing()
                    bar.update(task, standing=words)
                    if not console.is_terminal:
                        print(f"{done} of {total} games: {words}", file=sys.stderr)
                    after = time.monotonic()
                    next_update = after + max(pause, _PAUSE_FACTOR * (after - now))
        except KeyboardInterrupt:
            return True
    return False


def match_exit_code(interrupted: bool, out: Path | None) -> int:
    """Return the exit code of a match; if it was interrupted, say how to resume it."""
    if not interrupted:
        return OK
    hint = "run the same command again to resume" if out else "use --out to be able to resume"
    complain(f"interrupted; {hint}")
    return INTERRUPTED


def command_line() -> str:
    """Return the command that was typed, for a report."""
    return shlex.join(["genial", *sys.argv[1:]])


def write_report(path: Path, text: str) -> None:
    """Write a file, and create its folder; raises BadFile."""
    make_folder(path.parent)
    write_text(path, text)
