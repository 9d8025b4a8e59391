"""Tables: open, list, join, start, play, chat and download the record."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Controller, Response, delete, get, post

from genial.core.patterns import whole
from genial.server.accounts.accounts import Account
from genial.server.accounts.names import check_name
from genial.server.api.dependencies import AppServices, ClientAddress, Me, Viewer, seats_of
from genial.server.api.positions import PositionRequest, Redeal, beginning_of, find_position
from genial.server.api.profiles import Cursor, GameName, PageSize
from genial.server.compilation import NotCompiled
from genial.server.limits import TooMuch
from genial.server.live import protocol
from genial.server.live.phrases import PHRASES, Phrase
from genial.server.live.protocol import Line, MoveText, Pointed, SeatNumber, TableName
from genial.server.lobby.games import GameInfo, game_infos
from genial.server.lobby.listings import Listing
from genial.server.services import Services
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
from genial.server.tables.table import Table

Nonce = Annotated[str, msgspec.Meta(pattern=whole("([0-9a-f]{64})?"))]
_Short = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
_MOST_BOT_TABLES = 8  # running tables of one host at which only bots play


class MySeat(msgspec.Struct, tag="me", forbid_unknown_fields=True):
    """My own seat."""


class OpenSeat(msgspec.Struct, tag="open", forbid_unknown_fields=True):
    """A seat that another player can take."""


class SharedScreenSeat(msgspec.Struct, tag="screen", forbid_unknown_fields=True):
    """A seat for another player at my screen."""

    name: _Short


class BotSeat(msgspec.Struct, tag="bot", forbid_unknown_fields=True):
    """A seat for a bot."""

    level: _Short


class NewTable(PositionRequest, kw_only=True, forbid_unknown_fields=True):
    """A game, its terms and its seats; it may begin from a position."""

    seats: Annotated[
        list[MySeat | OpenSeat | SharedScreenSeat | BotSeat],
        msgspec.Meta(min_length=1, max_length=4),
    ]
    pace: Pace | None = None
    rated: bool = False
    listed: bool = True
    hints: bool = True
    take_backs: bool = True
    counting: bool = True
    bots: bool = False
    redeal: Redeal = "none"


class NonceContribution(msgspec.Struct, forbid_unknown_fields=True):
    """What a player adds to the key of the deals after the commitment was published."""

    nonce: Nonce = ""


class ProposalRequest(msgspec.Struct, forbid_unknown_fields=True):
    """What a seat asks for or agrees to."""

    seat: SeatNumber
    proposal: Proposal = msgspec.field(name="wish")


class ClaimRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Whether a bot shall replace the absent player; otherwise the claim is for victory."""

    replace: bool = False


class ChatMessage(msgspec.Struct, forbid_unknown_fields=True):
    """A message for the chat of a table: a text, or a set phrase by its key."""

    text: protocol.ChatText | None = None
    phrase: protocol.PhraseKey | None = None


class PointRequest(msgspec.Struct, forbid_unknown_fields=True):
    """The tile and the cells that a seat points at; neither: it points no longer."""

    seat: SeatNumber
    tile: protocol.TileName = ""
    cells: protocol.MarkedCells = ()


