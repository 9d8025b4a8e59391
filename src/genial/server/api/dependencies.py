"""What Litestar injects into handlers: the services, the account and the client's address.

A handler gets them by the names of its parameters, which `DEPENDENCIES` lists.
"""

from __future__ import annotations

from typing import Any

from litestar import Request
from litestar.di import NamedDependency, Provide

from genial.server.accounts.accounts import Account
from genial.server.errors import NotAllowed
from genial.server.services import Connection, Services
from genial.server.tables.table import Table
from genial.server.transport.addresses import client_network

COOKIE = "genial"

AnyRequest = Request[Any, Any, Any]

AppServices = NamedDependency[Services]
Viewer = NamedDependency[Account | None]  # the account, if there is one
Me = NamedDependency[Account]  # the account; refused without one
Owner = NamedDependency[Account]  # the account of the cookie; refused to tokens
HumanAccount = NamedDependency[Account]  # the account; refused to bots
AdminAccount = NamedDependency[Account]  # the account of the cookie; refused to others
ClientAddress = NamedDependency[str]  # the network that the request comes from


async def find_account(connection: Connection, services: Services) -> Account | None:
    """Return the account of a token or the cookie, if there is one; raise BadToken."""
    token = token_of(connection)
    if token is not None:
        return await services.tokens.find_account(token)
    return await _account_of_cookie(connection, services)


def token_of(connection: Connection) -> str | None:
    """Return the token that a program has sent; None if a person connects."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else None


async def _account_of_cookie(connection: Connection, services: Services) -> Account | None:
    cookie = connection.cookies.get(COOKIE)
    if cookie is None:
        return None
    account = await services.accounts.find_by_cookie(cookie)
    return None if account is None or account.banned else account


def seats_of(table: Table, viewer: Account | None) -> tuple[int, ...]:
    """Return the seats that a viewer has at a table."""
    return () if viewer is None else tuple(table.seats_of(viewer.account))


def client_address(connection: Connection, services: Services) -> str:
    """Return the network of a client, as the last trusted proxy has seen it."""
    peer = connection.client.host if connection.client else "?"
    forwarded = ",".join(connection.headers.getall("x-forwarded-for", []))
    return client_network(peer, forwarded, services.settings.proxies)


async def allow_anonymous(request: AnyRequest, services: AppServices) -> Account | None:
    """Return the account that sends a request, or None."""
    return await find_account(request, services)


async def require_account(request: AnyRequest, services: AppServices) -> Account:
    """Return the account that sends a request; raise NotAllowed without one."""
    account = await find_account(request, services)
    if account is None:
        raise NotAllowed("Sign in or choose a name first.", code="nobody")
    return account


async def require_cookie(request: AnyRequest, services: AppServices) -> Account:
    """Return the account of the cookie; raise NotAllowed without one.

    A token cannot do what would open the account to others or close it to its owner.
    """
    account = await _account_of_cookie(request, services)
    if account is None:
        raise NotAllowed("Sign in first. This needs the cookie, not a token.", code="nobody")
    return account


async def require_person(request: AnyRequest, services: AppServices) -> Account:
    """Return the account that sends a request; raise NotAllowed if a program plays with it."""
    account = await require_account(request, services)
    if account.bot:
        raise NotAllowed("Bots cannot do this.", code="no-bots")
    return account


async def require_admin(request: AnyRequest, services: AppServices) -> Account:
    """Return the account of the cookie; raise NotAllowed unless it is an admin's."""
    account = await require_cookie(request, services)
    if not account.admin:
        raise NotAllowed("Only admins can do this.", code="not-an-admin")
    return account


async def provide_address(request: AnyRequest, services: AppServices) -> str:
    """Return the network that a request comes from."""
    return client_address(request, services)


DEPENDENCIES = {  # besides `services`
    "viewer": Provide(allow_anonymous),
    "me": Provide(require_account),
    "owner": Provide(require_cookie),
    "person": Provide(require_person),
    "admin_account": Provide(require_admin),
    "address": Provide(provide_address),
}
