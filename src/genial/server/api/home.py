"""The first page: everything that it shows in one response."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import Controller, get

from genial.server.accounts.accounts import Account
from genial.server.api.accounts import OwnAccount
from genial.server.api.dependencies import AppServices, Viewer
from genial.server.lobby.daily import Challenge
from genial.server.lobby.feed import LOBBY_LENGTH, OWN_LENGTH
from genial.server.lobby.games import GameInfo, game_infos
from genial.server.lobby.listings import ListedTable
from genial.server.lobby.pairing import PairingStatus
from genial.server.services import Services
from genial.server.tables.days import day_of

# What only the client understands.
ClientJson = Annotated[Any, msgspec.Meta(description="Any JSON.")]


class MyHome(msgspec.Struct):
    """What only the owner of an account sees on the first page."""

    account: OwnAccount
    settings: dict[str, ClientJson]
    tables: list[ListedTable]
    pairing: PairingStatus
    daily_colours: list[int] | None  # of today's finished attempt, lowest first


class Home(msgspec.Struct):
    """Everything that the first page shows."""

    me: MyHome | None
    games: list[GameInfo]
    waiting: list[ListedTable]
    playing: list[ListedTable]
    daily: Challenge


class HomeApi(Controller):
    """The first page."""

    path = "/api"
    tags = ("lobby",)

    @get("/home", summary="Get everything for the first page")
    async def home(self, services: AppServices, viewer: Viewer) -> Home:
        """Return my account, settings, tables and pairing; all games; the lobby; the challenge."""
        account = "" if viewer is None else viewer.account
        listings = services.listings
        me, games, waiting, playing, daily = await asyncio.gather(
            _my_home(services, viewer),
            asyncio.to_thread(game_infos, services.default_options),
            listings.public("waiting", account, None, None, LOBBY_LENGTH),
            listings.public("playing", account, None, None, LOBBY_LENGTH),
            services.daily.challenge(day_of(services.now()), viewer),
        )
        return Home(me, games, waiting.tables, playing.tables, daily)


async def _my_home(services: Services, viewer: Account | None) -> MyHome | None:
    if viewer is None:
        return None
    settings, tables, pairing, colours = await asyncio.gather(
        services.accounts.settings(viewer),
        services.listings.own_open(viewer.account, OWN_LENGTH),
        services.pairing.status(viewer.account),
        services.daily.own_colours(day_of(services.now()), viewer.account),
    )
    return MyHome(OwnAccount.of(viewer), settings, tables, pairing, colours)
