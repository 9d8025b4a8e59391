"""`genial ladder`: the bots of a game from the weakest to the strongest."""

from __future__ import annotations

import importlib
from contextlib import closing, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
from cyclopts import Parameter

from genial.cli.matches import (
    Bots,
    Effort,
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
        int, Parameter(metavar="N", help="How many games each pair of bots plays.")
    ] = _GAMES,
    everybody: Annotated[
        bool, Parameter(name="--all", negative=(), show_default=False, help="All pairs play.")
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
    seed: MatchSeed = None,
    workers: Workers = None,
    ray: Ray = None,
    out: Out = None,
    json: Json = False,
    markdown: Annotated[
        Path | None, Parameter(metavar="FILE", help="Write the table to this file.")
    ] = None,
) -> int:
    """Rank bots, named from the weakest to the strongest; without names all that a game has."""
    from genial.arena.ladder import climbed, pairs
    from genial.arena.ladder import markdown as as_markdown
    from genial.arena.lineup import entrants
    from genial.arena.match import Match
    from genial.arena.schedule import duels
    from genial.arena.store import Store
    from genial.bots import names as all_bots

    rules = rules_of(
        game, layout, players=players, variant=variant, games=series, board=board, start=start
    )
    names = list(dict.fromkeys(bots or all_bots(rules)))
    if len(names) < 2:
        raise BadOption("a ladder needs at least 2 different bots")
    simple = _baseline(rules, names)
    rungs, _ = entrants(names)
    chains = [list(range(len(names)))] if bots else _chains(names)
    planned = duels(rules, pairs(chains, simple, everybody=everybody))
    number = len(planned) * len(planned[0]) * -(-games // len(planned[0]))
    setup = setup_of(
        rules, rungs, layout=layout, seconds=seconds, effort=effort, threads=threads, limit=limit,
        clock=None, seed=seed, out=out,
    )  # fmt: skip
    Match(setup, planned, games=number)  # complains before anything is compiled
    runner = runner_of(setup, ray, workers)
    setup = warmed(setup)
    with nullcontext() if out is None else closing(Store(out, setup, planned)) as store:
        match = Match(setup, planned, games=number, store=store)
        interrupted = watch(match, runner, lambda: _in_short(match))
    climb = climbed(match, chains, simple)
    if markdown is not None:
        write_to(markdown, as_markdown(climb, command_line()))
    if json:
        print(msgspec.json.encode(climb).decode())
    else:
        _print(climb)
    return exit_code(interrupted, out)


def _chains(names: list[str]) -> list[list[int]]:
    """Levels stand above each other, and so do the other bots; both begin with the first."""
    from genial.bots import LEVELS

    others = [place for place, name in enumerate(names) if name not in LEVELS]
    levels = [place for place, name in enumerate(names) if name in LEVELS]
    return [chain for chain in (others, [0, *levels]) if len(chain) > 1]


def _baseline(rules: Rules, names: list[str]) -> int | None:
    """The place of the strongest simple bot among those named."""
    from genial.games import PACKAGES

    stable = importlib.import_module(f"genial.bots.{PACKAGES[rules.name]}")
    return names.index(stable.BASELINE) if stable.BASELINE in names else None


def _in_short(match: Match) -> str:
    return f"{len(match.setup.entrants)} bots"


def _print(ladder: Ladder) -> None:
    from genial.cli.consoles import out
    from genial.cli.match_report import counted, elo_span, number, percent, plain_table, span

    console, table = out(), plain_table()
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
        f"{ladder.game}: {counted(ladder.games, 'game')} of {counted(ladder.deals, 'deal')}\n",
        soft_wrap=True,
    )
    console.print(table)
    against = f" and against {ladder.baseline}" if ladder.baseline else ""
    console.print(f"\nShares against the bot below{against}; ties count half.")
    console.print(f"Intervals: 95 %, deals as the independent units. Seed {ladder.seed}.")
    if forfeits := sum(rung.forfeits for rung in ladder.bots):
        console.print(f"{counted(forfeits, 'game')} forfeited; --json says by whom.")
