"""Company one does not want: blocking people, and reporting them to the host."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, delete, get, post, put

from genial.server.accounts.moderation import Blocked, Moderation
from genial.server.api.profiles import AccountId
from genial.server.api.requests import somebody
from genial.server.live.account_messages import tell
from genial.server.live.protocol import Muted, TableName

Anybody = Request[Any, Any, Any]


class Report(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """What somebody did; a table and a line of its talk say where."""

    about: AccountId
    text: Annotated[str, msgspec.Meta(min_length=1, max_length=1000)]
    table: TableName | None = None
    line: Annotated[int, msgspec.Meta(ge=1, le=2**31 - 1)] | None = None


class ModerationApi(Controller):
    """Blocks and reports."""

    path = "/api"
    tags = ("company",)

    @get("/me/blocks", summary="Whom I have blocked")
    async def blocked(self, request: Anybody) -> list[Blocked]:
        """By name."""
        return await _moderation(request).blocked((await somebody(request)).account)

    @put("/me/blocks/{account:str}", summary="Block somebody", status_code=204)
    async def block(self, request: Anybody, account: AccountId) -> None:
        """Who is blocked cannot sit where I sit, is never paired with me, and I do not hear him."""
        me = (await somebody(request)).account
        await _moderation(request).block(me, account)
        await tell(request.app.state.registry.bus, me, Muted(account, on=True))

    @delete("/me/blocks/{account:str}", summary="Block somebody no more", status_code=204)
    async def unblock(self, request: Anybody, account: AccountId) -> None:
        """As if nothing had been."""
        me = (await somebody(request)).account
        await _moderation(request).unblock(me, account)
        await tell(request.app.state.registry.bus, me, Muted(account, on=False))

    @post("/reports", summary="Report somebody to the host", status_code=204)
    async def report(self, request: Anybody, data: Report) -> None:
        """A person, or what he said at a table."""
        me = await somebody(request)
        await _moderation(request).report(me.account, data.about, data.text, data.table, data.line)


def _moderation(request: Anybody) -> Moderation:
    moderation: Moderation = request.app.state.moderation
    return moderation
