"""Accounts: guests, passwords, settings, export and deletion."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, Response, delete, get, patch, post, put
from litestar.datastructures import Cookie
from litestar.response import Stream

from genial.server.accounts.accounts import COOKIE_DAYS, Account
from genial.server.accounts.export import export_account
from genial.server.accounts.names import fold_name
from genial.server.api.dependencies import COOKIE, AppServices, ClientAddress, Me, Owner, Viewer
from genial.server.errors import NotAllowed
from genial.server.live.protocol import STORABLE
from genial.server.services import Services

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=100, pattern=STORABLE)]
Password = Annotated[str, msgspec.Meta(min_length=1, max_length=256)]


class NewName(msgspec.Struct, forbid_unknown_fields=True):
    """A name for a guest, or another name for an account."""

    name: Name


class PasswordChange(msgspec.Struct, forbid_unknown_fields=True):
    """A new password, and the old one if there was one."""

    password: Password
    old: Password | None = None
    end_tokens: bool = False  # revoke all tokens of programs, too


class PasswordCheck(msgspec.Struct, forbid_unknown_fields=True):
    """The account's password."""

    password: Password


class Login(msgspec.Struct, forbid_unknown_fields=True):
    """A name and its password."""

    name: Name
    password: Password


class Recovery(msgspec.Struct, forbid_unknown_fields=True):
    """A name, a recovery code and a new password."""

    name: Name
    code: Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
    password: Password


class OwnAccount(msgspec.Struct):
    """An account as its owner sees it."""

    account: str
    name: str
    kept: bool
    admin: bool
    bot: bool

    @staticmethod
    def of(account: Account) -> OwnAccount:
        """Return the public fields of an account."""
        return OwnAccount(account.account, account.name, account.kept, account.admin, account.bot)


class RecoveryCodes(msgspec.Struct):
    """Recovery codes; they are shown only once."""

    codes: list[str]


class AccountsApi(Controller):
    """Accounts."""

    path = "/api"
    tags = ("accounts",)

    @post("/guests", summary="Create a guest account")
    async def create_guest(
        self, services: AppServices, address: ClientAddress, data: NewName
    ) -> Response[OwnAccount]:
        """Set a cookie that identifies the guest from now on."""
        services.limits.arrivals.use(address)
        return _log_in(services, await services.accounts.create_guest(data.name))

    @get("/me", summary="Get my account")
    async def show(self, viewer: Viewer) -> OwnAccount | None:
        """Return null without a valid cookie or token."""
        return None if viewer is None else OwnAccount.of(viewer)

    @patch("/me", summary="Change my name")
    async def rename(self, services: AppServices, owner: Owner, data: NewName) -> OwnAccount:
        """Change the name of the account."""
        return OwnAccount.of(await services.accounts.rename(owner, data.name))

    @post("/me/password", summary="Set or change my password")
    async def set_password(
        self, services: AppServices, owner: Owner, address: ClientAddress, data: PasswordChange
    ) -> Response[OwnAccount]:
        """Log out all other devices; with `end_tokens`, revoke all tokens, too."""
        _count_guess(services, owner.name, address)
        account = await services.accounts.set_password(
            owner, data.password, data.old, end_tokens=data.end_tokens
        )
        return _log_in(services, account)

    @post("/me/codes", summary="Create recovery codes")
    async def create_codes(
        self, services: AppServices, owner: Owner, address: ClientAddress, data: PasswordCheck
    ) -> RecoveryCodes:
        """Create codes that each open the account once, without password; earlier codes end."""
        if not owner.kept:
            raise NotAllowed("Protect your name with a password first.", code="not-kept")
        _count_guess(services, owner.name, address)
        return RecoveryCodes(await services.accounts.create_recovery_codes(owner, data.password))

    @post("/login", summary="Log in")
    async def log_in(
        self, services: AppServices, address: ClientAddress, data: Login
    ) -> Response[OwnAccount]:
        """Log in on this device with a name and a password."""
        _count_guess(services, data.name, address)
        return _log_in(services, await services.accounts.log_in(data.name, data.password))

    @post("/recover", summary="Set a new password with a recovery code")
    async def recover(
        self, services: AppServices, address: ClientAddress, data: Recovery
    ) -> Response[OwnAccount]:
        """Use up the code, log out all devices and revoke all tokens."""
        _count_guess(services, data.name, address)
        account = await services.accounts.recover(data.name, data.code, data.password)
        return _log_in(services, account)

    @post("/logout", summary="Log out", status_code=204)
    async def log_out(
        self, request: Request[Any, Any, Any], services: AppServices
    ) -> Response[None]:
        """Invalidate this cookie and all copies of it, and close the sockets that it opened."""
        cookie = request.cookies.get(COOKIE)
        if cookie is not None:
            await services.accounts.end_session(cookie)
        return _delete_cookie()

    @get("/me/settings", summary="Get my settings")
    async def settings(self, services: AppServices, me: Me) -> dict[str, Any]:
        """Return what the client has stored: language, colours and so on."""
        return await services.accounts.settings(me)

    @put("/me/settings", summary="Store my settings", status_code=204)
    async def store_settings(self, services: AppServices, me: Me, data: dict[str, Any]) -> None:
        """Replace the settings by an object of at most 8 kB."""
        await services.accounts.store_settings(me, data)

    @get("/me/export", summary="Export my data", media_type="application/json")
    async def export(self, services: AppServices, owner: Owner) -> Stream:
        """Return profile, settings, games as records, chat, ratings, blocks, reports and more."""
        services.limits.exports.use(owner.account)
        pieces = export_account(services.registry, owner.account)
        headers = {"content-disposition": 'attachment; filename="genial.json"'}
        return Stream(pieces, media_type="application/json", headers=headers)

    @delete("/me", summary="Delete my account", status_code=204)
    async def remove(self, services: AppServices, owner: Owner) -> Response[None]:
        """Delete the account. The opponents keep their games, without the deleted name."""
        await services.accounts.delete(owner)
        await services.deletion.forget(owner.account)
        return _delete_cookie()


def _count_guess(services: Services, name: str, address: str) -> None:
    """Count an attempt to guess a password or a code; raise TooMuch.

    Attempts are counted by address, so that an attacker cannot lock out the owner of a name.
    """
    services.limits.passwords.use(address)
    services.limits.guesses.use(f"{fold_name(name)} {address}")


def _log_in(services: Services, account: Account) -> Response[OwnAccount]:
    cookie = Cookie(
        key=COOKIE,
        value=services.accounts.create_cookie(account),
        httponly=True,
        samesite="lax",
        secure=services.settings.origin.startswith("https://"),
        max_age=COOKIE_DAYS * 86400,
    )
    return Response(OwnAccount.of(account), cookies=[cookie])


def _delete_cookie() -> Response[None]:
    return Response(None, status_code=204, cookies=[Cookie(key=COOKIE, value="", max_age=0)])
