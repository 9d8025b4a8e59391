"""The daily challenge."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, get, post

from genial.core.patterns import whole
from genial.server.api.guards import a_person, asking
from genial.server.daily import Challenge, Daily
from genial.server.days import day_of
from genial.server.home import Home
from genial.server.messages import Situation
from genial.server.shown import situation

Anybody = Request[Any, Any, Any]
Day = Annotated[str, msgspec.Meta(pattern=whole("[0-9]{4}-[0-9]{2}-[0-9]{2}"))]


class Challenges(Controller):
    """Daily challenges."""

    path = "/api/daily"
    tags = ("daily",)

    @get(summary="Today's challenge")
    async def today(self, request: Anybody) -> Challenge:
        """How many have tried it, and the own attempt; all else when the day is over (UTC)."""
        return await _of(request, day_of(_home(request).now()))

    @get("/{day:str}", summary="The challenge of a day")
    async def of(self, request: Anybody, day: Day) -> Challenge:
        """When the day is over: the key, and everybody's attempts, the best first."""
        return await _of(request, day)

    @post(summary="Play today's challenge")
    async def play(self, request: Anybody) -> Situation:
        """Your one attempt: it begins, or goes on. You must keep your name with a password."""
        me, home = await a_person(request), _home(request)
        await request.app.state.warming.ready("ingenious")
        table = await _daily(request).play(me)
        return situation(table, tuple(table.seats_of(me.account)), home.now())


async def _of(request: Anybody, day: str) -> Challenge:
    account = await asking(request)
    return await _daily(request).of(day, "" if account is None else account.account)


def _daily(request: Anybody) -> Daily:
    daily: Daily = request.app.state.daily
    return daily


def _home(request: Anybody) -> Home:
    home: Home = request.app.state.home
    return home
