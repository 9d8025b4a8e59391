"""What has happened at a table, one struct for each event. A table is the replay of its events.

Events are stored as JSON: their tags and field names stay as they are.
"""

from __future__ import annotations

from typing import Literal

import msgspec

Phase = Literal["waiting", "playing", "over"]  # of a table
Proposal = Literal["undo", "draw", "resign", "rematch"]  # what other players must agree to
How = Literal["finished", "resigned", "time", "agreed", "aborted", "abandoned"]  # a game ended


class Person(msgspec.Struct, frozen=True, tag="person", omit_defaults=True):
    """A seat of an account; account and name are empty if it was deleted."""

    account: str
    name: str
    nonce: str = ""  # what this player adds to the key of the deals, in hexadecimal digits
    bot: bool = False  # a program plays with this account
    guest: bool = False  # the account had no password when it took the seat


class Screen(msgspec.Struct, frozen=True, tag="screen"):
    """A seat of a player who shares the host's screen."""

    account: str  # the host's: it moves for this seat
    name: str


class Robot(msgspec.Struct, frozen=True, tag="bot"):
    """A seat of a bot."""

    level: str


class Free(msgspec.Struct, frozen=True, tag="free"):
    """A seat that nothing has taken yet."""


Human = Person | Screen
Sitter = Human | Robot | Free


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
    listed: bool = True  # otherwise only those with the link find it
    hints: bool = True
    take_backs: bool = True
    counting: bool = True  # may players be shown what is still to come?
    daily: str = ""  # the day whose challenge it is
    bots: bool = False  # may bots with accounts of their own sit at this rated table?
    from_position: bool = False  # does the game begin from a position, not from the set-up?
    local: bool = False  # was it played in a browser, without the server?


class Opened(msgspec.Struct, frozen=True, tag="opened", kw_only=True, omit_defaults=True):
    """A host opened the table."""

    host: str  # account
    terms: Terms
    seats: tuple[Sitter, ...]
    beginning: str = ""  # the position from which the game begins, as JSON; none: the set-up
    evening: str = ""  # the table at which these players began, if this is a rematch
    earlier: int = 0  # tables of that evening before this one


class Seated(msgspec.Struct, frozen=True, tag="seated"):
    """A player took a seat, or left it free."""

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
    command: str = ""  # the client's name for it, so that it is not played twice


class TakenBack(msgspec.Struct, frozen=True, tag="taken back"):
    """The last moves were taken back; what was drawn stays drawn."""

    moves: int


class Agreed(msgspec.Struct, frozen=True, tag="agreed"):
    """A seat proposed something, or agreed to what another seat had proposed."""

    seat: int
    proposal: Proposal = msgspec.field(name="wish")


class Declined(msgspec.Struct, frozen=True, tag="declined"):
    """A seat declined a proposal, or withdrew its own."""

    seat: int
    proposal: Proposal = msgspec.field(name="wish")


class Followed(msgspec.Struct, frozen=True, tag="followed"):
    """The same players play again, at another table."""

    table: str


class Replaced(msgspec.Struct, frozen=True, tag="replaced", omit_defaults=True):
    """A bot took over a seat, which is ranked last."""

    seat: int
    level: str
    why: Literal["time", "resigned", "gone"]


class Paused(msgspec.Struct, frozen=True, tag="paused", omit_defaults=True):
    """Time was given back to the running clock: the server was away."""

    seconds: float
    until: float = 0.0  # all downtimes that ended by then are given back


class Readied(msgspec.Struct, frozen=True, tag="readied"):
    """The player to move has the shared screen in hand: the clock runs."""

    seat: int


class Ended(msgspec.Struct, frozen=True, tag="ended", kw_only=True, omit_defaults=True):
    """The game is over. `key` is what the deals followed from."""

    how: How
    seat: int | None = None
    ranks: tuple[int, ...] | None = None
    key: str = ""


class Forgotten(msgspec.Struct, frozen=True, tag="forgotten", omit_defaults=True):
    """The account on these seats, or the host's, was deleted: no event names it any more."""

    seats: tuple[int, ...]
    host: bool = False


Event = (
    Opened | Seated | Started | Moved | TakenBack | Agreed | Declined | Followed | Replaced | Paused
    | Readied | Ended | Forgotten
)  # fmt: skip


class Entry(msgspec.Struct, frozen=True):
    """An event with its number at the table, from 1, and its time (epoch seconds)."""

    number: int
    at: float
    event: Event


encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(Event).decode
