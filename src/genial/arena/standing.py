"""What the games of a match say of its bots, deal by deal."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from genial.arena.play import Played
from genial.arena.ratings import Comparisons


@dataclass(frozen=True)
class Deal:
    """A deal all of whose games were played."""

    number: int
    shares: dict[int, float]  # by entrant: of the first places, ties shared, mean of its seats
    utilities: dict[int, float]  # by entrant: how many of the others it was ahead of
    comparisons: Comparisons


@dataclass
class Standing:
    """Collects games in any order, and gives out deals in theirs."""

    entrants: int
    plans: Sequence[Sequence[tuple[int, ...]]]
    deals: dict[int, Deal] = field(default_factory=dict)
    games: dict[int, list[Played]] = field(default_factory=dict)  # by deal

    def add(self, played: Played) -> Deal | None:
        """Add a game; return its deal, if it is complete now."""
        games = self.games.setdefault(played.deal, [])
        games.append(played)
        plan = self.plans[(played.deal - 1) % len(self.plans)]
        if len(games) < len(plan):
            return None
        games.sort(key=lambda game: game.number)
        deal = sum_up(played.deal, games, self.entrants)
        self.deals[played.deal] = deal
        return deal

    def complete(self, last: int | None = None) -> list[Deal]:
        """Return the complete deals in order, up to the one with this number."""
        return [
            self.deals[number] for number in sorted(self.deals) if last is None or number <= last
        ]


def sum_up(number: int, games: Sequence[Played], entrants: int) -> Deal:
    """Sum up the games of a deal."""
    solo = len(games[0].seats) == 1
    tables = [_side_by_side(games)] if solo else [_Table.of(game) for game in games]
    shares: dict[int, list[float]] = {}
    utilities: dict[int, list[float]] = {}
    ahead = np.zeros((entrants, entrants))
    for table in tables:
        firsts = len({table.tracks[k] for k, rank in enumerate(table.ranks) if rank == 1})
        for k, entrant in enumerate(table.seats):
            shares.setdefault(entrant, []).append(1 / firsts if table.ranks[k] == 1 else 0.0)
            utilities.setdefault(entrant, []).append(table.utilities[k])
        for one, other in table.pairs():
            mine, theirs = table.ranks[one], table.ranks[other]
            gain = 0.5 if mine == theirs else float(mine < theirs)
            ahead[table.seats[one], table.seats[other]] += gain
            ahead[table.seats[other], table.seats[one]] += 1 - gain
    return Deal(number, _means(shares), _means(utilities), Comparisons(ahead))


def _means(values: dict[int, list[float]]) -> dict[int, float]:
    return {key: float(np.mean(value)) for key, value in values.items()}


@dataclass(frozen=True)
class _Table:
    """A game, or solo games of the same deal as if they had been one."""

    seats: Sequence[int]
    tracks: Sequence[int]
    ranks: Sequence[int]
    utilities: Sequence[float]

    @staticmethod
    def of(played: Played) -> _Table:
        count, tracks = len(played.seats), len(played.scores)
        return _Table(
            played.seats, [seat % tracks for seat in range(count)], played.ranks, played.utilities
        )

    def pairs(self) -> Iterable[tuple[int, int]]:
        """Return seats of different entrants that play against each other."""
        return [
            (one, other)
            for one, other in itertools.combinations(range(len(self.seats)), 2)
            if self.tracks[one] != self.tracks[other] and self.seats[one] != self.seats[other]
        ]


def _side_by_side(games: Sequence[Played]) -> _Table:
    """Compare solo games by their colours, lowest first; a bot that forfeits is never first."""
    keys = [[-1] if game.forfeit is not None else sorted(game.scores[0].values()) for game in games]
    others = max(1, len(games) - 1)
    return _Table(
        seats=[game.seats[0] for game in games],
        tracks=range(len(games)),
        ranks=[
            1 + sum(other > key for other in keys) + (game.forfeit is not None)
            for key, game in zip(keys, games, strict=True)
        ],
        utilities=[
            (sum((key > other) + 0.5 * (key == other) for other in keys) - 0.5) / others
            for key in keys
        ],
    )
