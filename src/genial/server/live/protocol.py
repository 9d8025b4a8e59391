"""What goes over the socket: JSON, one tagged struct a message. The version is in its address."""

from __future__ import annotations

from typing import Annotated

import msgspec

from genial.core.errors import Fact
from genial.core.explanation import Choices
from genial.core.patterns import whole
from genial.core.view import View
from genial.server.tables.events import Ended, Pace, Phase, Sitter, Terms, Wish

VERSION = 1
STORABLE = whole(r"[^\x00]*")  # a pattern of texts: PostgreSQL has no place for NUL

TableName = Annotated[
    str, msgspec.Meta(min_length=1, max_length=40, pattern=whole("[A-Za-z0-9_-]+"))
]
CommandName = Annotated[str, msgspec.Meta(max_length=40)]
MoveText = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
ChatText = Annotated[str, msgspec.Meta(min_length=1, max_length=500)]
SeatNumber = Annotated[int, msgspec.Meta(ge=1, le=4)]


# --- from a client


class Watch(msgspec.Struct, frozen=True, tag="watch", forbid_unknown_fields=True):
    """Tell me what happens at a table, after what I know."""

    table: TableName
    since: Annotated[int, msgspec.Meta(ge=0)] = 0


class Unwatch(msgspec.Struct, frozen=True, tag="unwatch", forbid_unknown_fields=True):
    """Tell me no more of a table."""

    table: TableName


class Play(msgspec.Struct, frozen=True, tag="play", forbid_unknown_fields=True):
    """I move. A number says what I know: if more has happened, the move is stale."""

    table: TableName
    seat: SeatNumber
    move: MoveText
    number: Annotated[int, msgspec.Meta(ge=0)]
    command: CommandName = ""


class Agree(msgspec.Struct, frozen=True, tag="agree", forbid_unknown_fields=True):
    """I wish something, or agree to it: undo, draw, rematch, or to resign."""

    table: TableName
    seat: SeatNumber
    wish: Wish
    command: CommandName = ""


class Decline(msgspec.Struct, frozen=True, tag="decline", forbid_unknown_fields=True):
    """I do not agree to a wish, or take mine back."""

    table: TableName
    seat: SeatNumber
    wish: Wish
    command: CommandName = ""


class Claim(msgspec.Struct, frozen=True, tag="claim", forbid_unknown_fields=True):
    """Who is to move is gone: I win, or a bot shall play on."""

    table: TableName
    replace: bool = False
    command: CommandName = ""


class Say(msgspec.Struct, frozen=True, tag="say", forbid_unknown_fields=True):
    """I say something at a table."""

    table: TableName
    text: ChatText
    command: CommandName = ""


class Ping(msgspec.Struct, frozen=True, tag="ping", forbid_unknown_fields=True):
    """Are you there?"""

    command: CommandName = ""


FromClient = Watch | Unwatch | Play | Agree | Decline | Claim | Say | Ping


# --- to a client


class Situation(msgspec.Struct, frozen=True, tag="situation", kw_only=True, omit_defaults=True):
    """A table as it stands, to somebody who holds these seats (nobody's: a spectator)."""

    table: str
    number: int
    phase: Phase
    terms: Terms
    host: str
    seats: tuple[Sitter, ...]
    mine: tuple[int, ...]
    views: dict[int, View] = {}  # by seat; 0 is what spectators see
    turn: int | None = None
    choices: Choices | None = None  # of the seat to move, if it is one of mine
    clocks: list[float] | None = None
    result: Ended | None = None
    commitment: str = ""
    wishes: dict[Wish, tuple[int, ...]] = {}  # and the seats that agree so far
    out: tuple[int, ...] = ()  # seats for which a bot plays on
    followed: str = ""  # the table at which the same people play again


class News(msgspec.Struct, frozen=True, tag="news", kw_only=True, omit_defaults=True):
    """What happened at a table, and how it stands then. `first` is the first event told."""

    table: str
    first: int
    number: int
    lines: dict[int, list[str]]  # added to the log, by seat
    views: dict[int, View]  # without their logs
    turn: int | None = None
    choices: Choices | None = None
    clocks: list[float] | None = None


class Line(msgspec.Struct, frozen=True, tag="said", kw_only=True):
    """What somebody said at a table."""

    table: str
    number: int
    at: float
    account: str
    name: str
    text: str
    seat: int | None = None  # none: a spectator


class Talked(msgspec.Struct, frozen=True, tag="talked"):
    """What was said at a table before you came."""

    table: str
    lines: list[Line]


class Present(msgspec.Struct, frozen=True, tag="present"):
    """Whose people look at a table now, and how many others watch."""

    table: str
    seats: tuple[int, ...]
    watchers: int


class Analysed(msgspec.Struct, frozen=True, tag="analysed", kw_only=True):
    """How far the analysis of a table's game is: queued, running, done or failed."""

    table: str
    status: str
    done: int  # moves looked at
    total: int


class Done(msgspec.Struct, frozen=True, tag="done"):
    """A command was carried out; the table's last event."""

    command: str
    number: int


class Refused(msgspec.Struct, frozen=True, tag="refused", kw_only=True, omit_defaults=True):
    """Something was not done; why."""

    command: str = ""
    code: str
    sentence: str
    facts: dict[str, Fact] = {}


class Pong(msgspec.Struct, frozen=True, tag="pong"):
    """I am there."""

    command: str
    at: float


class Paired(msgspec.Struct, frozen=True, tag="paired"):
    """You wanted to be paired: others wait for you at a table."""

    table: str


class YourTurn(msgspec.Struct, frozen=True, tag="your-turn", kw_only=True, omit_defaults=True):
    """You are to move at a table that this socket does not watch."""

    table: str
    number: int  # of the table's last event
    seat: int
    game: str
    deadline: float | None = None  # epoch seconds


class Farewell(msgspec.Struct, frozen=True, tag="farewell"):
    """You cannot stay: the account was banned or deleted. The socket is closed."""


class Muted(msgspec.Struct, frozen=True, tag="muted"):
    """Somebody is blocked, or no more: told to one's own sockets, which pass nothing on."""

    account: str
    on: bool


FromServer = (
    Situation | News | Line | Talked | Present | Analysed | Done | Refused | Pong | Paired
    | YourTurn | Farewell
)  # fmt: skip

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(FromClient).decode
decode_mail = msgspec.json.Decoder(YourTurn | Paired | Farewell | Muted).decode

__all__ = ["VERSION", "FromClient", "FromServer", "Pace", "decode", "encode"]
