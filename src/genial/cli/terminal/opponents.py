"""The bots at the table: which of them sits where, as asked for or as a record has it."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from genial.core.errors import BadOption, nearest, one_of, quoted

if TYPE_CHECKING:
    from genial.bots import Bot
    from genial.core.game import Game

HUMAN = "human"  # what a record calls a person at a seat; a bot goes by its name
_USUAL = "casual"


def usual(game: Game) -> str:
    """The bot that plays where no other is asked for."""
    from genial.bots import levels, names

    return _USUAL if _USUAL in levels(game) else names(game)[0]


def strongest(game: Game) -> str:
    """The bot to ask for advice."""
    from genial.bots import levels, names

    return (levels(game) or names(game))[-1]


def seated(game: Game, asked: Sequence[str], seats: Collection[int]) -> dict[int, str]:
    """The name of the bot at each of the seats; the last one asked for takes all that remain."""
    from genial.bots import names

    known = names(game)
    for name in asked:
        if name not in known:
            there = f"there are {one_of(known)}"
            raise BadOption(f"there is no bot {quoted(name)}{nearest(name, known)}; {there}")
    if len(asked) > len(seats):
        raise BadOption(f"{len(asked)} bots are asked for, but {len(seats)} seats are left to them")
    order = [*asked, *[asked[-1] if asked else usual(game)] * (len(seats) - len(asked))]
    return dict(zip(sorted(seats), order, strict=True))


def named_in(headers: Mapping[str, str], game: Game) -> dict[int, str]:
    """The bots that a record names, by seat."""
    from genial.bots import names

    known = names(game)
    there = {seat: headers.get(f"seat {seat}", HUMAN) for seat in range(1, game.players + 1)}
    return {seat: name for seat, name in there.items() if name in known}


def seat_headers(game: Game, bots: Mapping[int, str]) -> dict[str, str]:
    """What a record says of the seats."""
    return {f"seat {seat}": bots.get(seat, HUMAN) for seat in range(1, game.players + 1)}


def made(game: Game, bots: Mapping[int, str], seed: int | None) -> dict[int, Bot]:
    """The bots themselves; with a seed each has one of its own."""
    from genial.bots import make

    return {seat: make(game, name, seed=_seed(seed, seat)) for seat, name in bots.items()}


def _seed(seed: int | None, seat: int) -> int | None:
    if seed is None:
        return None
    digest = hashlib.blake2b(f"{seed} bot {seat}".encode(), digest_size=4).digest()
    return int.from_bytes(digest, "big")
