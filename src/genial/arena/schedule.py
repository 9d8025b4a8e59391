"""Seat the bots: every deal is played once for each rotation of the seats."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Sequence

import msgspec

from genial.core.errors import BadOption, one_of
from genial.core.game import Game

Seating = tuple[int, ...]  # the entrant of every seat
Plan = list[Seating]  # how the games of one deal are seated


class Fixture(msgspec.Struct, frozen=True):
    """A game to be played."""

    number: int  # from 1
    deal: int  # from 1; games of the same deal have the same bag, stack or shuffles
    seats: Seating


def fixtures(plans: Sequence[Plan], games: int) -> list[Fixture]:
    """Return as many games as asked for, or a few more, so that every deal is complete.

    The deals take turns.

    >>> [(game.deal, game.seats) for game in fixtures([[(0, 1), (1, 0)]], 3)]
    [(1, (0, 1)), (1, (1, 0)), (2, (0, 1)), (2, (1, 0))]
    """
    listed: list[Fixture] = []
    for deal, plan in enumerate(itertools.cycle(plans), 1):
        if len(listed) >= games:
            break
        listed += [Fixture(len(listed) + k, deal, seats) for k, seats in enumerate(plan, 1)]
    return listed


def plans(game: Game, places: Sequence[int]) -> list[Plan]:
    """Seat bots written in this order, deal by deal; raises BadOption.

    As many as seats: one line-up, its neighbours mixed from deal to deal. Two for more seats: the
    first against all others; in teams, team against team. More than seats: every combination.
    Solo: each bot plays every deal alone.

    >>> import genial
    >>> plans(genial.game("ingenious", players=4), (0, 1))
    [[(0, 1, 1, 1), (1, 0, 1, 1), (1, 1, 0, 1), (1, 1, 1, 0)]]
    """
    seats, teams = game.players, len(set(game.tracks)) < game.players
    if seats == 1:
        return [[(entrant,) for entrant in dict.fromkeys(places)]]
    if len(places) < 2:
        raise BadOption("a match needs at least 2 bots; name one twice to see it play itself")
    if len(places) == seats:
        lineups = [tuple(places)] if teams else _arrangements(tuple(places))
    elif len(places) == 2:
        lineups = [(0, 1) * (seats // 2) if teams else (0,) + (1,) * (seats - 1)]
    elif len(places) > seats and len(set(places)) == len(places) and not teams:
        rounds = [_arrangements(few) for few in itertools.combinations(places, seats)]
        lineups = [lineup for together in zip(*rounds, strict=True) for lineup in together]
    else:
        numbers = one_of([2, seats] if seats > 2 else [2])
        more = "" if teams else ", or more that all differ"
        raise BadOption(f"{seats} seats need {numbers} bots{more}, not {len(places)}")
    return [rotations(lineup) for lineup in lineups]


def duels(game: Game, pairs: Sequence[tuple[int, int]]) -> list[Plan]:
    """Seat each pair of entrants, deal by deal."""
    ((pattern),) = plans(game, (0, 1))
    return [[tuple(pair[place] for place in seats) for seats in pattern] for pair in pairs]


def _arrangements(lineup: Seating) -> list[Seating]:
    """Return the different ways to sit around a table, whichever seat begins."""
    seen: dict[frozenset[Seating], Seating] = {}
    for rest in itertools.permutations(lineup[1:]):
        arrangement = (lineup[0], *rest)
        seen.setdefault(frozenset(rotations(arrangement)), arrangement)
    return list(seen.values())


def rotations(lineup: Seating) -> Plan:
    """Return the line-up with its seats rotated, each way once.

    >>> rotations((0, 1, 0, 1))
    [(0, 1, 0, 1), (1, 0, 1, 0)]
    """
    count = len(lineup)
    turned = [tuple(lineup[(seat - by) % count] for seat in range(count)) for by in range(count)]
    return list(dict.fromkeys(turned))


def key_of(seed: int, deal: int) -> bytes:
    """Return the dealer's key of a deal: it follows from the match's seed."""
    return hashlib.sha256(f"genial arena {seed} {deal}".encode()).digest()


def seed_of(seed: int, number: int, seat: int) -> int:
    """Return the seed of the bot on a seat in a game, of 53 bits: JavaScript has no more."""
    digest = hashlib.sha256(f"genial arena {seed} {number} {seat}".encode()).digest()
    return int.from_bytes(digest[:8], "big") >> 11
