"""Notify a player by Web Push or e-mail that it is their turn."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, delete, get, post

from genial.server.api.dependencies import AppServices, ClientAddress, Me, Owner
from genial.server.live.protocol import STORABLE
from genial.server.notifications.mail import MailAddress
from genial.server.notifications.push import Keys
from genial.server.website.host_pages import language_of

Endpoint = Annotated[str, msgspec.Meta(min_length=1, max_length=1000, pattern=STORABLE)]


class NotificationChannels(msgspec.Struct):
    """The channels besides Web Push that this server offers."""

    mail: bool


class PushKey(msgspec.Struct):
    """The server's public key, as `pushManager.subscribe` needs it."""

    key: str


class Subscription(msgspec.Struct, forbid_unknown_fields=True):
    """A browser's `PushSubscription` as JSON."""

    endpoint: Endpoint
    keys: Keys
    expirationTime: float | None = None  # noqa: N815 (the browser's name)


class Unsubscription(msgspec.Struct, forbid_unknown_fields=True):
    """A subscription to be removed."""

    endpoint: Endpoint


class MailRequest(msgspec.Struct, forbid_unknown_fields=True):
    """An e-mail address."""

    address: Annotated[str, msgspec.Meta(min_length=3, max_length=254)]


class ConfirmationCode(msgspec.Struct, forbid_unknown_fields=True):
    """The code from the confirmation mail."""

    code: Annotated[str, msgspec.Meta(min_length=1, max_length=20)]


class NotificationsApi(Controller):
    """Web Push and e-mail."""

    path = "/api"
    tags = ("notifications",)

    @get("/notices", summary="List the notification channels")
    async def channels(self, services: AppServices) -> NotificationChannels:
        """Say whether this server sends mail."""
        return NotificationChannels(mail=services.notifications.mail.is_configured)

    @get("/push/key", summary="Get the key for Web Push")
    async def push_key(self, services: AppServices) -> PushKey:
        """Return the key with which a browser subscribes at its push service."""
        return PushKey(await services.notifications.pushes.key())

    @post("/me/push", summary="Subscribe this browser to push messages", status_code=204)
    async def subscribe(self, services: AppServices, me: Me, data: Subscription) -> None:
        """Send push messages when it is my turn and I am not connected."""
        await services.notifications.pushes.subscribe(me.account, data.endpoint, data.keys)

    @delete("/me/push", summary="Unsubscribe this browser from push messages", status_code=204)
    async def unsubscribe(self, services: AppServices, me: Me, data: Unsubscription) -> None:
        """Delete the subscription."""
        await services.notifications.pushes.unsubscribe(me.account, data.endpoint)

    @get("/me/mail", summary="Get my e-mail address")
    async def mail_address(self, services: AppServices, owner: Owner) -> MailAddress | None:
        """Return the address and whether it is confirmed; null if there is none."""
        return await services.notifications.mail.address_of(owner.account)

    @post("/me/mail", summary="Set my e-mail address", status_code=204)
    async def set_mail_address(
        self, request: Request[Any, Any, Any], services: AppServices, owner: Owner,
        address: ClientAddress, data: MailRequest,
    ) -> None:  # fmt: skip
        """Send a confirmation code to the address."""
        services.limits.confirmation_mails.use(address)
        await services.notifications.mail.ask(
            owner.account, owner.name, data.address, language_of(request)
        )

    @post("/me/mail/code", summary="Confirm my e-mail address", status_code=200)
    async def confirm(
        self, services: AppServices, owner: Owner, data: ConfirmationCode
    ) -> MailAddress:
        """Check the code from the mail: it is valid for an hour and for five attempts."""
        return await services.notifications.mail.confirm(owner.account, data.code)

    @delete("/me/mail", summary="Remove my e-mail address", status_code=204)
    async def forget(self, services: AppServices, owner: Owner) -> None:
        """Delete the address and send no more mail."""
        await services.notifications.mail.forget(owner.account)
