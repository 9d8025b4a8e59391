"""Arriving, keeping a name, leaving."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, Response, delete, get, patch, post, put
from litestar.datastructures import Cookie
from litestar.response import Stream

from genial.server.accounts.accounts import COOKIE_DAYS, Account, Accounts
from genial.server.accounts.export import exported
from genial.server.accounts.names import folded
from genial.server.api.requests import COOKIE, address_of, asking, in_person, somebody
from genial.server.errors import NotAllowed
from genial.server.live.protocol import STORABLE

Anybody = Request[Any, Any, Any]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=100, pattern=STORABLE)]
Password = Annotated[str, msgspec.Meta(min_length=1, max_length=256)]


class Arrival(msgspec.Struct, forbid_unknown_fields=True):
    """A guest's name."""

    name: Name


class Keeping(msgspec.Struct, forbid_unknown_fields=True):
    """A new password, and the old one if there was one."""

    password: Password
    old: Password | None = None
    end_tokens: bool = False  # shall programs lose their access, too?


class Proving(msgspec.Struct, forbid_unknown_fields=True):
    """The password of whoever asks."""

    password: Password


class Login(msgspec.Struct, forbid_unknown_fields=True):
    """A name and its password."""

    name: Name
    password: Password


class Recovery(msgspec.Struct, forbid_unknown_fields=True):
    """A name, a recovery code, and the new password."""

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
        """The same without what nobody sees."""
        return OwnAccount(account.account, account.name, account.kept, account.admin, account.bot)


class Codes(msgspec.Struct):
    """Recovery codes: they are shown once."""

    codes: list[str]


class AccountsApi(Controller):
    """Accounts."""

    path = "/api"
    tags = ("people",)

    @post("/guests", summary="Arrive as a guest")
    async def arrive(self, request: Anybody, data: Arrival) -> Response[OwnAccount]:
        """Arrive with a name; a cookie makes you known again."""
        request.app.state.arrivals.use(address_of(request))
        return _welcome(request, await _accounts(request).arrive(data.name))

    @get("/me", summary="Who am I?")
    async def me(self, request: Anybody) -> OwnAccount | None:
        """Whom the cookie belongs to; null for nobody."""
        account = await asking(request)
        return None if account is None else OwnAccount.of(account)

    @patch("/me", summary="Change my name")
    async def rename(self, request: Anybody, data: Arrival) -> OwnAccount:
        """Take another name."""
        account = await in_person(request)
        return OwnAccount.of(await _accounts(request).rename(account, data.name))

    @post("/me/password", summary="Keep my name with a password, or change it")
    async def keep(self, request: Anybody, data: Keeping) -> Response[OwnAccount]:
        """Other devices are logged out; with `end_tokens` all tokens are void, too."""
        account = await in_person(request)
        _guess(request, account.name)
        kept = await _accounts(request).keep(
            account, data.password, data.old, end_tokens=data.end_tokens
        )
        return _welcome(request, kept)

    @post("/me/codes", summary="New recovery codes")
    async def codes(self, request: Anybody, data: Proving) -> Codes:
        """Codes that open the account without the password, each once. Old ones are void."""
        account = await in_person(request)
        if not account.kept:
            raise NotAllowed("keep your name with a password first", code="not-kept")
        _guess(request, account.name)
        return Codes(await _accounts(request).recovery_codes(account, data.password))

    @post("/login", summary="Log in on another device")
    async def log_in(self, request: Anybody, data: Login) -> Response[OwnAccount]:
        """By name and password."""
        _guess(request, data.name)
        return _welcome(request, await _accounts(request).log_in(data.name, data.password))

    @post("/recover", summary="Set a new password with a recovery code")
    async def recover(self, request: Anybody, data: Recovery) -> Response[OwnAccount]:
        """The code is then used up, all devices are logged out, and tokens are void."""
        _guess(request, data.name)
        account = await _accounts(request).recover(data.name, data.code, data.password)
        return _welcome(request, account)

    @post("/logout", summary="Log out on this device", status_code=204)
    async def log_out(self, request: Anybody) -> Response[None]:
        """Make the cookie void, and any copy of it; sockets that it opened are closed soon."""
        cookie = request.cookies.get(COOKIE)
        if cookie is not None:
            await _accounts(request).end_session(cookie)
        return Response(None, status_code=204, cookies=[Cookie(key=COOKIE, value="", max_age=0)])

    @get("/me/settings", summary="What I have set")
    async def settings(self, request: Anybody) -> dict[str, Any]:
        """Whatever the client keeps there: language, colours and so on."""
        return await _accounts(request).settings(await somebody(request))

    @put("/me/settings", summary="Keep what I have set", status_code=204)
    async def set(self, request: Anybody, data: dict[str, Any]) -> None:
        """An object of at most 8 kB in place of the old one."""
        await _accounts(request).set(await somebody(request), data)

    @get("/me/export", summary="All that is kept of me", media_type="application/json")
    async def export(self, request: Anybody) -> Stream:
        """Profile, settings, games as records, talk, ratings, blocks, reports and the rest."""
        account = await in_person(request)
        request.app.state.exports.use(account.account)
        pieces = exported(request.app.state.registry, account.account)
        headers = {"content-disposition": 'attachment; filename="genial.json"'}
        return Stream(pieces, media_type="application/json", headers=headers)

    @delete("/me", summary="Delete my account", status_code=204)
    async def remove(self, request: Anybody) -> Response[None]:
        """Games stay in the books of the others, without your name."""
        account = await in_person(request)
        await _accounts(request).delete(account)
        await request.app.state.deletion.forget(account.account)
        return Response(None, status_code=204, cookies=[Cookie(key=COOKIE, value="", max_age=0)])


def _accounts(request: Anybody) -> Accounts:
    accounts: Accounts = request.app.state.accounts
    return accounts


def _guess(request: Anybody, name: str) -> None:
    """Let somebody try a password or a code of a name once more; raises TooMuch.

    What is counted is counted by address, so that nobody can shut somebody else out.
    """
    address = address_of(request)
    request.app.state.passwords.use(address)
    request.app.state.guesses.use(f"{folded(name)} {address}")


def _welcome(request: Anybody, account: Account) -> Response[OwnAccount]:
    cookie = Cookie(
        key=COOKIE,
        value=_accounts(request).cookie(account),
        httponly=True,
        samesite="lax",
        secure=request.app.state.settings.origin.startswith("https://"),
        max_age=COOKIE_DAYS * 86400,
    )
    return Response(OwnAccount.of(account), cookies=[cookie])
