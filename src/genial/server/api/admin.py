"""What admins may do."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, delete, get, patch, post
from litestar.params import Parameter

from genial.server.accounts.accounts import Account
from genial.server.accounts.admin import Admin, Kind, PersonRow, ReportRow, TableRow
from genial.server.api.accounts import Name
from genial.server.api.requests import an_admin
from genial.server.errors import NotFound
from genial.server.live.protocol import STORABLE, TableName
from genial.server.tables.events import Phase

Anybody = Request[Any, Any, Any]
Page = Annotated[int, Parameter(ge=1, le=10_000)]
Text = Annotated[str, Parameter(max_length=100)]
AccountName = Annotated[str, Parameter(max_length=40)]


class PersonChange(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """What is to change about somebody."""

    name: Name | None = None
    banned: bool | None = None
    admin: bool | None = None


class Closing(msgspec.Struct, forbid_unknown_fields=True):
    """What was done about a report."""

    note: Annotated[str, msgspec.Meta(max_length=500, pattern=STORABLE)] = ""


class AdminApi(Controller):
    """Only for admins."""

    path = "/api/admin"
    tags = ("admin",)

    @get("/people", summary="People")
    async def people(
        self, request: Anybody, search: Text = "", kind: Kind | None = None, page: Page = 1
    ) -> list[PersonRow]:
        """50 a page, the newest first."""
        return await (await _admin(request)).people(search, kind, page)

    @get("/tables", summary="Tables, private ones too")
    async def tables(
        self,
        request: Anybody,
        phase: Phase | None = None,
        game: Text = "",
        of: Text = "",
        page: Page = 1,
    ) -> list[TableRow]:
        """50 a page, the liveliest first."""
        return await (await _admin(request)).tables(phase, game, of, page)

    @get("/reports", summary="Reports")
    async def reports(
        self, request: Anybody, closed: bool = False, page: Page = 1
    ) -> list[ReportRow]:
        """50 a page, the newest first."""
        return await (await _admin(request)).reports(closed=closed, page=page)

    @patch("/people/{account:str}", summary="Rename, ban, make an admin")
    async def change(self, request: Anybody, account: AccountName, data: PersonChange) -> PersonRow:
        """Only what is given changes."""
        admin = await _admin(request)
        who = await _found(request, account)
        if data.admin is not None:
            await admin.make_admin(who, on=data.admin)
            who = await _found(request, account)
        if data.name is not None:
            await admin.rename(who, data.name)
        if data.banned is not None:
            await (admin.ban(who) if data.banned else admin.unban(who))
        return await admin.person(account)

    @delete("/people/{account:str}", summary="Delete an account", status_code=204)
    async def remove(self, request: Anybody, account: AccountName) -> None:
        """Games stay in the books of the others."""
        admin = await _admin(request)
        await admin.delete(await _found(request, account))

    @post("/tables/{name:str}/end", summary="End a table", status_code=204)
    async def end(self, request: Anybody, name: TableName) -> None:
        """Nobody wins."""
        await (await _admin(request)).end(name)

    @post("/reports/{report:str}/close", summary="Close a report", status_code=204)
    async def close(self, request: Anybody, report: AccountName, data: Closing) -> None:
        """With a note about what was done."""
        await (await _admin(request)).close(report, data.note)


async def _admin(request: Anybody) -> Admin:
    account, state = await an_admin(request), request.app.state
    return Admin(state.registry, state.accounts, account.account)


async def _found(request: Anybody, account: str) -> Account:
    found: Account | None = await request.app.state.accounts.find(account)
    if found is None:
        raise NotFound("there is no such account", code="no-such-person")
    return found
