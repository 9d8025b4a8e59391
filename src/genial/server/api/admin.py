"""Administration: accounts, tables and reports."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Controller, delete, get, patch, post
from litestar.di import NamedDependency, Provide
from litestar.params import Parameter

from genial.server.accounts.accounts import Account
from genial.server.accounts.admin import AccountKind, AccountRow, Admin, ReportRow, TableRow
from genial.server.api.accounts import Name
from genial.server.api.dependencies import AdminAccount, AppServices
from genial.server.errors import NotFound
from genial.server.live.protocol import STORABLE, TableName
from genial.server.services import Services
from genial.server.tables.events import Phase

Page = Annotated[int, Parameter(ge=1, le=10_000)]
Text = Annotated[str, Parameter(max_length=100)]
Identifier = Annotated[str, Parameter(max_length=40)]


class AccountChange(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """What is to change about an account."""

    name: Name | None = None
    banned: bool | None = None
    admin: bool | None = None


class ReportNote(msgspec.Struct, forbid_unknown_fields=True):
    """What was done about a report."""

    note: Annotated[str, msgspec.Meta(max_length=500, pattern=STORABLE)] = ""


async def provide_admin(services: AppServices, admin_account: AdminAccount) -> Admin:
    """Return the administration on behalf of an admin; raise NotAllowed for others."""
    return Admin(services.registry, services.accounts, admin_account.account)


InjectedAdmin = NamedDependency[Admin]


class AdminApi(Controller):
    """Endpoints for admins only."""

    path = "/api/admin"
    tags = ("admin",)
    dependencies = {"admin": Provide(provide_admin)}  # noqa: RUF012

    @get("/people", summary="List accounts")
    async def accounts(
        self,
        admin: InjectedAdmin,
        search: Text = "",
        kind: AccountKind | None = None,
        page: Page = 1,
    ) -> list[AccountRow]:
        """Return 50 a page, the newest first."""
        return await admin.accounts(search, kind, page)

    @get("/tables", summary="List tables, including private ones")
    async def tables(
        self,
        admin: InjectedAdmin,
        phase: Phase | None = None,
        game: Text = "",
        of: Text = "",
        page: Page = 1,
    ) -> list[TableRow]:
        """Return 50 a page, the latest changed first."""
        return await admin.tables(phase, game, of, page)

    @get("/reports", summary="List reports")
    async def reports(
        self, admin: InjectedAdmin, closed: bool = False, page: Page = 1
    ) -> list[ReportRow]:
        """Return 50 a page, the newest first."""
        return await admin.reports(closed=closed, page=page)

    @patch("/people/{account:str}", summary="Rename, ban or promote an account")
    async def change(
        self, services: AppServices, admin: InjectedAdmin, account: Identifier, data: AccountChange
    ) -> AccountRow:
        """Change only what is given."""
        found = await _find(services, account)
        if data.admin is not None:
            await admin.make_admin(found, on=data.admin)
            found = await _find(services, account)
        if data.name is not None:
            await admin.rename(found, data.name)
        if data.banned is not None:
            await (admin.ban(found) if data.banned else admin.unban(found))
        return await admin.account(account)

    @delete("/people/{account:str}", summary="Delete an account", status_code=204)
    async def remove(
        self, services: AppServices, admin: InjectedAdmin, account: Identifier
    ) -> None:
        """Delete the account. The opponents keep their games."""
        await admin.delete(await _find(services, account))

    @post("/tables/{name:str}/end", summary="End a table", status_code=204)
    async def end(self, admin: InjectedAdmin, name: TableName) -> None:
        """End the game without a winner."""
        await admin.end(name)

    @post("/reports/{report:str}/close", summary="Close a report", status_code=204)
    async def close(self, admin: InjectedAdmin, report: Identifier, data: ReportNote) -> None:
        """Close the report with a note about what was done."""
        await admin.close(report, data.note)


async def _find(services: Services, account: str) -> Account:
    found = await services.accounts.find(account)
    if found is None:
        raise NotFound("There is no such account.", code="no-such-person")
    return found
