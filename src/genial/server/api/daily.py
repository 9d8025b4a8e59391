"""The daily challenge."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, get, post

from genial.core.patterns import whole
from genial.server.api.requests import a_person, asking
from genial.server.lobby.daily import Challenge, Daily
from genial.server.tables.days import day_of
from genial.server.tables.messages import Situation
from genial.server.tables.projection import situation
from genial.server.tables.registry import TableRegistry

Anybody = Request[Any, Any, Any]
Day = Annotated[str, msgspec.Meta(pattern=whole("[0-9]{4}-[0-9]{2}-[0-9]{2}"))]


class DailyApi(Controller):
    """Daily challenges."""

    path = "/api/daily"
    tags = ("daily",)

    @get(summary="Today's challenge")
    async def today(self, request: Anybody) -> Challenge:
        """How many have tried it, and the own attempt; all else when the day is over (UTC)."""
        return await _of(request, day_of(_registry(request).now()))

    @get("/{day:str}", summary="The challenge of a day")
    async def of(self, request: Anybody, day: Day) -> Challenge:
        """When the day is over: the key, and everybody's attempts, the best first."""
        return await _of(request, day)

    @post(summary="Play today's challenge")
    async def play(self, request: Anybody) -> Situation:
        """Your one attempt: it begins, or goes on. You must keep your name with a password."""
        me, registry = await a_person(request), _registry(request)
        await request.app.state.compilation.require("ingenious")
        table = await _daily(request).play(me)
        return situation(table, tuple(table.seats_of(me.account)), registry.now())


async def _of(request: Anybody, day: str) -> Challenge:
    account = await asking(request)
    return await _daily(request).of(day, "" if account is None else account.account)


def _daily(request: Anybody) -> Daily:
    daily: Daily = request.app.state.daily
    return daily


def _registry(request: Anybody) -> TableRegistry:
    registry: TableRegistry = request.app.state.registry
    return registry
