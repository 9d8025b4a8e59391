"""Finding tables and people: what waits, what is played, who has played what, who leads."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, get
from litestar.params import Parameter

import genial
from genial.core.patterns import whole
from genial.server.api.requests import asking, somebody
from genial.server.errors import NotFound
from genial.server.lobby.listings import Listing
from genial.server.results.profiles import History, Leader, Profile
from genial.server.tables.events import Phase

Anybody = Request[Any, Any, Any]
AccountId = Annotated[
    str, msgspec.Meta(min_length=1, max_length=40, pattern=whole("[A-Za-z0-9_-]+"))
]
Cursor = Annotated[str | None, Parameter(max_length=80)]
Limited = Annotated[int, Parameter(ge=1, le=100)]
Short = Annotated[str, msgspec.Meta(min_length=1, max_length=40, pattern=whole("[a-z0-9-]+"))]
GameName = Annotated[str | None, Parameter(max_length=40, pattern=whole("[a-z-]+"))]


class ProfilesApi(Controller):
    """Lists of all kinds."""

    path = "/api"
    tags = ("lists",)

    @get("/me/games", summary="My tables")
    async def mine(
        self, request: Anybody, phase: Phase = "playing", cursor: Cursor = None, limit: Limited = 20
    ) -> Listing:
        """All of them, private ones too, and whether it is my turn."""
        me = await somebody(request)
        listing: Listing = await request.app.state.listings.own(phase, me.account, cursor, limit)
        return listing

    @get("/people/{account:str}", summary="Somebody's profile")
    async def profile(self, request: Anybody, account: AccountId) -> Profile:
        """Name, statistics and ratings of every kind of game, and the latest games."""
        profile: Profile = await request.app.state.profiles.of(account, await _asking(request))
        return profile

    @get("/people/{account:str}/games", summary="Somebody's games")
    async def games(
        self, request: Anybody, account: AccountId, cursor: Cursor = None, limit: Limited = 20
    ) -> History:
        """With opponents and results; private ones only to those who played there."""
        history: History = await request.app.state.profiles.history(
            account, await _asking(request), cursor, limit
        )
        return history

    @get("/leaders/{game:str}/{variant:str}", summary="Who leads?")
    async def leaders(
        self, request: Anybody, game: Short, variant: Short, limit: Limited = 100
    ) -> list[Leader]:
        """By rating (variant: a number of players, or teams), or the best games alone (solo).

        Only people who keep their names, and ratings that enough games stand for.
        """
        if game not in genial.games():
            raise NotFound("there is no such game", code="no-such-game")
        leaders: list[Leader] = await request.app.state.profiles.leaders(game, variant, limit)
        return leaders


async def _asking(request: Anybody) -> str:
    """The account that asks; empty for nobody."""
    account = await asking(request)
    return "" if account is None else account.account
