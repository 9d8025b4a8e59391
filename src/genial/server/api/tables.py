"""Tables: opening, finding, sitting down, starting, playing, and what was played."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, Response, delete, get, post

import genial
from genial.bots import levels
from genial.core.game import Game
from genial.core.patterns import whole
from genial.server.accounts.accounts import Account
from genial.server.accounts.names import checked_name
from genial.server.api.profiles import Cursor, GameName, Limited
from genial.server.api.requests import address_of, asking, somebody
from genial.server.limits import TooMuch
from genial.server.live import protocol
from genial.server.live.chat import Chat
from genial.server.live.protocol import Line, MoveText, SeatNumber, TableName
from genial.server.lobby.listings import Listing
from genial.server.tables.clocks import check_pace
from genial.server.tables.events import (
    Free,
    Pace,
    Person,
    Phase,
    Proposal,
    Robot,
    Screen,
    Sitter,
    Terms,
)
from genial.server.tables.messages import Situation
from genial.server.tables.projection import check_seen, situation
from genial.server.tables.records import record_of
from genial.server.tables.service import TableService
from genial.server.tables.table import Table

Anybody = Request[Any, Any, Any]

Nonce = Annotated[str, msgspec.Meta(pattern=whole("([0-9a-f]{64})?"))]
_Short = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
_MOST_DESERTED = 8  # tables of one host at which only bots play


class Me(msgspec.Struct, tag="me", forbid_unknown_fields=True):
    """I sit here."""


class Open(msgspec.Struct, tag="open", forbid_unknown_fields=True):
    """Somebody else can sit here."""


class Beside(msgspec.Struct, tag="screen", forbid_unknown_fields=True):
    """Somebody at my screen sits here."""

    name: _Short


class Level(msgspec.Struct, tag="bot", forbid_unknown_fields=True):
    """A bot sits here."""

    level: _Short


class Opening(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """What to play, how, and who sits where."""

    game: _Short
    options: dict[str, Any] = {}
    seats: Annotated[list[Me | Open | Beside | Level], msgspec.Meta(min_length=1, max_length=4)]
    pace: Pace | None = None
    rated: bool = False
    listed: bool = True
    hints: bool = True
    take_backs: bool = True
    counting: bool = True
    bots: bool = False


class Adding(msgspec.Struct, forbid_unknown_fields=True):
    """What somebody who has seen the commitment adds to the key of the deals."""

    nonce: Nonce = ""


class Wished(msgspec.Struct, forbid_unknown_fields=True):
    """What a seat wishes."""

    seat: SeatNumber
    proposal: Proposal = msgspec.field(name="wish")


class Claimed(msgspec.Struct, forbid_unknown_fields=True):
    """Shall a bot play on?"""

    replace: bool = False


class Saying(msgspec.Struct, forbid_unknown_fields=True):
    """What somebody says."""

    text: protocol.ChatText


class Move(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A move, after an event."""

    seat: SeatNumber
    move: MoveText
    number: Annotated[int, msgspec.Meta(ge=0)]
    command: protocol.CommandName = ""


class GameInfo(msgspec.Struct):
    """A game, its options as they are without being told, and the levels of its bots."""

    name: str
    title: str
    options: dict[str, Any]
    levels: list[str]
    players: list[int]  # how many can play
    hidden: bool  # does any seat know something that another does not?
    colours: str  # the letters of its symbols


