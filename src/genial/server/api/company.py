"""Company one does not want: blocking people, and reporting them to the host."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, delete, get, post, put

from genial.server.api.guards import somebody
from genial.server.api.lists import AccountId
from genial.server.mailbox import tell
from genial.server.manners import Blocked, Manners
from genial.server.messages import Muted, TableName

Anybody = Request[Any, Any, Any]


class Report(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """What somebody did; a table and a line of its talk say where."""

    about: AccountId
    text: Annotated[str, msgspec.Meta(min_length=1, max_length=1000)]
    table: TableName | None = None
    line: Annotated[int, msgspec.Meta(ge=1, le=2**31 - 1)] | None = None


class Company(Controller):
    """Blocks and reports."""

    path = "/api"
    tags = ("company",)

    @get("/me/blocks", summary="Whom I have blocked")
    async def blocked(self, request: Anybody) -> list[Blocked]:
        """By name."""
        return await _manners(request).blocked((await somebody(request)).account)

    @put("/me/blocks/{account:str}", summary="Block somebody", status_code=204)
    async def block(self, request: Anybody, account: AccountId) -> None:
        """Who is blocked cannot sit where I sit, is never paired with me, and I do not hear him."""
        me = (await somebody(request)).account
        await _manners(request).block(me, account)
        await tell(request.app.state.home.bus, me, Muted(account, on=True))

    @delete("/me/blocks/{account:str}", summary="Block somebody no more", status_code=204)
    async def unblock(self, request: Anybody, account: AccountId) -> None:
        """As if nothing had been."""
        me = (await somebody(request)).account
        await _manners(request).unblock(me, account)
        await tell(request.app.state.home.bus, me, Muted(account, on=False))

    @post("/reports", summary="Report somebody to the host", status_code=204)
    async def report(self, request: Anybody, data: Report) -> None:
        """A person, or what he said at a table."""
        me = await somebody(request)
        await _manners(request).report(me.account, data.about, data.text, data.table, data.line)


def _manners(request: Anybody) -> Manners:
    manners: Manners = request.app.state.manners
    return manners
