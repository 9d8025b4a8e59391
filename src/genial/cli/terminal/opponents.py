"""Decide which bot plays on which seat, from the command line or from a record."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from genial.core.errors import BadOption, nearest, one_of, quote, shorten

if TYPE_CHECKING:
    from genial.bots import Bot
    from genial.cli.i18n.messages import Messages
    from genial.core.game import Game

HUMAN = "human"  # in records, instead of the name of a bot
_DEFAULT_LEVEL = "casual"


def default_bot(game: Game) -> str:
    """Return the bot that plays if no other is chosen."""
    from genial.bots import levels, names

    return _DEFAULT_LEVEL if _DEFAULT_LEVEL in levels(game) else names(game)[0]


def strongest_bot(game: Game) -> str:
    """Return the strongest bot, which gives hints."""
    from genial.bots import levels, names

    return (levels(game) or names(game))[-1]


def assign_bots(game: Game, chosen: Sequence[str], seats: Collection[int]) -> dict[int, str]:
    """Return a bot for each of the seats; the last one given takes all that remain."""
    from genial.bots import names

    known = names(game)
    for name in chosen:
        if name not in known:
            there = f"there are {one_of(known)}"
            raise BadOption(f"there is no bot {quote(name)}{nearest(name, known)}; {there}",
                            reason="unknown-bot", bot=shorten(name),
                            allowed=", ".join(known))  # fmt: skip
    if len(chosen) > len(seats):
        count = f"{len(seats)} seat{'' if len(seats) == 1 else 's'}"
        raise BadOption(f"too many bots: {len(chosen)} for {count}", reason="too-many-bots",
                        count=len(chosen), seats=len(seats))  # fmt: skip
    order = [*chosen, *[chosen[-1] if chosen else default_bot(game)] * (len(seats) - len(chosen))]
    return dict(zip(sorted(seats), order, strict=True))


def bots_in_record(headers: Mapping[str, str], game: Game) -> dict[int, str]:
    """Return the bots that a record names, by seat."""
    from genial.bots import names

    known = names(game)
    there = {seat: headers.get(f"seat {seat}", HUMAN) for seat in range(1, game.players + 1)}
    return {seat: name for seat, name in there.items() if name in known}


def seat_headers(game: Game, bots: Mapping[int, str]) -> dict[str, str]:
    """Return the headers of a record that name the players."""
    return {f"seat {seat}": bots.get(seat, HUMAN) for seat in range(1, game.players + 1)}


def player_names(players: int, bots: Mapping[int, str], say: Messages) -> dict[int, str]:
    """Return what the players are called, by seat."""
    is_alone = len(bots) == players - 1
    people = say("you") if is_alone else say("human")
    return {seat: say.bot(bots[seat]) if seat in bots else people for seat in range(1, players + 1)}


def create_bots(game: Game, bots: Mapping[int, str], seed: int | None) -> dict[int, Bot]:
    """Create the bots, each with its own seed derived from `seed`."""
    from genial.bots import make

    return {seat: make(game, name, seed=_seed(seed, seat)) for seat, name in bots.items()}


def _seed(seed: int | None, seat: int) -> int | None:
    if seed is None:
        return None
    digest = hashlib.blake2b(f"{seed} bot {seat}".encode(), digest_size=4).digest()
    return int.from_bytes(digest, "big")
