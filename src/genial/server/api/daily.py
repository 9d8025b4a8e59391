"""The daily challenge."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Controller, get, post

from genial.core.patterns import whole
from genial.server.api.dependencies import AppServices, HumanAccount, Me, Viewer
from genial.server.lobby.daily import Challenge
from genial.server.lobby.daily_results import DailyResult
from genial.server.tables.days import day_of
from genial.server.tables.messages import Situation
from genial.server.tables.projection import situation

Day = Annotated[str, msgspec.Meta(pattern=whole("[0-9]{4}-[0-9]{2}-[0-9]{2}"))]


class DailyApi(Controller):
    """Daily challenges."""

    path = "/api/daily"
    tags = ("daily",)

    @get(summary="Get today's challenge")
    async def today(self, services: AppServices, viewer: Viewer) -> Challenge:
        """Return the number of attempts and your own; everything else when the day is over."""
        return await services.daily.challenge(day_of(services.now()), viewer)

    @get("/{day:str}", summary="Get the challenge of a day")
    async def of_day(self, services: AppServices, viewer: Viewer, day: Day) -> Challenge:
        """Return the key and all attempts, the best first, when the day is over (UTC)."""
        return await services.daily.challenge(day, viewer)

    @get("/{day:str}/result", summary="Get my result of a day")
    async def result(self, services: AppServices, me: Me, day: Day) -> DailyResult:
        """Return your result, your rank and the distribution so far, and your streak.

        Only players whose own attempt is over get this. No other player is named.
        """
        return await services.daily_results.result(day, me.account)

    @post(summary="Play today's challenge")
    async def play(self, services: AppServices, person: HumanAccount) -> Situation:
        """Start or continue your only attempt. The account needs a password."""
        await services.compilation.require("ingenious")
        table = await services.daily.play(person)
        return situation(table, tuple(table.seats_of(person.account)), services.now())
