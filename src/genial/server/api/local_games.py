"""Add games that were played in a browser to an account's history."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Controller, post

from genial.core.patterns import whole
from genial.server.accounts.accounts import Account
from genial.server.accounts.names import check_name
from genial.server.analysis.uploads import LARGEST
from genial.server.api.dependencies import AppServices, HumanAccount
from genial.server.api.tables import BotSeat, MySeat, SharedScreenSeat
from genial.server.live.protocol import STORABLE, SeatNumber
from genial.server.results.local_games import LocalGame
from genial.server.tables.events import Person, Robot, Screen, Sitter

_Text = Annotated[str, msgspec.Meta(min_length=1, max_length=2 * LARGEST, pattern=STORABLE)]
_LocalName = Annotated[str, msgspec.Meta(pattern=whole("local-[A-Za-z0-9_-]{12}"))]
_Time = Annotated[float, msgspec.Meta(ge=0, le=1e11)]


class FinishedLocalGame(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A finished game of a browser: its table there, its record, and the players by seat.

    Seats in `out` gave up, in that order, and a bot played on for them. Times are epoch seconds.
    """

    table: _LocalName
    record: _Text
    seats: Annotated[
        list[MySeat | SharedScreenSeat | BotSeat], msgspec.Meta(min_length=1, max_length=4)
    ]
    out: Annotated[list[SeatNumber], msgspec.Meta(max_length=4)] = []
    began: _Time
    ended: _Time
    hints: bool = True
    take_backs: bool = True
    counting: bool = True


class AddedGame(msgspec.Struct):
    """The table that a game of a browser has become."""

    table: str


class LocalGamesApi(Controller):
    """Games of browsers."""

    path = "/api/me/local-games"
    tags = ("profiles",)

    @post(summary="Add a game that was played in a browser")
    async def add(
        self, services: AppServices, person: HumanAccount, data: FinishedLocalGame
    ) -> AddedGame:
        """Add a finished game to my history, once: it is casual, and marked as local.

        Its record is replayed by the rules, and its deals must follow from its key.
        """
        services.limits.local_games.use(person.account)
        game = LocalGame(
            name=data.table, record=data.record, out=tuple(data.out), began=data.began,
            seats=tuple(_sitter(seat, person) for seat in data.seats), ended=data.ended,
            hints=data.hints, take_backs=data.take_backs, counting=data.counting,
        )  # fmt: skip
        return AddedGame(await services.local_games.add(person, game))


def _sitter(seat: MySeat | SharedScreenSeat | BotSeat, me: Account) -> Sitter:
    match seat:
        case MySeat():
            return Person(me.account, me.name)
        case SharedScreenSeat():
            return Screen(me.account, check_name(seat.name))
        case BotSeat():
            return Robot(seat.level)
