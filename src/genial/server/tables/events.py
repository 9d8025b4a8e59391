"""What happens at a table, a struct an event. A table is what its events replay to."""

from __future__ import annotations

from typing import Literal

import msgspec

Phase = Literal["waiting", "playing", "over"]  # of a table
Wish = Literal["undo", "draw", "resign", "rematch"]  # what the others must agree to
How = Literal["finished", "resigned", "time", "agreed", "aborted", "abandoned"]  # it ended


class Person(msgspec.Struct, frozen=True, tag="person", omit_defaults=True):
    """A seat of somebody with an account; both are empty if it was deleted."""

    account: str
    name: str
    nonce: str = ""  # what this person adds to the key of the deals, in hexadecimal digits
    bot: bool = False  # a program plays with this account
    guest: bool = False  # the name was not kept with a password when this person sat down


class Screen(msgspec.Struct, frozen=True, tag="screen"):
    """A seat of somebody at the same screen as the host."""

    account: str  # the host's, who moves for it
    name: str


class Robot(msgspec.Struct, frozen=True, tag="bot"):
    """A seat of a bot."""

    level: str


class Free(msgspec.Struct, frozen=True, tag="free"):
    """A seat that waits for somebody."""


Sitter = Person | Screen | Robot | Free


class Pace(msgspec.Struct, frozen=True, kw_only=True):
    """A clock: seconds for the whole game and for each turn on top, or seconds for a turn."""

    seconds: float
    increment: float = 0.0
    by_turn: bool = False  # the seconds are those of one turn


class Terms(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a table plays, and how."""

    game: str
    options: dict[str, int | str]
    pace: Pace | None = None
    rated: bool = False
    listed: bool = True  # otherwise only who has the link finds it
    hints: bool = True
    take_backs: bool = True
    counting: bool = True  # may players be shown what is still to come?
    daily: str = ""  # the day whose challenge it is
    bots: bool = False  # may bots with accounts of their own sit at this rated table?


class Opened(msgspec.Struct, frozen=True, tag="opened", kw_only=True):
    """Somebody opened the table."""

    host: str  # account
    terms: Terms
    seats: tuple[Sitter, ...]


class Seated(msgspec.Struct, frozen=True, tag="seated"):
    """Somebody sat down, or left the seat free."""

    seat: int
    sitter: Sitter


class Started(msgspec.Struct, frozen=True, tag="started", kw_only=True):
    """The game began with these deals, committed to beforehand."""

    commitment: str
    nonces: dict[int, str]
    lines: tuple[str, ...]


class Moved(msgspec.Struct, frozen=True, tag="moved", kw_only=True, omit_defaults=True):
    """A seat played a move, and chance followed it."""

    seat: int
    move: str
    lines: tuple[str, ...] = ()
    command: str = ""  # what the client called it, so that it is not played twice


class TakenBack(msgspec.Struct, frozen=True, tag="taken back"):
    """The last moves were taken back; what was drawn stays drawn."""

    moves: int


class Agreed(msgspec.Struct, frozen=True, tag="agreed"):
    """A seat wishes something, or agrees to what another one wished."""

    seat: int
    wish: Wish


class Declined(msgspec.Struct, frozen=True, tag="declined"):
    """A seat does not agree to a wish, or no longer wishes it."""

    seat: int
    wish: Wish


class Followed(msgspec.Struct, frozen=True, tag="followed"):
    """The same people play again, at another table."""

    table: str


class Replaced(msgspec.Struct, frozen=True, tag="replaced", omit_defaults=True):
    """A bot plays on for a seat, which is ranked last."""

    seat: int
    level: str
    why: Literal["time", "resigned", "gone"]


class Paused(msgspec.Struct, frozen=True, tag="paused", omit_defaults=True):
    """Nobody's clock is charged for this time: the server was away."""

    seconds: float
    until: float = 0.0  # all downtimes that ended by then are given back


class Ended(msgspec.Struct, frozen=True, tag="ended", kw_only=True, omit_defaults=True):
    """The game is over. `key` is what the deals followed from."""

    how: How
    seat: int | None = None
    ranks: tuple[int, ...] | None = None
    key: str = ""


class Forgotten(msgspec.Struct, frozen=True, tag="forgotten", omit_defaults=True):
    """Who held these seats, or opened the table, deleted his account: no event names him now."""

    seats: tuple[int, ...]
    host: bool = False


Event = (
    Opened | Seated | Started | Moved | TakenBack | Agreed | Declined | Followed | Replaced | Paused
    | Ended | Forgotten
)  # fmt: skip


class Entry(msgspec.Struct, frozen=True):
    """An event with its number at the table, from 1, and when it happened (epoch seconds)."""

    number: int
    at: float
    event: Event


encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(Event).decode
