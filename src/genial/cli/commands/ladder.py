"""`genial ladder`: rank the bots of a game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

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
    Effort,
    Game,
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
from genial.core.errors import BadOption

if TYPE_CHECKING:
    from genial.arena.ladder import Ladder
    from genial.arena.match import Match
    from genial.core.game import Game as Rules

_GAMES = 200


def ladder(
    game: Game,
    /,
    *bots: Bots,
    games: Annotated[
        int, Parameter(metavar="N", help="Number of games of each pair of bots.")
    ] = _GAMES,
    all_pairs: Annotated[
        bool,
        Parameter(
            name="--all", negative=(), show_default=False, help="Let every bot play every other."
        ),
    ] = False,
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
    seed: Seed = None,
    workers: Workers = None,
    ray: Ray = None,
    out: Out = None,
    json: Json = False,
    markdown: Annotated[
        Path | None, Parameter(metavar="FILE", help="Write the table to this file.")
    ] = None,
) -> int:
    """Rank bots, given from the weakest to the strongest; without names, all bots of the game."""
    from genial.arena.ladder import build_ladder, pairs
    from genial.arena.ladder import markdown as as_markdown
    from genial.arena.lineup import entrants
    from genial.arena.schedule import duels
    from genial.bots import names as all_bots

    rules = create_game(
        game, layout, players=players, variant=variant, games=series, board=board, start=start
    )
    names = list(dict.fromkeys(bots or all_bots(rules)))
    if len(names) < 2:
        raise BadOption("a ladder needs at least 2 different bots")
    simple = _baseline(rules, names)
    rungs, _ = entrants(names)
    chains = [list(range(len(names)))] if bots else _chains(names)
    planned = duels(rules, pairs(chains, simple, all_pairs=all_pairs))
    number = len(planned) * len(planned[0]) * -(-games // len(planned[0]))
    setup = create_setup(
        rules, rungs, seconds=seconds, effort=effort, threads=threads, limit=limit,
        clock=None, seed=seed, out=out,
    )  # fmt: skip
    match, interrupted = run_match(
        setup, planned, games=number, ray=ray, workers=workers, out=out, summarise=_summarise
    )
    climb = build_ladder(match, chains, simple)
    if markdown is not None:
        write_report(markdown, as_markdown(climb, command_line()))
    if json:
        print(msgspec.json.encode(climb).decode())
    else:
        _print(climb)
    return match_exit_code(interrupted, out)


def _chains(names: list[str]) -> list[list[int]]:
    """Return two chains from weak to strong: the levels, and the other bots."""
    from genial.bots import LEVELS

    others = [place for place, name in enumerate(names) if name not in LEVELS]
    levels = [place for place, name in enumerate(names) if name in LEVELS]
    return [chain for chain in (others, [0, *levels]) if len(chain) > 1]


def _baseline(rules: Rules, names: list[str]) -> int | None:
    """Return the place of the strongest simple bot, if it takes part."""
    from genial.bots.registry import bots_of

    baseline = bots_of(rules).BASELINE
    return names.index(baseline) if baseline in names else None


def _summarise(match: Match) -> str:
    return f"{len(match.setup.entrants)} bots"


def _print(ladder: Ladder) -> None:
    from genial.cli.match_report import elo_span, number, percent, plain_table, plural, span
    from genial.cli.output import stdout_console

    console, table = stdout_console(), plain_table()
    table.add_column("bot", style="bold", overflow="fold", min_width=8)
    table.add_column("against", overflow="fold", min_width=8)
    table.add_column("won", justify="right", no_wrap=True)
    table.add_column("95 %", no_wrap=True)
    if ladder.baseline:
        table.add_column(ladder.baseline, justify="right", no_wrap=True)
    table.add_column("Elo [95 %]", no_wrap=True)
    table.add_column("ms/move", justify="right", no_wrap=True)
    for rung in reversed(ladder.bots):
        cells = [rung.name, rung.below or "", percent(rung.share), span(rung.interval)]
        if ladder.baseline:
            cells.append(percent(rung.baseline))
        elo = elo_span(rung.elo, rung.elo_interval)
        table.add_row(*cells, elo, number(rung.ms_per_move))
    console.print(
        f"{ladder.game}: {plural(ladder.games, 'game')} of {plural(ladder.deals, 'deal')}\n",
        soft_wrap=True,
    )
    console.print(table)
    against = f" and against {ladder.baseline}" if ladder.baseline else ""
    console.print(f"\nWin rates against the next weaker bot{against}; ties count half.")
    console.print(f"Intervals: 95 %, with deals as independent samples. Seed {ladder.seed}.")
    if forfeits := sum(rung.forfeits for rung in ladder.bots):
        console.print(f"{plural(forfeits, 'game')} forfeited; --json lists the bots.")
