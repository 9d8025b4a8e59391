"""Positions that games can begin from: typed in, or taken from a finished game or a record."""

from __future__ import annotations

import secrets
from typing import Annotated, Literal

import msgspec
from litestar import Controller, post

from genial.bots.belief import from_view
from genial.core.chance import dealer_stream
from genial.core.game import Game
from genial.core.state import State
from genial.core.view import PlainData, View
from genial.server.accounts.accounts import Account
from genial.server.analysis.review import after_moves, finished_state
from genial.server.analysis.uploads import LARGEST
from genial.server.api.dependencies import AppServices, ClientAddress, Viewer, seats_of
from genial.server.errors import Refusal
from genial.server.live.protocol import STORABLE, TableName
from genial.server.services import Services
from genial.server.tables.events import Human, Sitter
from genial.server.tables.projection import check_seen, check_unsealed
from genial.server.tables.registry import game_of

Redeal = Literal["none", "others", "all"]  # which hidden tiles are dealt anew

_GameName = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
_RecordText = Annotated[str, msgspec.Meta(min_length=1, max_length=2 * LARGEST, pattern=STORABLE)]
_MoveNumber = Annotated[int, msgspec.Meta(ge=0, le=100_000)]


class PositionRequest(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A position: plain data, or where a finished game or a record stood after `move` moves.

    Without `move` it is the last position of that game. A game or a record knows its own game and
    options; if they are given as well, they must be the same. With `complete`, what follows
    from the rest of the position is filled in.
    """

    game: _GameName | None = None
    options: dict[str, int | str] = {}
    position: dict[str, PlainData] | None = None
    from_table: TableName | None = None
    from_upload: TableName | None = None
    from_record: _RecordText | None = None
    move: _MoveNumber | None = None
    complete: bool = False

    @property
    def is_played_on(self) -> bool:
        """Tell if it names a game or a record, which knows its own game and options."""
        sources = (self.from_table, self.from_upload, self.from_record)
        return any(source is not None for source in sources)


class PositionData(msgspec.Struct, kw_only=True):
    """A position that a game can have: all of it, and what each seat sees (0: a spectator)."""

    game: str
    options: dict[str, int | str]
    position: dict[str, PlainData]
    over: bool
    views: dict[int, View]  # without their logs


class PositionsApi(Controller):
    """Positions."""

    path = "/api"
    tags = ("tables",)

    @post("/positions", summary="Check a position, or get one of a game", status_code=200)
    async def position(
        self, services: AppServices, viewer: Viewer, address: ClientAddress, data: PositionRequest
    ) -> PositionData:
        """Return a position as plain data. Without a source, it is that of a new game."""
        services.limits.reviews.use(address if viewer is None else viewer.account)
        state = await find_position(services, viewer, data)
        if state is None:
            await services.compilation.require(data.game or "")
            state = game_of(data.game or "", data.options).start()
        return await services.review_thread.run(_data_of, state)


async def find_position(
    services: Services, viewer: Account | None, data: PositionRequest
) -> State | None:
    """Return the state that a request names, or None if it names none; raise GenialError."""
    sources = (data.position, data.from_table, data.from_upload, data.from_record)
    given = sum(source is not None for source in sources)
    if given > 1:
        raise Refusal("Give only one of position, from_table, from_upload and from_record.",
                      code="no-source")  # fmt: skip
    if given == 0 or data.position is not None:
        if data.move is not None:
            raise Refusal("A move needs a game or a record that it is of.", code="no-source")
        if data.position is None:
            return None
        await services.compilation.require(data.game or "")
        game = game_of(data.game or "", data.options)
        return await services.review_thread.run(_state_at, game, data.position, data.complete)
    state = await _source_state(services, viewer, data)
    _check_same_game(state, data)
    move = state.move_count if data.move is None else data.move
    return after_moves(state, move)


async def _source_state(services: Services, viewer: Account | None, data: PositionRequest) -> State:
    """Return the last state of the finished game or the record that a request names."""
    if data.from_table is not None:
        table = await services.registry.table(data.from_table)
        check_seen(table, seats_of(table, viewer), services.now())
        check_unsealed(table, services.now())
        return finished_state(table)
    if data.from_upload is not None:
        return await services.uploads.state(data.from_upload)
    return await services.uploads.read(data.from_record or "")


def _state_at(game: Game, position: dict[str, PlainData], is_to_complete: bool) -> State:
    return game.at(game.complete(position) if is_to_complete else position)


def _check_same_game(state: State, data: PositionRequest) -> None:
    own = state.game.options
    is_same = data.game in (None, state.game.name) and all(
        own.get(name) == value for name, value in data.options.items()
    )
    if not is_same:
        raise Refusal("A game that is played on keeps its game and its options.",
                      code="other-options")  # fmt: skip


def beginning_of(state: State, seats: list[Sitter], host: str, redeal: Redeal) -> str:
    """Return the position from which a new table begins, as JSON; raise Refusal if it cannot.

    Hidden tiles stay as they are, or are dealt anew: those that the host's seat cannot see
    (`others`), or those that spectators cannot see (`all`).
    """
    if state.over:
        raise Refusal("The game is over in this position.", code="position-over")
    game = state.game
    is_hiding = game.facts.has_hidden_information
    if is_hiding and not hasattr(game.kit, "redact_position"):
        raise Refusal(f"{game.title} cannot begin from a position here.", code="no-positions")
    if is_hiding and redeal != "none":
        own = [
            seat
            for seat, sitter in enumerate(seats, 1)
            if isinstance(sitter, Human) and sitter.account == host
        ]
        seat = own[0] if redeal == "others" and own else None
        stream = dealer_stream(secrets.token_bytes(32))
        state = game.at(game.state_of(from_view(state.view(seat), stream)).position())
    position = state.position()
    game.at(position)  # raises BadPosition before a table is stored that could not be loaded
    return msgspec.json.encode(position).decode()


def _data_of(state: State) -> PositionData:
    seats = [None, *range(1, state.game.players + 1)]
    return PositionData(
        game=state.game.name,
        options=state.game.options,
        position=state.position(),
        over=state.over,
        views={seat or 0: state.view_struct(seat, log=False) for seat in seats},
    )
