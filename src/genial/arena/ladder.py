"""A ladder: the bots of a game from the weakest to the strongest."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

import msgspec

from genial.arena.match import Match
from genial.arena.ratings import ratings
from genial.arena.statistics import Interval, share_interval


class Rung(msgspec.Struct, kw_only=True):
    """A bot on the ladder."""

    name: str
    below: str | None  # the bot one rung below
    share: float | None  # against that one, ties half
    interval: Interval | None  # 95 %, like all of them
    baseline: float | None  # the share against the strongest simple bot
    baseline_interval: Interval | None
    elo: float | None  # above the lowest rung
    elo_interval: Interval | None
    lowest: float | None
    ms_per_move: float | None
    max_ms: float | None
    forfeits: int


class Ladder(msgspec.Struct, kw_only=True):
    """All rungs, the lowest first."""

    game: str
    games: int
    bots: list[Rung]
    baseline: str | None
    options: dict[str, Any]
    deals: int
    seed: int
    told: dict[str, int | float | str]
    version: str


def pairs(
    chains: Sequence[Sequence[int]], baseline: int | None, *, all_pairs: bool
) -> list[tuple[int, int]]:
    """Return the pairs, the higher rung first: neighbours of a chain and the baseline, or all.

    >>> pairs([[0, 1, 2], [0, 3]], 1, all_pairs=False)
    [(1, 0), (2, 1), (3, 0), (3, 1)]
    """
    met = {pair[::-1] for chain in chains for pair in itertools.pairwise(chain)}
    places = sorted({place for chain in chains for place in chain})
    if baseline is not None:
        others = [place for place in places if place != baseline]
        met |= {(max(other, baseline), min(other, baseline)) for other in others}
    if all_pairs:
        met |= {(higher, lower) for lower, higher in itertools.combinations(places, 2)}
    return sorted({max(pair, pair[::-1]) for pair in met})


def build_ladder(match: Match, chains: Sequence[Sequence[int]], baseline: int | None) -> Ladder:
    """Build the ladder from a match of pairs; strengths are sorted, weakest first."""
    below = {higher: lower for chain in chains for lower, higher in itertools.pairwise(chain)}
    report = match.report()
    deals = match.standing.complete()
    rated = ratings([deal.comparisons for deal in deals], len(report.bots), anchor=0)
    scores: dict[tuple[int, int | None], list[float]] = {}
    for deal in deals:
        ahead = deal.comparisons.ahead
        for one, other in itertools.permutations(deal.shares, 2):
            met = float(ahead[one, other] + ahead[other, one])
            scores.setdefault((one, other), []).append(float(ahead[one, other]) / met)
    rungs = []
    for place, bot in enumerate(report.bots):
        lower = below.get(place)
        share, interval = _estimate(scores.get((place, lower), []))
        simple, simple_interval = _estimate(scores.get((place, baseline), []))
        rungs.append(
            Rung(
                name=bot.name,
                below=None if lower is None else report.bots[lower].name,
                share=share,
                interval=interval,
                baseline=simple,
                baseline_interval=simple_interval,
                elo=rated[place].elo,
                elo_interval=rated[place].interval,
                lowest=bot.lowest,
                ms_per_move=bot.ms_per_move,
                max_ms=bot.max_ms,
                forfeits=bot.forfeits,
            )
        )
    rungs.sort(key=lambda rung: -1e9 if rung.elo is None else rung.elo)
    return Ladder(
        game=report.game,
        games=report.games,
        bots=rungs,
        baseline=None if baseline is None else report.bots[baseline].name,
        options=report.options,
        deals=report.deals,
        seed=report.seed,
        told=report.told,
        version=report.version,
    )


def _estimate(scores: Sequence[float]) -> tuple[float | None, Interval | None]:
    if not scores:
        return None, None
    return sum(scores) / len(scores), share_interval(scores)


def markdown(ladder: Ladder, command: str) -> str:
    """Format the ladder in Markdown, strongest first, with the command that made it."""
    simple = ladder.baseline
    heads = ["bot", "against the one below", *([f"against {simple}"] if simple else []), "Elo",
             "ms a move"]  # fmt: skip
    lines = [_cells(heads), "|" + "---|" * len(heads)]
    for rung in reversed(ladder.bots):
        below = f"{rung.below}: " if rung.below else ""
        cells = [rung.name, below + _share(rung.share, rung.interval)]
        if simple:
            cells.append(_share(rung.baseline, rung.baseline_interval))
        cells += [_elo(rung), "–" if rung.ms_per_move is None else f"{rung.ms_per_move:.3g}"]
        lines.append(_cells(cells))
    options = ", ".join(f"{key} {value}" for key, value in ladder.options.items())
    made = (
        f"{ladder.games:,} games of {ladder.deals:,} deals, each played once for every rotation of "
        f"the seats ({options}; seed {ladder.seed}); 95 % intervals from the deals. Made by:"
    )
    return "\n".join([*lines, "", made, "", f"    {command}", ""])


def _cells(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def _share(share: float | None, interval: Interval | None) -> str:
    if share is None or interval is None:
        return "–"
    return f"{100 * share:.1f} % ({100 * interval[0]:.1f}–{100 * interval[1]:.1f})"


def _elo(rung: Rung) -> str:
    if rung.elo is None:
        return "–"
    if rung.elo_interval is None:
        return "0"
    return f"{rung.elo:.0f} ({rung.elo_interval[0]:.0f} to {rung.elo_interval[1]:.0f})"
