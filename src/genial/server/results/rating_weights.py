"""How much a rated game counts for each seat: docs/ratings.md states every number here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from genial.server.storage import schema
from genial.server.tables.events import Entry, Moved, Replaced

FEWEST_MOVES = 2  # of every player, for a game to be rated
REPEATS_FADE = 0.5  # weight of each further game against the same opponent
REPEATS_SECONDS = 86400.0  # in which games against the same opponent are counted


class RatedPlayer(NamedTuple):
    """An account, and the network that it played from, if known."""

    account: str | None
    place: str | None

    def is_like(self, other: RatedPlayer) -> bool:
        """Is it the same opponent: the same account, or another one in the same network?"""
        is_same = self.account is not None and self.account == other.account
        return is_same or (self.place is not None and self.place == other.place)


def is_long_enough(entries: Collection[Entry], seats: int) -> bool:
    """Has every player moved often enough? Moves of a bot in their place do not count."""
    moves: Counter[int] = Counter()
    replaced: set[int] = set()
    for entry in entries:
        match entry.event:
            case Moved(seat=seat) if seat not in replaced:
                moves[seat] += 1
            case Replaced(seat=seat):
                replaced.add(seat)
            case _:
                pass
    return all(moves[seat] >= FEWEST_MOVES for seat in range(1, seats + 1))


def weights(
    players: Sequence[RatedPlayer],
    tracks: Sequence[int],
    earlier: Collection[Mapping[int, RatedPlayer]],
) -> list[float]:
    """Return by seat how much a game counts, after earlier ones in the same period.

    Each opponent fades with every earlier game against them; a seat gets the mean.

    >>> ada, bob = RatedPlayer("a", "x"), RatedPlayer("b", "y")
    >>> weights([ada, bob], (0, 1), [])
    [1.0, 1.0]
    >>> weights([ada, bob], (0, 1), [{1: RatedPlayer("c", "y"), 2: ada}])
    [0.5, 0.5]
    """
    found = []
    for me, mine in zip(players, tracks, strict=True):
        faded = [
            REPEATS_FADE ** sum(_met(me, other, tracks, game) for game in earlier)
            for other, theirs in zip(players, tracks, strict=True)
            if theirs != mine
        ]
        found.append(sum(faded) / len(faded))
    return found


def _met(
    one: RatedPlayer, other: RatedPlayer, tracks: Sequence[int], game: Mapping[int, RatedPlayer]
) -> bool:
    """Did these two players, or similar ones, play against each other in a game?"""
    return any(
        tracks[seat - 1] != tracks[against - 1] and one.is_like(first) and other.is_like(second)
        for seat, first in game.items()
        for against, second in game.items()
    )


async def earlier_games(
    connection: AsyncConnection,
    game: str,
    variant: str,
    players: Collection[RatedPlayer],
    at: float,
) -> list[dict[int, RatedPlayer]]:
    """Return the rated games of these players, or of similar ones, in the period before."""
    results = schema.results
    accounts = {one.account for one in players if one.account is not None}
    places = {one.place for one in players if one.place is not None}
    theirs = sa.select(results.c.table_name).where(
        results.c.at > at - REPEATS_SECONDS,
        results.c.rated,
        results.c.game == game,
        results.c.variant == variant,
        sa.or_(results.c.account.in_(accounts), results.c.place.in_(places)),
    )
    query = sa.select(
        results.c.table_name, results.c.seat, results.c.account, results.c.place
    ).where(results.c.table_name.in_(theirs))
    games: dict[str, dict[int, RatedPlayer]] = {}
    for row in await connection.execute(query):
        games.setdefault(row.table_name, {})[row.seat] = RatedPlayer(row.account, row.place)
    return list(games.values())


async def new_opponents(
    connection: AsyncConnection,
    me: RatedPlayer,
    others: Collection[RatedPlayer],
    game: str,
    variant: str,
) -> int:
    """Count the opponents that an account has not met in a rated game before.

    Accounts in one network are one opponent, and those in the same network as `me` are none.
    """
    mine, theirs = schema.results, schema.results.alias("theirs")
    seen, new = [me], 0
    for other in others:
        if other.account is None or any(one.is_like(other) for one in seen):
            continue
        seen.append(other)
        like = [theirs.c.account == other.account]
        if other.place is not None:
            like.append(theirs.c.place == other.place)
        query = (
            sa.select(mine.c.table_name)
            .join(theirs, theirs.c.table_name == mine.c.table_name)
            .where(
                mine.c.account == me.account,
                mine.c.rated,
                mine.c.game == game,
                mine.c.variant == variant,
                theirs.c.seat != mine.c.seat,
                sa.or_(*like),
            )
            .limit(1)
        )
        new += (await connection.execute(query)).first() is None
    return new
