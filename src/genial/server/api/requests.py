"""Who asks, and whether he may."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection, Request
from litestar.enums import MediaType
from litestar.exceptions import (
    ClientException,
    HTTPException,
    NotFoundException,
    PermissionDeniedException,
)

from genial.server.accounts.accounts import Account
from genial.server.errors import NotAllowed
from genial.server.limits import forwarded_place

COOKIE = "genial"
Connection = ASGIConnection[Any, Any, Any, Any]

_SAFE = {"GET", "HEAD", "OPTIONS"}


async def asking(request: Connection) -> Account | None:
    """Who asks, by a token or the cookie; none: nobody we know. Raises BadToken."""
    token = token_of(request)
    if token is not None:
        account: Account = await request.app.state.tokens.known(token)
        return account
    return await _by_cookie(request)


def token_of(request: Connection) -> str | None:
    """The token that a program sends; none for people."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else None


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
    """Who asks, by the cookie; raises NotAllowed.

    A token cannot do what would open the account to others, or close it to its owner.
    """
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
    """Who asks in person, if he is an admin; raises NotAllowed."""
    account = await in_person(request)
    if not account.admin:
        raise NotAllowed("only admins may do this", code="not-an-admin")
    return account


def address_of(connection: Connection) -> str:
    """Where somebody asks from, as the last proxy we trust saw it; see `place_of`."""
    peer = connection.client.host if connection.client else "?"
    forwarded = ",".join(connection.headers.getall("x-forwarded-for", []))
    return forwarded_place(peer, forwarded, connection.app.state.settings.proxies)


def from_here(connection: Connection) -> bool:
    """Does a page of ours ask? Browsers tell where a page came from; programs need not."""
    origin = connection.headers.get("origin")
    if origin is None:
        return True
    allowed = connection.app.state.settings.origin
    if allowed:
        return bool(origin == allowed.rstrip("/"))
    try:
        return urlsplit(origin).netloc == connection.headers.get("host")
    except ValueError:
        return False


async def guard(request: Request[Any, Any, Any]) -> None:
    """Refuse whoever asks too often, and what other sites' pages ask for in somebody's name."""
    request.app.state.requests.use(address_of(request))
    if request.method not in _SAFE and not from_here(request):
        raise PermissionDeniedException("this comes from another site")
    if "\0" in request.scope["path"]:
        raise NotFoundException("there is nothing like that")
    if b"%00" in request.scope["query_string"]:
        raise ClientException("there is a character in this that nothing has")
    if request.method not in _SAFE:
        _check_body(request.content_type[0], await request.body())


def _check_body(kind: str, body: bytes) -> None:
    """Refuse a body that cannot be JSON, before anything tries to read it as such."""
    if not body:
        return
    if kind and kind != MediaType.JSON:
        raise HTTPException("send JSON, with Content-Type: application/json", status_code=415)
    try:
        body.decode()
    except UnicodeDecodeError:
        raise ClientException("this is not JSON: it is not UTF-8") from None