class TablesApi(Controller):
    """Tables."""

    path = "/api"
    tags = ("tables",)

    @get("/games", summary="Which games are there?", sync_to_thread=True)
    def games(self) -> list[GameInfo]:
        """All games."""
        return [_info(genial.game(name)) for name in genial.games()]

    @get("/tables", summary="Tables that wait, are played, or are over")
    async def listed(
        self, request: Anybody, phase: Phase, game: GameName = None, cursor: Cursor = None,
        limit: Limited = 20,
    ) -> Listing:  # fmt: skip
        """The listed ones: who has a private link needs no list."""
        me = await asking(request)
        listing: Listing = await request.app.state.listings.public(
            phase, "" if me is None else me.account, game, cursor, limit
        )
        return listing

    @post("/tables", summary="Open a table")
    async def open(self, request: Anybody, data: Opening) -> Situation:
        """You are its host: you start the game when all seats are taken."""
        me = await somebody(request)
        await request.app.state.compilation.require(data.game)
        terms = Terms(
            game=data.game, options=data.options, pace=check_pace(data.pace), rated=data.rated,
            listed=data.listed, hints=data.hints, take_backs=data.take_backs,
            counting=data.counting, bots=data.bots,
        )  # fmt: skip
        seats = [_sitter(seat, me) for seat in data.seats]
        options = {"players": len(seats)} | terms.options
        terms = msgspec.structs.replace(terms, options=options)
        await _room_for(request, me, seats)
        await request.app.state.places.note(me, address_of(request))
        table_service = _table_service(request)
        return _shown(
            table_service, await table_service.registry.open(terms, me.account, seats), me
        )

    @get("/tables/{name:str}", summary="A table as it stands")
    async def show(self, request: Anybody, name: TableName) -> Situation:
        """To whoever asks: what the own seats see, or what everybody sees."""
        table_service = _table_service(request)
        return _shown(
            table_service, await table_service.registry.table(name), await asking(request)
        )

    @post("/tables/{name:str}/seats/{seat:int}", summary="Sit down")
    async def sit(
        self, request: Anybody, name: TableName, seat: int, data: Adding | None = None
    ) -> Situation:
        """Take a free seat. A nonce of your own makes sure that nobody chose the deals."""
        me, table_service = await somebody(request), _table_service(request)
        await request.app.state.moderation.admit(
            me.account, await table_service.registry.table(name)
        )
        await request.app.state.places.note(me, address_of(request))
        player = Person(
            me.account, me.name, "" if data is None else data.nonce, bot=me.bot, guest=not me.kept
        )
        return _shown(table_service, await table_service.sit(name, seat, player), me)

    @delete("/tables/{name:str}/seats", summary="Leave the table", status_code=200)
    async def leave(self, request: Anybody, name: TableName) -> Situation:
        """Before the game has begun; if you opened the table, it is closed."""
        me, table_service = await somebody(request), _table_service(request)
        return _shown(table_service, await table_service.leave(me.account, name), me)

    @post("/tables/{name:str}/start", summary="Start the game")
    async def start(
        self, request: Anybody, name: TableName, data: Adding | None = None
    ) -> Situation:
        """The host does, when all seats are taken. His nonce counts if he sits there himself."""
        me, table_service = await somebody(request), _table_service(request)
        nonce = "" if data is None else data.nonce
        return _shown(table_service, await table_service.start(me.account, name, nonce), me)

    @post("/tables/{name:str}/moves", summary="Play a move")
    async def play(self, request: Anybody, name: TableName, data: Move) -> Situation:
        """The number is that of the last event you know: the move is stale if others follow."""
        me, table_service = await somebody(request), _table_service(request)
        receipt = await table_service.move(
            me.account, name, data.seat, data.move, known=data.number, command=data.command
        )
        return _shown(table_service, receipt.table, me)

    @post("/tables/{name:str}/wishes", summary="Wish something, or agree to it")
    async def wish(self, request: Anybody, name: TableName, data: Wished) -> Situation:
        """To take a move back, a draw, to resign, to play again: done when all agree."""
        me, table_service = await somebody(request), _table_service(request)
        table = await table_service.propose(me.account, name, data.seat, data.proposal)
        return _shown(table_service, table, me)

    @post("/tables/{name:str}/wishes/decline", summary="Do not agree to a wish")
    async def decline(self, request: Anybody, name: TableName, data: Wished) -> Situation:
        """Or take your own back."""
        me, table_service = await somebody(request), _table_service(request)
        table = await table_service.decline(me.account, name, data.seat, data.proposal)
        return _shown(table_service, table, me)

    @post("/tables/{name:str}/claim", summary="Who is to move is gone")
    async def claim(self, request: Anybody, name: TableName, data: Claimed) -> Situation:
        """Win, or let a bot play on for the seat."""
        me, table_service = await somebody(request), _table_service(request)
        table = await table_service.claim(me.account, name, replace=data.replace)
        return _shown(table_service, table, me)

    @get("/tables/{name:str}/talk", summary="What was said")
    async def talk(self, request: Anybody, name: TableName) -> list[Line]:
        """While a game is on, players hear players and spectators hear spectators."""
        me, table_service = await asking(request), _table_service(request)
        table = await table_service.registry.table(name)
        mine = () if me is None else tuple(table.seats_of(me.account))
        check_seen(table, mine, table_service.registry.now())
        chat: Chat = request.app.state.chat
        return await chat.lines(table, None if me is None else me.account)

    @post("/tables/{name:str}/talk", summary="Say something")
    async def say(self, request: Anybody, name: TableName, data: Saying) -> Line:
        """To those who may hear you."""
        chat: Chat = request.app.state.chat
        return await chat.say(await somebody(request), name, data.text)

    @get("/tables/{name:str}/record", summary="The record so far", media_type="text/plain")
    async def record(self, request: Anybody, name: TableName) -> Response[str]:
        """As you may see it; after the end everybody sees everything."""
        me, registry = await asking(request), _table_service(request).registry
        table = await registry.table(name)
        mine = () if me is None else tuple(table.seats_of(me.account))
        check_seen(table, mine, registry.now())
        headers = {"content-disposition": f'attachment; filename="{name}.genial"'}
        record = record_of(table, mine, registry.now())
        return Response(record, media_type="text/plain", headers=headers)


async def _room_for(request: Anybody, me: Account, seats: list[Sitter]) -> None:
    """Raise TooMuch if somebody opens too many tables, or leaves too many to bots alone."""
    bots_only = all(isinstance(sitter, Robot) for sitter in seats)
    if bots_only and await request.app.state.listings.deserted(me.account) >= _MOST_DESERTED:
        raise TooMuch("bots play for you at many tables: wait until they have finished")
    request.app.state.opening.use(me.account)


def _info(game: Game) -> GameInfo:
    facts = game.facts
    return GameInfo(
        name=game.name, title=game.title, options=game.options, levels=list(levels(game)),
        players=list(facts.players), hidden=facts.has_hidden_information, colours=facts.colours,
    )  # fmt: skip


def _table_service(request: Anybody) -> TableService:
    table_service: TableService = request.app.state.table_service
    return table_service


def _shown(table_service: TableService, table: Table, me: Account | None) -> Situation:
    mine = () if me is None else tuple(table.seats_of(me.account))
    return situation(table, mine, table_service.registry.now())


def _sitter(seat: Me | Open | Beside | Level, me: Account) -> Sitter:
    match seat:
        case Me():
            return Person(me.account, me.name, bot=me.bot, guest=not me.kept)
        case Open():
            return Free()
        case Beside():
            return Screen(me.account, checked_name(seat.name))
        case Level():
            return Robot(seat.level)
