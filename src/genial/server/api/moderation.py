"""Block other accounts, and report them to the host."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Controller, delete, get, post, put

from genial.server.accounts.moderation import BlockedAccount
from genial.server.api.dependencies import AppServices, Me
from genial.server.api.profiles import AccountId
from genial.server.live.account_messages import tell
from genial.server.live.protocol import Muted, TableName


class MisconductReport(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A report of misconduct, with the table and the chat line that it is about."""

    about: AccountId
    text: Annotated[str, msgspec.Meta(min_length=1, max_length=1000)]
    table: TableName | None = None
    line: Annotated[int, msgspec.Meta(ge=1, le=2**31 - 1)] | None = None


class ModerationApi(Controller):
    """Blocks and reports."""

    path = "/api"
    tags = ("moderation",)

    @get("/me/blocks", summary="List blocked accounts")
    async def list_blocks(self, services: AppServices, me: Me) -> list[BlockedAccount]:
        """Return the accounts that I have blocked, by name."""
        return await services.moderation.blocks(me.account)

    @put("/me/blocks/{account:str}", summary="Block an account", status_code=204)
    async def block(self, services: AppServices, me: Me, account: AccountId) -> None:
        """Keep an account away from my tables and pairings, and hide its chat from me."""
        await services.moderation.block(me.account, account)
        await tell(services.registry.bus, me.account, Muted(account, on=True))

    @delete("/me/blocks/{account:str}", summary="Unblock an account", status_code=204)
    async def unblock(self, services: AppServices, me: Me, account: AccountId) -> None:
        """Remove a block."""
        await services.moderation.unblock(me.account, account)
        await tell(services.registry.bus, me.account, Muted(account, on=False))

    @post("/reports", summary="Report an account to the host", status_code=204)
    async def report(self, services: AppServices, me: Me, data: MisconductReport) -> None:
        """Report an account, or a line that it has written in the chat of a table."""
        await services.moderation.report(me.account, data.about, data.text, data.table, data.line)
