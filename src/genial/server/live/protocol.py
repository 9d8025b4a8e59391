"""The messages of the socket: JSON, one tagged struct each. The version is in its address."""

from __future__ import annotations

from typing import Annotated

import msgspec

from genial.core.errors import Fact
from genial.core.patterns import whole
from genial.server.lobby.listings import ListedTable
from genial.server.tables.events import Proposal
from genial.server.tables.messages import News, Situation

VERSION = 1
MOST_CELLS = 12  # that a player can point at together
STORABLE = whole(r"[^\x00]*")  # a pattern of texts: PostgreSQL cannot store NUL

TableName = Annotated[
    str, msgspec.Meta(min_length=1, max_length=40, pattern=whole("[A-Za-z0-9_-]+"))
]
CommandName = Annotated[str, msgspec.Meta(max_length=40)]
MoveText = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
ChatText = Annotated[str, msgspec.Meta(min_length=1, max_length=500)]
PhraseKey = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
SeatNumber = Annotated[int, msgspec.Meta(ge=1, le=4)]
TileName = Annotated[str, msgspec.Meta(pattern=whole("([A-Z]{2})?"))]
MarkedCells = Annotated[
    tuple[Annotated[str, msgspec.Meta(pattern=whole("[a-z][0-9]{1,2}"))], ...],
    msgspec.Meta(max_length=MOST_CELLS),
]


# --- from a client


class Watch(msgspec.Struct, frozen=True, tag="watch", forbid_unknown_fields=True):
    """Send me what happens at a table, after the last event I know."""

    table: TableName
    since: Annotated[int, msgspec.Meta(ge=0)] = 0


class Unwatch(msgspec.Struct, frozen=True, tag="unwatch", forbid_unknown_fields=True):
    """Send me nothing more of a table."""

    table: TableName


class Play(msgspec.Struct, frozen=True, tag="play", forbid_unknown_fields=True):
    """Play a move. The number is the last event I know: if more has happened, the move is stale."""

    table: TableName
    seat: SeatNumber
    move: MoveText
    number: Annotated[int, msgspec.Meta(ge=0)]
    command: CommandName = ""


class Agree(msgspec.Struct, frozen=True, tag="agree", forbid_unknown_fields=True):
    """Propose something or agree to it: an undo, a draw, a rematch, or to resign."""

    table: TableName
    seat: SeatNumber
    proposal: Proposal = msgspec.field(name="wish")
    command: CommandName = ""


class Decline(msgspec.Struct, frozen=True, tag="decline", forbid_unknown_fields=True):
    """Decline a proposal, or withdraw my own."""

    table: TableName
    seat: SeatNumber
    proposal: Proposal = msgspec.field(name="wish")
    command: CommandName = ""


class Ready(msgspec.Struct, frozen=True, tag="ready", forbid_unknown_fields=True):
    """Let my clock run: I have the shared screen in hand. It rests for a minute at most."""

    table: TableName
    seat: SeatNumber
    command: CommandName = ""


class Claim(msgspec.Struct, frozen=True, tag="claim", forbid_unknown_fields=True):
    """Claim the win against a player who is gone, or let a bot play on for them."""

    table: TableName
    replace: bool = False
    command: CommandName = ""


class Say(msgspec.Struct, frozen=True, tag="say", forbid_unknown_fields=True):
    """Say something at a table: a text, or a set phrase by its key."""

    table: TableName
    text: ChatText | None = None
    phrase: PhraseKey | None = None
    command: CommandName = ""


class Point(msgspec.Struct, frozen=True, tag="point", forbid_unknown_fields=True):
    """Show a tile and cells to everybody at the table until the next move; neither: nothing more.

    Only players of a running team game whose partners are open may do this.
    """

    table: TableName
    seat: SeatNumber
    tile: TileName = ""
    cells: MarkedCells = ()
    command: CommandName = ""


class Ping(msgspec.Struct, frozen=True, tag="ping", forbid_unknown_fields=True):
    """Ask if the server is there."""

    command: CommandName = ""


class FollowLists(msgspec.Struct, frozen=True, tag="follow-lists", forbid_unknown_fields=True):
    """Send me the lists of the first page now and whenever they change, or no longer."""

    on: bool = True


FromClient = (
    Watch | Unwatch | Play | Agree | Decline | Ready | Claim | Say | Point | Ping | FollowLists
)


# --- to a client


class Line(msgspec.Struct, frozen=True, tag="said", kw_only=True):
    """A line of the chat at a table."""

    table: str
    number: int
    at: float
    account: str
    name: str
    text: str  # of a phrase: in English
    seat: int | None = None  # None: a spectator
    phrase: str | None = None  # the key of a set phrase


class Talked(msgspec.Struct, frozen=True, tag="talked"):
    """The chat at a table before you came."""

    table: str
    lines: list[Line]


class Pointed(msgspec.Struct, frozen=True, tag="pointed", kw_only=True):
    """A player points at a tile and at cells, at neither: no longer. The next move ends it."""

    table: str
    number: int  # of the table's last move, or of its start
    seat: int
    tile: str = ""
    cells: tuple[str, ...] = ()


class Present(msgspec.Struct, frozen=True, tag="present"):
    """The seats whose players look at a table now, and the number of spectators."""

    table: str
    seats: tuple[int, ...]
    watchers: int


class Analysed(msgspec.Struct, frozen=True, tag="analysed", kw_only=True):
    """The progress of the analysis of a table's game: queued, running, done or failed."""

    table: str
    status: str
    done: int  # moves analysed
    total: int


class Done(msgspec.Struct, frozen=True, tag="done"):
    """A command was carried out; `number` is that of its event."""

    command: str
    number: int


class Refused(msgspec.Struct, frozen=True, tag="refused", kw_only=True, omit_defaults=True):
    """A command was refused, and why."""

    command: str = ""
    code: str
    sentence: str
    facts: dict[str, Fact] = {}


class Pong(msgspec.Struct, frozen=True, tag="pong"):
    """The server is there."""

    command: str
    at: float


class Paired(msgspec.Struct, frozen=True, tag="paired"):
    """You are paired: your opponents wait for you at a table."""

    table: str


class YourTurn(msgspec.Struct, frozen=True, tag="your-turn", kw_only=True, omit_defaults=True):
    """It is your turn at a table that this socket does not watch."""

    table: str
    number: int  # of the table's last event
    seat: int
    game: str
    deadline: float | None = None  # epoch seconds


class Lobby(msgspec.Struct, frozen=True, tag="lobby"):
    """The latest public tables: those that wait for players, and those that are played."""

    waiting: list[ListedTable]
    playing: list[ListedTable]


class MyTables(msgspec.Struct, frozen=True, tag="my-tables"):
    """All of my tables that are not over."""

    tables: list[ListedTable]


class Farewell(msgspec.Struct, frozen=True, tag="farewell"):
    """Your account was banned or deleted. The socket is closed."""


class Muted(msgspec.Struct, frozen=True, tag="muted"):
    """You blocked or unblocked an account. Only your own connections get this."""

    account: str
    on: bool


FromServer = (
    Situation | News | Line | Talked | Pointed | Present | Analysed | Done | Refused | Pong | Paired
    | YourTurn | Lobby | MyTables | Farewell
)  # fmt: skip

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(FromClient).decode
decode_mail = msgspec.json.Decoder(YourTurn | Paired | Farewell | Muted).decode
