"""The numbers of a match, as plain data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import numpy as np

from genial.arena.host import Setup
from genial.arena.play import Played
from genial.arena.ratings import ratings
from genial.arena.sprt import Sprt, Verdict
from genial.arena.standing import Deal, Standing
from genial.arena.statistics import Interval, mean_interval, share_interval, superiority
from genial.core.facts import HEAD_START
from genial.games import facts


class BotReport(msgspec.Struct, kw_only=True):
    """What a match says of one bot."""

    name: str
    share: float | None  # of the first places, ties shared
    interval: Interval | None  # of the share; all intervals are 95 %
    lowest: float | None  # the lowest colour (or the points that count) at the end, mean
    ms_per_move: float | None
    max_ms: float | None
    utility: float | None  # the share of the others it was ahead of, ties half
    utility_interval: Interval | None
    elo: float | None  # above the last bot
    elo_interval: Interval | None
    lowest_interval: Interval | None
    seats: int  # played on, over all games
    wins: int  # first alone, or with its team
    ties: int  # first with others
    losses: int
    forfeits: int
    written: str


class ForfeitReport(msgspec.Struct):
    """A game that a bot forfeited."""

    game: int
    bot: str
    seat: int
    why: str
    reason: str


class SprtReport(msgspec.Struct):
    """How a sequential test stands."""

    elo0: float
    elo1: float
    alpha: float
    beta: float
    llr: float
    bounds: Interval
    verdict: Verdict | None


class Report(msgspec.Struct, kw_only=True):
    """What a match says, so far or at its end."""

    game: str
    games: int  # of complete deals
    bots: list[BotReport]
    options: dict[str, Any]
    deals: int
    unpaired: int  # games of deals that are not complete, and do not count
    fair: float  # the share that bots of equal strength would have
    seed: int
    told: dict[str, int | float | str]
    limit: float
    clock: list[float] | None
    pairs: list[int] | None  # deals by the first bot's score, from all lost to all won
    superiority: float | None  # how likely it is that the first of two bots is the stronger
    sprt: SprtReport | None
    forfeits: list[ForfeitReport]
    version: str

    @property
    def score_label(self) -> str:
        """What `lowest` of the bots is called: the lowest colour, or points."""
        points = facts(self.game).counts_points or self.options.get("games", 1) > 1
        return "points" if points else "lowest"


def pair_counts(deals: Sequence[Deal]) -> list[int]:
    """Return how many deals had each score of the first of two bots, from 0 to 1 in equal steps."""
    if not deals:
        return [0] * 5
    points = [deal.comparisons.ahead[0, 1] for deal in deals]
    most = round(float(deals[0].comparisons.ahead.sum()) * 2)
    counts = np.bincount(np.rint(2 * np.array(points)).astype(int), minlength=most + 1)
    return [int(count) for count in counts]


def report(
    setup: Setup, standing: Standing, *, sprt: Sprt | None = None, last: int | None = None
) -> Report:
    """Return the numbers of a match, from its complete deals up to the one with number `last`."""
    from genial import __version__

    deals = standing.complete(last)
    games = [game for deal in deals for game in standing.games[deal.number]]
    count = len(setup.entrants)
    solo = setup.rules().players == 1
    tables = count if solo else len(set(setup.rules().tracks))
    scores = [_score(deal) for deal in deals] if count == 2 else []
    rated = ratings([deal.comparisons for deal in deals], count, anchor=count - 1)
    bots = []
    for place in range(count):
        bot = _bot(place, setup, deals, games)
        bot.elo, bot.elo_interval = rated[place].elo, rated[place].interval
        bots.append(bot)
    return Report(
        game=setup.game,
        games=len(games),
        bots=bots,
        options=_options(setup),
        deals=len(deals),
        unpaired=0 if last is not None else _game_count(standing) - len(games),
        fair=1 / tables,
        seed=setup.seed,
        told=setup.told,
        limit=setup.limit,
        clock=None if setup.clock is None else [setup.clock.left, setup.clock.increment],
        pairs=pair_counts(deals) if count == 2 else None,
        superiority=superiority(scores) if count == 2 else None,
        sprt=None if sprt is None else sprt_report(sprt, deals),
        forfeits=_forfeits(setup, games),
        version=__version__,
    )


def _options(setup: Setup) -> dict[str, Any]:
    """Return the options of the game; head starts are in the order of the bots."""
    if setup.head_starts is None:
        return setup.options
    return {**setup.options, HEAD_START: " ".join(map(str, setup.head_starts))}


def stronger(report: Report) -> str:
    """Return which of two bots is probably the stronger one, as a sentence."""
    assert report.superiority is not None
    first = report.superiority >= 0.5
    sure = report.superiority if first else 1 - report.superiority
    words = "more than 99.9 %" if sure > 0.999 else f"{100 * sure:.1f} %"
    return f"{report.bots[0 if first else 1].name} is the stronger one with {words} probability."


def sprt_report(sprt: Sprt, deals: Sequence[Deal]) -> SprtReport:
    """Return how the test stands after these deals."""
    ratio = sprt.ratio(pair_counts(deals))
    return SprtReport(
        sprt.elo0, sprt.elo1, sprt.alpha, sprt.beta, ratio, sprt.bounds, sprt.verdict(ratio)
    )


def _game_count(standing: Standing) -> int:
    return sum(len(games) for games in standing.games.values())


def _score(deal: Deal) -> float:
    """Return the first bot's share of the comparisons with the second."""
    ahead = deal.comparisons.ahead
    return float(ahead[0, 1] / (ahead[0, 1] + ahead[1, 0]))


