"""Profiles, game histories, leaderboards and an account's own tables."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Controller, get
from litestar.params import Parameter

import genial
from genial.core.patterns import whole
from genial.server.accounts.accounts import Account
from genial.server.api.dependencies import AppServices, Me, Viewer
from genial.server.errors import NotFound
from genial.server.lobby.listings import Listing
from genial.server.results.profiles import Leader, PlayedGames, Profile
from genial.server.tables.events import Phase

AccountId = Annotated[
    str, msgspec.Meta(min_length=1, max_length=40, pattern=whole("[A-Za-z0-9_-]+"))
]
Cursor = Annotated[str | None, Parameter(max_length=80)]
PageSize = Annotated[int, Parameter(ge=1, le=100)]
ShortName = Annotated[str, msgspec.Meta(min_length=1, max_length=40, pattern=whole("[a-z0-9-]+"))]
GameName = Annotated[str | None, Parameter(max_length=40, pattern=whole("[a-z-]+"))]


class ProfilesApi(Controller):
    """Profiles and lists."""

    path = "/api"
    tags = ("profiles",)

    @get("/me/games", summary="List my tables")
    async def own_tables(
        self, services: AppServices, me: Me, phase: Phase = "playing", cursor: Cursor = None,
        limit: PageSize = 20,
    ) -> Listing:  # fmt: skip
        """Return all of my tables, including private ones, and whether it is my turn."""
        return await services.listings.own(phase, me.account, cursor, limit)

    @get("/people/{account:str}", summary="Get a profile")
    async def profile(self, services: AppServices, viewer: Viewer, account: AccountId) -> Profile:
        """Return name, statistics and ratings by game and variant, and the latest games."""
        return await services.profiles.profile(account, _id(viewer))

    @get("/people/{account:str}/games", summary="List the games of an account")
    async def games(
        self, services: AppServices, viewer: Viewer, account: AccountId,
        cursor: Cursor = None, limit: PageSize = 20,
    ) -> PlayedGames:  # fmt: skip
        """Return finished games with opponents and results; private ones only to their players."""
        return await services.profiles.history(account, _id(viewer), cursor, limit)

    @get("/leaders/{game:str}/{variant:str}", summary="Get a leaderboard")
    async def leaders(
        self, services: AppServices, game: ShortName, variant: ShortName, limit: PageSize = 100
    ) -> list[Leader]:
        """Return the best ratings (variant: number of players, or teams) or solo results (solo).

        Teams whose partners are not silent have the variants teams-open and teams-shared.

        Only accounts with a password and enough rated games are listed.
        """
        if game not in genial.games():
            raise NotFound("There is no such game.", code="no-such-game")
        return await services.profiles.leaders(game, variant, limit)


def _id(account: Account | None) -> str:
    return "" if account is None else account.account
