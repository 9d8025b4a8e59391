"""The lists of the first page: no change of them is lost."""

from __future__ import annotations

from typing import Any

import msgspec

from genial.server.live.protocol import Lobby
from genial.server.lobby.feed import LobbyFeed
from genial.server.lobby.listings import Listing, Listings
from genial.server.tables.registry import TableRegistry
from tests.server.inside import Client, House, inside, of_litestar_2
from tests.server.waiting import until

pytestmark = of_litestar_2

SEATS = [{"type": "me"}, {"type": "open"}]


class Page:
    """A first page without an account, which keeps the lists it was sent."""

    account_id = None
    is_behind = False

    def __init__(self) -> None:
        self.lobbies: list[Lobby] = []

    def send(self, text: bytes) -> None:
        self.lobbies.append(msgspec.json.decode(text, type=Lobby))

    async def lists(self, table: str) -> bool:
        return any(table == one.table for lobby in self.lobbies for one in lobby.waiting)


class InterruptedListings(Listings):
    """Listings during whose first query of public tables a host opens another one."""

    def __init__(self, house: House, host: Client) -> None:
        super().__init__(house.registry.store.engine)
        self._host = host
        self.opened = ""

    async def public(self, phase: str, *more: Any) -> Listing:
        found = await super().public(phase, *more)
        if not self.opened:
            told = await self._host.post("/api/tables", game="tile-challenge", seats=SEATS)
            self.opened = told["table"]
        return found


async def test_a_table_that_opens_while_the_lists_are_queried_is_sent_too(
    places: tuple[str, str],
) -> None:
    async with inside(places) as house:
        listings = InterruptedListings(house, await house.guest("Ada"))
        registry: TableRegistry = house.registry
        page, late = Page(), Page()
        async with LobbyFeed(registry, listings) as feed:
            await feed.follow(page)
            await until(lambda: page.lists(listings.opened or "none yet"))
            await feed.follow(late)
            await until(lambda: late.lists(listings.opened))