def _bot(place: int, setup: Setup, deals: Sequence[Deal], games: Sequence[Played]) -> BotReport:
    shares = [deal.shares[place] for deal in deals if place in deal.shares]
    utilities = [deal.utilities[place] for deal in deals if place in deal.utilities]
    seats = [(game, seat) for game in games for seat, one in enumerate(game.seats) if one == place]
    first = _first_places(seats, shares)
    moves = sum(game.moves[seat] for game, seat in seats)
    entrant = setup.entrants[place]
    reached = [(game.deal, game.points(seat)) for game, seat in seats]
    points = [(deal, number) for deal, number in reached if number is not None]
    return BotReport(
        name=entrant.name,
        share=_mean(shares),
        interval=share_interval(shares) if shares else None,
        lowest=_mean([number for _, number in points]),
        ms_per_move=sum(game.ms[seat] for game, seat in seats) / moves if moves else None,
        max_ms=max((game.slowest_ms[seat] for game, seat in seats), default=None),
        utility=_mean(utilities),
        utility_interval=share_interval(utilities) if utilities else None,
        elo=None,
        elo_interval=None,
        lowest_interval=_not_negative(mean_interval(_by_deal(points))),
        seats=len(seats),
        wins=first.count(1.0),
        ties=sum(0 < share < 1 for share in first),
        losses=first.count(0.0),
        forfeits=sum(
            game.forfeit is not None and game.forfeit.seat == seat + 1 for game, seat in seats
        ),
        written=entrant.written,
    )


def _first_places(seats: Sequence[tuple[Played, int]], alone: Sequence[float]) -> list[float]:
    """Return the shares of first places by seat; solo, `alone` by deal."""
    if seats and len(seats[0][0].seats) == 1:
        return list(alone)
    places = []
    for game, seat in seats:
        partners = len(game.seats) // len(game.scores)
        places.append(partners / game.ranks.count(1) if game.ranks[seat] == 1 else 0.0)
    return places


def _not_negative(interval: Interval | None) -> Interval | None:
    return interval and (max(0.0, interval[0]), interval[1])


def _by_deal(points: Sequence[tuple[int, int]]) -> list[float]:
    """Return the mean of the points of each deal."""
    values: dict[int, list[int]] = {}
    for deal, number in points:
        values.setdefault(deal, []).append(number)
    return [sum(few) / len(few) for few in values.values()]


def _mean(values: Sequence[float]) -> float | None:
    return float(np.mean(values)) if values else None


def _forfeits(setup: Setup, games: Sequence[Played]) -> list[ForfeitReport]:
    return [
        ForfeitReport(
            game.number,
            setup.entrants[game.seats[game.forfeit.seat - 1]].name,
            game.forfeit.seat,
            game.forfeit.why,
            game.forfeit.reason,
        )
        for game in games
        if game.forfeit is not None
    ]
