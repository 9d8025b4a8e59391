"""`genial arena`: play a match between bots, on the same deals with rotated seats."""

from __future__ import annotations

from typing import Annotated

import msgspec
from cyclopts import Parameter

from genial.cli.matches import (
    command_line,
    create_setup,
    match_exit_code,
    run_match,
    write_report,
)
from genial.cli.parameters import (
    Board,
    Bots,
    ClockText,
    Effort,
    Game,
    Html,
    Json,
    Layout,
    Limit,
    Out,
    Players,
    Ray,
    Seconds,
    Seed,
    Series,
    Start,
    Threads,
    Variant,
    Workers,
    create_game,
)

_GAMES = 100
_MOST_TESTED = 100_000  # games of a sequential test that does not reach a verdict


def arena(
    game: Game,
    /,
    *bots: Bots,
    games: Annotated[
        int | None,
        Parameter(
            metavar="N", help="Number of games (default: 100, or with --sprt at most 100000)."
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
    seed: Seed = None,
    sprt: Annotated[
        tuple[float, float] | None,
        Parameter(
            metavar="ELO0 ELO1",
            negative=(),
            help="Run a sequential test of two Elo differences; stop when one is accepted.",
        ),
    ] = None,
    workers: Workers = None,
    ray: Ray = None,
    out: Out = None,
    json: Json = False,
    html: Html = None,
) -> int:
    """Play a match, every deal once for each rotation of the seats."""
    from genial.arena.lineup import entrants
    from genial.arena.schedule import plans
    from genial.arena.sprt import Sprt
    from genial.cli.match_report import print_report, summarise

    rules = create_game(
        game, layout, players=players, variant=variant, games=series, board=board, start=start
    )
    lineup, places = entrants(bots)
    planned = plans(rules, places)
    test = None if sprt is None else Sprt(*sprt)
    number = games if games is not None else (_GAMES if test is None else _MOST_TESTED)
    setup = create_setup(
        rules, lineup, seconds=seconds, effort=effort, threads=threads,
        limit=limit, clock=clock, seed=seed, out=out,
    )  # fmt: skip
    match, interrupted = run_match(
        setup, planned, games=number, sprt=test, ray=ray, workers=workers, out=out,
        summarise=lambda match: summarise(match.report()),
    )  # fmt: skip
    report = match.report()
    if html is not None:
        from genial.arena.html import page

        write_report(html, page(report, match.standing, command=command_line()))
    if json:
        print(msgspec.json.encode(report).decode())
    else:
        print_report(report)
    return match_exit_code(interrupted, out)
