"""`genial arena`: a match between bots, on the same deals with seats rotated."""

from __future__ import annotations

from contextlib import closing, nullcontext
from typing import Annotated

import msgspec
from cyclopts import Parameter

from genial.cli.matches import (
    Bots,
    ClockText,
    Effort,
    Html,
    Json,
    Limit,
    MatchSeed,
    Out,
    Ray,
    Seconds,
    Series,
    Threads,
    Workers,
    command_line,
    exit_code,
    rules_of,
    runner_of,
    setup_of,
    warmed,
    watch,
    write_to,
)
from genial.cli.parameters import Board, Game, Layout, Players, Start, Variant

_GAMES = 100
_MOST_TESTED = 100_000  # games, while a test has not come to its end


def arena(
    game: Game,
    /,
    *bots: Bots,
    games: Annotated[
        int | None,
        Parameter(
            metavar="N", help="How many games; otherwise 100, or with --sprt at most 100000."
        ),
    ] = None,
    players: Players = None,
    variant: Variant = None,
    series: Series = None,
    board: Board = None,
    layout: Layout = None,
    start: Start = None,
    seconds: Seconds = None,
    effort: Effort = None,
    threads: Threads = None,
    limit: Limit = None,
    clock: ClockText = None,
    seed: MatchSeed = None,
    sprt: Annotated[
        tuple[float, float] | None,
        Parameter(
            metavar="ELO0 ELO1",
            negative=(),
            help="Stop as soon as one of two strengths is accepted.",
        ),
    ] = None,
    workers: Workers = None,
    ray: Ray = None,
    out: Out = None,
    json: Json = False,
    html: Html = None,
) -> int:
    """Let bots play each other, every deal once for each rotation of the seats."""
    from genial.arena.lineup import entrants
    from genial.arena.match import Match
    from genial.arena.schedule import plans
    from genial.arena.sprt import Sprt
    from genial.arena.store import Store
    from genial.cli.match_report import in_short, print_report

    rules = rules_of(
        game, layout, players=players, variant=variant, games=series, board=board, start=start
    )
    everybody, places = entrants(bots)
    planned = plans(rules, places)
    test = None if sprt is None else Sprt(*sprt)
    number = games if games is not None else (_GAMES if test is None else _MOST_TESTED)
    setup = setup_of(
        rules, everybody, layout=layout, seconds=seconds, effort=effort, threads=threads,
        limit=limit, clock=clock, seed=seed, out=out,
    )  # fmt: skip
    Match(setup, planned, games=number, sprt=test)  # complains before anything is compiled
    runner = runner_of(setup, ray, workers)
    setup = warmed(setup)
    with nullcontext() if out is None else closing(Store(out, setup, planned)) as store:
        match = Match(setup, planned, games=number, sprt=test, store=store)
        interrupted = watch(match, runner, lambda: in_short(match.report()))
    report = match.report()
    if html is not None:
        from genial.arena.html import page

        write_to(html, page(report, match.standing, command=command_line()))
    if json:
        print(msgspec.json.encode(report).decode())
    else:
        print_report(report)
    return exit_code(interrupted, out)
