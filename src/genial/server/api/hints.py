"""Hints of a bot during a game, explanations of moves, and analyses of finished games."""

from __future__ import annotations

import base64
import secrets
from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
from litestar import Controller, get, post
from litestar.params import Parameter

from genial.bots import Candidate, Thought
from genial.bots.belief import from_view
from genial.core.chance import fast_stream
from genial.core.explanation import Explanation as MoveExplanation
from genial.core.state import State
from genial.core.view import View
from genial.server.accounts.accounts import Account
from genial.server.analysis.jobs import Analysis
from genial.server.analysis.review import ExplainedMove, explanation, started_state
from genial.server.api.dependencies import AppServices, ClientAddress, Me, Viewer, seats_of
from genial.server.bots.hints import ask_bot, strongest_level
from genial.server.errors import NotAllowed, Refusal
from genial.server.limits import TooMuch
from genial.server.live.protocol import MoveText, SeatNumber, TableName
from genial.server.services import Services
from genial.server.tables.projection import check_seen, check_unsealed
from genial.server.tables.table import Table


class HintRequest(msgspec.Struct, forbid_unknown_fields=True):
    """One of my seats; without it, the seat to move."""

    seat: SeatNumber | None = None


class MovePreview(msgspec.Struct, forbid_unknown_fields=True):
    """A move under consideration."""

    move: MoveText


class Hint(msgspec.Struct, frozen=True, kw_only=True):
    """What a strong bot would play in my place, from what my seat sees."""

    number: int  # of the table's last event: later ones may have changed everything
    seat: int
    level: str
    move: str
    explained: MoveExplanation
    candidates: tuple[Candidate, ...]  # best first, with values and visits as the bot sees them
    value: tuple[float, ...]  # expected utility by seat, 0 to 1
    colours: tuple[dict[str, float], ...] | None  # expected final points, by track


class Opinion(msgspec.Struct, frozen=True, kw_only=True):
    """How a strong bot expects the game to end, from what my seat sees."""

    number: int
    seat: int
    level: str
    value: tuple[float, ...]
    colours: tuple[dict[str, float], ...] | None


class SeenGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game that is possible from what my seat sees, as the engine in the browser keeps it."""

    number: int  # of the table's last event
    seat: int
    game: str
    options: dict[str, int | str]
    record: str  # in base64; what my seat cannot know is dealt at random
    fields: dict[str, int]  # where the record keeps what, in bytes


class HintsApi(Controller):
    """Hints, opinions, explanations and analyses."""

    path = "/api/tables/{name:str}"
    tags = ("hints",)

    @post("/hint", summary="Get a hint", status_code=200)
    async def hint(
        self, services: AppServices, me: Me, address: ClientAddress, name: TableName,
        data: HintRequest | None = None,
    ) -> Hint:  # fmt: skip
        """Suggest a move on your turn, if the table allows hints, from what your seat sees."""
        services.limits.hints.use(me.account)
        table = await services.registry.table(name)
        seat = _seat_for(table, me, data)
        if seat != table.turn:
            raise Refusal("It is not your turn.", code="not-your-turn")
        state = started_state(table)
        thought = await _ask_bot(services, me, address, state.view_struct(seat))
        return Hint(
            number=table.number, seat=seat, level=strongest_level(table.game), move=thought.move,
            explained=state.explanation(thought.move), candidates=thought.candidates,
            value=thought.value, colours=thought.colours,
        )  # fmt: skip

    @post("/opinion", summary="Get a forecast of the result", status_code=200)
    async def opinion(
        self, services: AppServices, me: Me, address: ClientAddress, name: TableName,
        data: HintRequest | None = None,
    ) -> Opinion:  # fmt: skip
        """Return the result that a strong bot expects, if the table allows hints."""
        services.limits.hints.use(me.account)
        table = await services.registry.table(name)
        seat = _seat_for(table, me, data)
        thought = await _ask_bot(services, me, address, started_state(table).view_struct(seat))
        return Opinion(
            number=table.number, seat=seat, level=strongest_level(table.game), value=thought.value,
            colours=thought.colours,
        )  # fmt: skip

    @post("/seen", summary="Get what my seat sees, for the engine in the browser", status_code=200)
    async def seen(
        self, services: AppServices, me: Me, name: TableName, data: HintRequest | None = None
    ) -> SeenGame:
        """Return a possible game, if the table allows hints: a browser can think of one itself.

        It is made of the view of your seat alone.
        """
        services.limits.hints.use(me.account)
        table = await services.registry.table(name)
        seat = _seat_for(table, me, data)
        services.compilation.check_bots(table.game.name)  # their code deals what is hidden
        return await services.review_thread.run(_seen_game, table, seat)

    @post("/explain", summary="Preview the score of a move", status_code=200)
    async def preview(
        self, services: AppServices, me: Me, name: TableName, data: MovePreview
    ) -> ExplainedMove:
        """Explain on your turn what a move would score. Every table allows this."""
        table = await services.registry.table(name)
        state, turn = _running_game(table), table.turn
        if turn is None or turn not in table.seats_of(me.account):
            raise Refusal("It is not your turn.", code="not-your-turn")
        move = state.parse(data.move)
        return ExplainedMove(seat=turn, move=move, explained=state.explanation(move))

    @get("/explain", summary="Explain the score of a played move")
    async def explain(
        self,
        services: AppServices,
        viewer: Viewer,
        name: TableName,
        number: Annotated[int, Parameter(ge=1, le=100_000)],
    ) -> ExplainedMove:
        """Explain what the move with this number, counted from 1, has scored."""
        table = await services.registry.table(name)
        mine = seats_of(table, viewer)
        check_seen(table, mine, services.now())
        return explanation(started_state(table), number)

    @post("/analysis", summary="Analyse a finished game", status_code=202)
    async def analyse(
        self, services: AppServices, me: Me, address: ClientAddress, name: TableName
    ) -> Analysis:
        """Analyse the game once, move by move. Connections that watch the table get progress."""
        check_unsealed(await services.registry.table(name), services.now())
        services.limits.analyses.use(me.account)
        return await services.analyses.ask(name, account=me.account, place=address)

    @get("/analysis", summary="Get the analysis of a finished game")
    async def analysis(self, services: AppServices, name: TableName) -> Analysis:
        """Return the analysis as far as it has come."""
        check_unsealed(await services.registry.table(name), services.now())
        return await services.analyses.find(name)


def _seat_for(table: Table, me: Account, data: HintRequest | None) -> int:
    """Return the seat that a hint is for; raise Refusal where hints are not allowed."""
    _running_game(table)
    mine = table.seats_of(me.account)
    if not mine:
        raise NotAllowed("Only players get hints during a game.", code="not-seated")
    if table.terms.rated or not table.terms.hints:
        raise Refusal("This table does not allow hints.", code="no-hints")
    wanted = None if data is None else data.seat
    if wanted is None:
        return table.turn if table.turn in mine else mine[0]
    if wanted not in mine:
        raise NotAllowed("This is not your seat.", code="not-your-seat", seat=wanted)
    return wanted


def _seen_game(table: Table, seat: int) -> SeenGame:
    view = started_state(table).view(seat)
    game = from_view(view, fast_stream(secrets.randbits(62)))
    fields: Mapping[str, tuple[Any, ...]] = game.dtype.fields or {}
    return SeenGame(
        number=table.number, seat=seat, game=table.game.name, options=table.game.options,
        record=base64.b64encode(game.tobytes()).decode(),
        fields={field: about[1] for field, about in fields.items()},
    )  # fmt: skip


def _running_game(table: Table) -> State:
    state = started_state(table)
    if table.phase != "playing":
        raise Refusal("The game is over.", code="game-over")
    return state


async def _ask_bot(services: Services, me: Account, address: str, view: View) -> Thought:
    """Let a bot think, for one question of an account at a time; raise TooMuch."""
    registry = services.registry
    async with registry.leases.hold(f"advice/{me.account}", secrets.token_hex(4)) as is_first:
        if not is_first:
            raise TooMuch("A bot is already thinking about your last question.",
                          code="one-at-a-time")  # fmt: skip
        return await ask_bot(registry.bus, view, place=address)