class MoveRequest(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A move, and the number of the last event that the client knows."""

    seat: SeatNumber
    move: MoveText
    number: Annotated[int, msgspec.Meta(ge=0)]
    command: protocol.CommandName = ""


class TablesApi(Controller):
    """Tables."""

    path = "/api"
    tags = ("tables",)

    @get("/games", summary="List games", sync_to_thread=True)
    def games(self, services: AppServices) -> list[GameInfo]:
        """Return all games."""
        return game_infos(services.default_options)

    @get("/tables", summary="List tables")
    async def list_tables(
        self, services: AppServices, viewer: Viewer, phase: Phase, game: GameName = None,
        cursor: Cursor = None, limit: PageSize = 20,
    ) -> Listing:  # fmt: skip
        """Return the listed tables in a phase, the latest changed first."""
        account = "" if viewer is None else viewer.account
        return await services.listings.public(phase, account, game, cursor, limit)

    @post("/tables", summary="Open a table")
    async def open(
        self, services: AppServices, me: Me, address: ClientAddress, data: NewTable
    ) -> Situation:
        """Open a table as its host. The host starts the game when all seats are taken."""
        seats = [_sitter(seat, me) for seat in data.seats]
        await _check_bot_tables(services, me, seats)
        with services.limits.new_tables.use_unless(NotCompiled, me.account):
            beginning = await _find_beginning(services, me, data, seats)
        terms = Terms(
            game=data.game or "", options=services.default_options.fill(
                data.game or "", data.options, rated=data.rated
            ),
            pace=check_pace(data.pace), rated=data.rated, listed=data.listed, hints=data.hints,
            take_backs=data.take_backs, counting=data.counting, bots=data.bots,
        )  # fmt: skip
        await services.networks.note(me, address)
        table = await services.registry.open(terms, me.account, seats, beginning=beginning)
        return _situation(services, table, me)

    @get("/tables/{name:str}", summary="Get a table")
    async def show(self, services: AppServices, viewer: Viewer, name: TableName) -> Situation:
        """Return what your seats see, or what spectators see."""
        return _situation(services, await services.registry.table(name), viewer)

    @post("/tables/{name:str}/seats/{seat:int}", summary="Take a seat")
    async def sit(
        self, services: AppServices, me: Me, address: ClientAddress, name: TableName, seat: int,
        data: NonceContribution | None = None,
    ) -> Situation:  # fmt: skip
        """Take a free seat. Your own nonce proves that the host did not choose the deals."""
        await services.moderation.admit(me.account, await services.registry.table(name))
        await services.networks.note(me, address)
        player = _person(me, _nonce(data))
        return _situation(services, await services.tables.sit(name, seat, player), me)

    @delete("/tables/{name:str}/seats", summary="Leave a table", status_code=200)
    async def leave(self, services: AppServices, me: Me, name: TableName) -> Situation:
        """Leave before the game starts. If the host leaves, the table is closed."""
        return _situation(services, await services.tables.leave(me.account, name), me)

    @post("/tables/{name:str}/start", summary="Start the game")
    async def start(
        self, services: AppServices, me: Me, name: TableName,
        data: NonceContribution | None = None,
    ) -> Situation:  # fmt: skip
        """Start the game as the host, when all seats are taken. A seated host adds a nonce."""
        table = await services.tables.start(me.account, name, _nonce(data))
        return _situation(services, table, me)

    @post("/tables/{name:str}/moves", summary="Play a move")
    async def play(
        self, services: AppServices, me: Me, name: TableName, data: MoveRequest
    ) -> Situation:
        """Play a move; it is stale if events after `number` have happened."""
        receipt = await services.tables.move(
            me.account, name, data.seat, data.move, known=data.number, command=data.command
        )
        return _situation(services, receipt.table, me)

    @post("/tables/{name:str}/wishes", summary="Offer or accept an undo, a draw or a rematch")
    async def propose(
        self, services: AppServices, me: Me, name: TableName, data: ProposalRequest
    ) -> Situation:
        """Ask for an undo, a draw, a rematch or to resign, or agree; it happens when all agree."""
        table = await services.tables.propose(me.account, name, data.seat, data.proposal)
        return _situation(services, table, me)

    @post("/tables/{name:str}/wishes/decline", summary="Decline or withdraw an offer")
    async def decline(
        self, services: AppServices, me: Me, name: TableName, data: ProposalRequest
    ) -> Situation:
        """Decline what another player has asked for, or withdraw your own request."""
        table = await services.tables.decline(me.account, name, data.seat, data.proposal)
        return _situation(services, table, me)

    @post("/tables/{name:str}/claim", summary="Claim victory over an absent player")
    async def claim(
        self, services: AppServices, me: Me, name: TableName, data: ClaimRequest
    ) -> Situation:
        """Win against an absent player, or let a bot take over their seat."""
        table = await services.tables.claim(me.account, name, replace=data.replace)
        return _situation(services, table, me)

    @get("/tables/{name:str}/talk", summary="Get the chat of a table")
    async def chat(self, services: AppServices, viewer: Viewer, name: TableName) -> list[Line]:
        """Return the chat. During a game players and spectators have separate chats.

        Spectators of open partners hear them, too.
        """
        table = await services.registry.table(name)
        check_seen(table, seats_of(table, viewer), services.now())
        account = None if viewer is None else viewer.account
        return await services.chat.lines(table, account)

    @post("/tables/{name:str}/talk", summary="Write in the chat of a table")
    async def say(self, services: AppServices, me: Me, name: TableName, data: ChatMessage) -> Line:
        """Send a message to the players or to the spectators, depending on your role.

        While silent partners play, the players can only say set phrases.
        """
        return await services.chat.say(me, name, data.text, phrase=data.phrase)

    @get("/phrases", summary="List the set phrases of the chat", sync_to_thread=False)
    def phrases(self) -> list[Phrase]:
        """Return the phrases that can be said at every table, with their texts in English."""
        return [Phrase(phrase, text) for phrase, text in PHRASES.items()]

    @post("/tables/{name:str}/point", summary="Point at a tile and at cells")
    async def point(
        self, services: AppServices, me: Me, name: TableName, data: PointRequest
    ) -> Pointed:
        """Show a tile and cells to everybody at the table until the next move.

        Players of a team game whose partners are open can do this while it runs.
        """
        return await services.pointing.point(me, name, data.seat, data.tile, data.cells)

    @get("/tables/{name:str}/record", summary="Get the record", media_type="text/plain")
    async def record(self, services: AppServices, viewer: Viewer, name: TableName) -> Response[str]:
        """Return the record so far as you may see it, and the full record after the game."""
        table, now = await services.registry.table(name), services.now()
        mine = seats_of(table, viewer)
        check_seen(table, mine, now)
        headers = {"content-disposition": f'attachment; filename="{name}.genial"'}
        record = record_of(table, mine, now)
        return Response(record, media_type="text/plain", headers=headers)


async def _check_bot_tables(services: Services, me: Account, seats: list[Sitter]) -> None:
    """Raise TooMuch if a host opens too many tables for bots only."""
    bots_only = all(isinstance(sitter, Robot) for sitter in seats)
    if bots_only and await services.listings.count_bot_tables(me.account) >= _MOST_BOT_TABLES:
        raise TooMuch("Bots are already playing at many of your tables. Wait until they finish.")


async def _find_beginning(
    services: Services, me: Account, data: NewTable, seats: list[Sitter]
) -> str:
    """Return the position that a new table begins from, as JSON; empty: the set-up.

    Complete game and options of the request. Raise NotCompiled if the game is not ready.
    """
    if not data.is_played_on:
        data.options = {"players": len(seats), **data.options}
    state = await find_position(services, me, data)
    if state is None:
        await services.compilation.require(data.game or "")
        return ""
    data.game, data.options = state.game.name, state.game.options
    if data.redeal != "none":
        services.compilation.check_bots(data.game)  # their code deals hidden tiles
    return await services.review_thread.run(beginning_of, state, seats, me.account, data.redeal)


def _nonce(data: NonceContribution | None) -> str:
    return "" if data is None else data.nonce


def _person(me: Account, nonce: str = "") -> Person:
    return Person(me.account, me.name, nonce, bot=me.bot, guest=not me.kept)


def _situation(services: Services, table: Table, account: Account | None) -> Situation:
    return situation(table, seats_of(table, account), services.now())


def _sitter(seat: MySeat | OpenSeat | SharedScreenSeat | BotSeat, me: Account) -> Sitter:
    match seat:
        case MySeat():
            return _person(me)
        case OpenSeat():
            return Free()
        case SharedScreenSeat():
            return Screen(me.account, check_name(seat.name))
        case BotSeat():
            return Robot(seat.level)
