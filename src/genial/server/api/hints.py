"""What bots can tell people: hints and opinions at a table, and analyses of finished games."""

from __future__ import annotations

import secrets
from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, get, post
from litestar.params import Parameter

from genial.bots import Candidate
from genial.server.accounts.accounts import Account
from genial.server.analysis.jobs import Analysis, AnalysisJobs
from genial.server.analysis.review import Explanation, explanation, started_state
from genial.server.api.requests import address_of, asking, somebody
from genial.server.bots.hints import ask_bot, strongest_level
from genial.server.errors import NotAllowed, Refusal
from genial.server.limits import TooMuch
from genial.server.live.protocol import MoveText, SeatNumber, TableName
from genial.server.tables.projection import check_seen, check_unsealed
from genial.server.tables.registry import TableRegistry
from genial.server.tables.table import Table

Anybody = Request[Any, Any, Any]


class Asking(msgspec.Struct, forbid_unknown_fields=True):
    """For which of my seats; without it, the one that is to move."""

    seat: SeatNumber | None = None


class Preview(msgspec.Struct, forbid_unknown_fields=True):
    """A move I think of."""

    move: MoveText


class Hint(msgspec.Struct, frozen=True, kw_only=True):
    """What a strong bot would play in my place, knowing what I know."""

    number: int  # of the table's last event: later ones may have changed everything
    seat: int
    level: str
    move: str
    explained: Any
    candidates: tuple[Candidate, ...]  # best first; values and visits as the bot sees them
    value: tuple[float, ...]  # by seat: the utility to be expected, 0 to 1
    colours: tuple[dict[str, float], ...] | None  # final points to be expected, by track


class Opinion(msgspec.Struct, frozen=True, kw_only=True):
    """How a strong bot thinks that the game will end, knowing what I know."""

    number: int
    seat: int
    level: str
    value: tuple[float, ...]
    colours: tuple[dict[str, float], ...] | None


class HintsApi(Controller):
    """Hints, opinions, explanations and analyses."""

    path = "/api/tables/{name:str}"
    tags = ("thinking",)

    @post("/hint", summary="What would a strong bot play?", status_code=200)
    async def hint(self, request: Anybody, name: TableName, data: Asking | None = None) -> Hint:
        """On my turn, where the table allows hints; from what my seat sees and nothing else."""
        me = await _limited(request)
        table = await _registry(request).table(name)
        seat = _advised(table, me, data)
        if seat != table.turn:
            raise Refusal("it is not your turn", code="not-your-turn")
        state = started_state(table)
        thought = await _thought(request, me, state.view(seat))
        return Hint(
            number=table.number, seat=seat, level=strongest_level(table.game), move=thought.move,
            explained=state.explain(thought.move), candidates=thought.candidates,
            value=thought.value, colours=thought.colours,
        )  # fmt: skip

    @post("/opinion", summary="What does a strong bot expect?", status_code=200)
    async def opinion(
        self, request: Anybody, name: TableName, data: Asking | None = None
    ) -> Opinion:
        """Whoever is to move, where the table allows hints; from what my seat sees alone."""
        me = await _limited(request)
        table = await _registry(request).table(name)
        seat = _advised(table, me, data)
        thought = await _thought(request, me, started_state(table).view(seat))
        return Opinion(
            number=table.number, seat=seat, level=strongest_level(table.game), value=thought.value,
            colours=thought.colours,
        )  # fmt: skip

    @post("/explain", summary="What would a move score?", status_code=200)
    async def preview(self, request: Anybody, name: TableName, data: Preview) -> Explanation:
        """On my turn: what the move would bring and why. Any game allows that."""
        me = await somebody(request)
        table = await _registry(request).table(name)
        state, turn = _running(table), table.turn
        if turn is None or turn not in table.seats_of(me.account):
            raise Refusal("it is not your turn", code="not-your-turn")
        move = state.parse(data.move)
        return Explanation(seat=turn, move=move, explained=state.explain(move))

    @get("/explain", summary="What did a move score?")
    async def explain(
        self,
        request: Anybody,
        name: TableName,
        number: Annotated[int, Parameter(ge=1, le=100_000)],
    ) -> Explanation:
        """The move with this number, from 1: what it brought, and why. All see all moves."""
        me, registry = await asking(request), _registry(request)
        table = await registry.table(name)
        check_seen(table, () if me is None else tuple(table.seats_of(me.account)), registry.now())
        return explanation(started_state(table), number)

    @post("/analysis", summary="Have a finished game analysed", status_code=202)
    async def analyse(self, request: Anybody, name: TableName) -> Analysis:
        """It is done once, move by move; watchers of the table are told how far it is."""
        me = await somebody(request)
        registry, analyses = _registry(request), _analyses(request)
        check_unsealed(await registry.table(name), registry.now())
        request.app.state.analysing.use(me.account)
        return await analyses.ask(name, account=me.account, place=address_of(request))

    @get("/analysis", summary="The analysis of a finished game")
    async def analysis(self, request: Anybody, name: TableName) -> Analysis:
        """As far as it is."""
        registry = _registry(request)
        check_unsealed(await registry.table(name), registry.now())
        return await _analyses(request).find(name)


def _advised(table: Table, me: Account, data: Asking | None) -> int:
    """The seat that is advised; raises Refusal where nobody may be."""
    _running(table)
    mine = table.seats_of(me.account)
    if not mine:
        raise NotAllowed("only who plays here is told, while the game runs", code="not-seated")
    if table.terms.rated or not table.terms.hints:
        raise Refusal("there are no hints at this table", code="no-hints")
    wanted = None if data is None else data.seat
    if wanted is None:
        return table.turn if table.turn in mine else mine[0]
    if wanted not in mine:
        raise NotAllowed("this is not your seat", code="not-your-seat", seat=wanted)
    return wanted


def _running(table: Table) -> Any:
    state = started_state(table)
    if table.phase != "playing":
        raise Refusal("the game is over", code="game-over")
    return state


async def _limited(request: Anybody) -> Account:
    """Who asks for advice; raises TooMuch."""
    me = await somebody(request)
    request.app.state.advice.use(me.account)
    return me


async def _thought(request: Anybody, me: Account, view: dict[str, Any]) -> Any:
    """What a bot thinks, for one question of an account at a time."""
    registry = _registry(request)
    async with registry.leases.hold(f"advice/{me.account}", secrets.token_hex(4)) as is_first:
        if not is_first:
            raise TooMuch("a bot is thinking for you already", code="one-at-a-time")
        return await ask_bot(registry.bus, view, place=address_of(request))


def _registry(request: Anybody) -> TableRegistry:
    registry: TableRegistry = request.app.state.registry
    return registry


def _analyses(request: Anybody) -> AnalysisJobs:
    analyses: AnalysisJobs = request.app.state.analyses
    return analyses
