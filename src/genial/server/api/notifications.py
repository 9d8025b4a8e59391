"""How somebody is told that it is his turn while he is away."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, delete, get, post

from genial.server.api.pages import language_of
from genial.server.api.requests import address_of, in_person, somebody
from genial.server.live.protocol import STORABLE
from genial.server.notifications.mail import Mail, MailAddress
from genial.server.notifications.push import Keys, WebPush

Anybody = Request[Any, Any, Any]
Endpoint = Annotated[str, msgspec.Meta(min_length=1, max_length=1000, pattern=STORABLE)]


class Ways(msgspec.Struct):
    """How this server can tell people that are away, beside Web Push."""

    mail: bool


class PushKey(msgspec.Struct):
    """The server's public key, as `pushManager.subscribe` wants it."""

    key: str


class Subscription(msgspec.Struct, forbid_unknown_fields=True):
    """What a browser's `PushSubscription` says as JSON."""

    endpoint: Endpoint
    keys: Keys
    expirationTime: float | None = None  # noqa: N815 (the browser's name)


class Unsubscription(msgspec.Struct, forbid_unknown_fields=True):
    """Which subscription is over."""

    endpoint: Endpoint


class Address(msgspec.Struct, forbid_unknown_fields=True):
    """An e-mail address."""

    address: Annotated[str, msgspec.Meta(min_length=3, max_length=254)]


class Code(msgspec.Struct, forbid_unknown_fields=True):
    """The code that came by mail."""

    code: Annotated[str, msgspec.Meta(min_length=1, max_length=20)]


class NotificationsApi(Controller):
    """Web Push and e-mail."""

    path = "/api"
    tags = ("notices",)

    @get("/notices", summary="How can somebody be told?")
    async def ways(self, request: Anybody) -> Ways:
        """Not every host has a mail server."""
        return Ways(mail=_mail(request).is_configured)

    @get("/push/key", summary="The key for Web Push")
    async def key(self, request: Anybody) -> PushKey:
        """With it a browser subscribes at its push service."""
        return PushKey(await _pushes(request).key())

    @post("/me/push", summary="Push messages to this browser", status_code=204)
    async def subscribe(self, request: Anybody, data: Subscription) -> None:
        """When it is my turn and I am not connected."""
        account = await somebody(request)
        await _pushes(request).subscribe(account.account, data.endpoint, data.keys)

    @delete("/me/push", summary="Push no more messages to this browser", status_code=204)
    async def unsubscribe(self, request: Anybody, data: Unsubscription) -> None:
        """The address is forgotten."""
        account = await somebody(request)
        await _pushes(request).unsubscribe(account.account, data.endpoint)

    @get("/me/mail", summary="Where do I get mail?")
    async def show(self, request: Anybody) -> MailAddress | None:
        """The address, and whether it is confirmed; null if I want no mail."""
        return await _mail(request).address_of((await in_person(request)).account)

    @post("/me/mail", summary="Send me mail when it is my turn", status_code=204)
    async def ask(self, request: Anybody, data: Address) -> None:
        """A code is sent there first: it shows that the address is mine."""
        account = await in_person(request)
        request.app.state.letters.use(address_of(request))
        language = language_of(request)
        await _mail(request).ask(account.account, account.name, data.address, language)

    @post("/me/mail/code", summary="Confirm my address", status_code=200)
    async def confirm(self, request: Anybody, data: Code) -> MailAddress:
        """With the code that came by mail within the last hour; there are five tries."""
        return await _mail(request).confirm((await in_person(request)).account, data.code)

    @delete("/me/mail", summary="Send me no mail", status_code=204)
    async def forget(self, request: Anybody) -> None:
        """The address is forgotten."""
        await _mail(request).forget((await in_person(request)).account)


def _pushes(request: Anybody) -> WebPush:
    pushes: WebPush = request.app.state.pushes
    return pushes


def _mail(request: Anybody) -> Mail:
    mail: Mail = request.app.state.mail
    return mail
