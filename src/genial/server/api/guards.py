"""Who asks, and whether he may."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection, Request
from litestar.exceptions import NotFoundException, PermissionDeniedException

from genial.server.accounts import Account
from genial.server.refusals import NotAllowed

COOKIE = "genial"
Connection = ASGIConnection[Any, Any, Any, Any]

_SAFE = {"GET", "HEAD", "OPTIONS"}


async def asking(request: Connection) -> Account | None:
    """Who asks, by a token or the cookie; none: nobody we know. Raises BadToken."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        account: Account = await request.app.state.tokens.known(token.strip())
        return account
    return await _by_cookie(request)


async def _by_cookie(request: Connection) -> Account | None:
    cookie = request.cookies.get(COOKIE)
    if cookie is None:
        return None
    account = await request.app.state.accounts.known(cookie)
    return None if account is None or account.banned else account


async def somebody(request: Request[Any, Any, Any]) -> Account:
    """Who asks; raises NotAllowed if we do not know."""
    account = await asking(request)
    if account is None:
        raise NotAllowed("say first who you are", code="nobody")
    return account


async def in_person(request: Request[Any, Any, Any]) -> Account:
    """Who asks, by the cookie: a token cannot make tokens; raises NotAllowed."""
    account = await _by_cookie(request)
    if account is None:
        raise NotAllowed("say first who you are: this needs the cookie", code="nobody")
    return account


async def a_person(request: Request[Any, Any, Any]) -> Account:
    """Who asks, if no program plays with the account; raises NotAllowed."""
    account = await somebody(request)
    if account.bot:
        raise NotAllowed("this is for people", code="no-bots")
    return account


async def an_admin(request: Request[Any, Any, Any]) -> Account:
    """Who asks, if he is an admin; raises NotAllowed."""
    account = await somebody(request)
    if not account.admin:
        raise NotAllowed("only admins may do this", code="not-an-admin")
    return account


def address_of(connection: Connection) -> str:
    """The address somebody asks from, as the last proxy we trust saw it."""
    proxies = connection.app.state.settings.proxies
    if proxies:
        told = connection.headers.get("x-forwarded-for", "").split(",")
        if len(told) >= proxies and told[-proxies].strip():
            return str(told[-proxies].strip())
    return connection.client.host if connection.client else "?"


def from_here(connection: Connection) -> bool:
    """Does a page of ours ask? Browsers tell where a page came from; programs need not."""
    origin = connection.headers.get("origin")
    if origin is None:
        return True
    allowed = connection.app.state.settings.origin
    if allowed:
        return bool(origin == allowed.rstrip("/"))
    return urlsplit(origin).netloc == connection.headers.get("host")


async def guard(request: Request[Any, Any, Any]) -> None:
    """Refuse what other sites' pages ask for in somebody's name, and whoever asks too often."""
    if request.method not in _SAFE and not from_here(request):
        raise PermissionDeniedException("this comes from another site")
    if "\0" in request.scope["path"]:
        raise NotFoundException("there is nothing like that")
    request.app.state.requests.use(address_of(request))
